(most, elements, milliseconds) => {
  const root = document.documentElement;
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  if (root === null) return [location.href, type.slice(0, most), true];
  // A document of our own, without scripts: nothing in it runs, loads or is seen by the page.
  const inert = document.implementation.createHTMLDocument("");
  const copy = inert.importNode(root, true);
  const end = performance.now() + milliseconds;
  const clear = (colour) => colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour);
  const SKIP = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE", "TEXTAREA", "OPTION"]);
  const range = document.createRange();
  // What comes down: ground = the plain colour behind (null: a picture, or it may lie over anything), cut = how a box hides.
  const own = (element, style, ground, cut, text) => {
    if (cut) return cut;
    if (style.visibility !== "visible") return "collapsed";
    if (parseFloat(style.fontSize) < 2) return "concealed";
    if (clear(style.webkitTextFillColor) && style.webkitBackgroundClip !== "text") return "concealed";
    if (ground !== null && style.color === ground && style.textShadow === "none") return "concealed";
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return "concealed";
    return box.right + scrollX <= 0 || box.bottom + scrollY <= 0 ? "concealed" : "";
  };
  const down = (element, style, ground, cut) => {
    if (style.backgroundImage !== "none") ground = null;
    else if (!clear(style.backgroundColor)) ground = style.backgroundColor;
    else if (style.position === "absolute" || style.position === "fixed") ground = null;
    if (cut) return [ground, cut];
    if (style.display === "none" || style.contentVisibility === "hidden") return [ground, "collapsed"];
    if (style.opacity === "0") return [ground, style.transitionDuration !== "0s" || style.animationName !== "none" ? "collapsed" : "concealed"];
    if (style.clipPath === "inset(50%)" || style.clip === "rect(0px, 0px, 0px, 0px)") return [ground, "concealed"];
    if (style.overflowX !== "visible" && style.display !== "inline" && style.display !== "contents") {
      const box = element.getBoundingClientRect();
      if (box.width < 2) return [ground, "concealed"];
      if (box.height < 2) return [ground, "collapsed"];
    }
    return [ground, ""];
  };
  const bare = (tree) => {
    for (const one of tree.querySelectorAll("[u-seen]")) one.removeAttribute("u-seen");
    for (const one of tree.querySelectorAll("template")) bare(one.content);
  };
  copy.removeAttribute("u-seen");
  bare(copy);
  const marked = [];
  const work = [[root, copy, "rgb(255, 255, 255)", "", null]];
  let looked = 0;
  let whole = true; // whether each element was looked at; else none is marked, as half a page marked would mislead
  while (work.length) {
    const [element, twin, above, hidden, outer] = work.pop();
    let within = outer; // the elements around that are marked for their own text alone
    if (SKIP.has(element.tagName)) continue;
    whole = whole && ++looked <= elements && performance.now() < end;
    let [ground, cut] = [above, hidden];
    // The reader of the page knows what a closed <details> hides.
    const looking = whole && !(element.tagName === "DETAILS" && !element.open);
    if (looking) {
      const style = getComputedStyle(element);
      [ground, cut] = down(element, style, above, hidden);
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
      const state = text && !element.shadowRoot ? own(element, style, ground, cut, text) : "";
      if (state) {
        twin.setAttribute("u-seen", state);
        marked.push(twin);
        if (!cut) within = { twin, outer };
      } else if (text) { // it shows, which a mark around it would deny
        for (let at = outer; at && at.twin.hasAttribute("u-seen"); at = at.outer) at.twin.removeAttribute("u-seen");
      }
    }
    const go = (from, to) => {
      const twins = to.childNodes;
      from.childNodes.forEach((node, index) => node.nodeType === 1 && work.push([node, twins[index], ground, cut, within]));
    };
    if (looking || !whole) go(element, twin);
    if (element.shadowRoot) { // open shadow trees, which outerHTML leaves out
      const tree = inert.createElement("template");
      tree.setAttribute("shadowrootmode", "open");
      for (const node of element.shadowRoot.childNodes) tree.content.append(inert.importNode(node, true));
      bare(tree.content);
      go(element.shadowRoot, tree.content);
      twin.prepend(tree);
    }
  }
  if (!whole) for (const twin of marked) twin.removeAttribute("u-seen");
  return [location.href, (type + copy.outerHTML).slice(0, most), whole];
}

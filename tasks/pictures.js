// Runs in a saved page whose own scripts never ran. Its markup can still shadow `document.x` and `form.x` by name,
// so properties are read through their prototypes only.
() => {
  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (object) => get.call(object);
  };
  const next = getter(Node, "nextSibling");
  const above = getter(Node, "parentElement");
  const kind = getter(Node, "nodeType");
  const data = getter(CharacterData, "data");
  const root = getter(Document, "documentElement");
  const box = (element) => Element.prototype.getBoundingClientRect.call(element);
  const inside = (outer, inner) => Node.prototype.contains.call(outer, inner);
  const at = (x, y) => Document.prototype.elementFromPoint.call(document, x, y);
  const style = (element) => getComputedStyle(element);
  const scrolls = { top: getter(Element, "scrollTop"), left: getter(Element, "scrollLeft") };
  const sizes = Object.fromEntries(
    ["scrollHeight", "scrollWidth", "clientHeight", "clientWidth"].map((name) => [name, getter(Element, name)]),
  );

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, *::before, *::after { scroll-behavior: auto !important; scroll-snap-type: none !important; caret-color: transparent !important; }
    ::highlight(uratori) { color: transparent; -webkit-text-fill-color: transparent; text-shadow: none; text-decoration-color: transparent; }`);
  Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets").set.call(document, [sheet]);

  for (const animation of Document.prototype.getAnimations.call(document)) {
    try {
      animation.finish();
    } catch {
      animation.cancel();
    }
  }

  // marks[i] = the text nodes that follow the i-th mark (a long text is split into several by the parser)
  const marks = [];
  const starts = [];
  const walker = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_COMMENT);
  for (let comment = walker.nextNode(); comment; comment = walker.nextNode()) {
    const mark = /^u:(\d+)$/.exec(data(comment));
    if (!mark) continue;
    const nodes = [];
    for (let node = next(comment); node && kind(node) === Node.TEXT_NODE; node = next(node)) nodes.push(node);
    marks.push(nodes);
    starts.push(Number(mark[1]));
  }

  const SPACE = /^\s$/u;
  // The stored text has the 2 of 10<sup>2</sup> as ².
  const plain = (character) => character.normalize("NFKC").replace("\u2212", "-");
  const same = (raw, stored) => raw === stored || (SPACE.test(raw) && SPACE.test(stored)) || plain(raw) === plain(stored);
  const IGNORED = /^[\s\p{Cf}\p{Cc}\u034f\ufe00-\ufe0f]$/u;

  // Where each code point of `stored` (what the mark's text gave to the stored text) lies in the nodes' raw text.
  // What follows the raw text's end (`places.end`) is structure that was written for the eye: a gap, a fraction's bar.
  const align = (nodes, stored) => {
    const places = new Map();
    const wanted = Array.from(stored);
    let want = 0;
    for (const node of nodes) {
      let offset = 0;
      for (const raw of data(node)) {
        while (want < wanted.length && raw !== wanted[want] && SPACE.test(wanted[want]) && !IGNORED.test(raw)) want += 1;
        if (want >= wanted.length) return places;
        if (same(raw, wanted[want])) {
          places.set(want, { node, start: offset, end: offset + raw.length });
          want += 1;
        } else if (!IGNORED.test(raw)) {
          return places;
        }
        offset += raw.length;
      }
    }
    places.end = want;
    return places;
  };

  // The DOM ranges of one quote, one per text node, and how many of its letters are in none of them.
  const locate = (pieces) => {
    const ranges = [];
    let missing = 0;
    for (const [index, stored, from, to] of pieces) {
      const places = align(marks[index], stored);
      const letters = Array.from(stored);
      let open = null;
      for (let i = from; i < to; i += 1) {
        const place = places.get(i);
        if (!place) {
          if (!IGNORED.test(letters[i]) && !(i >= places.end)) missing += 1;
          continue;
        }
        if (open && open.node === place.node) open.end = place.end;
        else ranges.push((open = { ...place }));
      }
    }
    return {
      missing,
      ranges: ranges.map(({ node, start, end }) => {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        return range;
      }),
    };
  };

  const rectsOf = (ranges) =>
    ranges.flatMap((range) => Array.from(Range.prototype.getClientRects.call(range), (r) => [r.x, r.y, r.width, r.height]));

  const bring = (range, where) => {
    const first = () => Array.from(range.getClientRects()).find((r) => r.width > 0 && r.height > 0);
    for (let element = above(range.startContainer); element && element !== root(document); element = above(element)) {
      const { overflowX, overflowY } = style(element);
      const rect = first();
      if (!rect) return;
      const frame = box(element);
      if (/auto|scroll/.test(overflowY) && sizes.scrollHeight(element) > sizes.clientHeight(element)) {
        const top = scrolls.top(element) + rect.top - frame.top - sizes.clientHeight(element) * where;
        Element.prototype.scrollTo.call(element, { top, left: scrolls.left(element), behavior: "instant" });
      }
      if (/auto|scroll/.test(overflowX) && (rect.left < frame.left || rect.right > frame.right)) {
        const left = scrolls.left(element) + rect.left - frame.left - 24;
        Element.prototype.scrollTo.call(element, { top: scrolls.top(element), left, behavior: "instant" });
      }
    }
    const rect = first();
    if (!rect) return;
    const left = rect.left < 0 || rect.right > innerWidth ? scrollX + rect.left - 24 : scrollX;
    scrollTo({ top: scrollY + rect.top - innerHeight * where, left, behavior: "instant" });
  };

  // Banners and bars that lie over the quote are put out of sight for this one picture.
  let lifted = [];
  const related = (element, owners) => owners.some((owner) => inside(owner, element) || inside(element, owner));
  const over = (rects, owners) => {
    for (const [x, y, width, height] of rects)
      for (const part of [0.05, 0.5, 0.95]) {
        const element = at(x + width * part, y + height / 2);
        if (element && !related(element, owners)) return element;
      }
    return null;
  };
  const lift = (ranges, owners) => {
    for (let turn = 0; turn < 8; turn += 1) {
      let element = over(rectsOf(ranges), owners);
      while (element && !/fixed|sticky/.test(style(element).position)) element = above(element);
      if (!element || related(element, owners)) return;
      const own = element.style;
      lifted.push([own, own.getPropertyValue("visibility"), own.getPropertyPriority("visibility")]);
      own.setProperty("visibility", "hidden", "important");
    }
  };
  const restore = () => {
    for (const [own, value, priority] of lifted.reverse()) own.setProperty("visibility", value, priority);
    lifted = [];
  };

  const hiddenBy = (ranges, rects, owners) => {
    let opacity = 1;
    for (let element = owners[0]; element; element = above(element)) {
      const { display, opacity: own } = style(element);
      if (display === "none") return "not_displayed";
      if (element.localName === "details" && !Element.prototype.hasAttribute.call(element, "open")) return "collapsed";
      opacity *= Number(own);
    }
    const { visibility, fontSize, color } = style(owners[0]);
    if (visibility !== "visible") return "hidden";
    if (opacity < 0.1 || /[,/]\s*0(\.0\d*)?\)$/.test(color.startsWith("rgba") || color.includes("/") ? color : "")) return "transparent";
    const seen = rects.filter(([, , width, height]) => width >= 1 && height >= 1);
    if (!seen.length || parseFloat(fontSize) < 2) return "zero_size";
    if (seen.every(([x, y, width, height]) => x + width <= 0 || y + height <= 0 || x >= innerWidth || y >= innerHeight)) return "off_screen";
    return over(seen, owners) ? "covered" : "same_colour";
  };

  // The block that the quote is read in: its paragraph, or what holds the table that its cell is in.
  const contextOf = (owner) => {
    let element = owner;
    for (let outer = above(element); outer && outer !== root(document); outer = above(outer)) {
      const small = box(element).width < 480 && box(outer).width <= innerWidth;
      if (!small && !/^(inline|contents|ruby)/.test(style(element).display)) break;
      element = outer;
    }
    const { x, y, width, height } = box(element);
    return [x, y, width, height];
  };

  return {
    starts,
    show(pieces) {
      restore();
      CSS.highlights.clear();
      const { ranges, missing } = locate(pieces);
      if (!ranges.length) return { missing, rects: [], hidden_by: "not_found", context: null, lifted: 0, scroll: [0, 0], view: [0, 0] };
      const owners = ranges.map((range) => above(range.startContainer));
      bring(ranges.find((range) => rectsOf([range]).some(([, , w, h]) => w > 0 && h > 0)) ?? ranges[0], 0.35);
      lift(ranges, owners);
      this.ranges = ranges;
      const rects = rectsOf(ranges);
      return {
        missing,
        rects,
        hidden_by: hiddenBy(ranges, rects, owners),
        context: contextOf(owners[0]),
        lifted: lifted.length,
        scroll: [scrollX, scrollY],
        view: [innerWidth, innerHeight],
      };
    },
    conceal() {
      CSS.highlights.set("uratori", new Highlight(...this.ranges));
    },
  };
}

const data = JSON.parse(document.getElementById("data").textContent);
const claims = data.claims;
const byId = (id) => document.getElementById(id);
let lang = data.lang;

/* Texts: by key, with {placeholders}; a recorded word without a label stands for itself. */
function t(key, values) {
  let text = data.labels[lang][key];
  if (text === undefined) throw new Error("no text for " + key);
  for (const name in values || {}) text = text.split("{" + name + "}").join(String(values[name]));
  return text;
}
function word(group, value) {
  const text = data.labels[lang][group + "." + value];
  return text === undefined ? value : text;
}

/* An element: attributes by name (class, on<event>, data-…), then children: elements, texts, lists, or nothing. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const name in attributes || {}) {
    const value = attributes[name];
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  fill(node, children);
  return node;
}
function fill(node, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false || child === "") continue;
    if (Array.isArray(child)) fill(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}
function replace(node, ...children) {
  node.textContent = "";
  fill(node, children);
}

/* Text from outside, kept from reordering what stands beside it. */
const outside = (text, name) => el("bdi", { class: name }, text);

function link(href, text, name) {
  if (!href) return outside(text, name);
  return el("a", { href, class: name, target: "_blank", rel: "noopener noreferrer" }, outside(text));
}

function facts(rows) {
  const kept = rows.filter((row) => row && row[1] !== undefined && row[1] !== null && row[1] !== "" && row[1] !== false);
  return el("dl", { class: "facts" }, kept.map(([key, ...value]) => [el("dt", {}, t(key)), el("dd", {}, value)]));
}

const code = (text) => text && el("code", {}, text);
const characters = (n) => t("session.characters", { n: n.toLocaleString(lang) });
const range = (item) => "[" + item.start + ", " + item.end + ")";

function say(text) {
  byId("live").textContent = text;
}

/* A verdict that does not stand (`broken` says why) has a look of its own. */
function badge(verdict, broken) {
  const look = broken ? "broken" : verdict;
  return el("span", { class: "badge v-" + look },
    el("span", { class: "mark", "aria-hidden": "true" }, word("mark", look)), verdictText(verdict, broken));
}
function verdictText(verdict, broken) {
  return word("verdict", verdict) + (broken ? " — " + word("verdict_flag", broken) : "");
}

/* What keeps the session from being finalized. */
function openText() {
  const said = data.open.map(([key, n]) => t(key, { n }));
  return said.length ? t("provisional.open", { open: said.join(t("provisional.between")) }) : "";
}

/* The passage of the source text that a claim covers: each piece knows its claims. */
const passages = claims.map(() => "");
for (const piece of data.pieces) for (const number of piece.c || []) passages[number] += piece.t;

for (const [number, claim] of claims.entries()) {
  if (claim.claim === undefined) claim.claim = passages[number].replace(/^[ \n]+|[ \n]+$/g, "");
  claim.verdict = claim.history ? claim.history[claim.history.length - 1].verdict : "none";
  claim.look = claim.broken ? "broken" : claim.verdict;
}

/* A time of the data, in UTC to the second. */
const when = (seconds) => new Date(data.started + seconds * 1000).toISOString().slice(0, 19).replace("T", " ") + " UTC";

function host(item) {
  if (item.file) return item.file.split(/[\\/]/).pop();
  const found = /^https?:\/\/([^/?#]+)/i.exec(item.final_url || item.url || "");
  return found ? found[1] : item.url || "";
}

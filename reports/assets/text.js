/* The source text with its marks. A mark is a piece of the text; the heaviest verdict of its claims colours it. */
const marksOf = claims.map(() => []);

const heaviest = (numbers) =>
  data.weights.find((verdict) => numbers.some((number) => claims[number].look === verdict));

const reasons = {};
function indexReasons() {
  for (const item of data.nonClaims) reasons[item.id] = item.reason;
  for (const item of data.excluded) reasons[item.id] = item.reason || t("not_recorded");
}

function titleOf(piece) {
  const lines = [];
  for (const number of piece.c || []) lines.push(claims[number].id + " · " + verdictText(claims[number].verdict, claims[number].broken) + " · " + claims[number].claim);
  for (const id of piece.n || []) lines.push(t("non_claim.title", { id, reason: reasons[id] }));
  for (const id of piece.x || []) lines.push(t("excluded.title", { id, reason: reasons[id] }));
  if (!piece.c && !piece.n) lines.push(t("gap.title"));
  return lines.join("\n");
}

/* One piece, or the part of it that stands in one paragraph. `live` marks can be selected. */
function drawPiece(piece, text, live, first) {
  const numbers = piece.c || [];
  const kind = numbers.length ? "claim v-" + heaviest(numbers)
    : piece.n ? "non-claim" : piece.x ? "excluded" : "gap";
  const blank = !text.trim();
  const mark = el("span", { class: "piece " + kind + (blank ? " blank" : ""), title: live ? titleOf(piece) : null }, text);
  if (piece.x && numbers.length + (piece.n || []).length) mark.classList.add("was-excluded");
  if (!numbers.length || blank) return mark;
  if (numbers.length > 1 && first) {
    mark.append(el("sup", { class: "more", "aria-hidden": "true" }, "+" + (numbers.length - 1)));
  }
  if (live) {
    mark.setAttribute("role", "button");
    mark.setAttribute("tabindex", "0");
    mark.setAttribute("data-claims", numbers.join(" "));
    for (const number of numbers) marksOf[number].push(mark);
  }
  return mark;
}

/* Paragraphs of the text, so that a browser need not lay out what is out of sight. */
function paragraphs(live) {
  const found = [];
  let paragraph = el("p", { class: "para" });
  const close = () => { if (paragraph.childNodes.length) found.push(paragraph); paragraph = el("p", { class: "para" }); };
  for (const piece of data.pieces) {
    const lines = piece.t.split(/(?<=\n)/);
    let first = true;
    for (const line of lines) {
      const blank = !line.trim();
      if (line) paragraph.append(drawPiece(piece, line, live, first && !blank));
      if (!blank) first = false;
      if (line.endsWith("\n")) close();
    }
  }
  close();
  return found;
}

function drawText() {
  for (const marks of marksOf) marks.length = 0;
  replace(byId("text"), paragraphs(true));
  if (selected >= 0) lightText(selected, true);
  const key = (name, label) => el("span", { class: "key" }, el("span", { class: "swatch " + name }), label);
  replace(byId("legend"), key("gap", t("text.gap")), key("non-claim", t("text.non_claim")), key("excluded", t("text.excluded")));
}

function lightText(number, on) {
  for (const mark of marksOf[number]) {
    mark.classList.toggle("selected", on);
    if (on) mark.setAttribute("aria-current", "true"); else mark.removeAttribute("aria-current");
  }
}

function scrollText(number) {
  const mark = marksOf[number][0];
  if (mark) mark.scrollIntoView({ block: "nearest" });
}

/* Selects the claim of a mark; on a passage of several claims each further click goes on to the next one. */
function selectMark(mark) {
  const numbers = mark.getAttribute("data-claims").split(" ").map(Number);
  const visible = numbers.filter((number) => shown.includes(number));
  if (!visible.length) return;
  const at = visible.indexOf(selected);
  select(visible[(at + 1) % visible.length], { keepText: true });
  showPane("detail");
}

function textEvents() {
  const text = byId("text");
  text.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-claims]");
    if (mark && String(window.getSelection()) === "") selectMark(mark);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const mark = event.target.closest("[data-claims]");
    if (!mark) return;
    event.preventDefault();
    selectMark(mark);
  });
}

/* Which claims are shown, and which of them is selected. */
const VERDICTS = ["verified", "partially_verified", "unverifiable", "contradicted", "none"];
const off = new Set();
let onlyFlagged = false;
let query = "";
let selected = claims.length ? 0 : -1;
let shown = claims.map((claim, number) => number);

const haystacks = [];
function haystack(number) {
  if (haystacks[number] === undefined) {
    const claim = claims[number];
    const quotes = (claim.attachments || []).map((item) => item.quote);
    haystacks[number] = [claim.id, claim.claim, passages[number], ...quotes].join("\n").normalize("NFKC").toLowerCase();
  }
  return haystacks[number];
}

function fits(number) {
  const claim = claims[number];
  if (off.has(claim.verdict)) return false;
  if (onlyFlagged && !claim.attention) return false;
  return !query || haystack(number).includes(query);
}

/* Applies the filters; where the selected claim is hidden, the next one that is shown takes its place. */
function applyFilters() {
  shown = [];
  for (let number = 0; number < claims.length; number++) {
    const fit = fits(number);
    if (fit) shown.push(number);
    if (rows[number].hidden === fit) rows[number].hidden = !fit;
  }
  byId("text").setAttribute("data-off", [...off].join(" "));
  byId("empty").hidden = shown.length > 0;
  byId("claims").hidden = shown.length === 0;
  const hidden = claims.length - shown.length;
  byId("hidden-count").textContent = hidden ? t("filter.hidden", { n: hidden }) : "";
  if (selected < 0 || !fits(selected)) {
    const next = shown.find((number) => number > selected);
    select(next !== undefined ? next : shown.length ? shown[shown.length - 1] : -1, { quiet: true });
  } else {
    rows[selected].scrollIntoView({ block: "nearest" });
    showPosition();
  }
}

function drawChips() {
  const counts = {};
  for (const claim of claims) counts[claim.verdict] = (counts[claim.verdict] || 0) + 1;
  const flagged = claims.filter((claim) => claim.attention).length;
  const chip = (pressed, name, click, ...content) => el("button", {
    type: "button", class: "chip " + name, "aria-pressed": String(pressed), onclick: click,
  }, content);
  const refresh = () => { drawChips(); applyFilters(); };
  const focused = [...byId("chips").children].indexOf(document.activeElement);
  replace(byId("chips"),
    VERDICTS.map((verdict) => chip(!off.has(verdict), "v-" + verdict, () => {
      if (off.has(verdict)) off.delete(verdict); else off.add(verdict);
      refresh();
    }, el("span", { class: "mark", "aria-hidden": "true" }, word("mark", verdict)), word("verdict", verdict),
    " ", el("span", { class: "count" }, counts[verdict] || 0))),
    chip(onlyFlagged, "flagged", () => { onlyFlagged = !onlyFlagged; refresh(); }, "⚑ ", t("filter.attention"), " ",
      el("span", { class: "count" }, flagged)),
    (off.size > 0 || onlyFlagged || query) && el("button", {
      type: "button", class: "chip plain",
      onclick: () => { off.clear(); onlyFlagged = false; query = ""; byId("search").value = ""; refresh(); },
    }, t("filter.all")));
  if (focused >= 0) (byId("chips").children[focused] || byId("chips").children[0]).focus();
}

function showPosition() {
  const at = shown.indexOf(selected);
  byId("position").textContent = at < 0 ? t("filter.position_none") : t("filter.position", { n: at + 1, total: shown.length });
  byId("previous").disabled = at <= 0;
  byId("next").disabled = at < 0 || at === shown.length - 1;
}

/* Selects a claim by its number, or none by -1, and shows it in all three panes. */
function select(number, how) {
  const { quiet, keepList, keepText } = how || {};
  if (selected >= 0) { rows[selected].setAttribute("aria-selected", "false"); lightText(selected, false); }
  selected = number;
  if (number >= 0) {
    const row = rows[number];
    row.setAttribute("aria-selected", "true");
    byId("claims").setAttribute("aria-activedescendant", row.id);
    lightText(number, true);
    if (!keepList) row.scrollIntoView({ block: "nearest" });
    if (!keepText) scrollText(number);
    if (!quiet) {
      const claim = claims[number];
      say(t("live.selected", {
        n: shown.indexOf(number) + 1, total: shown.length, verdict: verdictText(claim.verdict, claim.broken),
        text: [...claim.claim].slice(0, 60).join(""),
      }));
    }
  } else byId("claims").removeAttribute("aria-activedescendant");
  drawDetail();
  showPosition();
}

function step(by) {
  const at = shown.indexOf(selected);
  const next = shown[at + by];
  if (at >= 0 && next !== undefined) select(next);
}

/* The list of claims, in text order. */
const rows = [];

/* What a reader should know of a claim's support before trusting its verdict. */
function flagsOf(claim) {
  const found = new Set();
  for (const item of claim.attachments || []) {
    if (item.excluded) continue;
    const source = data.evidence[item.evidence] || {};
    if (source.provenance === "agent_captured") found.add("agent");
    if (item.folded) found.add("folded");
    if (item.hidden) found.add("hidden");
    if (item.outside) found.add("outside");
    if ((source.signals || []).some((signal) => signal.severity === "danger")) found.add("danger");
  }
  return found;
}

function relations(claim) {
  const counts = {};
  for (const item of claim.attachments || []) if (!item.excluded) counts[item.relation] = (counts[item.relation] || 0) + 1;
  return ["supports", "partial", "contradicts", "irrelevant"].filter((name) => counts[name])
    .map((name) => el("span", { class: "tally r-" + name }, word("relation", name) + " " + counts[name]));
}

function drawList() {
  const list = byId("claims");
  list.textContent = "";
  claims.forEach((claim, number) => {
    const flags = flagsOf(claim);
    const row = el("div", {
      class: "row v-" + claim.look, id: "row-" + number, role: "option", "aria-selected": String(number === selected),
    },
    el("span", { class: "row-mark", "aria-hidden": "true" }, word("mark", claim.look)),
    el("span", { class: "row-body" },
      el("span", { class: "row-text" }, outside(claim.claim)),
      el("span", { class: "row-meta" },
        el("span", { class: "row-verdict" }, verdictText(claim.verdict, claim.broken)),
        relations(claim),
        claim.attention && el("span", { class: "flag attention" }, "⚑ ", t("attention.flag")),
        flags.has("agent") && el("span", { class: "flag agent" }, "⚠ ", t("agent.short")))));
    row.hidden = rows[number] ? rows[number].hidden : false;
    rows[number] = row;
    list.append(row);
  });
  list.onclick = (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    select(Number(row.id.slice(4)), { keepList: true });
    showPane("detail");
  };
}

function listKeys(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const moves = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  if (event.key in moves) {
    event.preventDefault();
    const by = moves[event.key];
    if (Number.isFinite(by)) step(by);
    else if (shown.length) select(shown[by < 0 ? 0 : shown.length - 1]);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (selected >= 0) showPane("detail");
  }
}

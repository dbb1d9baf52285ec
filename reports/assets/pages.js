/* The other parts of the report. Each is drawn when it is first looked at, and again after a change of language. */
function toClaim(id) {
  const number = claims.findIndex((claim) => claim.id === id);
  if (number < 0) return outside(id);
  return el("button", { type: "button", class: "to-claim", onclick: () => {
    showView("review");
    if (!shown.includes(number)) { off.clear(); onlyFlagged = false; query = ""; byId("search").value = ""; drawChips(); applyFilters(); }
    select(number);
    showPane("detail");
    byId("claims").focus({ preventScroll: true });
  } }, id);
}

function toEvidence(id) {
  if (!data.evidence[id]) return outside(id);
  return el("button", { type: "button", class: "to-claim", onclick: () => {
    showView("evidence");
    const card = byId("card-" + id);
    card.scrollIntoView({ block: "start" });
    card.focus({ preventScroll: true });
  } }, id);
}

const heading = (key, n) => el("h2", {}, t(key), n !== undefined && [" ", el("span", { class: "count" }, n)]);
const quiet = (key) => el("p", { class: "quiet" }, t(key));

/* The attention list, one group per claim (or evidence) in the list's order. */
function attentionGroups() {
  const groups = new Map();
  for (const item of data.attention) {
    const id = item.claim_id || item.evidence || item.non_claim_id || item.reason;
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id).push(item);
  }
  return [...groups.entries()];
}

function attentionCard([id, items]) {
  const number = claims.findIndex((claim) => claim.id === id);
  const { verdict, claim_id: claim, non_claim_id: other } = items[0];
  const broken = number >= 0 && claims[number].broken;
  return el("li", { class: "card v-" + (broken ? "broken" : verdict || "none") },
    el("div", { class: "card-head" }, verdict && badge(verdict, broken), claim ? toClaim(id) : other ? code(other) : items[0].evidence && toEvidence(id)),
    number >= 0 && el("p", { class: "reason" }, outside(claims[number].claim)),
    el("ul", { class: "why" }, items.map((item) => el("li", {}, attentionText(item),
      item.claim_id && item.evidence && [" ", bracketed(toEvidence(item.evidence))]))),
    number >= 0 && el("p", { class: "passage" }, outside(passages[number].trim())),
    other && el("p", { class: "passage" }, outside(shortened(data.pieces.filter((piece) => (piece.n || []).includes(other)).map((piece) => piece.t).join("").trim()))));
}

function bracketed(...children) {
  const [open, close] = t("brackets").split("{text}");
  return [open, children, close];
}

const shortened = (text) => { const letters = [...text]; return letters.length > 200 ? letters.slice(0, 200).join("") + "…" : text; };

function attentionPage() {
  const groups = attentionGroups();
  return [heading("attention.heading", groups.length),
    groups.length ? el("ul", { class: "cards" }, groups.map(attentionCard)) : quiet("attention.none")];
}

function evidenceCard([id, item], printing) {
  const body = () => [evidenceFacts(item, id, printing),
    item.screenshot && picture(item.screenshot, t("evidence.screenshot"), t("evidence.screenshot") + " " + id, t("picture.missing")),
    el(printing ? "p" : "h3", { class: "part" }, t("attempts.heading")), attemptList(item.attempts, printing)];
  const details = el("details", { class: "manage" }, el("summary", {}, t("detail.manage")));
  details.addEventListener("toggle", () => { if (details.childNodes.length === 1) details.append(el("div", {}, body())); });
  return el("li", { class: "card" + (item.excluded ? " is-excluded" : ""), id: printing ? null : "card-" + id, tabindex: printing ? null : "-1" },
    el("div", { class: "card-head" }, el("span", { class: "tag p-" + item.provenance }, word("provenance_short", item.provenance)),
      el("span", { class: "card-source" }, link(item.href, sourceTitle(item, id)), hostNote(item, id)),
      el("span", { class: "quiet ids" }, id)),
    item.provenance === "agent_captured" && el("p", { class: "notice small agent-notice" }, "⚠ ", t("agent.flag")),
    item.excluded && el("p", { class: "notice small" }, t("claim.excluded") + ": ", outside(item.excluded)),
    el("div", { class: "flags" }, evidenceFlags(item)),
    el("p", { class: "quiet used" }, t("evidence.used_by"), ": ", (item.used_by || []).length
      ? item.used_by.map((claim, index) => [index > 0 && ", ", printing ? claim : toClaim(claim)]) : t("evidence.unused")),
    printing ? el("div", { class: "manage" }, body()) : details);
}

function evidencePage(printing) {
  const items = Object.entries(data.evidence);
  return [heading("evidence.heading", items.length),
    items.length ? el("ul", { class: "cards" }, items.map((item) => evidenceCard(item, printing))) : quiet("evidence.none"),
    data.orphans.length > 0 && [heading("attempts.orphans", data.orphans.length), attemptList(data.orphans, printing)]];
}

function contentValue([name, values, group]) {
  const say = group === "" ? (value) => t(value) : (value) => (group ? word(group, value) : value);
  return [el("dt", {}, word("field", name)), el("dd", {}, outside(values.map(say).join(", ")))];
}

function historyPage(printing) {
  return [heading("exclusions.heading", data.exclusions.length),
    data.exclusions.length ? el("ul", { class: "cards" }, data.exclusions.map((item) => el("li", { class: "card" },
      el("div", { class: "card-head" }, el("span", { class: "tag" }, word("target", item.type)), el("strong", {}, item.target),
        el("span", { class: "quiet ids" }, item.id)),
      el("p", {}, t("exclusions.when"), ": ", outside(item.reason), " ", el("span", { class: "quiet" }, when(item.at))),
      el("p", {}, item.restored ? [t("exclusions.restored"), ": ", outside(item.restored.reason), " ", el("span", { class: "quiet" }, when(item.restored.at))]
        : el("strong", {}, t("exclusions.active"))),
      (item.content || []).length > 0 && el("div", { class: "content" }, el(printing ? "p" : "h3", { class: "part" }, t("exclusions.content")),
        el("dl", { class: "facts" }, item.content.map(contentValue)))))) : quiet("exclusions.none"),
    heading("exclusions.ranges", data.excluded.length),
    data.excluded.length ? el("ul", { class: "plain" }, data.excluded.map((item) => el("li", {}, code(item.id), " ", el("span", { class: "piece excluded" }, outside(item.text)), " — ", outside(item.reason || t("not_recorded"))))) : quiet("exclusions.none"),
    heading("jobs.heading", data.jobs.length),
    data.jobs.length ? el("ul", { class: "plain" }, data.jobs.map((job) => el("li", {}, el("strong", {}, word("job", job.kind)), " ", el("span", { class: "quiet" }, job.id), " · ", word("outcome", job.status), " · ", el("span", { class: "quiet" }, when(job.at)),
      (job.runs || []).map((run) => el("div", { class: "quiet" }, t("flow.run"), " ", link(run.href, run.name), " ", code(run.id))),
      job.error && message(job.error)))) : quiet("jobs.none"),
    data.rest.length > 0 && [heading("attempts.rest", data.rest.length), attemptList(data.rest, printing)]];
}

function aboutPage() {
  return [summaryPart(), limitsPart(), sessionPart(), restPart()];
}

function summaryPart() {
  const { summary } = data;
  const c = summary.coverage;
  const list = (group, counts, names) => names.map((name) => word(group, name) + " " + counts[name]).join(" · ");
  return [
    heading("summary.heading"),
    facts([
      ["summary.coverage", t("summary.coverage_value", { percent: c.percent, covered: c.covered, total: c.total })],
      ["summary.gaps", String(c.gaps)],
      ["summary.claims", summary.claims.total + " — " + VERDICTS.map((name) => word("verdict", name) + " " + (name === "none" ? summary.claims.without_verdict : summary.claims[name])).join(" · ")],
      ["summary.without_basis", claims.filter((claim) => claim.broken).map((claim) => claim.id).join(", ")],
      ["summary.non_claims", String(summary.non_claims)],
      ["summary.evidence", summary.evidence.total + " — " + list("provenance_short", summary.evidence, ["http", "browser", "file", "agent_captured"])],
      ["summary.attachments", summary.attachments.total + " — " + list("relation", summary.attachments, ["supports", "partial", "contradicts", "irrelevant"])],
      ["summary.exclusions", t("summary.exclusions_value", summary.exclusions)],
      ...recheckFacts(),
    ]),
  ];
}

const limitsPart = () => el("section", { class: "limits" }, heading("limits.heading"),
  el("ul", {}, data.limits.map((name) => el("li", {}, t("limits." + name)))));

function sessionPart(printing) {
  const { session } = data;
  return [
    heading("session.heading"),
    facts([
      ["session.id", code(data.id)], ["session.source_kind", word("source_kind", session.kind)],
      ["session.source", session.origin && link(session.origin_href, session.origin)],
      ["evidence.final_url", session.final_url && outside(session.final_url)],
      ...exchangeRows(session.exchange, printing), ["evidence.readers", session.readers && outside(session.readers.join(", "))], ["evidence.files", fileList(session.files)],
      ["session.length", characters(session.length || 0)], ["session.language", session.language], ["session.project", session.project && outside(session.project)],
      ["session.created", when(session.created)], ["session.finalized", session.finalized === undefined ? t("session.never") : when(session.finalized)], ["session.generated", when(session.generated)],
      ["session.sha256", code(session.sha256)], ["session.file_sha256", code(session.file_sha256)],
      ["session.chain", code(session.chain)], ["session.chain_length", session.chain_length],
      ["session.cited", session.cited && el("ul", {}, session.cited.map((item) => el("li", {}, link(item.href, item.url))))],
    ]),
  ];
}

function restPart() {
  const gaps = data.pieces.filter((piece) => !piece.c && !piece.n && piece.t.trim());
  return [
    heading("non_claims.heading", data.nonClaims.length),
    data.nonClaims.length ? el("ul", { class: "plain" }, data.nonClaims.map((item) => el("li", {}, code(item.id), " " + range(item) + " — ", outside(item.reason)))) : quiet("non_claims.none"),
    heading("gaps.heading", data.summary.coverage.gaps),
    gaps.length ? el("ul", { class: "plain" }, gaps.map((piece) => el("li", {}, el("span", { class: "piece gap" }, outside(piece.t.trim()))))) : quiet("gaps.none"),
  ];
}

const pages = { attention: attentionPage, evidence: () => evidencePage(false), history: () => historyPage(false), about: aboutPage };
const drawn = new Set();
let view = "review";

function showView(name) {
  view = name;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page"); else button.removeAttribute("aria-current");
  }
  for (const part of document.querySelectorAll(".view")) part.hidden = part.id !== "view-" + name;
  byId("panes-switch").hidden = name !== "review";
  if (pages[name] && !drawn.has(name)) {
    drawn.add(name);
    replace(byId("view-" + name), el("div", { class: "page-body" }, pages[name]()));
  }
}

/* On a narrow screen one of the three panes is shown. */
function showPane(name) {
  byId("view-review").dataset.pane = name;
  for (const button of byId("panes-switch").children) button.setAttribute("aria-pressed", String(button.dataset.pane === name));
}

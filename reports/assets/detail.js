/* The selected claim in full. Only this one is drawn. */
function pictureCaption(item) {
  return [
    word("picture_source", item.source),
    item.page !== undefined && t("picture.page", { n: item.page }),
    item.highlighted ? t("picture.highlighted") : t("picture.not_highlighted"),
    item.note,
  ].filter(Boolean).join(" · ");
}

function pictures(attachment) {
  const tries = attachment.pictures || [];
  const adopted = tries.filter((item) => item.adopted);
  if (!tries.length) return [el("p", { class: "no-picture" }, t("picture.missing"))];
  const alt = t("picture.alt", { evidence: attachment.evidence, attachment: attachment.id });
  const missing = (item) => item.path ? t("picture.failed", { path: item.path })
    : t("picture.no_path", { note: item.note || t("not_recorded") });
  return [
    (adopted.length ? adopted : tries.slice(-1)).map((item) => picture(item.image, pictureCaption(item), alt + (item.page === undefined ? "" : ", " + t("picture.page", { n: item.page })), missing(item))),
  ];
}

function pictureTries(attachment, printing) {
  const tries = attachment.pictures || [];
  if (!tries.length && !attachment.attempts) return null;
  const one = (item) => [outside(pictureCaption(item)), item.path && [" · ", code(item.path)], item.adopted && " · " + t("picture.adopted")];
  if (printing) {
    return [tries.length > 0 && el("p", { class: "tries" }, t("picture.tries"), ": ", tries.map((item, index) => [index > 0 && "; ", one(item)])),
      attachment.attempts && attemptList(attachment.attempts, printing)];
  }
  return [
    el("h5", {}, t("picture.tries")),
    tries.length > 0 && el("ul", {}, tries.map((item) => el("li", {}, one(item)))),
    attachment.attempts && attemptList(attachment.attempts),
  ];
}

function matchText(attachment) {
  if (!attachment.folded) return t(attachment.differs ? "attachment.exact_spaces" : "attachment.exact");
  return t("attachment.folded", { folds: (attachment.folds || []).map((fold) => word("fold", fold)).join(", ") });
}

function citation(attachment) {
  const source = data.evidence[attachment.evidence] || {};
  const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>]/g, "\\$&");
  const title = plain(sourceTitle(source, attachment.evidence));
  const target = (lastRecheck(attachment) || {}).fragment || attachment.fragment || source.href;
  return "“" + plain(attachment.quote) + "” — " + (target ? "[" + title + "](<" + target + ">)" : title) + " (" + attachment.evidence + ", " + when(source.at) + ")";
}

function copyButton(attachment) {
  const button = el("button", { type: "button", class: "quiet-button" }, t("copy.citation"));
  const told = (key) => { button.textContent = t(key); say(t(key)); };
  button.addEventListener("click", () => {
    const copied = navigator.clipboard ? navigator.clipboard.writeText(citation(attachment)) : Promise.reject(new Error("no clipboard"));
    copied.then(() => told("copy.done"), () => told("copy.failed"));
  });
  return button;
}

function attachmentFlags(attachment, source) {
  return el("div", { class: "flags" },
    evidenceFlags(source),
    (attachment.rechecks || []).map((item) => item.result !== "same" && flag(item.result === "gone" || item.result === "changed" ? "s-danger" : "warn", word("recheck_result", item.result))),
    attachment.folded && flag("folded", matchText(attachment)),
    attachment.flags && flag("s-danger", t("attachment.flagged", { flags: attachment.flags.join(", ") })),
    ...(attachment.cuts || []).map((cut) => flag("warn", word("cut", cut))),
    attachment.outside && flag("warn", t("attachment.outside_article")),
    attachment.hidden && flag("warn", t("attachment.hidden")));
}

function attachmentCard(attachment, printing) {
  const source = data.evidence[attachment.evidence] || {};
  const manage = [
    facts([
      ["attachment.match", outside(matchText(attachment))],
      ["attachment.range", range(attachment)],
      ["attachment.occurrence", t("attachment.occurrence_value", { n: attachment.occurrence || 1, total: attachment.occurrences || 1 })],
      ["attachment.pages", attachment.pages && attachment.pages.join(", ")],
      ["attachment.short", attachment.short && outside(attachment.short)],
      ["attachment.link", attachment.fragment && link(attachment.fragment, attachment.fragment)],
      ["evidence.fetched", when(attachment.at)],
    ]),
    // On paper the evidence has its own section.
    !printing && [el("h5", {}, toEvidence(attachment.evidence)), evidenceFacts(source, attachment.evidence),
      el("h5", {}, t("attempts.heading")), attemptList(source.attempts)],
    pictureTries(attachment, printing),
    recheckTries(attachment, printing),
  ];
  return el("article", { class: "card r-" + attachment.relation + (attachment.excluded ? " is-excluded" : "") },
    el("div", { class: "card-head" },
      el("span", { class: "relation r-" + attachment.relation }, word("relation", attachment.relation)),
      el("span", { class: "quiet ids" }, attachment.id)),
    el("p", { class: "card-source" }, link(source.href, sourceTitle(source, attachment.evidence)), hostNote(source, attachment.evidence),
      el("span", { class: "quiet" }, " · ", printing ? attachment.evidence : word("provenance_short", source.provenance))),
    attachment.excluded && el("p", { class: "notice small" }, t("attachment.excluded"), attachment.why && [": ", outside(attachment.why)]),
    source.provenance === "agent_captured" && el("p", { class: "notice small agent-notice" }, "⚠ ", t("agent.flag")),
    el("blockquote", {}, outside(attachment.quote)),
    attachment.matched && el("p", { class: "matched" }, el("span", { class: "quiet" }, t("attachment.matched"), ": "), outside(attachment.matched)),
    attachmentFlags(attachment, source),
    el("p", { class: "reason" }, outside(attachment.rationale)),
    pictures(attachment),
    (attachment.rechecks || []).map(recheckPart),
    !printing && el("div", { class: "card-links" },
      attachment.fragment && el("a", { href: attachment.fragment, target: "_blank", rel: "noopener noreferrer" }, t("attachment.fragment"), " ↗"),
      (lastRecheck(attachment) || {}).fragment && el("a", { href: lastRecheck(attachment).fragment, target: "_blank", rel: "noopener noreferrer" }, t("recheck.open"), " ↗"),
      copyButton(attachment)),
    printing ? el("div", { class: "manage" }, manage) : el("details", { class: "manage" }, el("summary", {}, t("detail.manage")), el("div", {}, manage)));
}

function historyList(claim) {
  return el("ol", { class: "timeline history" }, claim.history.map((entry, index) => el("li", { class: "v-" + entry.verdict },
    el("div", { class: "timeline-head" }, badge(entry.verdict), index === claim.history.length - 1 && el("span", { class: "quiet" }, " ", t("claim.current"))),
    el("div", {}, outside(entry.rationale)), el("div", { class: "quiet" }, when(entry.at)))));
}

function claimDetail(claim, number, printing) {
  const history = claim.history || [];
  const last = history[history.length - 1];
  const attachments = claim.attachments || [];
  return [
    el("div", { class: "claim-head v-" + claim.look },
      el("div", { class: "claim-line" }, badge(claim.verdict, claim.broken), el("span", { class: "quiet ids" }, claim.id, claim.kind && [" · ", outside(claim.kind)])),
      el("h3", { class: "claim-text" }, outside(claim.claim)),
      el("p", { class: "passage" }, el("span", { class: "quiet" }, t("claim.source"), " ", range(claim)), el("br"), outside(passages[number].trim())),
      !printing && el("button", { type: "button", class: "quiet-button to-text", onclick: () => { showPane("text"); scrollText(number); } }, t("detail.to_text"))),
    claim.attention && el("div", { class: "attention-box" }, el("strong", {}, "⚑ ", t("attention.flag")),
      el("ul", {}, claim.attention.map((item) => el("li", {}, attentionText(item, last))))),
    last && el("section", { class: "verdict-reason" }, part(printing, t("claim.rationale")), el("p", {}, outside(last.rationale)),
      history.length > 1 && (printing ? [part(printing, t("claim.history")), historyList(claim)]
        : el("details", {}, el("summary", {}, t("claim.history") + " · " + history.length), historyList(claim)))),
    part(printing, t("claim.attachments"), " ", el("span", { class: "count" }, attachments.length)),
    attachments.length ? attachments.map((item) => attachmentCard(item, printing)) : el("p", { class: "quiet" }, t("claim.no_attachments")),
    !printing && el("details", { class: "manage" }, el("summary", {}, t("detail.manage")), facts([
      ["claim.range", range(claim)], ["claim.kind", claim.kind && outside(claim.kind)], ["evidence.fetched", when(claim.at)],
      ["claim.verdict", code(claim.verdict)],
    ])),
  ];
}

/* On paper the headings inside a claim are none of the outline. */
const part = (printing, ...children) => el(printing ? "p" : "h4", { class: "part" }, children);

/* What fills a text: ids or recorded words, in the language of the page. */
function wordsText({ w, g, more }) {
  const list = w.map((one) => (g ? word(g, one) : one)).join(", ");
  return more ? t("list.more", { list, n: more }) : list;
}

function attentionDetail(item) {
  if (!item.key) return item.detail;
  return t("attention_detail." + item.key, Object.fromEntries(Object.entries(item.values || {}).map(([name, words]) => [name, wordsText(words)])));
}

/* A verdict's own reason is not said again beside it. */
function attentionText(item, last) {
  const label = word("attention_reason", item.reason);
  if (last && last.rationale === item.detail) return label;
  const detail = attentionDetail(item);
  return label === item.reason ? outside(detail) : [label, el("span", { class: "quiet" }, " — ", outside(detail))];
}

function drawDetail() {
  const detail = byId("detail");
  if (selected < 0) replace(detail, el("p", { class: "quiet" }, t("detail.none")));
  else replace(detail, claimDetail(claims[selected], selected, false));
  detail.scrollTop = 0;
}

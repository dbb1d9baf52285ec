/* What became of a quote when its source was looked at again: the newest such look that could read it counts. */
const lastRecheck = (attachment) => (attachment.rechecks || []).find((item) => item.result !== "unread");

/* Words that went and words that came, as the ledger marks them. */
function difference(text) {
  return text.split(/(\[-[^]*?-\]|\{\+[^]*?\+\})/).map((piece) => {
    if (/^\[-[^]*-\]$/.test(piece)) return el("del", {}, piece.slice(2, -2));
    return /^\{\+[^]*\+\}$/.test(piece) ? el("ins", {}, piece.slice(2, -2)) : piece;
  });
}

function recheckPart(item) {
  const rows = [
    ["recheck.checked", item.url && link(item.href, item.url)],
    ["recheck.led_to", item.final_url && outside(item.final_url)],
    ["recheck.pages", item.result !== "same" && item.pages && item.pages.join(", ")],
    ["recheck.link", item.fragment ? link(item.fragment, item.fragment) : item.result === "moved" && t("recheck.no_link")],
    ["recheck.nearest", item.nearest ? outside(item.nearest) : item.result === "changed" && t("recheck.no_nearest")],
    ["recheck.diff", item.diff && outside(difference(item.diff))],
    ["recheck.why", item.why && outside(item.why)],
  ];
  return el("div", { class: "recheck" },
    el("p", {}, el("strong", {}, t("recheck.field")), " ", el("span", { class: "quiet" }, when(item.at)), " · ", word("recheck_result", item.result),
      item.status !== undefined && " · " + t("attempts.status", { n: item.status })),
    item.result !== "same" && facts(rows));
}

function recheckTries(attachment, printing) {
  const shown = attachment.rechecks || [];
  if (!shown.length) return null;
  return [
    el(printing ? "p" : "h5", { class: "part" }, t("recheck.field")),
    shown.map((item) => item.attempts && attemptList(item.attempts, printing)),
    attachment.before && el("p", { class: "quiet" }, t("recheck.before"), ": ", attachment.before.map((run, index) => [index > 0 && "; ",
      t(run.n === 1 ? "recheck.once" : "recheck.run", { result: word("recheck_result", run.result), first: when(run.first), last: when(run.last), n: run.n })])),
  ];
}

/* For the summary: how the quotes stand, all together. */
function recheckFacts() {
  if (!data.rechecked) return [];
  return [
    ["recheck.last", when(data.rechecked.at)],
    ["recheck.results", data.rechecked.counts.map(([result, n]) => word("recheck_result", result) + " " + n).join(" · ")],
  ];
}

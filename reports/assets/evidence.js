/* Evidence: its facts, its attempts, its pictures. */
function sourceTitle(item, id) {
  return item.title || (item.file ? item.file.split(/[\\/]/).pop() : item.url) || id;
}

/* Where the title does not say it already. */
function hostNote(item, id) {
  return host(item) && !sourceTitle(item, id).includes(host(item)) ? el("span", { class: "quiet" }, " ", outside(host(item))) : null;
}

function flag(name, text) {
  return el("span", { class: "flag " + name }, text);
}

function evidenceFlags(item) {
  return [
    item.page_kind && item.page_kind !== "article" && flag("kind", word("page_kind", item.page_kind)),
    (item.missing || []).length > 0 && flag("warn", t("evidence.terms_missing", { terms: item.missing.join(", ") })),
    item.incomplete && flag("warn", t("evidence.incomplete")),
    (item.signals || []).filter((signal) => signal.severity !== "info" && signal.name !== "incomplete")
      .map((signal) => flag("s-" + signal.severity, word("severity", signal.severity) + ": " + signal.name)),
  ];
}

/* A run's id stands with its job; where no job is listed it stands here. */
function runLink(attempt) {
  if (!attempt.run) return null;
  return el("span", { class: "run" }, t("flow.run"), " ",
    attempt.href ? link(attempt.href, attempt.run_name || attempt.run) : attempt.run_name ? outside(attempt.run_name) : code(attempt.run));
}

function attemptFigures(attempt) {
  return [
    attempt.error && [" · ", code(attempt.error)],
    attempt.status !== undefined && " · " + t("attempts.status", { n: attempt.status }),
    attempt.bytes !== undefined && " · " + t("attempts.bytes", { n: attempt.bytes.toLocaleString(lang) }),
    attempt.seconds !== undefined && " · " + t("attempts.seconds", { n: attempt.seconds }),
  ];
}

const smooth = (attempts) => attempts.every((attempt) => attempt.outcome === "succeeded" && attempt.number === 1);

/* On paper: tries that all succeeded at once in one line, others in a line each. */
function attemptLines(attempts) {
  const line = (attempt) => [el("strong", {}, word("stage", attempt.stage)), " ", outside(attempt.item), attemptFigures(attempt),
    (attempt.detail || attempt.message) && [" · ", outside([attempt.message, attempt.detail].filter(Boolean).join(" · "))], " · ", when(attempt.at)];
  const jobs = [...new Set(attempts.map((attempt) => attempt.job))].join(", ");
  if (smooth(attempts)) {
    return el("p", { class: "tries" }, t("attempts.first"), ": ", attempts.map((attempt, index) => [index > 0 && "; ", line(attempt)]), " · ", jobs);
  }
  return el("ul", { class: "tries" }, attempts.map((attempt) => el("li", { class: "o-" + attempt.outcome }, line(attempt), " · ",
    t("attempts.number", { n: attempt.number }), " · ", el("span", { class: "outcome" }, word("outcome", attempt.outcome)), " · ", attempt.job,
    attempt.run && !attempt.run_name && [" · ", code(attempt.run)])));
}

function message(text) {
  if (!text) return null;
  const first = text.split("\n")[0];
  if (first === text && text.length <= 200) return outside(text, "message");
  return el("details", { class: "message" }, el("summary", {}, outside(first.slice(0, 160) + "…")), el("pre", {}, outside(text)));
}

/* Tries that all succeeded at once are folded. */
function attemptList(attempts, printing) {
  if (!attempts || !attempts.length) return el("p", { class: "quiet" }, t("attempts.none"));
  if (printing) return attemptLines(attempts);
  const list = timeline(attempts);
  return smooth(attempts) ? el("details", {}, el("summary", {}, t("attempts.first") + " · " + attempts.length), list) : list;
}

function timeline(attempts) {
  return el("ol", { class: "timeline" }, attempts.map((attempt) => el("li", { class: "o-" + attempt.outcome },
    el("div", { class: "timeline-head" },
      el("strong", {}, word("stage", attempt.stage)), " ", t("attempts.number", { n: attempt.number }), " · ",
      el("span", { class: "outcome" }, word("outcome", attempt.outcome)),
      attemptFigures(attempt)),
    el("div", { class: "timeline-item" }, outside(attempt.item)),
    message(attempt.message), message(attempt.detail),
    el("div", { class: "quiet" }, when(attempt.at), runLink(attempt) && [" · ", runLink(attempt)]))));
}

/* How it came over the network, for evidence and for a text that was fetched. */
function exchangeRows(exchange, printing) {
  if (!exchange) return [];
  const n = (value) => value.toLocaleString(lang);
  const figures = [
    exchange.version,
    exchange.wire !== undefined && (exchange.encoding ? t("transfer.encoded", { n: n(exchange.wire), encoding: exchange.encoding }) : t("transfer.wire", { n: n(exchange.wire) })),
    exchange.size !== undefined && t("transfer.size", { n: n(exchange.size) }),
    exchange.framing && word("framing", exchange.framing),
    exchange.seconds !== undefined && t("attempts.seconds", { n: exchange.seconds }),
  ].filter(Boolean);
  const head = (lines) => lines && (printing ? outside(lines.join(" · ")) : el("details", { class: "message" }, el("summary", {}, t("transfer.lines", { n: lines.length })), el("pre", {}, outside(lines.join("\n")))));
  return [
    ["evidence.confirmed", exchange.confirmed && t("evidence.confirmed_value", { evidence: exchange.confirmed })],
    ["evidence.asked_at", exchange.started !== undefined && when(exchange.started)],
    ["evidence.transfer", figures.length > 0 && outside(figures.join(" · "))],
    ["evidence.tls", code(exchange.tls)],
    ["evidence.robots", exchange.robots && word("robots", exchange.robots)],
    ["evidence.request", head(exchange.asked)],
    ["evidence.response", head(exchange.answered)],
  ];
}

function fileList(files) {
  return files && el("ul", {}, files.map((file) => el("li", {}, word("role", file.role) + ": ",
    file.href ? link(file.href, file.path) : code(file.path), " · " + t("attempts.bytes", { n: file.bytes.toLocaleString(lang) }))));
}

function evidenceFacts(item, id, printing) {
  const checked = !item.terms_checked ? (item.provenance === "agent_captured" ? t("evidence.terms_none") : null)
    : (item.missing || []).length ? t("evidence.terms_missing", { terms: item.missing.join(", ") })
      : t("evidence.terms_ok") + ": " + (item.terms || []).join(", ");
  return facts([
    ["evidence.source", item.url ? link(item.href, item.url) : outside(item.file || t("not_recorded"))],
    ["evidence.final_url", item.final_url && link(item.final_url.match(/^https?:/i) ? item.final_url : null, item.final_url)],
    ["evidence.redirects", item.redirects && el("ul", {}, item.redirects.map((hop) => el("li", {}, hop.status + " ", outside(hop.url), " → ", outside(hop.location))))],
    ["evidence.provenance", word("provenance", item.provenance)],
    ["evidence.discovered", word("discovered", item.discovered)],
    ["evidence.discovery_note", item.discovery_note && outside(item.discovery_note)],
    ["evidence.fetched", when(item.at)],
    ["evidence.status", item.status === undefined ? (item.url ? t("not_recorded") : null) : item.status],
    ["evidence.peer", item.peer && code(item.peer)],
    ...exchangeRows(item.exchange, printing),
    ["evidence.media_type", item.media && code(item.media)],
    ["evidence.charset", item.charset && t("evidence.charset_value", { charset: item.charset, rule: word("charset_rule", item.charset_rule || "default") })],
    ["evidence.page_kind", item.page_kind && [word("page_kind", item.page_kind), item.page_kind_reasons && [" — ", outside(item.page_kind_reasons.join("; "))]]],
    ["evidence.risk", item.risk && word("risk", item.risk)],
    ["evidence.signals", item.signals && el("ul", {}, item.signals.map((signal) => el("li", {}, flag("s-" + signal.severity, word("severity", signal.severity)), " ", outside(signal.name), " — ", outside(signal.detail))))],
    ["evidence.terms", checked && outside(checked)],
    ["evidence.note", item.note && outside(item.note)],
    ["evidence.text_length", characters(item.length)],
    ["evidence.pages", item.pages],
    ["evidence.text_sha256", code(item.text_sha256)],
    ["evidence.body_sha256", code(item.body_sha256)],
    ["evidence.readers", item.readers && outside(item.readers.join(", "))],
    ["evidence.files", fileList(item.files)],
  ]);
}

/* A picture, or the message that stands for it. Opens in full size. */
function picture(path, caption, alt, note) {
  const source = path && data.images[path];
  if (!source) return el("p", { class: "no-picture" }, note);
  const image = el("img", { src: source, alt, loading: "lazy", decoding: "async" });
  const open = el("button", { type: "button", class: "zoom", "aria-label": t("picture.open") + ": " + alt }, image);
  const figure = el("figure", {}, open, el("figcaption", {}, caption));
  image.addEventListener("error", () => figure.replaceWith(el("p", { class: "no-picture" }, t("picture.failed", { path }))));
  open.addEventListener("click", () => showDialog(source, alt, caption, open));
  return figure;
}

function showDialog(source, alt, caption, opener) {
  const dialog = byId("dialog");
  byId("dialog-title").textContent = alt;
  replace(byId("dialog-body"), el("img", { src: source, alt }));
  dialog.onclose = () => { byId("dialog-body").textContent = ""; opener.focus(); };
  dialog.showModal();
  byId("dialog-close").focus();
}

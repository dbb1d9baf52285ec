/* On paper everything is shown, whatever the filters say. The copy exists only while printing. */
function drawPrint() {
  const { session } = data;
  replace(byId("print"),
    el("h1", {}, session.title ? outside(session.title) : t("report.untitled")),
    el("p", { class: "quiet" }, t("session.id") + " " + data.id + " · " + t("session.generated") + " " + when(session.generated)),
    el("p", { class: "notice provisional-notice" }, el("strong", {}, t("provisional.title")), " ", t("provisional.text"), " ", el("strong", {}, openText())),
    data.agent.length > 0 && el("p", { class: "notice agent-notice" }, el("strong", {}, "⚠ ", t("agent.title")), " ", t("agent.warning", { n: data.agent.length, ids: data.agent.join(", ") })),
    el("section", {}, summaryPart()),
    el("section", {}, attentionPrint()),
    el("section", { class: "print-text" }, el("h2", {}, t("pane.text")), paragraphs(false)),
    el("section", {}, el("h2", {}, t("claims.heading")), claims.length ? claims.map((claim, number) => el("section", { class: "print-claim" }, claimDetail(claim, number, true))) : quiet("claims.none")),
    el("section", {}, evidencePage(true)),
    el("section", {}, historyPage(true)),
    el("section", {}, sessionPart(true), restPart(), limitsPart()));
  for (const image of byId("print").querySelectorAll("img")) image.loading = "eager";
}

const brokenOf = (id) => (claims.find((claim) => claim.id === id) || {}).broken;

function attentionPrint() {
  return [el("h2", {}, t("attention.heading")), data.attention.length ? el("ul", {}, data.attention.map((item) =>
    el("li", {}, el("strong", {}, [item.claim_id, item.non_claim_id, item.evidence].filter(Boolean).join(" ")), " ", item.verdict && verdictText(item.verdict, brokenOf(item.claim_id)) + ": ", attentionText(item)))) : quiet("attention.none")];
}

/* For a program that prints: resolves when every picture of the copy is there or has failed. */
async function preparePrint() {
  drawPrint();
  const images = [...byId("print").querySelectorAll("img")];
  await Promise.allSettled(images.map((image) => image.decode()));
  return images.length;
}

function printEvents() {
  window.addEventListener("beforeprint", () => { if (!byId("print").childNodes.length) drawPrint(); });
  window.addEventListener("afterprint", () => { byId("print").textContent = ""; });
  document.addEventListener("uratori:print", () => {
    preparePrint().then((count) => { document.documentElement.dataset.printReady = String(count); });
  });
}

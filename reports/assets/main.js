function setLang(name) {
  lang = name;
  document.documentElement.lang = name;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of document.querySelectorAll("[data-t-placeholder]")) node.placeholder = t(node.dataset.tPlaceholder);
  for (const button of document.querySelectorAll("[data-lang]")) button.setAttribute("aria-pressed", String(button.dataset.lang === name));
  byId("open-text").textContent = openText();
  if (byId("agent-text")) byId("agent-text").textContent = t("agent.warning", { n: data.agent.length, ids: data.agent.join(", ") });
  drawEverything();
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  for (const button of document.querySelectorAll("[data-set-theme]")) button.setAttribute("aria-pressed", String(button.dataset.setTheme === name));
}

function drawCoverage() {
  const c = data.summary.coverage;
  const bar = el("span", { class: "bar", role: "img", "aria-label": t("summary.coverage") + " " + c.percent });
  const part = el("span", { class: c.complete ? "full" : "" });
  part.style.inlineSize = Math.floor(c.ratio * 1000) / 10 + "%";
  bar.append(part);
  replace(byId("coverage"), el("span", { class: "coverage-label" }, t("summary.coverage")), bar, el("span", { class: "coverage-value" }, c.percent));
}

function drawEverything() {
  indexReasons();
  drawCoverage();
  drawList();
  drawText();
  drawChips();
  applyFilters();
  drawDetail();
  drawn.clear();
  if (view !== "review") showView(view);
}

function typing(target) {
  return target instanceof Element && (target.closest("input, textarea, select") || target.isContentEditable);
}

function pageKeys(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target) || byId("dialog").open || view !== "review") return;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "/") { event.preventDefault(); byId("search").focus(); }
}

function skipTo(event) {
  event.preventDefault();
  showView("review");
  const name = event.currentTarget.dataset.skip;
  showPane(name === "claims" ? "list" : "detail");
  byId(name).focus();
}

function wire() {
  document.addEventListener("keydown", pageKeys);
  byId("claims").addEventListener("keydown", listKeys);
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("back").addEventListener("click", () => { showPane("list"); byId("claims").focus(); });
  byId("search").addEventListener("input", (event) => {
    query = event.target.value.normalize("NFKC").toLowerCase().trim();
    drawChips();
    applyFilters();
  });
  byId("dialog-close").addEventListener("click", () => byId("dialog").close());
  byId("dialog").addEventListener("click", (event) => { if (event.target === byId("dialog")) byId("dialog").close(); });
  for (const skip of document.querySelectorAll("[data-skip]")) skip.addEventListener("click", skipTo);
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => showView(button.dataset.view));
  for (const button of byId("panes-switch").children) button.addEventListener("click", () => showPane(button.dataset.pane));
  for (const button of document.querySelectorAll("[data-lang]")) button.addEventListener("click", () => setLang(button.dataset.lang));
  for (const button of document.querySelectorAll("[data-set-theme]")) button.addEventListener("click", () => setTheme(button.dataset.setTheme));
  textEvents();
  printEvents();
}

wire();
drawEverything();
const wanted = claims.findIndex((claim) => "#" + claim.id === window.location.hash);
if (wanted >= 0) select(wanted, { quiet: true });

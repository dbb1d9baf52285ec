const sessions = [...document.querySelectorAll(".session")];
const contents = new Map(sessions.map((item) => [item, item.textContent.normalize("NFKC").toLowerCase()]));

document.getElementById("search")?.addEventListener("input", (event) => {
  const query = event.target.value.normalize("NFKC").toLowerCase().trim();
  for (const item of sessions) item.hidden = !contents.get(item).includes(query);
});

const orders = {
  date: (one, other) => other.dataset.date - one.dataset.date,
  name: (one, other) => one.dataset.name.localeCompare(other.dataset.name),
  coverage: (one, other) => one.dataset.coverage - other.dataset.coverage,
  state: (one, other) => one.dataset.state - other.dataset.state,
};
for (const button of document.querySelectorAll("[data-sort]")) {
  button.addEventListener("click", () => {
    const list = sessions[0]?.parentElement;
    list?.append(...sessions.sort(orders[button.dataset.sort]));
    for (const other of document.querySelectorAll("[data-sort]")) other.setAttribute("aria-pressed", String(other === button));
  });
}

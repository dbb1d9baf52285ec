const sessions = [...document.querySelectorAll(".session")];
const contents = sessions.map((item) => item.textContent.normalize("NFKC").toLowerCase());

document.getElementById("search").addEventListener("input", (event) => {
  const query = event.target.value.normalize("NFKC").toLowerCase().trim();
  sessions.forEach((item, index) => { item.hidden = !contents[index].includes(query); });
});

for (const button of document.querySelectorAll("[data-lang]")) {
  button.addEventListener("click", () => {
    document.documentElement.lang = button.dataset.lang;
    for (const other of document.querySelectorAll("[data-lang]")) other.setAttribute("aria-pressed", String(other === button));
  });
}

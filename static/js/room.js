// A button that is gone after its tap leaves the focus to the menu of its table, or to its number.
let tapped = null;
document.body.addEventListener("click", (event) => {
  tapped = event.target.closest?.("[data-floor] > li")?.id;
  for (const menu of document.querySelectorAll(".floor-menu[open]")) menu.open = menu.contains(event.target);
});
document.body.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest(".floor-menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (!tapped || document.activeElement !== document.body) return;
  const table = document.getElementById(tapped);
  (table?.querySelector("summary, button") ?? table?.querySelector("a"))?.focus({ preventScroll: true });
});

// Nothing moves under somebody who has a menu open, not even by an answer that was on its way: it is asked for
// again when the menu is closed.
let owed = false;
const menuIsOpen = () => document.querySelector(".floor-menu[open]");
for (const moment of ["htmx:beforeRequest", "htmx:beforeSwap"]) {
  document.body.addEventListener(moment, (event) => {
    if (event.detail.requestConfig.elt.id !== "room" || !menuIsOpen()) return;
    event.preventDefault();
    owed = true;
  });
}
document.body.addEventListener("toggle", () => {
  if (!owed || menuIsOpen()) return;
  owed = false;
  document.getElementById("room").dispatchEvent(new CustomEvent("charleston:change", { bubbles: true }));
}, { capture: true });

// The clock's buttons are renewed where another director turned the clock, and only there: a fold stays open.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "clock-buttons") return;
  event.detail.shouldSwap = fragment.firstElementChild.dataset.turned !== target.dataset.turned;
});

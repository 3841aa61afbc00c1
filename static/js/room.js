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

// Nothing moves under somebody who has a menu open.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id === "room" && document.querySelector(".floor-menu[open]")) event.preventDefault();
});

// The clock's buttons are renewed where another director turned the clock, and only there: a fold stays open.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "clock-buttons") return;
  event.detail.shouldSwap = fragment.firstElementChild.dataset.turned !== target.dataset.turned;
});

// On a phone the tables that somebody has to go to come first; on a wider screen, and where an order was chosen, the
// order of the page stays. The rows themselves are moved, so that the keyboard goes through them as they are seen.
const narrow = window.matchMedia("(max-width: 40rem)");
const chosen = new URLSearchParams(window.location.search).has("order");

const order = () => {
  const list = document.querySelector("[data-floor]:not([data-ordered])");
  if (!list || chosen || !narrow.matches) return;
  const rows = Array.from(list.children).sort((one, other) => one.dataset.rank - other.dataset.rank);
  const focused = document.activeElement;
  list.append(...rows);
  if (focused?.isConnected) focused.focus();
  for (const link of document.querySelectorAll("[data-order]"))
    link.toggleAttribute("aria-current", false);
  document.querySelector('[data-order="late"]')?.setAttribute("aria-current", "page");
};

// A button that is gone after its tap leaves the focus to the first of its table.
let tapped = null;
document.body.addEventListener("click", (event) => {
  tapped = event.target.closest?.("[data-floor] > li")?.id;
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (!tapped || document.activeElement !== document.body) return;
  document.querySelector(`#${tapped} .floor-buttons :is(button, a)`)?.focus({ preventScroll: true });
});

// The clock's buttons are renewed where another director turned the clock, and only there: a fold stays open.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "clock-buttons") return;
  event.detail.shouldSwap = fragment.firstElementChild.dataset.turned !== target.dataset.turned;
});

document.body.addEventListener("htmx:afterSwap", order);
order();

// Whatever a presenter's clicker sends: on with Page Down, the right arrow or the space bar, back with the other two. Without it
// the big key is a button like any other.
const ON = new Set(["PageDown", "ArrowRight", " "]);
const BACK = new Set(["PageUp", "ArrowLeft"]);
// A thumb that trembles must not show the name with the press that announced it: the key rests for a moment.
const REST = 600;

let pressed = -REST;

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = ON.has(event.key) ? "[data-next]" : BACK.has(event.key) ? "[data-back]" : null;
  const button = key && document.querySelector(`[data-ceremony] ${key}`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.matches("[data-ceremony]")) pressed = performance.now();
  },
  { capture: true },
);

document.addEventListener("htmx:afterSettle", () => {
  const left = REST - (performance.now() - pressed);
  const key = document.querySelector("[data-ceremony] .ceremony-key");
  if (!key || left <= 0) return;
  key.disabled = true;
  window.setTimeout(() => {
    key.disabled = false;
    key.focus();
  }, left);
});

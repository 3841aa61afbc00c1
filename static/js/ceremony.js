// Whatever a presenter's clicker sends: on with Page Down, the right arrow or the space bar, back with the other two. Without it
// the big key is a button like any other.
const ON = new Set(["PageDown", "ArrowRight", " "]);
const BACK = new Set(["PageUp", "ArrowLeft"]);

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = ON.has(event.key) ? "[data-next]" : BACK.has(event.key) ? "[data-back]" : null;
  const button = key && document.querySelector(`[data-ceremony] ${key}`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

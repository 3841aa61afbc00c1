// The clock's buttons are renewed where another director turned the clock, and only there: a fold stays open.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "clock-buttons") return;
  event.detail.shouldSwap = fragment.firstElementChild.dataset.turned !== target.dataset.turned;
});

// Counts down the time for corrections beside its sentence, which names the hour and is right without this file.
const tick = () => {
  for (const notice of document.querySelectorAll("[data-closes]")) {
    const seconds = Math.max(0, Math.round(Number(notice.dataset.closes) - Date.now() / 1000));
    const left = notice.querySelector("[data-left]");
    if (left) left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
};

tick();
window.setInterval(tick, 1000);

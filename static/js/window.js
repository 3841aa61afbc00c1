// Counts down the time for corrections beside its sentence, which names the hour and is right without this file. A page made for
// one person says when that was (data-now), so that it does not go by the clock of this computer.
// What waits for the end (data-waits) asks for itself again then, and where nothing answers, every few seconds.
const opened = performance.now();
const AGAIN = 5000;
let asked = -AGAIN;

const tick = () => {
  for (const notice of document.querySelectorAll("[data-until]")) {
    const { until, now } = notice.dataset;
    const present = now ? Number(now) + (performance.now() - opened) / 1000 : Date.now() / 1000;
    const seconds = Math.max(0, Math.round(Number(until) - present));
    const left = notice.querySelector("[data-left]");
    if (left) left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (Number(until) < present && document.querySelector("[data-waits]") && performance.now() - asked >= AGAIN) {
      asked = performance.now();
      document.body.dispatchEvent(new CustomEvent("charleston:closed"));
    }
  }
};

tick();
window.setInterval(tick, 1000);

// Counts the round clocks of a page down from what the server said, and asks the server again now and then.
// Without it a page shows the time as of when it was loaded.
(function () {
  "use strict";

  const ASK_EVERY = 15000;
  const seen = new WeakMap();
  const asked = new Map();

  function two(number) {
    return String(number).padStart(2, "0");
  }

  function written(left) {
    const sign = left < 0 ? "+" : "";
    const seconds = Math.abs(left);
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    const clock = hours ? hours + ":" + two(minutes) : String(minutes);
    return sign + clock + ":" + two(seconds % 60);
  }

  // Counts from the moment the numbers arrived: the clock of this computer may be wrong, its pace is not.
  function start(line) {
    seen.set(line, { seconds: Number(line.dataset.seconds), at: performance.now() });
    return seen.get(line);
  }

  function show(line) {
    const from = seen.get(line) || start(line);
    const runs = line.hasAttribute("data-runs");
    const left = runs ? Math.floor(from.seconds - (performance.now() - from.at) / 1000) : from.seconds;
    const time = line.querySelector("[data-clock-time]");
    const text = written(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("is-over", runs && left < 0);
    time.classList.toggle("is-warning", runs && left >= 0 && left <= Number(line.dataset.warning));
  }

  function take(line, clock) {
    if (!clock || String(clock.round) !== line.dataset.round) return;
    line.dataset.seconds = clock.seconds_left;
    line.dataset.warning = clock.warning_seconds;
    line.toggleAttribute("data-runs", clock.runs);
    line.querySelector("[data-clock-words]").textContent = clock.words;
    start(line);
    show(line);
  }

  function ask(address) {
    const now = performance.now();
    if (document.hidden || now - (asked.get(address) || 0) < ASK_EVERY) return;
    asked.set(address, now);
    fetch(address, { headers: { Accept: "application/json" } })
      .then(function (answer) { return answer.ok ? answer.json() : null; })
      .then(function (data) {
        if (!data) return;
        document.querySelectorAll("[data-clock]").forEach(function (line) {
          if (line.dataset.clock === address) take(line, data.clock);
        });
      })
      .catch(function () { /* The next try may reach it; until then the clock runs on. */ });
  }

  function tick() {
    document.querySelectorAll("[data-clock]").forEach(function (line) {
      show(line);
      ask(line.dataset.clock);
    });
  }

  const loaded = performance.now();
  document.querySelectorAll("[data-clock]").forEach(function (line) { asked.set(line.dataset.clock, loaded); });
  tick();
  setInterval(tick, 250);
})();

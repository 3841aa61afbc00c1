// Counts the round clocks of a page down from the server's numbers, and asks the server again now and then.
// Without it a page shows the time as of when it was loaded.
const ASK_EVERY = 15000;
const started = new WeakMap(); // clock -> {seconds, at}
const asked = new Map(); // address -> when

const two = (number) => String(number).padStart(2, "0");

const written = (left) => {
  const seconds = Math.abs(left);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const clock = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${left < 0 ? "+" : ""}${clock}:${two(seconds % 60)}`;
};

// Counts from the moment the numbers arrived: the clock of this computer may be wrong, its pace is not.
const start = (line) => {
  started.set(line, { seconds: Number(line.dataset.seconds), at: performance.now() });
  return started.get(line);
};

const show = (line) => {
  const from = started.get(line) ?? start(line);
  const runs = "runs" in line.dataset;
  const left = runs ? Math.floor(from.seconds - (performance.now() - from.at) / 1000) : from.seconds;
  const time = line.querySelector("[data-clock-time]");
  const text = written(left);
  if (time.textContent !== text) time.textContent = text;
  time.classList.toggle("is-over", runs && left < 0);
  time.classList.toggle("is-warning", runs && left >= 0 && left <= Number(line.dataset.warning));
};

const take = (line, clock) => {
  if (String(clock?.round) !== line.dataset.round) return;
  line.dataset.seconds = clock.seconds_left;
  line.dataset.warning = clock.warning_seconds;
  line.toggleAttribute("data-runs", clock.runs);
  line.querySelector("[data-clock-words]").textContent = clock.words;
  start(line);
  show(line);
};

const clocks = () => document.querySelectorAll("[data-clock]");

const ask = async (address) => {
  const now = performance.now();
  if (document.hidden || now - (asked.get(address) ?? 0) < ASK_EVERY) return;
  asked.set(address, now);
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { clock } = await answer.json();
    for (const line of clocks()) if (line.dataset.clock === address) take(line, clock);
  } catch {
    // The next try may reach it; until then the clock runs on.
  }
};

const tick = () => {
  for (const line of clocks()) {
    show(line);
    ask(line.dataset.clock);
  }
};

for (const line of clocks()) asked.set(line.dataset.clock, performance.now());
tick();
setInterval(tick, 250);

// Counts the round clocks of a page down from the server's numbers, and asks the server at once and now and then: the
// page may have been kept for a while. Without it a page shows the time as of when it was made.
import { askForClock } from "./clock/answer.js";

const ASK_EVERY = 15000;
const started = new WeakMap(); // clock -> {seconds, at}
const asked = new Map(); // address -> when

const two = (number) => String(number).padStart(2, "0");

const written = (left) => {
  const seconds = Math.abs(left);
  const hours = seconds < 6000 ? 0 : Math.floor(seconds / 3600); // an hour is 60:00, as on a kitchen clock
  const minutes = Math.floor((seconds - hours * 3600) / 60);
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
  const left = runs ? Math.floor(from.seconds - (performance.now() - from.at) / 1000) : Math.floor(from.seconds);
  const time = line.querySelector("[data-clock-time]");
  const text = written(left);
  if (time.textContent !== text) time.textContent = text;
  time.classList.toggle("is-over", runs && left < 0);
  time.classList.toggle("is-warning", runs && left >= 0 && left <= Number(line.dataset.warning));
};

const stateOf = (clock, left) => {
  if (!clock.runs) return clock.state;
  if (left < 0) return "over";
  return left <= clock.warning_seconds ? "warning" : "running";
};

const take = (line, clock, since) => {
  if (String(clock?.round) !== line.dataset.round) return;
  const left = clock.runs ? clock.seconds_left - since : clock.seconds_left;
  line.dataset.seconds = left;
  line.dataset.warning = clock.warning_seconds;
  line.toggleAttribute("data-runs", clock.runs);
  line.querySelector("[data-clock-words]").textContent = clock.words[stateOf(clock, left)];
  start(line);
  show(line);
};

const clocks = () => document.querySelectorAll("[data-clock]");
const coming = () => document.querySelectorAll("[data-next-start]");

// How far off the next round's start is, where the page names it.
const showComing = (line) => {
  const from = started.get(line);
  if (!from) return;
  const minutes = Math.round((from.seconds - (performance.now() - from.at) / 1000) / 60);
  const { in: before, late, now } = line.dataset;
  const words = minutes === 0 ? now : (minutes > 0 ? before : late).replace("{n}", Math.abs(minutes));
  const place = line.querySelector("[data-next-start-in]");
  const isNear = minutes < 12 * 60 && minutes > -2 * 60;
  if (place.textContent !== (isNear ? words : "")) place.textContent = isNear ? words : "";
};

const takeComing = (line, next, since) => {
  if (String(next?.round) !== line.dataset.nextStart) return;
  started.set(line, { seconds: next.seconds - since, at: performance.now() });
  showComing(line);
};

// What the hall is told, on a page that has its clock and no stream.
const tell = (messages) => {
  const lines = messages.map((words) => {
    const line = document.createElement("p");
    line.className = "notice notice-warning hall-message";
    line.append(document.createElement("bdi"));
    line.firstChild.textContent = words;
    return line;
  });
  for (const place of document.querySelectorAll("[data-hall-messages]"))
    if (lines.map((line) => line.textContent).join("\n") !== Array.from(place.children, (line) => line.textContent).join("\n"))
      place.replaceChildren(...lines);
};

const ask = async (address) => {
  const now = performance.now();
  if (document.hidden || now - (asked.get(address) ?? -ASK_EVERY) < ASK_EVERY) return;
  asked.set(address, now);
  const answer = await askForClock(address);
  // Without an answer the clock runs on, and the next try may get one.
  if (!answer) return;
  document.body.dispatchEvent(new CustomEvent("charleston:clock", { detail: answer }));
  tell(answer.messages);
  for (const line of clocks()) if (line.dataset.clock === address) take(line, answer.clock, answer.since);
  for (const line of coming()) if (line.dataset.clockAt === address) takeComing(line, answer.next, answer.since);
};

const tick = () => {
  for (const line of clocks()) {
    show(line);
    ask(line.dataset.clock);
  }
  for (const line of coming()) {
    showComing(line);
    ask(line.dataset.clockAt);
  }
};

tick();
setInterval(tick, 250);
// A part that was loaded anew may have been kept for a while too.
document.body.addEventListener("htmx:afterSwap", () => {
  asked.clear();
  tick();
});

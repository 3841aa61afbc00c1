// The drum roll: names run for some seconds before those who won are shown. Without it they are shown at once, and so
// they are to whoever asked for less motion, and to whoever opens the page after the draw.
const SECONDS = 5;
const FASTEST = 60;
const SLOWEST = 420;
const shown = () => document.querySelector("[data-drum]")?.dataset.drum;

let last = shown();

const roll = (drum) => {
  const names = Array.from(document.querySelectorAll("[data-drum-names] li"), (item) => item.textContent);
  const running = drum.querySelector("[data-drum-name]");
  const winners = drum.querySelectorAll("[data-drum-winner]");
  if (!names.length || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const end = performance.now() + SECONDS * 1000;
  const show = (isOver) => {
    running.hidden = isOver;
    for (const winner of winners) winner.hidden = !isOver;
  };
  let turn = Math.floor(Math.random() * names.length);
  const step = () => {
    const left = end - performance.now();
    if (!drum.isConnected) return;
    show(left <= 0);
    if (left <= 0) return;
    turn += 1;
    running.textContent = names[turn % names.length];
    window.setTimeout(step, FASTEST + (SLOWEST - FASTEST) * (1 - left / (SECONDS * 1000)) ** 2);
  };
  step();
};

new MutationObserver(() => {
  if (shown() === last) return;
  last = shown();
  if (last) roll(document.querySelector("[data-drum]"));
}).observe(document.getElementById("content"), { childList: true, subtree: true });

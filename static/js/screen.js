// Turns the pages of the hall screen: as many rows as fit, then the next ones; a name too long for its row
// is written smaller. Without it the first page stands.
const SECONDS_A_PAGE = 12;
const SMALLER = ["is-long", "is-longest"];
let first = 0;
let turnedAt = performance.now();

const list = () => document.querySelector("[data-pages]");
const progress = () => document.querySelector(".hall-turn");
const size = () => Number(getComputedStyle(list()).getPropertyValue("--rows-a-page")) || 20;

const fit = (names) => {
  for (const name of names) name.classList.remove(...SMALLER);
  let long = names;
  for (const smaller of SMALLER) {
    long = long.filter((name) => name.scrollWidth > name.clientWidth);
    for (const name of long) name.classList.add(smaller);
  }
};

const show = () => {
  if (!list()) return;
  const rows = Array.from(list().children);
  const page = size();
  if (first >= rows.length) first = 0;
  rows.forEach((row, index) => {
    row.hidden = index < first || index >= first + page;
  });
  progress().hidden = rows.length <= page;
  fit(rows.slice(first, first + page).map((row) => row.querySelector(".hall-name")));
};

const tick = () => {
  if (!list()) return;
  const seconds = (performance.now() - turnedAt) / 1000;
  progress().value = Math.min(100, (seconds / SECONDS_A_PAGE) * 100);
  if (seconds < SECONDS_A_PAGE) return;
  turnedAt = performance.now();
  first += size();
  show();
};

document.body.addEventListener("htmx:afterSwap", show);
window.addEventListener("resize", () => {
  first = 0;
  show();
});
document.fonts.ready.then(show);
show();
window.setInterval(tick, 200);

// Turns the pages of the hall screen: each as full as the others, so that no page is mostly empty. A name too long
// for its row is written smaller. Without it the first twenty stand.
const SECONDS_A_PAGE = 12;
const SECONDS_OF_MANY = 8; // where there are more pages than MANY
const MANY = 5;
const SMALLER = ["is-long", "is-longest"];
let first = 0;
let turnedAt = performance.now();

const list = () => document.querySelector("[data-pages]");
const progress = () => document.querySelector(".hall-turn");

// How many of `all` rows a page has, in how many columns and lines. Few rows stand in one column, larger.
const shape = (all) => {
  const upright = window.innerHeight > window.innerWidth;
  const columns = upright || all <= 10 ? 1 : 2;
  const most = upright ? 16 : all > 100 ? 12 : 10;
  const pages = Math.max(1, Math.ceil(all / (columns * most)));
  const size = Math.ceil(all / pages);
  return { columns, pages, size, lines: Math.ceil(size / columns) };
};

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
  const { columns, pages, size, lines } = shape(rows.length);
  if (first >= rows.length) first = 0;
  list().style.setProperty("--columns", columns);
  list().style.setProperty("--lines", lines);
  rows.forEach((row, index) => {
    row.hidden = index < first || index >= first + size;
  });
  progress().hidden = pages === 1;
  fit(rows.slice(first, first + size).map((row) => row.querySelector(".hall-name")));
};

const tick = () => {
  if (!list()) return;
  const { pages, size } = shape(list().children.length);
  const seconds = (performance.now() - turnedAt) / 1000;
  const turn = pages > MANY ? SECONDS_OF_MANY : SECONDS_A_PAGE;
  progress().value = Math.min(100, (seconds / turn) * 100);
  if (seconds < turn) return;
  turnedAt = performance.now();
  first += size;
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

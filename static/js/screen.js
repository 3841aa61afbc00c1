// Turns the pages of the hall screen: each as full as the others, so that no page is mostly empty. A name too long
// for its row is written smaller. Without it the first twenty stand. Two screens share the names: `?part=1of2` and
// `?part=2of2`.
const SECONDS_A_PAGE = 12;
const SECONDS_OF_MANY = 8; // where there are more pages than MANY
const MANY = 5;
const SMALLER = ["is-long", "is-longest"];
let first = 0;
let turned = { pages: 1, size: 0 };
let turnedAt = performance.now();

const [half, halves] = (new URLSearchParams(location.search).get("part") ?? "").split("of").map(Number);

const list = () => document.querySelector("[data-pages]");
const progress = () => document.querySelector(".hall-turn");

// How many of `all` rows a page has, in how many columns and lines. Few rows stand in one column, larger.
const shape = (all) => {
  const upright = window.innerHeight > window.innerWidth;
  const columns = upright || all <= 10 ? 1 : 2;
  const most = upright ? 16 : 10;
  const pages = Math.max(1, Math.ceil(all / (columns * most)));
  const size = Math.ceil(all / pages);
  return { columns, pages, size, lines: Math.ceil(size / columns) };
};

const rowsOf = () => {
  const rows = Array.from(list().children);
  for (const row of rows) row.hidden = true;
  if (!(half >= 1 && half <= halves)) return rows;
  const size = Math.ceil(rows.length / halves);
  return rows.slice((half - 1) * size, half * size);
};

// As many letters as tell a name from its neighbor on the other page, three at most.
const familyOf = (row) => row?.querySelector(".listed-name b")?.textContent ?? "";
const lettersApart = (name, neighbor) => {
  let length = 1;
  while (length < 3 && name.slice(0, length).toLowerCase() === neighbor.slice(0, length).toLowerCase()) length += 1;
  return name.slice(0, length);
};

const sayPage = (rows, size, pages) => {
  const box = document.querySelector("[data-page-of]");
  if (!box) return;
  box.hidden = pages === 1 && !halves;
  const last = Math.min(first + size, rows.length) - 1;
  const values = {
    first: lettersApart(familyOf(rows[first]), familyOf(rows[first].previousElementSibling)),
    last: lettersApart(familyOf(rows[last]), familyOf(rows[last].nextElementSibling)),
    n: first / size + 1,
    all: pages,
  };
  for (const words of box.querySelectorAll("[data-words]"))
    words.textContent = words.dataset.words.replace(/\{(\w+)\}/g, (_name, value) => values[value]);
};

const fitBar = () => {
  const bar = document.querySelector(".hall-bar");
  for (let said = 1; said > 0.5; said -= 0.07) {
    bar.style.setProperty("--said", said);
    if (bar.scrollHeight <= bar.clientHeight) return;
  }
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
  fitBar();
  if (!list()) return;
  const rows = rowsOf();
  const { columns, pages, size, lines } = shape(rows.length);
  turned = { pages, size };
  if (first >= rows.length) first = 0;
  list().style.setProperty("--columns", columns);
  list().style.setProperty("--lines", lines);
  sayPage(rows, size, pages);
  list().style.setProperty("--row", `${list().clientHeight / lines}px`);
  const shown = rows.slice(first, first + size);
  for (const row of shown) row.hidden = false;
  progress().hidden = pages === 1;
  fit(shown.map((row) => row.querySelector(".hall-name")));
};

const tick = () => {
  if (!list()) return;
  const seconds = (performance.now() - turnedAt) / 1000;
  const turn = turned.pages > MANY ? SECONDS_OF_MANY : SECONDS_A_PAGE;
  progress().value = Math.min(100, (seconds / turn) * 100);
  if (seconds < turn) return;
  turnedAt = performance.now();
  first += turned.size;
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

// Remembers on this device, and nowhere else, which player the reader is, and picks out of what everybody is sent what
// is that player's: the row, the line in the picture, and a panel made of the page's own templates. Without this file a
// link that says who the reader is (?me=) leads to the player's page.
import { renew } from "./renewal.js";
import { remembered as store } from "./store.js";

const page = document.querySelector("[data-me]");
const key = `me ${page?.dataset.me}`;
const asked = new URLSearchParams(location.search);
const remembered = () => store.read(key)?.toString() ?? null;

// Private browsing may forbid it; then the reader chooses again.
const remember = (number) => {
  if (number) return store.write(key, Number(number));
  store.remove(key);
  return true;
};

// {name} in a text is the value of that name, an element with data-put is replaced by the nodes of its name, and one with
// data-if is left out where there is nothing of its name.
const filled = (name, values) => {
  const template = document.getElementById(name);
  if (!template) return ""; // the page of the seats shows less
  const made = document.importNode(template.content, true);
  for (const part of made.querySelectorAll("[data-if]")) if (!values[part.dataset.if]) part.remove();
  for (const part of made.querySelectorAll("[data-put]")) part.replaceWith(...(values[part.dataset.put] ?? []));
  const texts = document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.data.replace(/\{(\w+)\}/g, (words, value) => values[value] ?? words);
  }
  return made;
};

const copies = (nodes) => Array.from(nodes ?? [], (node) => document.importNode(node, true));
const tile = (letter) =>
  copies(document.getElementById("own-tiles").content.querySelectorAll(`.seat-${letter.toLowerCase()}`));
const hasPoints = (cell) => Boolean(cell) && !cell.querySelector(".num-none");
// Table and letter, as in "12A".
const seatOf = (row) => ({ table: row.dataset.seat?.slice(0, -1), letter: row.dataset.seat?.slice(-1) });
const whoIs = (row) => {
  const { table, letter } = seatOf(row);
  const name = row.querySelector("bdi").textContent;
  return { name, number: row.dataset.number, table, letter, tile: letter ? tile(letter) : [] };
};

// Who brings the cards, and what is said of the player's table, until the cards of the round are in.
const dutiesOf = (own, { table, letter }, letters, hasCards) => {
  if (!table || hasCards) return {};
  const collector = own.dataset.brings?.split(" ").find((brings) => brings.startsWith(`${letters}=`))?.slice(-1);
  const times = document.querySelector("[data-times]")?.dataset.times.split(" ") ?? [];
  const time = times.find((one) => parseInt(one, 10) === Number(table)) ?? "";
  return {
    brings: collector === letter,
    collector: collector === letter ? "" : collector,
    called: time.endsWith("!"),
    minutes: time.split("+")[1],
    three: letters.length === 3,
  };
};

const valuesOf = (row) => {
  const values = whoIs(row);
  const own = document.getElementById("own");
  const heads = row.closest("table").querySelectorAll("thead th");
  const columns = Array.from(heads, (head) => head.dataset.column);
  const cellOf = (column) => row.cells[columns.indexOf(column)];
  const atTable = values.table
    ? Array.from(row.parentElement.rows).filter((other) => seatOf(other).table === values.table)
    : [];
  const hasCards = hasPoints(cellOf(own.dataset.round));
  const letters = atTable.map((other) => seatOf(other).letter).sort();
  const partners = atTable.filter((other) => other !== row).sort((a, b) => (seatOf(a).letter < seatOf(b).letter ? -1 : 1));
  const given = Array.from(row.querySelectorAll("[data-given]"), (one) => {
    const round = heads[columns.indexOf(`round=${one.dataset.round}`)]?.querySelector("[title]").title;
    const label = one.dataset.given;
    return filled("own-given", { label, round, points: copies(one.querySelectorAll(".num")) });
  });
  return {
    ...values,
    ...dutiesOf(own, values, letters.join(""), hasCards),
    is_due: Boolean(values.letter) && !hasCards,
    is_done: !values.letter || hasCards,
    start: copies(document.querySelectorAll("#live [data-next-start]")),
    no_seat: !values.letter,
    place: row.querySelector(".place")?.dataset.place,
    tied: copies(row.querySelectorAll(".place .tied")),
    state: row.querySelector("[data-state]")?.textContent,
    partners: partners.map((other) => filled("own-partner", whoIs(other))),
    given,
    has_partners: partners.length,
    columns: (name) => cellOf(name),
  };
};

const panelOf = (row) => {
  const values = valuesOf(row);
  const made = filled("own", values);
  for (const points of made.querySelectorAll("[data-column]")) {
    const cell = values.columns(points.dataset.column);
    if (cell) points.replaceChildren(...copies(cell.childNodes));
  }
  made.querySelector("[data-own-page]")?.setAttribute("href", row.querySelector("a")?.getAttribute("href"));
  return made.firstElementChild;
};

const show = () => {
  const number = CSS.escape(remembered() ?? "");
  const row = document.querySelector(`tr[data-number="${number}"]`);
  const box = document.querySelector("[data-own]");
  page.classList.toggle("has-own", Boolean(row));
  for (const old of document.querySelectorAll(".is-you, .is-me")) old.classList.remove("is-you", "is-me");
  row?.classList.add("is-you");
  document.querySelector(`[data-line="${number}"]`)?.classList.add("is-me");
  const panel = row ? [panelOf(row)] : [];
  if (panel[0]?.isEqualNode(box.firstElementChild)) return;
  renew(box, () => box.replaceChildren(...panel));
};

const begin = () => {
  const { meNumber, meOffers } = page.dataset;
  const me = asked.get("me");
  if (me === "") remember("");
  if (meOffers !== undefined) {
    if (me && me === meNumber && remember(me)) location.replace(page.dataset.me);
    else page.hidden = remembered() !== null;
  } else if (!asked.has("find") && (!me || me === remembered())) {
    const find = document.querySelector(".find-other");
    show();
    if (find) find.open = !page.classList.contains("has-own");
    document.addEventListener("htmx:afterSwap", show);
  }
};

if (page) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href*="?me="]');
    if (!link || !remember(new URL(link.href).searchParams.get("me"))) return;
    event.preventDefault();
    location.assign(page.dataset.me);
  });
  begin();
}

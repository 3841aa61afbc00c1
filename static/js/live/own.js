// A phone that knows its player: place and points are taken from what everybody is sent. Only when the player's own
// points or the seats changed does it ask for what nobody else has, and when it shows the new points already there is
// no hurry: a hall whose tables all finish at once would ask while the score desk has most to do.
const AT_ONCE = 500;
const POINTS_WITHIN = 60000;
const SEATS_WITHIN = 10000; // every phone asks then
const RARELY = 120000;

let before = null;
let asking = null;

const ask = (within) => {
  if (asking) return;
  asking = window.setTimeout(() => {
    asking = null;
    document.body.dispatchEvent(new CustomEvent("charleston:own"));
  }, Math.random() * within);
};

const stateOf = (shared, row) => ({
  points: Array.from(row?.querySelectorAll(".digits") ?? [], (cell) => cell.textContent.trim()).join(" "),
  place: row?.querySelector(".place").textContent.trim(),
  seats: shared.querySelector("[data-seats]")?.dataset.seats,
});

const showPlace = (own, row) => {
  const place = own.querySelector("[data-own-place]");
  const points = own.querySelector("[data-own-points]");
  const tied = row.querySelector(".tied");
  place?.replaceChildren(row.dataset.place, ...(tied ? [" ", document.importNode(tied, true)] : []));
  if (points) points.innerHTML = row.querySelector(".digits:last-child").innerHTML;
  const columns = Array.from(row.closest("table").querySelectorAll("thead th"), (head) => head.dataset.column);
  for (const ownPoints of own.querySelectorAll("[data-own-column]")) {
    const cell = row.cells[columns.indexOf(ownPoints.dataset.ownColumn)];
    if (cell) ownPoints.innerHTML = cell.innerHTML;
  }
};

// `shared` is the standings that everybody gets, as a document; `known`: the page was made from the same version.
export const followOwn = (shared, known) => {
  const own = document.querySelector("[data-own]");
  if (!own) return;
  const row = shared.querySelector(`[data-number="${CSS.escape(own.dataset.own)}"]`);
  const now = stateOf(shared, row);
  row?.classList.add("is-you");
  if (row) showPlace(own, row);
  const within = own.querySelector("[data-own-points]") ? POINTS_WITHIN : AT_ONCE;
  if (before ? now.points !== before.points : !known) ask(within);
  else if (before && now.seats !== before.seats) ask(SEATS_WITHIN);
  else if (before && now.place !== before.place) ask(RARELY);
  before = now;
};

// What only this phone was given stays as it is in what everybody gets.
export const keepOwn = (shared) => {
  if (!document.querySelector("[data-own]")) return;
  for (const part of shared.querySelectorAll("[hx-swap-oob]")) part.remove();
  const leaders = document.getElementById("leaders");
  if (leaders) shared.getElementById("leaders")?.replaceWith(document.importNode(leaders, true));
};

// A phone that knows its player: place and points are taken from what everybody is sent. It asks for what nobody else has
// only where it shows some of that which changed: a penalty, the seats, the time of its table, its line in the picture of
// the leaders while that is on the screen. There is no hurry then: a hall whose tables all finish at once would ask while
// the score desk has most to do. The player's own page, game by game, asks when the player's points change.
const AT_ONCE = 500;
const POINTS_WITHIN = 60000;
const SEATS_WITHIN = 10000; // every phone asks then
const RARELY = 120000;

let before = null;
let asking = null;
let pictureIsOld = false;

const ask = (within) => {
  if (asking) return;
  asking = window.setTimeout(() => {
    asking = null;
    pictureIsOld = false;
    document.body.dispatchEvent(new CustomEvent("charleston:own"));
  }, Math.random() * within);
};

const isOnScreen = (id) => {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return Boolean(box) && box.top < window.innerHeight && box.bottom > 0;
};

const timeOfOwnTable = (shared) => {
  const table = Number(document.querySelector("[data-own-table]")?.dataset.ownTable);
  const times = shared.querySelector("[data-times]")?.dataset.times ?? "";
  return times.split(" ").find((time) => parseInt(time, 10) === table);
};

const stateOf = (shared, row) => ({
  points: Array.from(row?.querySelectorAll(".digits") ?? [], (cell) => cell.textContent.trim()).join(" "),
  place: row?.querySelector(".place").textContent.trim(),
  player: row?.querySelector("th").textContent,
  open: row?.querySelectorAll(".num-none").length,
  seats: shared.querySelector("[data-seats]")?.dataset.seats,
  time: timeOfOwnTable(shared),
});

const hasPoints = (cell) => Boolean(cell) && !cell.querySelector(".num-none");

const showPlace = (own, row) => {
  const place = own.querySelector("[data-own-place]");
  const points = own.querySelector("[data-own-points]");
  const tied = row.querySelector(".place .tied");
  const rank = row.querySelector(".place").dataset.place;
  place?.replaceChildren(rank, ...(tied ? [" ", document.importNode(tied, true)] : []));
  if (points) points.innerHTML = row.querySelector(".digits:last-child").innerHTML;
  const columns = Array.from(row.closest("table").querySelectorAll("thead th"), (head) => head.dataset.column);
  const cellOf = (column) => row.cells[columns.indexOf(column)];
  for (const ownPoints of own.querySelectorAll("[data-own-column]")) {
    const cell = cellOf(ownPoints.dataset.ownColumn);
    if (cell) ownPoints.innerHTML = cell.innerHTML;
  }
  // The duties of the player, until the cards of the round are in.
  for (const duties of own.querySelectorAll("[data-own-until]")) {
    duties.hidden = hasPoints(cellOf(duties.dataset.ownUntil));
  }
};

// `shared` is the standings that everybody gets, as a document; `known`: the page was made from the same version.
export const followOwn = (shared, known) => {
  const own = document.querySelector("[data-own]");
  if (!own) return;
  const told = shared.querySelector("[data-hall-messages]");
  const here = own.querySelector("[data-hall-messages]");
  if (told && here && told.textContent !== here.textContent) here.replaceWith(document.importNode(told, true));
  const row = shared.querySelector(`[data-number="${CSS.escape(own.dataset.own)}"]`);
  const now = stateOf(shared, row);
  row?.classList.add("is-you");
  if (row) showPlace(own, row);
  const pointsChanged = before ? now.points !== before.points : !known;
  const placeChanged = before && now.place !== before.place;
  // A table whose cards were opened again has its duties again.
  const playerChanged = before && (now.player !== before.player || now.open > before.open);
  const isInStandings = own.querySelector("[data-own-points]");
  if (before && now.time !== before.time) ask(AT_ONCE);
  else if (pointsChanged && !isInStandings) ask(AT_ONCE);
  else if (before && now.seats !== before.seats) ask(SEATS_WITHIN);
  else if (playerChanged || (!before && !known)) ask(POINTS_WITHIN);
  else if (placeChanged && !isInStandings) ask(RARELY);
  else if ((pointsChanged || placeChanged) && shared.getElementById("leaders")) {
    pictureIsOld = true;
    if (isOnScreen("leaders")) ask(pointsChanged ? POINTS_WITHIN : RARELY);
  }
  before = now;
};

window.addEventListener("scroll", () => pictureIsOld && isOnScreen("leaders") && ask(AT_ONCE), { passive: true });

// What only this phone was given stays as it is in what everybody gets.
export const keepOwn = (shared) => {
  if (!document.querySelector("[data-own]")) return;
  for (const part of shared.querySelectorAll("[hx-swap-oob]")) part.remove();
  const leaders = document.getElementById("leaders");
  if (leaders) shared.getElementById("leaders")?.replaceWith(document.importNode(leaders, true));
};

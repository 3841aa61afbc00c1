// The page of one player, game by game. What everybody is sent says when some of it changed; only then it asks for itself
// again: at once where few pages do, within a while where every phone of the hall would.
const WITHIN = { time: 500, points: 500, seats: 10000, player: 60000, open: 60000, place: 120000 };

let before = null;
let asking = null;

const ask = (within) => {
  if (asking) return;
  asking = window.setTimeout(() => {
    asking = null;
    document.body.dispatchEvent(new CustomEvent("charleston:own"));
  }, Math.random() * within);
};

const timeOfOwnTable = (shared) => {
  const table = Number(document.querySelector("[data-own-table]")?.dataset.ownTable);
  const times = shared.querySelector("[data-times]")?.dataset.times ?? "";
  return times.split(" ").find((time) => parseInt(time, 10) === table);
};

const stateOf = (shared, number) => {
  const row = shared.querySelector(`tr[data-number="${CSS.escape(number)}"]`);
  return {
    time: timeOfOwnTable(shared),
    points: Array.from(row?.querySelectorAll(".digits") ?? [], (cell) => cell.textContent.trim()).join(" "),
    seats: shared.querySelector("[data-seats]")?.dataset.seats,
    player: row?.querySelector("th").textContent,
    // A table whose cards were opened again has its duties again.
    open: row?.querySelectorAll(".num-none").length,
    place: row?.querySelector(".place").textContent.trim(),
  };
};

// `shared` is the standings that everybody gets, as a document; `known`: the page was made from the same version.
export const followOwn = (shared, known) => {
  const own = document.querySelector("[data-follows]");
  if (!own) return;
  const told = shared.querySelector("[data-hall-messages]");
  const here = own.querySelector("[data-hall-messages]");
  if (told && here && told.textContent !== here.textContent) here.replaceWith(document.importNode(told, true));
  const now = stateOf(shared, own.dataset.follows);
  const changed = Object.keys(WITHIN).find((what) => before && now[what] !== before[what]);
  if (changed) ask(WITHIN[changed]);
  else if (!before && !known) ask(WITHIN.points);
  before = now;
};

// The score desk by facts: letters choose in lists, and Enter goes on.

import { Marks } from "./marks.js";

// How a game ended has the same key in every language; the page names them.
const ENDS = { wall: "w", unfinished: "t", error: "e", "thrown-in": "r", picked: "p", played: "p", stale: "s", missed: "m" };
// One player's extras, from the field of the hand: bouquet, own flower, a wrong number of tiles. K is a kong more.
const EXTRAS = { b: "bouquet", o: "flower", x: "count" };
const isExtra = (key) => key in EXTRAS || key === "k" || key === "e";
const HAND = /^[mf]$/;
const MOST_KONGS = 4;
// Typed where the exposures are asked for: a hand of these classes has none.
const CLASSES = { c: "concealed", s: "singles-and-pairs" };
const NARROW = "(max-width: 48rem)";

const isPaper = (input) => input.name.endsWith("-points");

const gameOf = (input) => input.closest(".facts-game");

// The winner's fields are hidden when nobody won. One with a value stays in sight: nothing hidden is sent.
const showWhatBelongs = (game) => {
  const won = game.querySelector("[name$='-won']").value;
  const isOver = won.length > 1;
  for (const box of game.querySelectorAll("[data-when=win]")) {
    const field = box.querySelector("input, select");
    const usual = field.name.endsWith("-class") ? "exposed" : "";
    const holds = field.type === "checkbox" ? field.checked : field.value !== usual;
    box.hidden = isOver && !holds;
  }
  if (won === "error") game.querySelector(".facts-more").open = true;
};

export const facts = (desk) => {
  const { form } = desk;
  const marks = new Marks(desk);
  // Where hands are listed with their players, or scores typed, a game has no winner's fields.
  const asksWinner = Boolean(form.querySelector("[name$='-won']"));
  const games = Array.from(form.querySelectorAll(".facts-game"));
  const sheets = Array.from(form.querySelectorAll("details.sheet"));
  const sheetOf = (field) => field.closest("details.sheet");

  // -- Moving --------------------------------------------------------------------------------------------------

  // Going to a field opens its sheet; fields in any other closed box are skipped.
  const isStop = (field) => field.type !== "hidden" && field.tabIndex >= 0
    && (sheetOf(field)?.open === false || field.offsetParent !== null)
    && !field.closest("details:not(.sheet, [open])");
  const stops = () => Array.from(form.querySelectorAll("input, select, button")).filter(isStop);

  const openAndGo = (field) => {
    const sheet = field && sheetOf(field);
    if (sheet) sheet.open = true;
    desk.go(field);
  };

  // Whether something is typed for this game: then how it ended need not be chosen.
  const isTyped = (outcome) => {
    const [game] = outcome.name.split("-");
    const lines = Array.from(form.querySelectorAll(`tr [name^="${game}-"]`));
    return lines.some((field) => (field.type === "checkbox" ? field.checked : field.value));
  };

  // Enter skips what has a key of its own: ticks, kongs, extras, the class; points that are only
  // compared; and the end of a game in which somebody scored.
  // After the last written total come the verifiers.
  const isPassed = (stop) => stop.type === "checkbox" || stop === desk.verifyAll
    || (asksWinner && isPaper(stop)) || stop.matches(".verified, .cell-extra select, [name$='-kongs'], [name$='-class']")
    || (stop.matches("[name$='-outcome']") && isTyped(stop));
  const nextOf = (from) => {
    const all = stops();
    const next = all.slice(all.indexOf(from) + 1).find((stop) => !isPassed(stop));
    return next?.tagName === "BUTTON" ? null : next;
  };
  const goOn = (from) => {
    const next = nextOf(from);
    if (next) openAndGo(next);
    else desk.goToSettle();
  };

  const goBack = (from) => {
    const all = stops();
    openAndGo(all[all.indexOf(from) - 1]);
  };

  // -- Keys ----------------------------------------------------------------------------------------------------

  // Where the letter of the first East led: Enter right after it is not meant for this field.
  let reached = null;

  // The choice that begins with this letter; the same letter again takes the next one that does.
  const choose = (select, key) => {
    const begins = (option) => (ENDS[option.value] ?? option.text.trim().toLowerCase()).startsWith(key);
    const options = Array.from(select.options).filter((option) => option.value && begins(option));
    if (!options.length) return false;
    select.value = options[(options.indexOf(select.selectedOptions[0]) + 1) % options.length].value;
    desk.changed();
    if (options.length === 1 && select.name !== "handed_in_by") {
      goOn(select);
      if (select.name === "first_east") reached = document.activeElement;
    }
    return true;
  };

  const tick = (input, name) => {
    const box = gameOf(input).querySelector(`[name$='-${name}']`);
    if (!box) return;
    box.checked = !box.checked;
    desk.changed();
  };

  // E takes the next extra of the house in place of what is marked, or one more.
  const addExtra = (input, key, more) => {
    if (key === "e") {
      const list = input.closest("tr").querySelector(".cell-extra select");
      if (list) marks.next("extra", list.name.replace("-extra", ""), more);
      if (list) desk.changed();
      return;
    }
    const extra = input.closest("tr").querySelector(`[name$='-${key === "k" ? "kongs" : EXTRAS[key]}']`);
    if (extra.type === "hidden") return;
    if (key === "k") {
      const kongs = extra;
      const more = Number(kongs.value || 0) + 1;
      kongs.value = more > MOST_KONGS ? "" : String(more);
    } else {
      extra.checked = !extra.checked;
    }
    desk.changed();
  };

  // A hand typed on the points belongs to this line, or to the next one where this one has its hand.
  const beginHand = (input, key) => {
    const hands = Array.from(form.querySelectorAll(".scored"));
    const own = input.closest("tr").querySelector(".scored");
    const hand = own.value ? hands[hands.indexOf(own) + 1] : own;
    if (!hand) return;
    openAndGo(hand);
    hand.value = key.toUpperCase();
    desk.changed();
  };

  const setClass = (input, kind) => {
    gameOf(input).querySelector("[name$='-class']").value = kind;
    desk.changed();
    goOn(input);
  };

  // The work of a key in a list of facts, in the field of a hand, in a number of a game, in a written total. Where a
  // key must not be typed and does nothing, the work is empty.
  const inList = (input, key) => {
    if (choose(input, key)) return () => {};
    if (!asksWinner || !gameOf(input)) return null;
    if (key === "j") return () => tick(input, "jokerless");
    const kind = input.matches("[name$='-exposures']") && CLASSES[key];
    return kind ? () => setClass(input, kind) : null;
  };
  // After M or F come the digits of a hand's number, or the letters of its name. A key for an extra works before and
  // after; on the points of the line too.
  const inHand = (input, key) => {
    const isName = Boolean(input.list) && /^\s*[mf]\s*([^\d\s].*)?$/i.test(input.value);
    if (isName) return /[\p{L}\d '’.,()&+*/-]/u.test(key) ? null : () => {};
    if (isExtra(key)) return (more) => addExtra(input, key, more);
    return /[mf0-9 ]/.test(key) ? null : desk.everywhere(key) ?? (() => {});
  };
  const inPaper = (input, key) => {
    if (/[0-9]/.test(key)) return null;
    if (isExtra(key)) return (more) => addExtra(input, key, more);
    if (HAND.test(key)) return () => beginHand(input, key);
    return desk.everywhere(key) ?? (() => {});
  };
  const inNumber = (input, key) => {
    if (/[0-9]/.test(key) || (isPaper(input) && /[-−–]/.test(key))) return null;
    return key === "j" ? () => tick(input, "jokerless") : desk.everywhere(key) ?? (() => {});
  };

  const workOf = (input, key) => {
    if (input.matches(".scored")) return inHand(input, key);
    if (isPaper(input) && !asksWinner) return inPaper(input, key);
    const own = input.matches("select.fact") && inList(input, key);
    if (own) return own;
    if (asksWinner && gameOf(input) && input.type === "text") return inNumber(input, key);
    return desk.everywhere(key);
  };

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    const key = desk.ownKey(event);
    if (!key) return;
    const isMeantBefore = key === "enter" && !event.shiftKey && input === reached;
    reached = null;
    if (key === "enter") {
      event.preventDefault();
      if (isMeantBefore) return;
      if (event.shiftKey) goBack(input);
      else goOn(input);
      return;
    }
    if (key.length > 1 || input.matches(".reason")) return;
    const work = workOf(input, key);
    if (!work) return;
    event.preventDefault();
    work(event.shiftKey);
  });
  form.addEventListener("input", ({ target: input }) => {
    if (input.matches(".scored")) input.value = input.value.replace(/^\s*[mf]/i, (letter) => letter.trim().toUpperCase());
    desk.changed();
  });
  form.addEventListener("focusin", ({ target: input }) => {
    if (input.matches("input.fact, input.score")) input.select();
  });

  // The first field that waits: of a sheet without a total, its first game.
  const first = () => {
    const isEmpty = (stop) => stop.matches("select.fact, input.fact, input.score") && !stop.value;
    const empty = stops().filter(isEmpty);
    if (asksWinner) return empty[0];
    const east = empty.find((stop) => stop.name === "first_east");
    const total = empty.find((stop) => stop.matches(".score"));
    const sheet = "byPlayer" in form.dataset && total && sheetOf(total);
    const isOpen = (game) => !isTyped(game.querySelector("[name$='-outcome']"));
    const box = sheet || games.find((game) => isOpen(game) && !game.querySelector("[name$='-outcome']").value);
    return east ?? (box && stops().find((stop) => box.contains(stop) && stop.matches(".scored, select"))) ?? total;
  };

  const changed = () => {
    if (asksWinner) games.forEach(showWhatBelongs);
  };

  return {
    changed,
    // The tick for a value off the list is there while a game has such a value.
    answered: () => {
      const shown = Array.from(document.querySelectorAll("#check .off-list-shown"), (line) => line.dataset.game);
      for (const box of form.querySelectorAll(".off-list")) {
        box.hidden = !shown.includes(box.id.replace("off-list-", ""));
        if (box.hidden) box.querySelector("input").checked = false;
      }
    },
    back: goBack,
    next: nextOf,
    ready: () => {
      changed();
      if (document.querySelector("[data-error-summary]")) return;
      // On a narrow screen one sheet is open at a time.
      if (matchMedia(NARROW).matches) sheets.forEach((sheet) => { sheet.name = "sheet"; });
      openAndGo(first() ?? desk.accept);
    },
  };
};

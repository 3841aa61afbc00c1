// The score desk by keyboard: one grid, and one key for what comes often. What marks a hand acts on the cell that has
// the focus; what enters a number, once that cell is complete, goes to the cell that is shown as the next.
import { Choices } from "./choices.js";
import { Marks } from "./marks.js";
import { Numbers, tidied } from "./numbers.js";

const LONGEST_CORRECTED = 1000;

// The changes that a button carries as text: "B-3=-10 B-total=0".
const pairs = (text) => text.split(" ").map((pair) => pair.split("="));

const look = (input) => {
  input.classList.toggle("is-negative", /^-\d/.test(input.value));
};

const set = (input, value) => {
  input.value = value;
  look(input);
};

const tidy = (input) => {
  input.value = tidied(input.value);
};

const isAllSelected = ({ selectionStart, selectionEnd, value }) =>
  value !== "" && selectionStart === 0 && selectionEnd === value.length;

// The game is 0 for the card's total.
const placeOf = (input) => {
  const [letter, game] = input.name.split("-");
  return { letter, game: game === "total" ? 0 : Number(game) };
};

export const grid = (desk) => {
  const { form } = desk;
  const field = (name) => desk.field(name);
  const { deadGetsWall, overNumbers, shortMarks, unfinished, wall } = form.dataset;
  const rows = Array.from(form.querySelectorAll("tbody tr[data-letter]"));
  const letters = rows.map((row) => row.dataset.letter);
  const games = form.querySelectorAll(`[name^='${letters[0]}-'].score`).length - 1;
  const cells = Array.from(form.querySelectorAll("input.score"));
  const filled = new Map(); // key and game -> what stood in the column before
  const numbers = new Numbers(form.dataset.numbers);
  const marks = new Marks(desk, shortMarks);
  const cell = (letter, game) => field(`${letter}-${game}`);
  const column = (game) => letters.map((letter) => cell(letter, game));
  const seatOf = (input) => (placeOf(input).game ? input.name : "");

  // -- Numbers -------------------------------------------------------------------------------------------------

  const showSum = ({ dataset: { letter } }) => {
    const card = Array.from({ length: games }, (_, index) => cell(letter, index + 1).value);
    const typed = card.filter((text) => /^-?\d+$/.test(text));
    const sum = typed.reduce((total, text) => total + Number(text), 0);
    const shown = document.createElement("span");
    shown.className = `num num-total${sum < 0 ? " num-negative" : ""}`;
    shown.textContent = typed.length ? String(sum).replace("-", "−") : "";
    document.getElementById(`sum-${letter}`).replaceChildren(shown);
  };

  // Over a number that is about to be replaced a minus begins the new one, and the digits stay selected.
  const toggleMinus = (input) => {
    const isBegun = isAllSelected(input);
    tidy(input);
    const isNegative = input.value.startsWith("-");
    if (isBegun) set(input, isNegative ? input.value : `-${input.value}`);
    else set(input, isNegative ? input.value.slice(1) : `-${input.value}`);
    if (isBegun) input.setSelectionRange(1, input.value.length);
    desk.changed();
  };

  // -- Moving --------------------------------------------------------------------------------------------------

  let upcoming = null; // where a digit goes, once the cell with the focus is complete
  let isWalking = false; // whether Enter or a number moved the focus here
  let wasFilled = false; // whether the cell held a number when it got the focus
  let walked = false;
  let typedBefore = ""; // what the cell held then

  const showUpcoming = (input) => {
    upcoming?.classList.remove("is-next");
    upcoming = input ?? null;
    upcoming?.classList.add("is-next");
  };

  // In the order of the pile. Who types a filled cell anew goes on to the cell beside it, and to nobody else's card
  // before the total; who corrected one number of a full grid and its total is done.
  const nextOf = (from) => {
    const at = cells.indexOf(from);
    const after = cells.slice(at + 1);
    if (!from.value) return after.find((input) => !input.value);
    if (wasFilled && (placeOf(from).game || walked)) return after[0];
    return after.find((input) => !input.value) ?? cells.slice(0, at).find((input) => !input.value);
  };

  const walkTo = (input) => {
    isWalking = true;
    desk.go(input);
    isWalking = false;
  };

  const goOn = (from) => {
    const next = nextOf(from);
    if (next) walkTo(next);
    else desk.goToSettle();
  };

  // Totals always wait for Enter, and so does a number before a filled cell, which nothing writes over by itself.
  const emptyAfter = (input) => {
    if (!placeOf(input).game) return null;
    const next = nextOf(input);
    return next && !next.value ? next : null;
  };

  // What was typed at the end of a number: it begins the next one where it cannot belong to this.
  const digitTyped = (input) => {
    const { value } = input;
    const [before, digit] = [value.slice(0, -1), value.slice(-1)];
    const next = input.selectionStart === value.length && emptyAfter(input);
    if (!next) return;
    if (/\d/.test(digit) && numbers.isComplete(before) && !numbers.mayGrow(before, digit)) {
      set(input, before);
      walkTo(next);
      set(next, digit);
      showUpcoming(numbers.isComplete(digit) ? emptyAfter(next) : null);
    } else if (numbers.isComplete(value)) showUpcoming(next);
  };

  const move = (from, right, down) => {
    const width = games + 1;
    const at = cells.indexOf(from);
    const x = (at % width) + right;
    const y = Math.floor(at / width) + down;
    if (x >= 0 && x < width && y >= 0 && y < rows.length) desk.go(cells[y * width + x]);
    else if (y >= rows.length) desk.go(desk.verifyAll);
  };

  // -- One key for what comes often ----------------------------------------------------------------------------

  const wallPoints = (letter, game) =>
    marks.isOut(`${letter}-${game}`) && deadGetsWall === undefined ? "0" : wall;
  const unfinishedPoints = () => unfinished;

  // A whole column at once; the same key again brings back what was there. Over other numbers it asks first.
  const fillColumn = (input, key, points) => {
    const { game } = placeOf(input);
    if (!game) return;
    const before = filled.get(key + game);
    const wanted = letters.map((letter) => points(letter, game));
    if (before) {
      column(game).forEach((other, index) => set(other, before[index]));
      filled.delete(key + game);
    } else {
      const isOther = (other, index) => other.value !== "" && other.value !== wanted[index];
      const question = overNumbers?.replace("%s", game).replace("%t", key.toUpperCase());
      if (column(game).some(isOther) && question && !desk.isAsked(question)) {
        desk.ask(question);
        return;
      }
      filled.set(key + game, column(game).map((other) => other.value));
      column(game).forEach((other, index) => set(other, wanted[index]));
      wasFilled = false;
      goOn(input);
    }
    desk.changed();
  };

  const showMarks = () => {
    for (const input of cells) if (seatOf(input)) marks.show(seatOf(input), input);
  };

  const mark = (input, work) => {
    if (!seatOf(input)) return;
    work(seatOf(input));
    showMarks();
    desk.changed();
  };

  // Which of several readings it was, the next with each press: of this column, or of the first that is open.
  const chooseReading = (input) => {
    const { game } = placeOf(input);
    const lists = game ? [field(`reading-${game}`)] : Array.from(form.querySelectorAll("select[name^='reading-']"));
    const select = lists.find((list) => list && !list.value) ?? lists[0];
    if (!select) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    desk.changed();
  };

  // -- What the server offers ----------------------------------------------------------------------------------

  const noteCorrection = (input, before) => {
    const corrected = field("corrected");
    corrected.value = `${corrected.value} ${input.name}:${before}>${input.value}`.slice(-LONGEST_CORRECTED);
  };

  // Applies a hint: numbers are changed, and what was typed first stays on record.
  const take = (text) => {
    for (const [name, value] of pairs(text)) {
      const input = field(name);
      const before = input.value;
      set(input, value);
      if (before) noteCorrection(input, before);
      input.dataset.before = "";
    }
    desk.changed();
  };

  const choices = new Choices(form, (button) => {
    if (button.dataset.take) take(button.dataset.take);
    else {
      marks.add(pairs(button.dataset.marks));
      showMarks();
      desk.changed();
    }
  });

  // What stands under a game whose numbers or marks have changed since is not offered any more.
  const typedIn = (game) => column(game)
    .flatMap((input) => [input, field(`${input.name}-hand`), ...desk.all(`${input.name}-infraction`), ...desk.all(`${input.name}-extra`)])
    .map((one) => one.value)
    .join();
  const typedNow = () => Array.from({ length: games }, (_, index) => typedIn(index + 1));
  let asked = typedNow();
  let answered = asked;
  const showOld = () => {
    typedNow().forEach((typed, index) =>
      document.getElementById(`reading-${index + 1}`)?.classList.toggle("is-old", typed !== answered[index]));
  };

  // What M or K presses: in a cell what stands under its game, and else the first there is. To a number that is just
  // being typed only its own game speaks: there M is its minus.
  const offered = (kind, input) => {
    const game = input ? placeOf(input).game : 0;
    const buttons = choices.of(kind, game);
    const isOwn = buttons[0]?.closest(`#reading-${game}`);
    const isTyped = input?.value && input.value !== typedBefore;
    return buttons.length && (isOwn || !isTyped) ? () => choices.press(buttons) : undefined;
  };

  // -- Keys ----------------------------------------------------------------------------------------------------

  // What enters a number goes to the cell that is shown as the next, as a digit does.
  const entering = (work) => (input) => {
    const next = upcoming;
    if (next) walkTo(next);
    work(next ?? input);
  };

  const KEYS = {
    w: entering((input) => fillColumn(input, "w", wallPoints)),
    t: entering((input) => fillColumn(input, "t", unfinishedPoints)),
    d: (input) => mark(input, (seat) => marks.toggleHand(seat, "dead")),
    e: (input) => mark(input, (seat) => marks.toggleHand(seat, "called")),
    s: (input) => mark(input, (seat) => marks.toggleHand(seat, "shown")),
    i: (input, beside) => mark(input, (seat) => marks.next("infraction", seat, beside)),
    x: (input, beside) => mark(input, (seat) => marks.next("extra", seat, beside)),
    r: chooseReading,
    m: (input) => (offered("take", input) ?? (() => toggleMinus(input)))(),
    k: (input) => offered("marks", input)?.(),
    "-": entering(toggleMinus),
    "−": entering(toggleMinus),
    enter: (input) => {
      tidy(input);
      look(input);
      goOn(input);
    },
    arrowup: (input) => move(input, 0, -1),
    arrowdown: (input) => move(input, 0, 1),
    arrowleft: (input) => move(input, -1, 0),
    arrowright: (input) => move(input, 1, 0),
  };

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    const key = desk.ownKey(event);
    if (!key) return;
    if (input.matches("input.score")) {
      const work = KEYS[key] ?? desk.everywhere(key);
      if (work) {
        event.preventDefault();
        work(input, event.shiftKey);
      } else if (key.length === 1 && !/[0-9]/.test(key)) {
        event.preventDefault();
      }
    } else if (input.matches("select") && key === "enter") {
      event.preventDefault();
      const open = desk.verifiers.find((select) => !select.value);
      desk.go(open && open !== input ? open : desk.accept);
    } else if (desk.everywhere(key)) {
      event.preventDefault();
      desk.everywhere(key)();
    }
  });

  // A number that was wrong by the rules and is typed anew is a corrected mistake: it stays on record.
  form.addEventListener("focusin", ({ target: input }) => {
    if (!input.matches("input.score")) return;
    input.select();
    showUpcoming(null);
    typedBefore = input.value;
    [wasFilled, walked] = [input.value !== "", isWalking];
    input.dataset.before = input.getAttribute("aria-invalid") ? input.value : "";
  });
  form.addEventListener("focusout", ({ target: input }) => {
    if (!input.matches("input.score")) return;
    showUpcoming(null);
    tidy(input);
    look(input);
    if (input.dataset.before && input.value !== input.dataset.before) noteCorrection(input, input.dataset.before);
  });
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (input.matches("input.score")) {
      showUpcoming(null);
      look(input);
      if (event.inputType === "insertText") digitTyped(input);
    } else if (input.closest(".marks")) showMarks();
    desk.changed();
  });

  return {
    changed: () => {
      rows.forEach(showSum);
      showOld();
    },
    asked: () => {
      asked = typedNow();
    },
    answered: () => {
      answered = asked;
      showOld();
    },
    work: (key) => (key === "m" || key === "k" ? offered(key === "m" ? "take" : "marks") : undefined),
    tidy: () => cells.forEach(tidy),
    back: () => desk.go(cells.at(-1)),
    next: (from) => (cells.includes(from) ? nextOf(from) : null),
    ready: () => {
      cells.forEach(look);
      showMarks();
      const isWrong = (input) => input.getAttribute("aria-invalid");
      const first = cells.find(isWrong) ?? cells.find((input) => !input.value);
      if (first) desk.go(first);
      else if (!document.querySelector("[data-error-summary]")) desk.goToSettle();
    },
  };
};

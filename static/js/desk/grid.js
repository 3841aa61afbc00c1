// The score desk by keyboard: one grid, and one key for what comes often.
const INFRACTIONS_A_SEAT = 2;
const LONGEST_CORRECTED = 1000;

// The line behind a button: "B-3=-10 B-total=0".
const pairs = (text) => text.split(" ").map((pair) => pair.split("="));

const look = (input) => {
  input.classList.toggle("is-zero", /^-?0+$/.test(input.value));
  input.classList.toggle("is-negative", /^-\d/.test(input.value));
};

const set = (input, value) => {
  input.value = value;
  look(input);
};

// A minus typed after the number counts as before it, as on paper.
const tidy = (input) => {
  const match = input.value.replace(/[−–]/g, "-").replace(/\s/g, "").match(/^(-?)(\d+)(-?)$/);
  if (match && !(match[1] && match[3])) input.value = (match[1] || match[3] ? "-" : "") + Number(match[2]);
};

// The game is 0 for the card's total.
const placeOf = (input) => {
  const [letter, game] = input.name.split("-");
  return { letter, game: game === "total" ? 0 : Number(game) };
};

export const grid = (desk) => {
  const { form } = desk;
  const field = (name) => desk.field(name);
  const { deadGetsWall, numbers, shortMarks, unfinished, wall } = form.dataset;
  const rows = Array.from(form.querySelectorAll("tbody tr[data-letter]"));
  const letters = rows.map((row) => row.dataset.letter);
  const games = form.querySelectorAll(`[name^='${letters[0]}-'].score`).length - 1;
  const cells = Array.from(form.querySelectorAll("input.score"));
  const filled = new Map(); // key and game -> what stood in the column before
  const shortWords = new Map(shortMarks.split("|").map((pair) => pair.split("=")));
  const possible = new Set(numbers.split(" "));
  const cell = (letter, game) => field(`${letter}-${game}`);

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

  const toggleMinus = (input) => {
    tidy(input);
    set(input, input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`);
    desk.changed();
  };

  // -- Moving --------------------------------------------------------------------------------------------------

  // The next number to type, in the order of the pile; when all are there, what settles the set.
  const goOn = (from) => {
    const at = cells.indexOf(from);
    const empty = [...cells.slice(at + 1), ...cells.slice(0, at)].find((input) => !input.value);
    if (empty) desk.go(empty);
    else desk.goToSettle();
  };

  // A number that cannot become another by one more digit, or by a minus after it, is complete: the hand goes on
  // without Enter. Totals and the last empty cell always wait for Enter; an Enter on an empty cell does nothing.
  const goOnIfComplete = (input) => {
    const { value } = input;
    if (!placeOf(input).game || !possible.has(value) || input.selectionStart !== value.length) return;
    const isLonger = (text) => text !== value && text.startsWith(value);
    const mayBeNegative = value !== "0" && possible.has(`-${value}`);
    const another = cells.some((other) => other !== input && !other.value);
    if (!mayBeNegative && another && !Array.from(possible).some(isLonger)) goOn(input);
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

  // A whole column at once; the same key again brings back what was there.
  const fillColumn = (input, key, points) => {
    const { game } = placeOf(input);
    if (!game) return;
    const column = letters.map((letter) => cell(letter, game));
    const before = filled.get(key + game);
    if (before) {
      column.forEach((other, index) => set(other, before[index]));
      filled.delete(key + game);
    } else {
      filled.set(key + game, column.map((other) => other.value));
      column.forEach((other, index) => set(other, points(letters[index], game)));
      goOn(input);
    }
    desk.changed();
  };

  const isOut = (letter, game) => field(`${letter}-${game}-hand`).value !== "";
  const wallPoints = (letter, game) => (isOut(letter, game) && deadGetsWall === undefined ? "0" : wall);

  const marked = () => {
    showMarks();
    desk.changed();
  };

  const hand = (input) => {
    const { letter, game } = placeOf(input);
    return game ? field(`${letter}-${game}-hand`) : null;
  };

  const markDead = (input) => {
    const select = hand(input);
    if (!select) return;
    select.value = select.value === "dead" ? "" : "dead";
    marked();
  };

  // The first seat of a game that is marked called mah jongg in error, the others showed their hands because of it.
  const markError = (input) => {
    const select = hand(input);
    if (!select) return;
    const hands = letters.map((letter) => field(`${letter}-${placeOf(input).game}-hand`));
    const caller = hands.find((other) => other.value === "called");
    if (select === caller) {
      for (const other of hands) if (other.value !== "dead") other.value = "";
    } else if (select.value === "shown") select.value = "";
    else select.value = caller ? "shown" : "called";
    marked();
  };

  // The next kind that this seat has not; with Shift beside what is marked, without in its place.
  const markInfraction = (input, beside) => {
    const { letter, game } = placeOf(input);
    if (!game) return;
    const name = `${letter}-${game}-infraction`;
    const lists = desk.all(name);
    const chosen = lists.filter((list) => list.value);
    let select = lists[0];
    if (beside) select = chosen.length < INFRACTIONS_A_SEAT ? desk.freeList(name) : chosen.at(-1);
    if (!select) return;
    const taken = new Set(chosen.filter((list) => list !== select).map((list) => list.value));
    do select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    while (taken.has(select.value));
    desk.freeList(name);
    marked();
  };

  const showMarksOf = (input) => {
    const { letter, game } = placeOf(input);
    if (!game) return;
    const lists = [hand(input), ...desk.all(`${letter}-${game}-infraction`)].filter((list) => list.value);
    let note = input.parentElement.querySelector(".cell-mark");
    if (!lists.length) {
      note?.remove();
      return;
    }
    if (!note) {
      note = document.createElement("span");
      note.className = "cell-mark";
      input.parentElement.append(note);
    }
    note.textContent = lists.map((list) => shortWords.get(list.value)).join(", ");
    note.title = lists.map((list) => list.selectedOptions[0].text).join(", ");
  };
  const showMarks = () => cells.forEach(showMarksOf);

  // Which of several readings it was, the next with each press: of this column, or of the first that is open.
  const chooseReading = (input) => {
    const { game } = placeOf(input);
    const lists = game ? [field(`reading-${game}`)] : Array.from(form.querySelectorAll("select[name^='reading-']"));
    const select = lists.find((list) => list && !list.value) ?? lists[0];
    if (!select) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    desk.changed();
  };

  // Takes a mend: numbers are changed, and what was typed first stays on record.
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

  const noteCorrection = (input, before) => {
    const corrected = field("corrected");
    corrected.value = `${corrected.value} ${input.name}:${before}>${input.value}`.slice(-LONGEST_CORRECTED);
  };

  const takeMarks = (text) => {
    for (const [name, value] of pairs(text)) {
      const select = !desk.all(name).some((list) => list.value === value) && desk.freeList(name);
      if (select) select.value = value;
    }
    marked();
  };

  const offered = (input, kind) => {
    const { game } = placeOf(input);
    return game ? document.querySelector(`#reading-${game} [data-${kind}]`)?.dataset[kind] : undefined;
  };

  const KEYS = {
    w: (input) => fillColumn(input, "w", wallPoints),
    t: (input) => fillColumn(input, "t", () => unfinished),
    d: markDead,
    e: markError,
    i: markInfraction,
    r: chooseReading,
    m: (input) => {
      const mend = offered(input, "take");
      if (mend) take(mend);
      else toggleMinus(input);
    },
    k: (input) => {
      const marks = offered(input, "marks");
      if (marks) takeMarks(marks);
    },
    "-": toggleMinus,
    "−": toggleMinus,
    v: () => desk.verify(),
    h: () => desk.hold(),
    "/": () => desk.toNextTable(),
    enter: (input) => {
      if (!input.value) return;
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
      if (KEYS[key]) {
        event.preventDefault();
        KEYS[key](input, event.shiftKey);
      } else if (key.length === 1 && !/[0-9]/.test(key)) {
        event.preventDefault();
      }
    } else if (input.matches("select") && key === "enter") {
      event.preventDefault();
      const open = desk.verifiers.find((select) => !select.value);
      desk.go(open && open !== input ? open : desk.accept);
    }
  });

  // A number that was wrong by the rules and is typed anew is a slip put right: it stays on record.
  form.addEventListener("focusin", ({ target: input }) => {
    if (!input.matches("input.score")) return;
    input.select();
    input.dataset.before = input.getAttribute("aria-invalid") ? input.value : "";
  });
  form.addEventListener("focusout", ({ target: input }) => {
    if (!input.matches("input.score")) return;
    tidy(input);
    look(input);
    if (input.dataset.before && input.value !== input.dataset.before) noteCorrection(input, input.dataset.before);
  });
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (input.closest(".marks")) showMarks();
    desk.changed();
    if (!input.matches("input.score")) return;
    look(input);
    if (event.inputType === "insertText") goOnIfComplete(input);
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-take], button[data-marks]");
    if (button?.dataset.take) take(button.dataset.take);
    else if (button) takeMarks(button.dataset.marks);
  });

  return {
    changed: () => rows.forEach(showSum),
    tidy: () => cells.forEach(tidy),
    back: () => desk.go(cells.at(-1)),
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

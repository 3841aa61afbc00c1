// The marks of one seat in one game, beside its number: a hand that is dead, mah jongg in error, infractions, extras.
const MOST_BY_KEY = 2;

export class Marks {
  #desk;
  #shortWords;

  // `shortMarks`: "dead=dead|called=in error".
  constructor(desk, shortMarks = "") {
    this.#desk = desk;
    this.#shortWords = new Map(shortMarks.split("|").map((pair) => pair.split("=")));
  }

  #hand(seat) {
    return this.#desk.field(`${seat}-hand`);
  }

  // `seat` is "B-3", the letter and the game.
  isOut(seat) {
    return this.#hand(seat).value !== "";
  }

  // The same key again takes the mark away. Nobody else's mark follows from it.
  toggleHand(seat, mark) {
    const select = this.#hand(seat);
    select.value = select.value === mark ? "" : mark;
  }

  // The next infraction or extra that this seat has not; `beside` what is marked, or in its place.
  next(kind, seat, beside) {
    const name = `${seat}-${kind}`;
    const lists = this.#desk.all(name);
    if (!lists.length) return;
    const chosen = lists.filter((list) => list.value);
    let select = lists[0];
    if (beside) select = chosen.length < MOST_BY_KEY ? this.#desk.freeList(name) : chosen.at(-1);
    if (!select) return;
    const taken = new Set(chosen.filter((list) => list !== select).map((list) => list.value));
    do select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    while (taken.has(select.value));
    this.#desk.freeList(name);
  }

  // Marks what is not marked yet: [["B-3-infraction", "blind-pass-look"]].
  add(marks) {
    for (const [name, value] of marks) {
      const select = !this.#desk.all(name).some((list) => list.value === value) && this.#desk.freeList(name);
      if (select) select.value = value;
    }
  }

  // Shows the marks of the seat under its number.
  show(seat, input) {
    const lists = [this.#hand(seat), ...this.#desk.all(`${seat}-infraction`), ...this.#desk.all(`${seat}-extra`)].filter((list) => list.value);
    let note = input.parentElement.querySelector(".cell-mark");
    if (!lists.length) {
      note?.remove();
      return;
    }
    if (!note) {
      note = Object.assign(document.createElement("span"), { className: "cell-mark" });
      input.parentElement.append(note);
    }
    note.textContent = lists.map((list) => this.#shortWords.get(list.value)).join(", ");
    note.title = lists.map((list) => list.selectedOptions[0].text).join(", ");
  }
}

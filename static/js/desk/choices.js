// Buttons under a game of which one key takes the only one; where there are several, the key asks which.
const LOOKS = { take: "button[data-take]", marks: "button[data-marks]" };

const isShown = (button) => button.offsetParent !== null;

export class Choices {
  #back; // where the hand was when it was asked

  // `taken(button)` does what a button offers.
  constructor(form, taken, { signal } = {}) {
    form.addEventListener("click", (event) => {
      const button = event.target.closest(Object.values(LOOKS).join());
      if (button) taken(button);
      if (button) this.#goBack();
    }, { signal });
    form.addEventListener("keydown", (event) => {
      const group = event.target.closest("[data-asks]");
      if (group) this.#onGroup(event, group);
    }, { signal });
  }

  // The buttons of this kind that are seen under a game.
  of(game, kind) {
    const reading = document.getElementById(`reading-${game}`);
    return reading ? Array.from(reading.querySelectorAll(LOOKS[kind])).filter(isShown) : [];
  }

  // Whether there was anything to take or to ask.
  press(game, kind, from) {
    const buttons = this.of(game, kind);
    if (!buttons.length) return false;
    this.#back = from;
    if (buttons.length === 1) buttons[0].click();
    else buttons[0].closest("[data-asks]").focus(); // and none of them: Enter takes nobody's unasked
    return true;
  }

  #goBack() {
    if (this.#back?.isConnected) this.#back.focus();
    this.#back = null;
  }

  // Arrows go from one to the other, the letter of a seat takes its own where there is one, Escape takes none.
  #onGroup(event, group) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = Array.from(group.querySelectorAll("button")).filter(isShown);
    const at = buttons.indexOf(event.target.closest("button"));
    const key = event.key.toLowerCase();
    const step = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 }[key];
    const own = buttons.filter((other) => other.dataset.seat?.toLowerCase().includes(key));
    if (step) buttons[at < 0 && step < 0 ? buttons.length - 1 : (at + step + buttons.length) % buttons.length].focus();
    else if (own.length === 1) own[0].click();
    else if (own.length) own[(own.findIndex((other) => other === buttons[at]) + 1) % own.length].focus();
    else if (key === "escape") this.#goBack();
    else if (key !== "enter" || at >= 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

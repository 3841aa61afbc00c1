// Buttons under a game that one key presses: where there is only one at once, where there are several after asking which.
const LOOKS = { take: "button[data-take]", marks: "button[data-marks]" };

const isShown = (button) => button.offsetParent !== null;
// What stands there may speak of what was typed before.
const isOld = (button) => button.closest(".is-old") || (button.closest("#check") && "unchecked" in button.form.dataset);

export class Choices {
  #form;
  #back; // the field to return to

  // `taken(button)` does what a button offers.
  constructor(form, taken, { signal } = {}) {
    this.#form = form;
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

  // The buttons of this kind that are seen in one place: under this game, or else under the first that has any.
  of(kind, game = 0) {
    const shown = Array.from(this.#form.querySelectorAll(LOOKS[kind])).filter((button) => isShown(button) && !isOld(button));
    const placeOf = (button) => button.closest("[data-asks], .offers, [id^='reading-'], #check");
    const first = shown.find((button) => button.closest(`#reading-${game}`)) ?? shown[0];
    return shown.filter((button) => placeOf(button) === placeOf(first));
  }

  press(buttons) {
    this.#back = document.activeElement;
    if (buttons.length === 1) buttons[0].click();
    else buttons[0].closest("[data-asks]").focus(); // the group, and no button of it: Enter must not press one that nobody chose
  }

  #goBack() {
    if (this.#back?.isConnected) this.#back.focus();
    this.#back = null;
  }

  // Arrows go from button to button, the letter of a seat presses that seat's button, Escape goes back.
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

// The desk's own keys on a touch screen: what they press is what a keyboard would, in the field that has the focus.
const COARSE = "(pointer: coarse)";
const TYPED = "input.score, input.fact:not(.reason)";
const WORDS = "textarea, input:not([type=checkbox], [type=radio])";

// A key that no script takes is typed into the field.
const press = (field, key) => {
  if (field.matches("button") && key === "Enter") {
    field.click();
    return;
  }
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!field.dispatchEvent(event) || !field.matches("input")) return;
  const { selectionStart, selectionEnd } = field;
  const start = selectionStart === selectionEnd ? Math.max(0, selectionStart - 1) : selectionStart;
  if (key === "Backspace") field.setRangeText("", start, selectionEnd, "end");
  else if (key.length === 1) field.setRangeText(key, selectionStart, selectionEnd, "end");
  else return;
  const inputType = key === "Backspace" ? "deleteContentBackward" : "insertText";
  field.dispatchEvent(new InputEvent("input", { inputType, data: key, bubbles: true }));
};

// "B, game 2", as its label calls a field, or as a button is called; and with the player's name for the letter.
const nameOf = (field) => {
  const label = (field.labels?.[0] ?? field).cloneNode(true);
  for (const part of label.querySelectorAll("kbd, .num .visually-hidden")) part.remove();
  const game = field.closest("fieldset")?.querySelector("legend")?.textContent;
  return [game, label.textContent].filter(Boolean).map((words) => words.trim().replace(/\s+/g, " ")).join(", ");
};

const spoken = (field) => {
  const player = field.closest("tr")?.querySelector(".player bdi");
  return player ? nameOf(field).replace(/^.*?,/, () => `${player.textContent},`) : nameOf(field);
};

export const keypad = (desk) => {
  const { form } = desk;
  const pad = form.querySelector(".keypad");
  if (!pad || !matchMedia(COARSE).matches) return;
  const fields = Array.from(form.querySelectorAll(TYPED));
  const [who, what] = pad.querySelector(".keypad-said").children;
  const next = pad.querySelector("[data-next]");
  let last = fields[0];
  for (const field of fields) field.inputMode = "none";

  // Who settles a table types no numbers at first.
  const show = (isShown) => {
    pad.hidden = !isShown;
    document.body.classList.toggle("has-keypad", isShown || !desk.isRuling);
  };
  // Who and which game stands above the keys; Next says whom it goes to.
  const say = () => {
    const isField = last.matches("input, select");
    const player = isField && last.closest("tr")?.querySelector(".player");
    const name = isField ? nameOf(last) : "";
    who.replaceChildren(...Array.from(player?.childNodes ?? [], (node) => node.cloneNode(true)));
    what.textContent = player ? name.replace(/^.*?, /, "") : name;
    const following = last.matches("button") ? last : desk.following(last);
    next.textContent = following ? spoken(following) : "";
  };
  form.addEventListener("focusin", ({ target }) => {
    if (pad.contains(target)) return;
    const isTyped = target.matches(TYPED);
    show(isTyped || !(desk.isRuling || target.matches(WORDS)));
    last = target;
    say();
  });
  form.addEventListener("input", say);
  show(!desk.isRuling);
  pad.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  pad.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.turn) pad.dataset.page = button.dataset.turn;
    if (!button.dataset.key) return;
    if (document.activeElement !== last) last.focus();
    press(last, button.dataset.key);
    pad.dataset.page = "numbers";
    say();
  });
};

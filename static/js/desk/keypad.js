// The desk's own keys on a touch screen: what they press is what a keyboard would, in the field that has the focus.
const COARSE = "(pointer: coarse)";

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

export const keypad = (form) => {
  const pad = form.querySelector(".keypad");
  if (!pad || !matchMedia(COARSE).matches) return;
  const fields = Array.from(form.querySelectorAll("input.score, input.fact"));
  const said = pad.querySelector(".keypad-said");
  let last = fields[0];
  for (const field of fields) field.inputMode = "none";
  pad.hidden = false;
  document.body.classList.add("has-keypad");
  form.addEventListener("focusin", ({ target }) => {
    if (pad.contains(target)) return;
    pad.hidden = target.matches("textarea, select");
    last = target;
    said.textContent = target.matches("input.score, input.fact") ? target.labels[0]?.textContent.trim() ?? "" : "";
  });
  pad.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  pad.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.turn) pad.dataset.page = button.dataset.turn;
    if (!button.dataset.key) return;
    if (document.activeElement !== last) last.focus();
    press(last, button.dataset.key);
    pad.dataset.page = "numbers";
  });
};

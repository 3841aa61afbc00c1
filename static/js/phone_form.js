// Which questions about a game are asked, by the answers so far. One that is not asked is not sent, and keeps what was
// tapped in it.
export const ask = (form) => {
  const said = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
  const winner = said("won");
  const isNoWin = winner.length > 1;
  const isOut = ({ classList, dataset }) =>
    (isNoWin && classList.contains("of-win")) ||
    (dataset.notIf ?? "").split(" ").some((answer) => {
      const [name, value] = answer.split("=");
      return value !== undefined && said(name) === value;
    });
  for (const asked of form.querySelectorAll("[data-asked]")) asked.hidden = asked.disabled = isOut(asked);
  const rare = form.querySelector(".phone-rare");
  if (rare && winner === "error") rare.open = true; // who called it is asked there
  // Nobody is the source of her own tile.
  for (const choice of form.querySelectorAll('[name="from"]')) {
    const isOwn = winner !== "" && choice.value === winner;
    choice.closest("label").hidden = isOwn;
    if (isOwn) choice.checked = false;
  }
};

// A button or another value, whichever was said last.
export const tapped = ({ form, name, value, checked }) => {
  const typed = form.elements.namedItem(`${name}-other`);
  if (typed && checked) typed.value = "";
  if (name.endsWith("-other") && value) {
    const buttons = form.querySelectorAll(`[name="${name.replace(/-other$/, "")}"]`);
    for (const button of buttons) button.checked = false;
  }
  ask(form);
};

const practice = document.querySelector("form[data-practice]");
if (practice) {
  practice.addEventListener("change", ({ target }) => tapped(target));
  ask(practice);
}

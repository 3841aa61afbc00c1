// The ready answers of a table that is settled: what one makes of the cards is typed at once, and can be changed. Without
// this file the server types it.
export const answers = (desk) => {
  const { form } = desk;
  const numbers = document.getElementById("numbers");
  const words = form.elements.namedItem("ruling");
  const totals = Array.from(form.querySelectorAll("[data-total]"));
  const typed = new Map(); // name -> what stood there before an answer was chosen
  let own = ""; // the words, where an answer filled them in

  const type = (name, value) => {
    const field = desk.field(name);
    if (!typed.has(name)) typed.set(name, field.value);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const take = (answer) => {
    for (const [name, value] of typed) type(name, value);
    typed.clear();
    for (const pair of answer.value.split(" ").filter(Boolean)) type(...pair.split("="));
    if (!words.value.trim() || words.value === own) words.value = own = answer.dataset.words ?? "";
    if (!answer.value) numbers.open = true;
  };
  const showTotals = () => {
    for (const place of totals) {
      const { value, defaultValue } = desk.field(`${place.dataset.total}-total`);
      place.lastElementChild.textContent = value.replace("-", "−");
      place.classList.toggle("is-changed", value !== defaultValue);
    }
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "answer") take(target);
  });
  // Whoever types numbers has an answer of their own.
  form.addEventListener("input", ({ target, isTrusted }) => {
    const other = form.querySelector("[name=answer][value='']");
    if (other && isTrusted && numbers.contains(target)) other.checked = true;
    showTotals();
  });
  showTotals();
};

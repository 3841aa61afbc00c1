// What every page has. Each page works without it.
import "./connection.js";
import "./renewal.js";
import { remembered } from "./store.js";

// Larger letters, remembered on this device: before the page is shown, its button when that is there.
const showLarger = (isOn) => {
  document.documentElement.classList.toggle("is-larger", isOn);
  const button = document.querySelector("[data-larger]");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", isOn);
};
showLarger(remembered.read("larger") === true);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-larger]")) return;
  const isOn = !document.documentElement.classList.contains("is-larger");
  showLarger(isOn);
  remembered.write("larger", isOn);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

document.addEventListener("change", ({ target }) => {
  if (target.dataset.shows) document.getElementById(target.dataset.shows).type = target.checked ? "text" : "password";
});

// Help is one key away: F1 anywhere, "?" where nobody types. It opens beside the page, so that nothing typed is lost.
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  const asks = event.key === "F1" || (event.key === "?" && !isTyping);
  const help = document.querySelector("[data-guide]");
  if (!asks || !help || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  help.click();
});

// A form pressed twice is sent once. After a while it may be sent again: the first may never have arrived.
const SENT_AGAIN_AFTER = 4000;
window.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  window.setTimeout(() => delete form.dataset.sent, SENT_AGAIN_AFTER);
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// What takes a while says so on its button.
window.addEventListener("submit", ({ submitter, defaultPrevented }) => {
  if (!submitter?.dataset.takes || defaultPrevented) return;
  submitter.textContent = submitter.dataset.takes;
  submitter.setAttribute("aria-busy", "true");
});

// What another form of the page has in this field goes along: nobody writes a reason twice.
document.addEventListener("formdata", ({ target, formData }) => {
  const field = document.getElementById(target.dataset.takesAlong);
  if (field?.value) formData.set(field.name, field.value);
});

// A loss wears its pill, as on paper: the mark of a score cell follows what is typed.
const mark = (cell) => {
  const value = cell.value.trim();
  cell.classList.toggle("is-negative", /^[-\u2212]/.test(value));
};
const markAll = (root) => root.querySelectorAll("input.score").forEach(mark);
document.addEventListener("input", (event) => {
  if (event.target.matches("input.score")) mark(event.target);
});
document.addEventListener("htmx:load", (event) => markAll(event.detail.elt));
markAll(document);

// A page of buttons that somebody comes back to is asked for again: what it offered may be done by now.
window.addEventListener("pageshow", (event) => {
  const [entry] = performance.getEntriesByType("navigation");
  const isBack = event.persisted || entry?.type === "back_forward";
  if (isBack && document.querySelector("[data-fresh-on-return]")) location.reload();
});

// A page that says how things stand asks again when somebody comes back to its tab.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.body.dispatchEvent(new Event("charleston:seen"));
});

// An error summary takes the focus, so that it is read first.
document.querySelector("[data-error-summary]")?.focus();

// A menu that is open closes by a tap beside it, and by Escape, which leaves the focus on what opened it.
const closeMenus = (beside) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu.contains(beside)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
};
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenus(null));

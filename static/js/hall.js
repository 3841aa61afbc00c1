// What is for whoever stands at the projector: the buttons of the screen, there while the mouse moves and gone for the
// hall; which screen is on; and the light version, by its button or the key L, remembered on this device.
import { remembered } from "./store.js";

const SHOWN_FOR = 4000;
const KEY = "light-screen";
const page = document.documentElement;
let hiding = null;

const showButtons = () => {
  page.dataset.mouse = "";
  window.clearTimeout(hiding);
  hiding = window.setTimeout(() => delete page.dataset.mouse, SHOWN_FOR);
};
for (const kind of ["pointermove", "pointerdown"]) document.addEventListener(kind, showButtons);

const light = (isOn) => {
  page.classList.toggle("is-light", isOn);
  document.querySelector("[data-light]")?.setAttribute("aria-pressed", isOn);
};
const toggle = () => {
  const isOn = !page.classList.contains("is-light");
  light(isOn);
  remembered.write(KEY, isOn);
};

// The hall screen goes to the ceremony when one begins, and the ceremony's to the seats of a later round.
const turn = () => {
  const address = document.querySelector("[data-turns-to]")?.dataset.turnsTo;
  if (address) location.replace(address);
};
document.addEventListener("htmx:afterSwap", turn);
turn();

if (document.querySelector("[data-light]")) {
  light(remembered.read(KEY) === true);
  document.addEventListener("click", (event) => event.target.closest("[data-light]") && toggle());
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "l" && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
}

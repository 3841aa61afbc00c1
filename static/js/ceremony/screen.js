// The name as large as its tile has room for, and one slow turn of the tile when it comes.
import { isNamed, onStep } from "./steps.js";

const LARGEST = 17.2; // hundredths of the screen's height: 186 px of 1080
const SMALLEST = 9.3;

const fit = () => {
  const names = document.querySelectorAll(".reveal-names:not(.is-many, .is-most) .reveal-name");
  const tile = document.querySelector(".reveal-tile");
  if (!names.length || !tile) return;
  const most = LARGEST / Math.max(1, names.length * 0.75);
  for (let size = most; ; size -= 0.8) {
    const isLast = size <= SMALLEST / Math.max(1, names.length * 0.6);
    for (const name of names) {
      name.style.fontSize = `calc(${size} * var(--unit))`;
      name.style.whiteSpace = isLast ? "normal" : "nowrap";
    }
    const isWhole = Array.from(names).every((name) => name.scrollWidth <= name.clientWidth);
    if (isLast || (isWhole && tile.scrollHeight <= tile.clientHeight)) return;
  }
};

onStep((step, isForward) => {
  if (isForward && isNamed(step)) document.querySelector(".reveal-tile")?.classList.add("is-turning");
});
document.addEventListener("htmx:afterSwap", fit);
window.addEventListener("resize", fit);
document.fonts.ready.then(fit);

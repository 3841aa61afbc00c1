// The name as large as its tile has room for, and one slow turn of the tile when it comes.
import { isNamed, onStep } from "./steps.js";

const LARGEST = 17.2; // hundredths of the screen's height: 186 px of 1080
const SMALLEST = 2.2;

const fit = () => {
  const words = document.querySelector(".reveal-words");
  const box = words?.querySelector(".reveal-names");
  if (!box) return;
  const names = Array.from(box.children);
  // A name stands in one line; where that made it small, each word of it may have its own.
  for (const [whiteSpace, smallest] of [["nowrap", LARGEST / (names.length === 1 ? 2 : 3)], ["normal", SMALLEST]]) {
    box.style.whiteSpace = whiteSpace;
    for (let size = LARGEST; size >= smallest; size -= 0.4) {
      box.style.setProperty("--size", size);
      const isWhole = names.every((name) => name.scrollWidth <= name.clientWidth);
      if (isWhole && words.scrollHeight <= words.clientHeight) return;
    }
  }
};

onStep((step, isForward) => {
  if (isForward && isNamed(step)) document.querySelector(".reveal-tile")?.classList.add("is-turning");
});
document.addEventListener("htmx:afterSwap", fit);
window.addEventListener("resize", fit);
document.fonts.ready.then(fit);

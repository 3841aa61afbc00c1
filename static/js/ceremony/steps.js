// Tells of each step of a ceremony once, however often its part of the page is loaded anew. An odd step announces what
// can be won, an even one names who won it.
const stepNow = () => Number(document.querySelector("[data-step]")?.dataset.step ?? -1);

export const isNamed = (step) => step > 0 && step % 2 === 0;
export const isAnnounced = (step) => step > 0 && step % 2 === 1;

export const onStep = (tell) => {
  let last = stepNow();
  document.addEventListener("htmx:afterSwap", () => {
    const step = stepNow();
    if (step !== last) tell(step, step > last);
    last = step;
  });
};

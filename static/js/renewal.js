// What a page renews by itself, because something changed or the time came, takes nothing from its reader. What is open
// stays open, and the focus stays where it is. Where a menu is open, or a field has the focus, the part waits until that
// is over: nothing moves under somebody who chooses or types, nor under a finger that is down.
const BY_ITSELF = /^(charleston|desk):/;
const FIELDS = "textarea, input:not([type=hidden], [type=checkbox], [type=radio])";

const CLICKED_WITHIN = 100; // milliseconds after a finger was lifted

const waiting = new Map(); // part of the page -> what renews it
let isByItself = false;
let seen = null;
let isPressed = false;

const isChosen = ({ options, selectedIndex }) =>
  selectedIndex !== Math.max(0, Array.from(options).findIndex((option) => option.defaultSelected));

const isInUse = (part) => {
  const field = document.activeElement;
  if (part.querySelector("[data-menu][open]")) return true;
  return part.contains(field) && (field.matches(FIELDS) || (field.matches("select") && !isChosen(field)));
};

const look = () => ({
  opened: Array.from(document.querySelectorAll("details[id][open]"), (box) => box.id),
  focused: document.activeElement,
});

// The same link or button, where it was, or else what opens its row. A closed fold takes no focus.
const goOnAt = (gone, part) => {
  const like = (one) => one.getAttribute("href") ?? [one.name, one.value, one.textContent].join();
  let own = gone.parentElement;
  while (own && !document.getElementById(own.id)) own = own.parentElement;
  const place = document.getElementById(own?.id) ?? part;
  const alike = Array.from(place.querySelectorAll(gone.tagName)).filter((one) => like(one) === like(gone));
  const ofRow = place.matches?.("li") ? [place.querySelector("summary"), place.querySelector("a")] : [];
  for (const one of [...alike, ...ofRow]) {
    one?.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
};

const restore = ({ opened, focused }, part) => {
  for (const id of opened) {
    const box = document.getElementById(id);
    if (box) box.open = true;
  }
  if (focused.isConnected || document.activeElement !== document.body) return;
  goOnAt(focused, part.isConnected ? part : document.getElementById(part.id) ?? document);
};

// `work` renews the part; the last one that was asked for, where it had to wait.
export const renew = (part, work) => {
  if (isPressed || isInUse(part)) {
    waiting.set(part, () => renew(part, work));
    return;
  }
  const before = look();
  work();
  restore(before, part);
};

const goOn = () => {
  if (isPressed) return;
  for (const [part, work] of waiting) {
    if (part.isConnected && isInUse(part)) continue;
    waiting.delete(part);
    work();
  }
};

// What asks now and then does so again by itself; what had heard of a change asks anew.
const wait = (part, { elt, triggeringEvent }) =>
  waiting.set(part, () => triggeringEvent && window.htmx.trigger(elt, triggeringEvent.type));

let asking = null;
const putOff = (event) => {
  const { requestConfig, target } = event.detail;
  asking = requestConfig;
  isByItself = !requestConfig.triggeringEvent || BY_ITSELF.test(requestConfig.triggeringEvent.type);
  if (!isByItself || !isInUse(target)) return false;
  event.preventDefault();
  wait(target, requestConfig);
  return true;
};
document.addEventListener("htmx:beforeRequest", putOff);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!putOff(event)) seen = look();
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (!isByItself || !isInUse(detail.target)) return;
  detail.shouldSwap = false;
  wait(detail.target, asking);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (seen) restore(seen, detail.target);
  seen = null;
});
let letGo = 0;
document.addEventListener("pointerdown", () => {
  isPressed = true;
  window.clearTimeout(letGo); // of a tap just before
}, { capture: true });
for (const lifted of ["pointerup", "pointercancel"]) {
  document.addEventListener(lifted, () => {
    window.clearTimeout(letGo);
    letGo = window.setTimeout(() => {
      isPressed = false;
      goOn();
    }, CLICKED_WITHIN);
  }, { capture: true });
}
document.addEventListener("toggle", goOn, { capture: true });
document.addEventListener("change", goOn);
document.addEventListener("focusout", () => window.setTimeout(goOn)); // the focus is on its way to another field

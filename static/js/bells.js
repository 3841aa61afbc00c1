// Rings the bells of a round on a device that was allowed to. What is due when comes from the server, counted from the
// moment it arrived; from then on this page keeps the time itself, connected or not, seen or hidden.
import { askForClock } from "./clock/answer.js";
import { Store, browserStorage } from "./store.js";

const ASK_AFTER = 20000; // where the page's clock has not asked: it is hidden, or there is none yet
const LATEST = 5000; // a bell is still rung by whoever comes this much later
const SAID_FOR = 60000;
const SLEPT = 3000; // the clocks of this computer went apart by more: it was asleep, or somebody set it
const REMEMBERED = 60;
const SOUND_OF = { warning: "warning", final: "final", table: "warning" };

const control = document.querySelector("[data-bells]");
const store = new Store(browserStorage(), "charleston-bells ");
const sounds = new Map(); // name -> promise of the decoded sound
let sound = null; // the AudioContext; it runs only after a tap
let bells = [];
let silentFrom = null; // until when the last words stand
let askedAt = -ASK_AFTER;
let apart = Date.now() - performance.now();

const isAllowed = () => store.read("allowed") === true;
const canRing = () => sound?.state === "running";
const Context = window.AudioContext ?? window.webkitAudioContext;

const show = () => {
  const state = !Context ? "impossible" : !isAllowed() ? "silent" : canRing() ? "ringing" : "waiting";
  for (const part of control.querySelectorAll("[data-bells-when]")) part.hidden = part.dataset.bellsWhen !== state;
  control.dataset.state = state;
  document.documentElement.toggleAttribute("data-rings", state === "ringing");
};

const fetchSound = async (name) => {
  const answer = await fetch(control.dataset[`${name}Sound`]);
  return sound.decodeAudioData(await answer.arrayBuffer());
};

// Loaded when the device is allowed, so that it rings without a connection too.
const load = (name) => {
  if (!sounds.has(name)) {
    const loading = fetchSound(name);
    loading.catch(() => sounds.delete(name));
    sounds.set(name, loading);
  }
  return sounds.get(name);
};

const play = async (name) => {
  const source = sound.createBufferSource();
  source.buffer = await load(name);
  source.connect(sound.destination);
  source.start();
  control.dispatchEvent(new CustomEvent("charleston:rang", { bubbles: true, detail: name }));
};

// To be called from a tap: a browser lets no page make a sound before.
const wake = async () => {
  sound ??= new Context();
  await sound.resume();
  for (const name of ["warning", "final"]) load(name).catch(() => null);
  show();
};

// A device that is to ring should not fall asleep; where the browser refuses, that stays a matter of its settings.
const stayAwake = () => {
  if (isAllowed() && !document.hidden) navigator.wakeLock?.request("screen").catch(() => null);
};

const say = (words) => {
  control.querySelector("[data-bells-said]").textContent = words;
  silentFrom = words ? performance.now() + SAID_FOR : null;
};

const hasRung = (key) => (store.read("rung") ?? []).includes(key);
const remember = (key) => store.write("rung", [...(store.read("rung") ?? []), key].slice(-REMEMBERED));

// The words are for whoever looks; the sound is one for this device, whatever it has open. Somebody who allows it, or
// comes, a moment later still hears it.
const ring = (bell) => {
  if (!bell.isSaid) say(bell.words);
  bell.isSaid = true;
  if (!isAllowed() || !canRing() || hasRung(bell.key)) return;
  remember(bell.key);
  play(SOUND_OF[bell.kind]).catch(() => null);
};

const take = (answer) => {
  const now = performance.now();
  askedAt = now;
  const said = new Set(bells.filter((bell) => bell.isSaid).map((bell) => bell.key));
  bells = answer.bells.map((bell) => ({
    ...bell,
    due: now + (bell.in - answer.since) * 1000,
    isSaid: said.has(bell.key),
  }));
  tick();
};

const ask = async () => {
  askedAt = performance.now();
  const answer = await askForClock(control.dataset.bells);
  if (answer) take(answer); // without one, what is known goes on to be due
};

const tick = () => {
  const now = performance.now();
  const apartNow = Date.now() - now;
  const slept = Math.abs(apartNow - apart) > SLEPT;
  apart = apartNow;
  if (slept || now - askedAt >= ASK_AFTER) ask();
  if (slept) return;
  if (silentFrom !== null && now > silentFrom) say("");
  bells = bells.filter((bell) => now - bell.due <= LATEST);
  for (const bell of bells) if (bell.due <= now) ring(bell);
};

const does = {
  allow: async () => {
    store.write("allowed", true);
    await wake();
    stayAwake();
  },
  test: async () => {
    await wake();
    await play("final");
  },
  silence: () => {
    store.write("allowed", false);
    show();
  },
};

if (control) {
  control.hidden = false;
  control.addEventListener("click", (event) => {
    const button = event.target.closest("[data-bells-do]");
    if (button) does[button.dataset.bellsDo]();
  });
  // After a reload any tap or key will do.
  for (const kind of ["pointerup", "keyup"])
    document.addEventListener(kind, () => {
      if (isAllowed() && !canRing() && Context) wake();
    });
  if (isAllowed() && Context) wake();
  show();
  stayAwake();
  document.addEventListener("visibilitychange", () => {
    stayAwake();
    ask();
  });
  window.addEventListener("online", ask);
  // Who is to ring hears of every change at once; the others within seconds, with the clock.
  document.body.addEventListener("charleston:heard", () => isAllowed() && ask());
  document.body.addEventListener("charleston:clock", (event) => take(event.detail));
  new Worker(control.dataset.ticker).onmessage = tick;
}

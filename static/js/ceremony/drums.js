// A drum roll while the hall waits for a name and a chime when it comes, on a device where somebody turned them on. Both
// are made here, of noise and of sines.
import { remembered } from "../store.js";
import { isAnnounced, isNamed, onStep } from "./steps.js";

const KEY = "drums";
const ROLL = 7; // seconds: a presenter who talks longer does so in silence
const STROKES = 19; // a second
const CHORD = [523.25, 659.25, 783.99, 1046.5]; // C major, one after the other

const button = document.querySelector("[data-drums]");
const off = button.textContent;
const Context = window.AudioContext ?? window.webkitAudioContext;
let sound = null;
let roll = null;

const isOn = () => button.getAttribute("aria-pressed") === "true";

const noise = () => {
  const buffer = sound.createBuffer(1, sound.sampleRate * ROLL, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) {
    const stroke = ((at / sound.sampleRate) * STROKES) % 1;
    samples[at] = (2 * Math.random() - 1) * Math.exp(-6 * stroke);
  }
  return buffer;
};

const silence = () => {
  roll?.gain.gain.cancelScheduledValues(sound.currentTime);
  roll?.gain.gain.setTargetAtTime(0, sound.currentTime, 0.04);
  roll = null;
};

const drum = () => {
  silence();
  const source = sound.createBufferSource();
  const skin = new BiquadFilterNode(sound, { type: "lowpass", frequency: 900, Q: 2 });
  const gain = new GainNode(sound, { gain: 0.05 });
  source.buffer = noise();
  source.connect(skin).connect(gain).connect(sound.destination);
  gain.gain.linearRampToValueAtTime(1.6, sound.currentTime + ROLL * 0.8);
  gain.gain.linearRampToValueAtTime(0, sound.currentTime + ROLL);
  source.start();
  roll = { gain };
};

const chime = () => {
  silence();
  CHORD.forEach((frequency, index) => {
    const at = sound.currentTime + index * 0.14;
    const tone = new OscillatorNode(sound, { frequency });
    const gain = new GainNode(sound, { gain: 0 });
    tone.connect(gain).connect(sound.destination);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.22, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 2.6);
    tone.start(at);
    tone.stop(at + 2.7);
  });
};

const turn = async (toOn) => {
  button.setAttribute("aria-pressed", toOn);
  button.textContent = toOn ? button.dataset.on : off;
  remembered.write(KEY, toOn);
  if (!toOn) return sound && silence();
  sound ??= new Context();
  await sound.resume();
};

if (Context) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await turn(!isOn());
    if (isOn()) chime();
  });
  onStep((step, isForward) => {
    if (!isOn() || sound?.state !== "running") return;
    if (isForward && isAnnounced(step)) drum();
    else if (isForward && isNamed(step)) chime();
    else silence();
  });
  // A browser lets no page make a sound before a tap: after a reload any will do.
  if (remembered.read(KEY) === true) document.addEventListener("pointerup", (event) => !button.contains(event.target) && turn(true), { once: true });
}

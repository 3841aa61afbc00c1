// Keeps a page current. The stream of a page for everybody brings what changed in its part (data-part), and this page
// shows it (data-shows-part); a page of the club's people is only told that something changed, and its elements ask for
// themselves again with hx-trigger="charleston:change from:body". Without this file the page is still right, as of the
// time it names.
import { PartText, digestOf } from "./live/part.js";
import { followOwn } from "./live/own.js";
import { renew } from "./renewal.js";

const RECONNECT_AFTER = 3000;
const FIRST_PAUSE = 3000;
const LONGEST_PAUSE = 60000;
// Phones that missed something ask within this time, not all at once.
const MISSED_WITHIN = 1500;
const LEARNT_WITHIN = 5000;

const page = document.querySelector("[data-live]");
const part = page?.dataset.part;
const known = new PartText();
let version = Number(page?.dataset.version);
let stream = null;
let pause = FIRST_PAUSE;
let asking = null;

// Looked up each time: the part that shows it may have been loaded anew.
const lost = (isLost) => {
  const notice = document.querySelector("[data-live-lost]");
  if (notice) notice.hidden = !isLost;
};

// A hidden page closes its stream, except on a device that rings the bells.
const isAway = () => document.hidden && !("rings" in document.documentElement.dataset);

const refresh = () => document.body.dispatchEvent(new CustomEvent("charleston:change"));

// `isShown`: the page was made from this very text.
const show = (isShown) => {
  const shared = new DOMParser().parseFromString(known.text, "text/html");
  followOwn(shared, isShown);
  const target = document.querySelector("[data-shows-part]");
  if (isShown || !target) return;
  renew(target, () =>
    window.htmx.swap(target, shared.body.innerHTML, { swapStyle: target.dataset.showsPart || "innerHTML" }));
};

const ask = (within, isShown = false) => {
  if (asking && isShown) return;
  window.clearTimeout(asking);
  asking = window.setTimeout(async () => {
    asking = null;
    try {
      const answer = await fetch(part, { headers: { "HX-Request": "true" } });
      if (answer.status >= 500) throw new Error(answer.status);
      if (!answer.ok) return lost(true);
      known.take(digestOf(answer.headers.get("ETag")), await answer.text());
      show(isShown);
      lost(false);
      pause = FIRST_PAUSE;
    } catch {
      lost(true);
      if (!isAway()) ask(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }, Math.random() * within);
};

const heard = {
  change: (news) => {
    if (news.version !== null && news.version === version) return;
    version = news.version;
    refresh();
  },
  now: (news) => {
    if (news.digest === known.digest) return;
    if (known.digest || news.version !== version) ask(MISSED_WITHIN);
    else ask(LEARNT_WITHIN, true);
    version = news.version;
  },
  part: (news) => {
    version = news.version;
    if (news.new === known.digest) return; // asked for before it was sent
    if (known.apply(news)) show(false);
    else ask(MISSED_WITHIN);
  },
  missed: () => ask(MISSED_WITHIN),
};

const open = () => {
  if (stream || isAway()) return;
  stream = new EventSource(part ? `${page.dataset.live}?part=${encodeURIComponent(part)}` : page.dataset.live);
  for (const [name, hear] of Object.entries(heard)) {
    stream.addEventListener(name, (event) => {
      lost(false);
      document.body.dispatchEvent(new CustomEvent("charleston:heard"));
      hear(JSON.parse(event.data));
    });
  }
  stream.addEventListener("error", () => {
    lost(true);
    // A browser gives up for good after an error answer; then we try again ourselves.
    if (stream?.readyState !== EventSource.CLOSED) return;
    close();
    window.setTimeout(open, RECONNECT_AFTER * (1 + Math.random()));
  });
};

const close = () => {
  stream?.close();
  stream = null;
};

const reopen = () => {
  close();
  open();
};

const isRefresh = (event) => /^charleston:(change|own)$/.test(event.detail.requestConfig?.triggeringEvent?.type);

// A part that could not be loaded anew is not current. Where nothing answered or the program failed it is asked for
// again, after a while that grows; a refusal stays one. A page that is seen again asks anyway.
const refreshFailed = (event) => {
  if (!isRefresh(event)) return;
  lost(true);
  if (event.type === "htmx:responseError" && event.detail.xhr.status < 500) return;
  window.setTimeout(() => {
    if (!isAway()) refresh();
  }, pause);
  pause = Math.min(2 * pause, LONGEST_PAUSE);
};

if (page) {
  // A hidden page holds no stream (browsers allow six connections to one server) and catches up when seen again.
  document.addEventListener("visibilitychange", () => {
    if (isAway()) {
      close();
      return;
    }
    open();
    if (pause > FIRST_PAUSE) refresh();
  });
  document.body.addEventListener("htmx:sendError", refreshFailed);
  document.body.addEventListener("htmx:responseError", refreshFailed);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || !isRefresh(event)) return;
    lost(false);
    pause = FIRST_PAUSE;
  });
  // What was on its way may still arrive, and a laptop without any network still reaches itself: another stream tells.
  window.addEventListener("offline", reopen);
  window.addEventListener("online", reopen);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
}

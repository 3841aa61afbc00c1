// Keeps a page current: listens to the tournament's stream and tells the page when something changed.
// Elements ask for themselves again with hx-trigger="charleston:change from:body". Without this file the page
// is still right, as of the time it names.
const RECONNECT_AFTER = 3000;
const FIRST_PAUSE = 3000;
const LONGEST_PAUSE = 60000;

const page = document.querySelector("[data-live]");
let version = Number(page?.dataset.version);
let stream = null;
let pause = FIRST_PAUSE;

// Looked up each time: the part that shows it may have been loaded anew.
const lost = (isLost) => {
  const notice = document.querySelector("[data-live-lost]");
  if (notice) notice.hidden = !isLost;
};

const refresh = () => document.body.dispatchEvent(new CustomEvent("charleston:change"));

const open = () => {
  if (stream || document.hidden) return;
  stream = new EventSource(page.dataset.live);
  stream.addEventListener("change", (event) => {
    lost(!navigator.onLine); // what was on its way may still arrive
    const now = JSON.parse(event.data).version;
    if (now === version) return;
    version = now;
    refresh();
  });
  stream.addEventListener("error", () => {
    lost(true);
    // A browser gives up for good after an error answer; then we try again ourselves.
    if (stream?.readyState !== EventSource.CLOSED) return;
    close();
    window.setTimeout(open, RECONNECT_AFTER);
  });
};

const close = () => {
  stream?.close();
  stream = null;
};

const isRefresh = (event) => event.detail.requestConfig?.triggeringEvent?.type === "charleston:change";

// A part that could not be loaded anew is not current. Where nothing answered or the program failed it is asked for
// again, after a while that grows; a refusal stays one. A page that is seen again asks anyway.
const refreshFailed = (event) => {
  if (!isRefresh(event)) return;
  lost(true);
  if (event.type === "htmx:responseError" && event.detail.xhr.status < 500) return;
  window.setTimeout(() => {
    if (!document.hidden) refresh();
  }, pause);
  pause = Math.min(2 * pause, LONGEST_PAUSE);
};

if (page) {
  // A hidden page holds no stream (browsers allow six connections to one server) and catches up when seen again.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
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
  window.addEventListener("offline", () => lost(true));
  window.addEventListener("online", () => {
    close();
    open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
}

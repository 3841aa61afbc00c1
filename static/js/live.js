// Keeps a page current: listens to the tournament's stream and tells the page when something changed.
// Elements ask for themselves again with hx-trigger="charleston:change from:body". Without this file the page
// is still right, as of the time it names.
(function () {
  "use strict";

  const page = document.querySelector("[data-live]");
  if (!page || !window.EventSource) return;
  let shown = Number(page.dataset.version);
  let stream = null;

  // Looked up each time: the part that says it may have been loaded anew.
  function lost(isLost) {
    const notice = document.querySelector("[data-live-lost]");
    if (notice) notice.hidden = !isLost;
  }

  function refresh() {
    document.body.dispatchEvent(new CustomEvent("charleston:change"));
  }

  function open() {
    if (stream || document.hidden) return;
    stream = new EventSource(page.dataset.live);
    stream.addEventListener("change", function (event) {
      lost(!navigator.onLine); // what was on its way may still arrive
      const version = JSON.parse(event.data).version;
      if (version !== shown) {
        shown = version;
        refresh();
      }
    });
    stream.addEventListener("error", function () {
      lost(true);
      // A browser gives up for good after an error answer; then we try again ourselves.
      if (stream && stream.readyState === EventSource.CLOSED) {
        close();
        window.setTimeout(open, 3000);
      }
    });
  }

  function close() {
    if (stream) stream.close();
    stream = null;
  }

  // A hidden page holds no stream (browsers allow six connections to one server) and catches up when seen again.
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) return close();
    open();
    if (pause > FIRST_PAUSE) refresh();
  });
  // A part that could not be loaded anew is not current. Where nothing answered or the program failed it is asked for
  // again, after a while that grows; a refusal stays one. A page that is seen again asks anyway.
  const FIRST_PAUSE = 3000, LONGEST_PAUSE = 60000;
  let pause = FIRST_PAUSE;
  function isRefresh(event) {
    const cause = event.detail.requestConfig && event.detail.requestConfig.triggeringEvent;
    return cause && cause.type === "charleston:change";
  }
  ["htmx:sendError", "htmx:responseError"].forEach(function (name) {
    document.body.addEventListener(name, function (event) {
      if (!isRefresh(event)) return;
      lost(true);
      if (name === "htmx:responseError" && event.detail.xhr.status < 500) return;
      window.setTimeout(function () { if (!document.hidden) refresh(); }, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    });
  });
  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (!event.detail.successful || !isRefresh(event)) return;
    lost(false);
    pause = FIRST_PAUSE;
  });
  window.addEventListener("offline", function () { lost(true); });
  window.addEventListener("online", function () { close(); open(); });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
})();

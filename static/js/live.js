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
    if (stream) return;
    stream = new EventSource(page.dataset.live);
    stream.addEventListener("change", function (event) {
      lost(false);
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
    if (document.hidden) close();
    else open();
  });
  document.body.addEventListener("htmx:sendError", function () { window.setTimeout(refresh, 3000); });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
})();

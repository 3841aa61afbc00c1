// Small global behavior. Every page works without it.
(function () {
  "use strict";

  document.addEventListener("click", function (event) {
    const opener = event.target.closest("[data-print], [data-opens], [data-closes]");
    if (!opener) return;
    if (opener.hasAttribute("data-print")) window.print();
    if (opener.hasAttribute("data-opens")) document.getElementById(opener.dataset.opens).showModal();
    if (opener.hasAttribute("data-closes")) opener.closest("dialog").close();
  });

  // What somebody asked for and did not get is said in a strip at the foot of the window. A page that keeps itself
  // current says in its own place when it cannot (live.js); at the score desk, work goes on.
  const line = document.getElementById("connection");
  function say(name) {
    if (!line) return;
    line.hidden = !name;
    if (name) line.querySelector("p").textContent = line.dataset[name];
  }
  function sayOffline() {
    say(document.getElementById("pile") ? "desk" : "offline");
  }
  function isAsked(event) {
    const cause = event.detail.requestConfig && event.detail.requestConfig.triggeringEvent;
    return cause && cause.type !== "charleston:change"; // a poll has no cause
  }
  document.addEventListener("htmx:sendError", function (event) {
    if (isAsked(event)) sayOffline();
  });
  document.addEventListener("htmx:responseError", function (event) {
    if (isAsked(event)) say(event.detail.xhr.status >= 500 ? "failed" : "refused");
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.successful) say("");
  });
  // A form pressed twice is sent once. After a while it may be sent again: the first may never have arrived.
  window.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    window.setTimeout(function () { delete form.dataset.sent; }, 4000);
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });
  window.addEventListener("offline", function () {
    if (!document.querySelector("[data-live-lost]")) sayOffline();
  });
  window.addEventListener("online", function () {
    say("");
    // What was looked for in between is looked for now.
    document.querySelectorAll("input[type=search][hx-get]").forEach(function (field) {
      if (field.value) field.dispatchEvent(new CustomEvent("charleston:again"));
    });
  });

  // What the reader opened stays open when a part of the page is loaded anew.
  let opened = [];
  document.addEventListener("htmx:beforeSwap", function (event) {
    opened = Array.from(event.detail.target.querySelectorAll("details[id][open]"), function (box) { return box.id; });
  });
  document.addEventListener("htmx:afterSwap", function () {
    opened.splice(0).forEach(function (id) {
      const box = document.getElementById(id);
      if (box) box.open = true;
    });
  });

  // Zero is struck through and a loss wears its pill, as on paper: the marks of a score cell follow what is typed.
  function mark(cell) {
    const value = cell.value.trim();
    cell.classList.toggle("is-zero", /^0+$/.test(value));
    cell.classList.toggle("is-negative", /^[-\u2212]/.test(value));
  }
  document.addEventListener("input", function (event) {
    if (event.target.matches("input.score")) mark(event.target);
  });
  function markAll(root) {
    root.querySelectorAll("input.score").forEach(mark);
  }
  markAll(document);
  document.addEventListener("htmx:load", function (event) { markAll(event.detail.elt); });

  // A page of buttons that somebody comes back to is asked for again: what it offered may be done by now.
  window.addEventListener("pageshow", function (event) {
    const entry = performance.getEntriesByType("navigation")[0];
    const isBack = event.persisted || (entry && entry.type === "back_forward");
    if (isBack && document.querySelector("[data-fresh-on-return]")) location.reload();
  });

  // An error summary takes the focus, so that it is read first.
  const summary = document.querySelector("[data-error-summary]");
  if (summary) summary.focus();
})();

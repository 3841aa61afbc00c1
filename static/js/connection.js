// The strip at the foot of the window, which says what somebody asked for and did not get.
const strip = document.getElementById("connection");

export const showConnection = (words) => {
  if (!strip) return;
  strip.hidden = !words;
  if (words) strip.querySelector("p").textContent = words;
};

const show = (name) => showConnection(name && strip?.dataset[name]);
// At the score desk, work goes on without a connection.
const showOffline = () => show(document.getElementById("pile") ? "desk" : "offline");

// Nobody is told of a failed poll, which no event triggered; live.js tells of a page that cannot keep itself current.
const isAsked = (event) => {
  const cause = event.detail.requestConfig?.triggeringEvent;
  return cause && cause.type !== "charleston:change";
};

document.addEventListener("htmx:sendError", (event) => {
  if (isAsked(event)) showOffline();
});
document.addEventListener("htmx:responseError", (event) => {
  if (isAsked(event)) show(event.detail.xhr.status >= 500 ? "failed" : "refused");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) show("");
});
// A laptop without any network still reaches itself.
window.addEventListener("offline", () => {
  if (!document.querySelector("[data-live-lost]")) fetch("/healthz", { cache: "no-store" }).catch(showOffline);
});
window.addEventListener("online", () => {
  show("");
  // A search that was typed while there was no connection is sent now.
  for (const field of document.querySelectorAll("input[type=search][hx-get]")) {
    if (field.value) field.dispatchEvent(new CustomEvent("charleston:again"));
  }
});

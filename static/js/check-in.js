// After a tap the typed words are selected, so that the next name replaces them.
document.addEventListener("htmx:afterRequest", (event) => {
  const find = document.getElementById("find");
  if (!find?.value || !event.detail.successful || event.detail.requestConfig.verb !== "post") return;
  find.focus();
  find.select();
});

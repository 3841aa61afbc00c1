// The winners sent on: the way this device shares, with the picture where it takes one; else the link writes a letter.
const share = document.querySelector("[data-share]");

const pictureOf = async (address, name) => {
  const answer = await fetch(address);
  return new File([await answer.blob()], `${name}.png`, { type: "image/png" });
};

share?.addEventListener("click", async (event) => {
  if (!navigator.share) return;
  event.preventDefault();
  const { share: url, title } = share.dataset;
  const picture = document.querySelector("[data-picture]").href;
  const text = document.getElementById("newsletter").textContent;
  const files = await pictureOf(picture, title).then((file) => [file], () => []);
  const withPicture = files.length && navigator.canShare?.({ files }) ? { files } : {};
  navigator.share({ title, text, ...(url && { url }), ...withPicture }).catch(() => null); // somebody thought better of it
});

// Without a secure connection a browser copies only what is selected.
const copy = (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text.textContent);
  getSelection().selectAllChildren(text);
  return Promise.resolve(document.execCommand("copy"));
};

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copy(document.getElementById(button.dataset.copy));
    button.textContent = button.dataset.copied;
  });
}

// How far the round is, as of the last answer of the server.
export class Counts {
  #latest = null;
  answers = 0;

  take(counts) {
    this.answers += 1;
    if (!counts?.accepted) return;
    this.#latest = counts;
    this.#show();
  }

  // `answers`: how many had come when the page was asked for. Its counts may be older than the last answer.
  renew(answers) {
    if (this.#latest && answers < this.answers) this.#show();
  }

  #show() {
    for (const [state, words] of Object.entries(this.#latest)) {
      const box = document.querySelector(`[data-count='${state}']`);
      if (!box) continue;
      box.hidden = !words;
      box.firstElementChild.lastChild.textContent = (box.querySelector(".mark") ? " " : "") + words;
    }
  }
}

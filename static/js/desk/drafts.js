// What is typed at the desk and not stored by the server yet, by the address of its form: {key, seen, fields}, where
// `fields` has a list of values for each name. Of one account alone: who signs in after somebody else on one machine
// does not see what that person typed.
import { Store } from "../store.js";

const isDraft = (value) => Boolean(value?.fields) && Object.values(value.fields).every(Array.isArray);

export class Drafts {
  #store;

  constructor(storage, user) {
    this.#store = new Store(storage, `charleston-desk:${user}:`);
  }

  read(path) {
    const draft = this.#store.read(path);
    return isDraft(draft) ? draft : null;
  }

  // A full storage keeps nothing, and typing goes on.
  keep(path, draft) {
    this.#store.write(path, draft);
  }

  forget(path) {
    this.#store.remove(path);
  }

  // Another form about the same set, such as a choice between two versions, carries the draft on under its own key.
  carryOn(path, key) {
    const draft = this.read(path);
    if (draft) this.keep(path, { ...draft, key });
  }

  // The server has carried out what these keys sent.
  settle(keys) {
    for (const path of this.#store.names()) {
      if (keys.includes(this.read(path)?.key)) this.forget(path);
    }
  }
}

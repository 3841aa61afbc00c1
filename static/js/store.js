// Null where the browser forbids it, as in private browsing: then nothing is kept beyond the page.
export const browserStorage = () => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
};

// Values under names with a prefix, in a browser's storage: which may be forbidden (null) or full, and may hold what
// cannot be read.
export class Store {
  #storage;
  #prefix;

  constructor(storage, prefix) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  // The names in use, in their order.
  names() {
    return Object.keys(this.#storage ?? {})
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => name.slice(this.#prefix.length))
      .sort();
  }

  // The value, or null.
  read(name) {
    try {
      return JSON.parse(this.#storage.getItem(this.#prefix + name));
    } catch {
      return null;
    }
  }

  // Whether the value is kept now.
  write(name, value) {
    try {
      this.#storage.setItem(this.#prefix + name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  remove(name) {
    this.#storage?.removeItem(this.#prefix + name);
  }
}

// What this device remembers of how its pages are shown.
export const remembered = new Store(browserStorage(), "charleston-");

// What a form says of itself to the server: the key under which it counts once, and what stood there when its page
// was made. How the fields are called is known here alone.
const SEEN = ["version", "seats"];

export const stampOf = (form) => {
  const value = (name) => form.elements.namedItem(name)?.value ?? "";
  return { key: value("key"), seen: Object.fromEntries(SEEN.map((name) => [name, value(name)])) };
};

// The form is sent as one that was made from this.
export const setSeen = (form, seen) => {
  for (const name of SEEN) {
    if (seen?.[name]) form.elements.namedItem(name).value = seen[name];
  }
};

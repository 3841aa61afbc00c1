// The stamp of a form: the key under which it counts once, a colon, and what stood there when its page was made, as
// text that only the server reads.
const FIELD = "stamp";

export const stampOf = (form) => {
  const text = form.elements.namedItem(FIELD)?.value ?? "";
  const [key] = text.split(":", 1);
  return { key, seen: text.slice(key.length + 1) };
};

// The form is sent as one that was made from this.
export const setSeen = (form, seen) => {
  if (seen) form.elements.namedItem(FIELD).value = `${stampOf(form).key}:${seen}`;
};

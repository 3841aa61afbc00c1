// The fields of a form of the score desk, by name: some names have several, such as the lists of infractions.

// Fields of the server's (hidden ones) are not typed, unless they stand for something that was. What a choice types is.
const isTyped = (field) =>
  field.name && field.tagName !== "BUTTON" && field.type !== "radio" && (field.type !== "hidden" || "typed" in field.dataset);

export const fieldsOf = (form, name) => Array.from(form.elements).filter((field) => field.name === name);

// Everything typed: for each name, the values that are not empty.
export const typedIn = (form) => {
  const fields = {};
  for (const field of Array.from(form.elements).filter(isTyped)) {
    const value = field.type === "checkbox" ? field.checked && field.value : field.value;
    fields[field.name] = (fields[field.name] ?? []).concat(value || []);
  }
  return fields;
};

const addList = (select) => {
  const more = select.cloneNode(true);
  more.id = `${select.name}-${fieldsOf(select.form, select.name).length + 1}`;
  more.value = "";
  select.after(" ", more);
  return more;
};

// The list of this name that is still free; one more where there is anything left to choose.
export const freeList = (form, name) => {
  const lists = fieldsOf(form, name);
  const free = lists.find((list) => !list.value);
  if (free || lists.length >= lists[0].options.length - 1) return free;
  return addList(lists.at(-1));
};

const hidden = (name, value) => Object.assign(document.createElement("input"), { type: "hidden", name, value });

// `check` is what the server's next answer replaces: what stands beside an answer comes with it, and is sent along
// until then. What was typed for a seat that is empty by now is kept and sent until the server has answered for it.
export const fill = (form, check, name, values) => {
  const fields = fieldsOf(form, name);
  if (!fields.length && values.length) {
    const field = hidden(name, values[0]);
    if (/^(g\d+-)?[A-D]-/.test(name)) {
      field.dataset.typed = "";
      form.append(field);
    } else check.append(field);
  }
  while (fields.length && fields.length < values.length) fields.push(addList(fields.at(-1)));
  fields.forEach((field, index) => {
    if (field.type === "checkbox") field.checked = values.length > 0;
    else field.value = values[index] ?? "";
  });
  if (fields.length && "several" in fields[0].dataset) freeList(form, name);
};

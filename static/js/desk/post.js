// Sends one set to the server, in this account's name.
const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

export const tokenField = () => ["csrfmiddlewaretoken", token()];

const once = async ({ send, body }) => {
  try {
    return await fetch(send, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        "X-CSRFToken": token(),
      },
      redirect: "error",
    });
  } catch {
    return null;
  }
};

// Somebody signed in anew in another tab: the page's token is out of date. `page` is any page with the present one.
const renewToken = async (page) => {
  try {
    const answer = await fetch(page, { redirect: "error" });
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    const headers = made.body.getAttribute("hx-headers");
    if (headers) document.body.setAttribute("hx-headers", headers);
    return Boolean(headers);
  } catch {
    return false;
  }
};

// Promises what the outbox asks for: the server's answer, {signedOut: true}, or null.
export const post = async (item, page) => {
  let answer = await once(item);
  if (answer?.status === 403 && (await renewToken(page))) answer = await once(item);
  if (answer?.status === 401) return { signedOut: true };
  try {
    return await answer.json();
  } catch {
    return null;
  }
};

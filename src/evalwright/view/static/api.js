// Asking the server. Every address is made here from ids and fields, each encoded.

export class Failed extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export async function ask(parts, fields = {}, signal = undefined) {
  const path = parts.map((part) => encodeURIComponent(part)).join("/");
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== "" && value !== null && value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return documentOf(await fetch(`/api/${path}${text ? `?${text}` : ""}`, { signal, credentials: "same-origin" }));
}

// The one thing that is sent: a mark, with the token that came with the page's data.
export async function send(path, wish, token) {
  return documentOf(await fetch(`/api/${path}`, {
    method: "POST", credentials: "same-origin", body: JSON.stringify(wish),
    headers: { "Content-Type": "application/json", "X-Evalwright-Token": token },
  }));
}

async function documentOf(answer) {
  const isDocument = (answer.headers.get("content-type") || "").startsWith("application/json");
  const body = isDocument ? await answer.json() : { error: (await answer.text()).trim() };
  if (!answer.ok) throw new Failed(answer.status, body.error || String(answer.status));
  return body;
}

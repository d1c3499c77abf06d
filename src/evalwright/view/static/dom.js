// The one way in which elements are made. Text from data only ever becomes text: children that are not elements are
// put in as text nodes, and attributes come from the short list below.

const ALLOWED = new Set([
  "class", "id", "href", "type", "name", "value", "placeholder", "title", "for", "colspan", "rowspan", "role", "scope",
  "tabindex", "disabled", "checked", "selected", "open", "min", "max", "step", "autocomplete", "spellcheck",
  "datetime", "maxlength", "lang",
]);

export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "href") element.setAttribute("href", local(value));
    else if (ALLOWED.has(key) || key.startsWith("aria-") || key.startsWith("data-")) {
      element.setAttribute(key, value === true ? "" : String(value));
    } else throw new Error(`attribute ${key}`);
  }
  put(element, children);
  return element;
}

export function put(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

export function show(element, ...children) {
  element.replaceChildren();
  return put(element, children);
}

// Links lead to views of this page and nowhere else.
function local(address) {
  if (!String(address).startsWith("#")) throw new Error("a link inside the page starts with #");
  return address;
}

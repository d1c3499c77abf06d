// The page: a bar on top and one view below it, chosen by the address. A view may return a function that ends it.

import { Failed } from "./api.js";
import { compareView } from "./compare.js";
import { h, show } from "./dom.js";
import { conversationView, fileView } from "./files.js";
import { itemView } from "./item.js";
import { listView } from "./list.js";
import { here } from "./routes.js";
import { runView } from "./run.js";
import { w } from "./words.js";

const CONTENT = "#main";
const VIEWS = {
  "": listView,
  run: runView,
  item: itemView,
  compare: compareView,
  file: fileView,
  conversation: conversationView,
};
const main = document.getElementById("main");
const note = document.getElementById("note");
let view = { end() {}, update: null, key: "" };

export function tell(text) {
  note.textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { note.textContent = ""; }, 4000);
}

function bar(crumbs) {
  const parts = [h("a", { href: "#/", class: "brand" }, "evalwright")];
  for (const [text, address] of crumbs) {
    parts.push(h("span", { class: "slash", "aria-hidden": "true" }, "/"));
    parts.push(address ? h("a", { href: address }, text) : h("span", { "aria-current": "page" }, text));
  }
  show(document.getElementById("top"), h("nav", { "aria-label": "evalwright" }, parts));
  document.title = [...crumbs.map(([text]) => text).reverse(), "evalwright"].join(" · ");
}

// The first link of the page leads past the bar. It is no address of a view, so the address stays as it is.
const skip = document.querySelector(".skip");
skip.textContent = w("skip");
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
});

async function open() {
  if (location.hash === CONTENT && view.name !== undefined) return main.focus();
  const place = location.hash === CONTENT ? { parts: [], fields: {} } : here();
  const name = place.parts[0] || "";
  const key = place.parts.join("/");
  if (view.update && view.key === key && view.name === name) return view.update(place.fields);
  view.end();
  const controller = new AbortController();
  view = { end: () => controller.abort(), update: null, key, name };
  const opened = view;
  if (!Object.hasOwn(VIEWS, name)) return fail(new Failed(404, w("not_here")));
  const isCurrent = () => view === opened;
  const failed = (error) => { if (isCurrent() && error.name !== "AbortError") fail(error); };
  const page = { main, bar, tell, fail: failed, signal: controller.signal, isCurrent };
  try {
    main.setAttribute("aria-busy", "true");
    const made = await VIEWS[name](page, place.parts.slice(1), place.fields);
    opened.update = made && made.update;
  } catch (error) {
    failed(error);
  } finally {
    if (isCurrent()) main.removeAttribute("aria-busy");
  }
}

function fail(error) {
  const text = error instanceof Failed ? error.message : w("gone");
  show(main, h("p", { class: "problem", role: "alert" }, text), h("p", {}, h("a", { href: "#/" }, w("runs"))));
}

window.addEventListener("hashchange", open);
open();

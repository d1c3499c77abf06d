// Small pieces that several views show.

import { h } from "./dom.js";
import { count, share, w } from "./words.js";

const GOOD = new Set(["exact", "right", "successful_call", "rightly_no_call", "correct", "answered", "fixed", "both_right", "finished"]);
const HALF = new Set(["wrong_arguments", "stopped", "unscored", "no_reference", "unjudged", "running"]);

export function badge(word, shown = word) {
  const tone = GOOD.has(word) ? "good" : HALF.has(word) ? "half" : "bad";
  return h("span", { class: `badge ${tone}` }, shown);
}

export function scoreBar(value) {
  if (typeof value !== "number") return h("span", { class: "faint" }, "–");
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(0, Math.min(1, value)) * 100}%`;
  return h("span", { class: "score" }, h("span", { class: "track", "aria-hidden": "true" }, fill), h("span", { class: "number" }, share(value)));
}

export function interval(ci) {
  return Array.isArray(ci) && ci.length === 2 ? `[${share(ci[0])}, ${share(ci[1])}]` : "–";
}

export function json(value) {
  return h("pre", { class: "json" }, JSON.stringify(value, null, 2));
}

export function fold(title, ...children) {
  return h("details", { class: "fold" }, h("summary", {}, title), children);
}

export function longText(text, length = 1500) {
  const box = h("div", { class: "text" });
  if (text.length <= length) {
    box.textContent = text;
    return box;
  }
  box.textContent = `${text.slice(0, length)}…`;
  const more = h("button", { type: "button", class: "plain", onclick: () => { box.textContent = text; more.remove(); } }, `${w("show_all")} (${count(text.length)})`);
  return h("div", {}, box, more);
}

export function pager(data, move) {
  const last = Math.max(0, Math.ceil(data.matching / data.size) - 1);
  return h("div", { class: "pager" },
    h("button", { type: "button", disabled: data.page <= 0, onclick: () => move(data.page - 1) }, w("previous")),
    h("span", {}, `${w("page")} ${count(data.page + 1)} ${w("of")} ${count(last + 1)}`),
    h("button", { type: "button", disabled: data.page >= last, onclick: () => move(data.page + 1) }, w("next")));
}

export function select(name, label, options, value, change) {
  const known = options.some(([key]) => key === value);
  const shown = known || !value ? options : [...options, [value, value]];
  return h("label", {}, h("span", {}, label),
    h("select", { name, onchange: (event) => change(event.target.value) },
      shown.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

export function field(name, label, value, change, more = {}) {
  let timer = 0;
  const input = h("input", {
    name, value: value || "", autocomplete: "off", spellcheck: "false", ...more,
    oninput: () => { clearTimeout(timer); timer = setTimeout(() => change(input.value.trim()), 250); },
  });
  return h("label", {}, h("span", {}, label), input);
}

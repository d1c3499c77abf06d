// Small pieces that several views show.

import { h } from "./dom.js";
import { link } from "./routes.js";
import { count, effectName, say, share, verdictName, w } from "./words.js";

const GOOD = new Set(["exact", "right", "successful_call", "rightly_no_call", "correct", "answered", "fixed", "both_right", "finished", "passed"]);
const HALF = new Set(["wrong_arguments", "stopped", "incomplete", "unscored", "no_reference", "unjudged", "running", "errored"]);

export function badge(word, shown = verdictName(word)) {
  const tone = GOOD.has(word) ? "good" : HALF.has(word) ? "half" : "bad";
  return h("span", { class: `badge ${tone}` }, shown);
}

// What an answer does, where it was executed; nothing where it was not.
export function effectBadge(effect) {
  if (!effect) return null;
  const tone = effect === "harm" ? "bad" : effect === "same" ? "good" : "half";
  return h("span", { class: `badge ${tone} effect`, "data-effect": effect }, effectName(effect));
}

// The share of answers that do harm, with its interval, where answers were executed.
export function harmBadge(part) {
  const harm = part.metrics.find((each) => each.metric === "harm");
  if (!harm || typeof harm.score !== "number") return null;
  const [low, high] = Array.isArray(harm.ci95) ? harm.ci95 : [null, null];
  const interval = low === null ? "" : ` [${share(low)}, ${share(high)}]`;
  return h("span", { class: `badge ${harm.score ? "bad" : "good"} harm` }, `${effectName("harm")} ${share(harm.score)}${interval}`);
}

export function scoreBar(value) {
  if (typeof value !== "number") return h("span", { class: "faint" }, "–");
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(0, Math.min(1, value)) * 100}%`;
  return h("span", { class: "score" }, h("span", { class: "track", "aria-hidden": "true" }, fill), h("span", { class: "number" }, share(value)));
}

// How a run stands; one with requests that failed says how many.
export function stateBadge(run) {
  const missing = run.missing ? `${w("colon")}${say("without_answer", { n: run.missing, due: run.due })}` : "";
  return badge(run.state, `${w(run.state)}${missing}`);
}

// The score of a part; of one that goes on the score so far, marked as such.
export function partScore(part) {
  const main = part.metrics[0];
  if (main) return scoreBar(main.score);
  if (!part.live) return h("span", { class: "faint" }, "–");
  return h("span", { class: "live" }, scoreBar(part.live.score));
}

export function partMeasure(part) {
  const main = part.metrics[0];
  if (main) return `${main.metric} ${interval(main.ci95)}`;
  if (!part.live) return "";
  const key = part.due === null || part.due === undefined ? "so_far_alone" : "so_far";
  return `${part.live.metric} (${say(key, { n: part.live.num, due: part.due })})`;
}

// Why requests have no answer: how often, the server's own sentence, what helps, and the first items.
export function causesBox(run, part) {
  if (!part.causes.length && !part.unjudged) return null;
  return h("section", { class: "alarm", role: "note" },
    part.errors ? h("h2", {}, `${part.model}${w("colon")}${say("without_answer", { n: part.errors, due: part.errors + (part.graded || 0) })}`) : null,
    part.unjudged ? h("h2", {}, say("unjudged_count", { n: part.unjudged })) : null,
    h("ol", { class: "causes" }, part.causes.map((cause) => h("li", { class: "cause" },
      h("p", {}, h("strong", {}, `${count(cause.count)} ×`), " ", cause.kind ? h("code", {}, cause.kind) : null),
      h("p", { class: "said" }, cause.kind === "not_asked" ? w(cause.who === "judge" ? "not_judged" : "not_asked") : cause.message || w("other_causes")),
      cause.cure ? h("p", {}, h("strong", {}, w("cure")), " ", cause.cure) : null,
      h("p", { class: "ids" }, cause.items.map((item) => [h("a", { href: link(["item", run, part.part], { key: item.key }) }, item.id), " "]))))));
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
    h("span", {}, say("of_page", { page: data.page + 1, pages: last + 1 })),
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

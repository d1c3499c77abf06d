// One item: what was asked, what was expected, what was given, what the grader said; raw; as curl. j and k step to
// the items that stand beside it in the list it was opened from.

import { ask } from "./api.js";
import { callsOf, compareCalls, compareTexts } from "./calls.js";
import { h, show } from "./dom.js";
import { listen } from "./keys.js";
import { marksBlock } from "./marks.js";
import { badge, effectBadge, fold, json, longText, scoreBar } from "./parts.js";
import { go, link } from "./routes.js";
import { traceOf } from "./trace.js";
import { count, endingName, share, w } from "./words.js";

export async function itemView(page, [run, part], fields) {
  const back = sessionStorage.getItem("list") || link(["run", run, part]);
  const data = await ask(["runs", run, "parts", part, "item"], { key: fields.key, copy: fields.copy }, page.signal);
  page.bar([[data.run_name, link(["run", run])], [data.model, link(["run", run, part])], [data.id]]);
  show(page.main,
    h("div", { class: "head" }, h("h1", {}, data.id), data.review ? badge(String(data.review.verdict)) : null,
      data.review ? effectBadge(data.review.effect) : null,
      data.prediction && data.prediction.error ? badge("error", w("error")) : null),
    h("div", { class: "beside" },
      h("div", {}, answerBlock(data), facts(data),
        marksBlock(data, { run, part: Number(part), key: data.key, copy: data.copy }, page)),
      h("div", {}, conversation(data.record),
        h("div", { class: "tools" }, data.curl ? copyButton(data.curl, page) : null),
        fold(`${w("raw")}${w("colon")}${w("review")}`, json(data.review)),
        fold(`${w("raw")}${w("colon")}${w("prediction")}`, json(data.prediction)),
        fold(`${w("raw")}${w("colon")}${w("record")}`, json(data.record.raw)))),
    h("p", { class: "hint keys" }, w("keys_item")));
  const near = neighbours(run, part, fields, data.beside);
  listen(page.signal, {
    j: () => { if (near.next) go(["item", run, part], near.next, { replace: true }); },
    k: () => { if (near.previous) go(["item", run, part], near.previous, { replace: true }); },
    Escape: () => { location.hash = back; },
  });
}

// The list that was shown last says which items stand beside this one; on a fresh link the order of the file does.
export function remember(address, items) {
  sessionStorage.setItem("list", address);
  sessionStorage.setItem("beside", JSON.stringify(items));
}

function neighbours(run, part, fields, beside) {
  let known = [];
  try {
    known = JSON.parse(sessionStorage.getItem("beside") || "[]");
  } catch {
    known = [];
  }
  const at = known.findIndex((each) => each.run === run && String(each.part) === part && each.key === fields.key && (each.copy || "") === (fields.copy || ""));
  const wish = (each) => (each ? { key: each.key, copy: each.copy ? String(each.copy) : "" } : null);
  if (at < 0) return { next: wish(beside.next), previous: wish(beside.previous) };
  return { next: wish(known[at + 1]), previous: wish(known[at - 1]) };
}

export function answerBlock(data) {
  const review = data.review;
  const sample = (data.prediction && data.prediction.sample) || {};
  const error = data.prediction && data.prediction.error;
  return h("section", { class: "answer" },
    review ? h("p", { class: "why" }, String(review.reason ?? "")) : null,
    review && review.details && review.details.effect ? h("p", { class: "hint effect" }, `${w("effect")}${w("colon")}${String(review.details.effect.why ?? "")}`) : null,
    error ? h("p", { class: "problem" }, `${error.kind}: ${error.message}`) : null,
    difference(review ? review.details : null, data, sample),
    review ? scores(review.score) : null,
    criteria(review ? review.details : null),
    typeof sample.output_text === "string" && sample.output_text ? [h("h3", {}, w("reply")), longText(sample.output_text)] : null);
}

function difference(details, data, sample) {
  const inner = Object.values(details || {}).find((each) => each && each.verdict !== undefined && each.details);
  const graded = inner ? inner.details : details;
  if (graded && isCalls(graded.expected, graded.given)) {
    return compareCalls(callsOf(graded.expected), callsOf(graded.given), Array.isArray(graded.arguments) ? graded.arguments : []);
  }
  if (graded && Array.isArray(graded.reference)) return compareTexts(graded.reference.map(String).join("\n\n"), String(graded.answer ?? ""));
  if (graded && Array.isArray(graded.expected) && Array.isArray(graded.given)) return compareTexts(graded.expected.map(String).join(", "), graded.given.map(String).join(", "));
  const expected = data.record && data.record.expected;
  if (expected || sample.output_tools) return compareCalls(callsOf(expected), callsOf(sample.output_tools), null);
  return null;
}

function isCalls(expected, given) {
  const are = (list) => Array.isArray(list) && list.every((each) => each && typeof each === "object");
  return are(expected) && are(given);
}

function scores(score) {
  if (!score || typeof score !== "object") return null;
  return h("dl", { class: "scores" }, Object.entries(score).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, typeof value === "number" ? scoreBar(value) : String(value)))));
}

// What each testing criterion said: passed, failed, or why it gave no score; an imported run has its old grades here.
function criteria(details) {
  const found = details && Array.isArray(details.criteria) ? details.criteria.filter((each) => each && typeof each === "object") : [];
  if (!found.length) return null;
  return [h("h3", {}, w("criteria")), h("ul", { class: "criteria" }, found.map((each) => h("li", {},
    badge(each.error ? "errored" : each.passed ? "passed" : "failed"), " ", h("b", {}, String(each.name)), " ",
    typeof each.score === "number" ? h("span", { class: "number" }, share(each.score)) : null, " ",
    h("span", { class: "faint" }, each.error ? `${each.error.kind}: ${each.error.message}` : [each.type, each.note].filter(Boolean).join(" · ")))))];
}

function facts(data) {
  const sample = (data.prediction && data.prediction.sample) || {};
  const usage = sample.usage && typeof sample.usage === "object" ? sample.usage : {};
  const found = [];
  if (typeof sample.latency_ms === "number") found.push([w("latency"), `${count(Math.round(sample.latency_ms))} ms`]);
  if (typeof usage.total_tokens === "number") found.push([w("tokens"), count(usage.total_tokens)]);
  if (sample.finish_reason) found.push([w("finish"), endingName(String(sample.finish_reason))]);
  return found.length ? h("dl", { class: "facts" }, found.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))) : null;
}

const WHY = { no_file: "no_file", changed: "file_changed", not_there: "not_there" };

export function conversation(record) {
  if (record.trace) return [h("h2", {}, w("conversation")), traceOf(record.trace)];
  if (record.state !== "found") return h("p", { class: "hint" }, w(WHY[record.state] || record.state));
  const raw = record.raw && typeof record.raw === "object" ? record.raw : {};
  return [h("h2", {}, w("record")), h("dl", { class: "record" }, Object.entries(raw).map(([name, value]) => [h("dt", {}, name), h("dd", {}, typeof value === "string" ? longText(value) : JSON.stringify(value))]))];
}

function copyButton(text, page) {
  const shown = h("div", {});
  return [h("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      page.tell(w("copied"));
    } catch {
      page.tell(w("copy_failed"));
      show(shown, h("pre", { class: "json" }, text));
    }
  } }, w("copy_curl")), shown];
}

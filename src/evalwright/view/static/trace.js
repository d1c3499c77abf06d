// A conversation as a trace: who said what, which tool was called with which values, and where each came from.

import { h } from "./dom.js";
import { longText } from "./parts.js";
import { count, sourceWords, w } from "./words.js";

export function traceOf(trace, { findings = [], marked = null } = {}) {
  const by = new Map();
  for (const each of findings) if (typeof each.message === "number") by.set(each.message, [...(by.get(each.message) || []), each]);
  return h("ol", { class: "trace" }, trace.steps.map((step) => message(step, by.get(step.message) || [], marked)));
}

function message(step, findings, marked) {
  const role = ["system", "user", "assistant", "tool"].includes(step.role) ? step.role : "other";
  const name = role === "tool" ? [w("result_of"), " ", h("code", {}, step.tool || "?")] : w(step.role);
  const body = [step.text ? content(step, role) : null, (step.calls || []).map(call)];
  const heading = h("div", { class: "who" }, h("span", {}, name), h("span", { class: "faint" }, `#${step.message}`));
  const inside = role === "system"
    ? h("details", {}, h("summary", {}, heading), body)
    : [heading, body];
  return h("li", { class: `message ${role}${step.is_error ? " failed" : ""}${marked === step.message ? " marked" : ""}`, id: `m${step.message}` },
    inside, findings.map(finding));
}

function content(step, role) {
  if (role !== "tool") return longText(step.text);
  try {
    return longText(JSON.stringify(JSON.parse(step.text), null, 1), 700);
  } catch {
    return longText(step.text, 700);
  }
}

export function call(each) {
  const head = h("div", { class: "name" }, h("code", {}, each.name || "?"));
  if (each.unreadable) return h("div", { class: "call bad" }, head, h("p", { class: "problem" }, each.unreadable), longText(each.raw || ""));
  return h("div", { class: "call" }, head,
    each.arguments.length ? h("dl", {}, each.arguments.map(argument)) : null,
    each.more ? h("p", { class: "faint" }, `${count(each.more)} ${w("more_values")}`) : null);
}

function argument(each) {
  const unknown = each.source.kind === "nowhere";
  return [h("dt", {}, each.path),
    h("dd", {}, h("code", {}, JSON.stringify(each.value)),
      h("span", { class: unknown ? "source nowhere" : "source" }, unknown ? w("nowhere") : `${w("from_source")} ${sourceWords(each.source)}`))];
}

export function finding(each) {
  return h("p", { class: `finding ${["error", "warning"].includes(each.severity) ? each.severity : "info"}` },
    h("strong", {}, each.rule), " ", each.text);
}

// Expected beside given: tool calls argument by argument, texts word by word, with the differences marked.

import { h } from "./dom.js";
import { w } from "./words.js";

const MOST_WORDS = 600;

// Calls in any of the shapes they come in: as graded, as answered, as in the record.
export function callsOf(value) {
  const list = Array.isArray(value) ? value : value && Array.isArray(value.tool_calls) ? value.tool_calls : [];
  return list.filter((each) => each && typeof each === "object").map((each) => {
    const call = each.function && typeof each.function === "object" ? each.function : each;
    return { name: String(call.name ?? ""), arguments: parsed(call.arguments) };
  });
}

function parsed(value) {
  if (typeof value !== "string") return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export function leaves(value, path = "", into = []) {
  if (Array.isArray(value) && value.length) value.forEach((inner, at) => leaves(inner, `${path}[${at}]`, into));
  else if (value && typeof value === "object" && Object.keys(value).length) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, into);
  } else into.push([path, value]);
  return into;
}

export function compareCalls(expected, given, differences) {
  const rows = [];
  const most = Math.max(expected.length, given.length);
  for (let at = 0; at < most; at += 1) rows.push(oneCall(expected[at], given[at], differences));
  if (!most) rows.push(h("p", { class: "hint" }, w("no_call")));
  return h("div", { class: "calls" }, rows);
}

function oneCall(expected, given, differences) {
  const wrong = !expected || !given || expected.name !== given.name;
  const cell = (call) => h("th", { scope: "col", class: wrong ? "bad" : null }, call ? h("code", {}, call.name) : h("span", { class: "faint" }, w("no_call")));
  return h("div", { class: "scroll" }, h("table", { class: "diff" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), h("th", { scope: "col" }, w("expected")), h("th", { scope: "col" }, w("given")), h("th", { scope: "col" }, "")),
      h("tr", {}, h("th", { scope: "row" }, w("tool")), cell(expected), cell(given), h("td", {}, wrong ? w("different") : ""))),
    h("tbody", {}, argumentRows(expected, given, differences || [], wrong))));
}

function argumentRows(expected, given, differences, wrong) {
  const left = new Map(expected ? leaves(expected.arguments) : []);
  const right = new Map(given ? leaves(given.arguments) : []);
  left.delete("");
  right.delete("");
  const told = new Map(differences.map((each) => [String(each.path), each]));
  return [...new Set([...left.keys(), ...right.keys()])].map((path) => {
    const state = stateOf(path, left, right, told, wrong);
    const said = told.get(path);
    const value = (side, source) => h("td", { class: state }, side.has(path) ? h("code", {}, JSON.stringify(side.get(path))) : "–",
      source ? h("div", { class: "source" }, `${w("from_source")} ${source}`) : null);
    return h("tr", { class: state }, h("th", { scope: "row" }, path),
      value(left, said && said.expected_source), value(right, said && said.given_source),
      h("td", { class: "state" }, state === "same" ? "" : w(state)));
  });
}

function stateOf(path, left, right, told, wrong) {
  if (!left.has(path)) return told.size && !covered(path, told) && !wrong ? "by_rule" : "extra";
  if (!right.has(path)) return told.size && !covered(path, told) && !wrong ? "by_rule" : "missing";
  if (JSON.stringify(left.get(path)) === JSON.stringify(right.get(path))) return "same";
  return covered(path, told) || wrong ? "different" : "by_rule";
}

// Whether the grader spoke of this value, or of something that holds it or lies in it.
function covered(path, told) {
  for (const key of told.keys()) if (path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`) || key.startsWith(path)) return true;
  return false;
}

export function compareTexts(expected, given) {
  const [left, right] = wordDiff(expected, given);
  return h("div", { class: "sides" },
    h("section", {}, h("h3", {}, w("expected")), h("div", { class: "text" }, left)),
    h("section", {}, h("h3", {}, w("given")), h("div", { class: "text" }, right)));
}

function wordDiff(a, b) {
  const cut = (text) => text.match(/[\p{Script=Han}]|[^\s\p{Script=Han}]+|\s+/gu) || [];
  const left = cut(a);
  const right = cut(b);
  if (left.length > MOST_WORDS || right.length > MOST_WORDS) return [a, b];
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      table[i][j] = left[i] === right[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const made = [[], []];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      made[0].push(left[i]);
      made[1].push(right[j]);
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && table[i + 1][j] >= table[i][j + 1])) made[0].push(h("del", {}, left[i++]));
    else made[1].push(h("ins", {}, right[j++]));
  }
  return made;
}

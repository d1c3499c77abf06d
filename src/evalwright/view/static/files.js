// A file of conversations: the list, and one of them as a trace with the audit's findings.

import { ask } from "./api.js";
import { callsOf } from "./calls.js";
import { h, show } from "./dom.js";
import { listen, stepper } from "./keys.js";
import { field, fold, json, pager } from "./parts.js";
import { go, link } from "./routes.js";
import { call, finding, traceOf } from "./trace.js";
import { count, w } from "./words.js";

const AGAIN = 300;

export async function fileView(page, [file], fields) {
  const state = { fields: { ...fields }, timer: 0 };
  const filters = h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() });
  const title = h("h1", {});
  const status = h("div", { class: "status", role: "status" });
  const list = h("div", {});
  const set = (changes) => go(["file", file], { ...state.fields, page: "", ...changes }, { replace: true });
  const refresh = async () => {
    clearTimeout(state.timer);
    const data = await ask(["files", file], { ...state.fields, size: 25 }, page.signal);
    page.bar([[data.name]]);
    title.textContent = data.name;
    show(status, h("span", { id: "matching" }, data.matching === data.total ? `${count(data.total)} ${w("items")}` : `${count(data.matching)} ${w("of")} ${count(data.total)} ${w("items")}`),
      data.complete ? null : h("span", { class: "faint" }, ` · ${w("reading")}`), h("span", { class: "hint keys" }, w("keys_list")));
    if (!(filters.contains(document.activeElement))) show(filters, field("q", w("search"), state.fields.q, (value) => set({ q: value }), { type: "search", maxlength: 300 }));
    show(list, table(file, data), data.matching > data.size ? pager(data, (to) => set({ page: to ? String(to) : "" })) : null);
    if (!data.complete) state.timer = setTimeout(() => { refresh().catch(page.fail); }, AGAIN);
  };
  page.signal.addEventListener("abort", () => clearTimeout(state.timer));
  show(page.main, title, filters, status, list);
  await refresh();
  stepper(page.main, page.signal);
  return { update: (changed) => { state.fields = { ...changed }; refresh().catch(page.fail); } };
}

function table(file, data) {
  if (!data.rows.length) return h("p", { class: "hint" }, w("nothing"));
  return h("ol", { class: "rows" }, data.rows.map((row) => h("li", { "data-row": String(row.row) },
    h("a", { class: "row talk", href: link(["conversation", file, row.row]) },
      h("span", { class: "id" }, row.id),
      row.problem ? h("span", { class: "badge bad" }, row.problem) : h("span", { class: "faint" }, `${count(row.messages)} ${w("messages").toLowerCase()} · ${count(row.calls)} ${w("calls").toLowerCase()}`),
      row.errors ? h("span", { class: "badge bad" }, `${count(row.errors)} ${w("errors")}`) : null,
      row.warnings ? h("span", { class: "badge half" }, `${count(row.warnings)} ${w("warnings")}`) : null,
      h("span", { class: "tool" }, (row.tools || []).join(" → ")),
      h("span", { class: "reason" }, row.first)))));
}

export async function conversationView(page, [file, row], fields) {
  const data = await ask(["files", file, "rows", row], {}, page.signal);
  page.bar([[data.name, link(["file", file])], [data.id]]);
  const at = Number(row);
  const general = data.findings.filter((each) => typeof each.message !== "number");
  show(page.main,
    h("div", { class: "head" }, h("h1", {}, data.id), data.trace && data.trace.ungrounded ? h("span", { class: "badge bad" }, `${count(data.trace.ungrounded)} ${w("nowhere")}`) : null),
    data.trace ? [
      h("section", { class: "findings" }, h("h2", {}, `${w("findings")} (${count(data.findings.length)})`),
        data.findings.length ? data.findings.map((each) => typeof each.message === "number" ? jump(each) : null) : h("p", { class: "hint" }, w("no_findings")), general.map(finding)),
      h("h2", {}, w("conversation")), traceOf(data.trace, { findings: data.findings })] : h("p", { class: "problem" }, w("no_conversation")),
    data.expected ? [h("h2", {}, w("expected_next")), callsOf(data.expected).map((each) => call({ name: each.name, arguments: Object.entries(each.arguments || {}).map(([path, value]) => ({ path, value, source: { kind: "", words: "–" } })) }))] : null,
    fold(w("raw"), json(data.raw)),
    h("p", { class: "hint keys" }, w("keys_item")));
  listen(page.signal, {
    j: () => { if (at + 1 < data.total) go(["conversation", file, at + 1]); },
    k: () => { if (at > 0) go(["conversation", file, at - 1]); },
    Escape: () => go(["file", file]),
  });
}

function jump(each) {
  const made = finding(each);
  made.append(" ");
  made.append(h("button", { type: "button", class: "plain", onclick: () => {
    const target = document.getElementById(`m${each.message}`);
    if (target) target.scrollIntoView({ block: "center" });
  } }, `#${each.message}`));
  return made;
}

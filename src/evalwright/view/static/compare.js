// Two models side by side: the sentence, the counts, and the items of one kind, stepped through with j and k.

import { ask } from "./api.js";
import { h, show } from "./dom.js";
import { answerBlock, conversation } from "./item.js";
import { stepper } from "./keys.js";
import { badge, field, pager, select } from "./parts.js";
import { go, link } from "./routes.js";
import { count, language, verdictName, w } from "./words.js";

const KINDS = ["fixed", "broken", "both_wrong", "different", "both_right", "all"];
const AGAIN = 250;
const WIDE = 760;

export async function compareView(page, [a, b], fields) {
  const state = { fields: { kind: "broken", ...fields }, chosen: Boolean(fields.kind), timer: 0, shown: "" };
  const sentence = h("div", { class: "sentence", role: "status" }, h("p", { class: "hint" }, w("working_out")));
  const head = h("div", {});
  const tabs = h("div", { class: "tabs" });
  const filters = h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() });
  const list = h("div", { class: "pairs" });
  const detail = h("div", { class: "detail", "aria-live": "polite" });
  const set = (changes) => go(["compare", a, b], { ...state.fields, page: "", ...changes }, { replace: true });
  const refresh = async () => {
    clearTimeout(state.timer);
    const data = await ask(["compare"], { a, b, ...state.fields }, page.signal);
    if (data.refused) return refuse(data);
    const other = KINDS.find((kind) => data.counts[kind]);
    if (!state.chosen && !data.counts[state.fields.kind] && other) return set({ kind: other });
    draw(data);
    if (!data.complete) state.timer = setTimeout(() => { refresh().catch(page.fail); }, AGAIN);
  };
  // Items that are not the same cannot be fixed or broken: nothing is counted.
  const refuse = (data) => {
    page.bar([[w("compare")]]);
    show(head, heading({ only_a: 0, only_b: 0, ...data }));
    show(sentence, h("p", { class: "problem", role: "alert" }, data.refused));
    for (const part of [tabs, filters, list, detail]) show(part);
    return true;
  };
  const draw = (data) => {
    page.bar([[w("compare")]]);
    show(head, heading(data));
    show(tabs, KINDS.map((kind) => h("button", {
      type: "button", "aria-pressed": String(state.fields.kind === kind), class: `tab ${kind}`, onclick: () => set({ kind }),
    }, w(kind === "different" ? "kind_different" : kind), " ", h("strong", {}, count(data.counts[kind])))));
    if (!(filters.contains(document.activeElement) && document.activeElement.tagName === "INPUT")) {
      show(filters,
        field("q", w("search"), state.fields.q, (value) => set({ q: value }), { type: "search", maxlength: 300 }),
        select("tool", w("tool"), [["", w("any_tool")], ...data.tools.map((each) => [each.name, `${each.name} (${count(each.num)})`])], state.fields.tool || "", (value) => set({ tool: value })),
        h("span", { class: "hint keys" }, w("keys_list")));
    }
    show(list, rows(data, (pair) => open(pair)), data.matching > data.size ? pager(data, (to) => set({ page: to ? String(to) : "" })) : null);
    if (data.pairs.length && window.innerWidth > WIDE) open(data.pairs[0]).catch(() => {});
    else show(detail);
  };
  const open = async (pair) => {
    state.shown = pair.a.key;
    const [left, right] = await Promise.all([a, b].map((side) => {
      const [run, part] = side.split(".");
      return ask(["runs", run, "parts", part, "item"], { key: pair.a.key }, page.signal);
    }));
    if (state.shown !== pair.a.key) return;
    show(detail, h("h2", {}, pair.id), h("div", { class: "sides" }, side(left, w("before"), a), side(right, w("after"), b)), conversation(left.record));
  };
  page.signal.addEventListener("abort", () => clearTimeout(state.timer));
  show(page.main, head, sentence, tabs, filters, h("div", { class: "split" }, list, detail));
  if (await refresh()) return {};
  stepper(page.main, page.signal, { moved: (row) => row.querySelector("a").click() });
  ask(["compare", "summary"], { a, b, lang: language }, page.signal).then((found) => {
    show(sentence, h("p", { class: "verdict" }, found.sentence || found.problem), (found.remarks || []).map((text) => h("p", { class: "hint" }, text)));
  }).catch((error) => { if (error.name !== "AbortError") show(sentence, h("p", { class: "problem" }, error.message)); });
  return { update: (changed) => { Object.assign(state, { fields: { kind: "broken", ...changed }, chosen: true }); refresh().catch(page.fail); } };
}

function heading(data) {
  const one = (each) => h("a", { href: link(["run", each.run, each.part]) }, data.a.run === data.b.run ? each.model : `${each.model} (${each.run_name})`);
  return [h("h1", {}, one(data.b), h("span", { class: "faint" }, ` ${w("against")} `), one(data.a)),
    data.only_a + data.only_b ? h("p", { class: "hint" }, `${count(data.only_a + data.only_b)} ${w("items")}: ${w("only_one")}`) : null];
}

function rows(data, open) {
  if (!data.pairs.length) return data.complete ? h("p", { class: "hint" }, w("nothing")) : h("p", { class: "hint" }, w("reading"));
  return h("ol", { class: "rows" }, data.pairs.map((pair) => h("li", { "data-row": pair.a.key },
    h("a", { class: "row pair", href: location.hash, onclick: (event) => {
      event.preventDefault();
      for (const row of document.querySelectorAll("[data-row]")) row.classList.toggle("here", row.contains(event.currentTarget));
      open(pair).catch(() => {});
    } },
      h("span", { class: "id" }, pair.id), badge(pair.outcome, w(pair.outcome)),
      h("span", { class: "tool" }, pair.a.tool),
      h("span", { class: "flow" }, verdictName(pair.a.verdict), " → ", verdictName(pair.b.verdict)),
      h("span", { class: "reason" }, pair.outcome === "fixed" ? pair.a.reason : pair.b.reason)))));
}

function side(data, label, key) {
  const [run, part] = key.split(".");
  return h("section", {},
    h("h3", {}, h("span", { class: "faint" }, `${label}: `), h("a", { href: link(["item", run, part], { key: data.key }) }, data.model), " ", data.review ? badge(String(data.review.verdict)) : null),
    answerBlock(data));
}

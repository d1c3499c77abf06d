// One run: its parts with their numbers, and below them the items of one part, filtered, sorted, in pages. While the
// run goes on, or a large file is still being read, the page asks again.

import { ask } from "./api.js";
import { h, show } from "./dom.js";
import { remember } from "./item.js";
import { stepper } from "./keys.js";
import { badge, causesBox, effectBadge, field, fold, harmBadge, json, pager, partMeasure, partScore, scoreBar, select, stateBadge } from "./parts.js";
import { go, link } from "./routes.js";
import { count, effectName, endingName, say, verdictName, w, when } from "./words.js";

const FAST = 250;
const SLOW = 1000;
const WHOLE = new Set(["stop", "tool_calls"]);
const MANY = 0.05;
const SORTS = ["order", "score", "-score", "verdict", "tool", "id"];

export async function runView(page, [run, part], fields) {
  const state = { run, part: Number(part || 0), fields: { ...fields }, timer: 0, drawn: "" };
  const head = h("div", {});
  const filters = h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() });
  const status = h("div", { class: "status", role: "status" });
  const list = h("div", {});
  const foot = h("div", {});
  const set = (changes) => {
    const next = { ...state.fields, page: "", ...changes };
    go(["run", run, state.part], next, { replace: true });
  };
  const refresh = async () => {
    clearTimeout(state.timer);
    const mine = JSON.stringify(state.fields);
    const [about, items] = await Promise.all([
      ask(["runs", run], {}, page.signal),
      ask(["runs", run, "parts", state.part, "items"], state.fields, page.signal),
    ]);
    if (mine !== JSON.stringify(state.fields)) return;
    draw(about, items);
    const again = !items.complete ? FAST : about.state === "running" ? SLOW : 0;
    if (again && page.isCurrent()) state.timer = setTimeout(() => { refresh().catch(retry); }, again);
  };
  const retry = (error) => {
    if (error.name !== "AbortError" && page.isCurrent()) state.timer = setTimeout(() => { refresh().catch(retry); }, 2 * SLOW);
  };
  const draw = (about, items) => {
    page.bar([[about.name, link(["run", run])], [items.model]]);
    const text = JSON.stringify([about, items]);
    if (text === state.drawn) return;
    state.drawn = text;
    const chosen = about.parts[state.part];
    show(head, title(about), partsTable(about, state.part), about.state === "running" ? progress(chosen) : null,
      causesBox(run, chosen), endings(chosen), notes(chosen));
    drawFilters(filters, items, state.fields, set);
    show(status, statusLine(about, items, set));
    remember(link(["run", run, state.part], state.fields), items.items.map((item) => ({ run, part: state.part, key: item.key, copy: item.copy ? String(item.copy) : "" })));
    const at = list.querySelector(".here");
    show(list, table(items));
    if (at) {
      const same = [...list.querySelectorAll("[data-row]")].find((row) => row.dataset.row === at.dataset.row);
      if (same) same.classList.add("here");
    }
    show(foot, items.matching > items.size ? pager(items, (to) => set({ page: to ? String(to) : "" })) : null, fold(w("config"), json(about.config)));
  };
  page.signal.addEventListener("abort", () => clearTimeout(state.timer));
  show(page.main, head, filters, status, list, foot);
  await refresh();
  stepper(page.main, page.signal);
  return { update: (changed) => { state.fields = { ...changed }; refresh().catch(page.fail); } };
}

function title(about) {
  const made = about.created ? Date.parse(about.created) / 1000 : NaN;
  return h("div", { class: "head" }, h("h1", {}, about.name), stateBadge(about),
    h("span", { class: "faint" }, when(Number.isFinite(made) ? made : about.changed)));
}

// How answers ended, where the report says it: answers cut off or refused are scored, and a reader must hear of them.
function endings(part) {
  if (!part.answers.length) return null;
  const all = part.answers.reduce((sum, each) => sum + each.num, 0);
  const said = (each) => {
    const text = `${endingName(each.name)} ${count(each.num)}`;
    return !WHOLE.has(each.name) && each.num >= MANY * all ? h("span", { class: "badge half" }, text) : text;
  };
  return h("p", { class: "hint" }, `${w("answers_ended")}${w("colon")}`, part.answers.map((each, at) => [at ? " · " : "", said(each)]));
}

// What a reader of the scores must know: rows that were left out, a judge that judges itself.
function notes(part) {
  return part.notes.length ? h("ul", { class: "notes hint" }, part.notes.map((note) => h("li", {}, note))) : null;
}

function answered(part) {
  const so = say(part.due === null ? "progress_alone" : "progress", { n: part.answered, due: part.due });
  return part.failed ? `${so} · ${say("failed_so_far", { n: part.failed })}` : so;
}

function partsTable(about, chosen) {
  return h("div", {}, h("table", { class: "parts" },
    h("tbody", {}, about.parts.map((part) => {
      const main = part.metrics[0];
      return h("tr", { class: part.part === chosen ? "chosen" : null },
        h("td", { class: "name" }, h("a", { href: link(["run", about.id, part.part]), "aria-current": part.part === chosen ? "true" : null }, part.model)),
        h("td", { class: "tight" }, main || part.live ? partScore(part) : h("span", { class: "faint" }, answered(part))),
        h("td", { class: main ? "faint wide" : "faint" }, partMeasure(part)),
        h("td", {}, harmBadge(part)),
        h("td", {}, part.errors ? h("span", { class: "badge bad" }, say("without_answer", { n: part.errors, due: part.errors + part.graded })) : null),
        h("td", { class: "faint set" }, part.dataset === part.subset ? part.dataset : `${part.dataset} · ${part.subset}`),
        h("td", {}, part.part !== chosen && part.reviewed && about.parts[chosen].reviewed
          ? h("a", { href: link(["compare", `${about.id}.${chosen}`, `${about.id}.${part.part}`]) }, w("compare")) : null));
    }))));
}

function progress(part) {
  const value = part.due ? part.answered / part.due : 0;
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.min(1, value) * 100}%`;
  return h("div", { class: "progress" }, h("span", { class: "track" }, fill),
    h("span", { id: "answered" }, answered(part)));
}

function drawFilters(form, items, fields, set) {
  if (form.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
  const options = (names, any, shown = (name) => name) => [["", any], ...names.map((each) => [each.name, `${shown(each.name)} (${count(each.num)})`])];
  const verdicts = options(items.verdicts, w("any_verdict"), verdictName);
  if (items.verdicts.some((each) => each.name === "exact")) verdicts.push(["!exact", `≠ ${verdictName("exact")}`]);
  show(form,
    field("q", w("search"), fields.q, (value) => set({ q: value }), { type: "search", maxlength: 300 }),
    select("verdict", w("verdict"), verdicts, fields.verdict || "", (value) => set({ verdict: value })),
    select("tool", w("tool"), options(items.tools, w("any_tool")), fields.tool || "", (value) => set({ tool: value })),
    items.effects.length ? select("effect", w("effect"), options(items.effects, w("any_effect"), effectName), fields.effect || "", (value) => set({ effect: value })) : null,
    field("min", `${w("score")} ${w("from")}`, fields.min, (value) => set({ min: value }), { type: "number", step: "0.1", class: "short" }),
    field("max", w("to"), fields.max, (value) => set({ max: value }), { type: "number", step: "0.1", class: "short" }),
    select("sort", w("sort"), SORTS.map((each) => [each, w(`sort_${each}`)]), fields.sort || "order", (value) => set({ sort: value === "order" ? "" : value })));
}

function statusLine(about, items, set) {
  const part = about.parts[items.part];
  const damaged = items.damaged || part.damaged;
  const button = (text, changes) => h("button", { type: "button", class: "plain", onclick: () => set(changes) }, text);
  return [
    h("span", { id: "matching" }, items.matching === items.total ? `${count(items.total)} ${w("items")}` : `${count(items.matching)} ${w("of")} ${count(items.total)} ${w("items")}`),
    items.complete ? null : h("span", { class: "faint" }, ` · ${w("reading")}`),
    items.of === "predictions" && !part.reviewed ? h("span", { class: "faint" }, ` · ${w("not_graded")}`) : null,
    items.of === "predictions" && part.reviewed && part.graded ? [" · ", button(w("show_reviews"), { of: "", verdict: "" })] : null,
    items.of === "reviews" && part.errors ? [` · ${say("failed_so_far", { n: part.errors })} `, button(w("show_them"), { of: "predictions", verdict: "error" })] : null,
    damaged ? h("p", { class: "problem" }, `${damaged.file}:${damaged.line} ${w("damaged")} evalwright repair ${about.name}`) : null,
    h("span", { class: "hint keys" }, w("keys_list")),
  ];
}

function table(items) {
  if (!items.items.length) return items.complete ? h("p", { class: "hint" }, w(items.total ? "nothing" : "nothing_asked")) : null;
  const graded = items.of === "reviews";
  return h("ol", { class: "rows" }, items.items.map((item) => h("li", { "data-row": `${item.key} ${item.copy}` },
    h("a", { class: "row", href: link(["item", items.run, items.part], { key: item.key, copy: item.copy ? String(item.copy) : "" }) },
      h("span", { class: "id" }, item.id, item.copy ? ` (${w("repeat")} ${item.copy + 1})` : null),
      h("span", {}, badge(item.verdict), item.effect ? [" ", effectBadge(item.effect)] : null),
      h("span", { class: "tool" }, item.tool),
      graded ? scoreBar(item.score) : null,
      h("span", { class: "reason" }, item.reason)))));
}

// The first page: runs with how they stand and their main number, searched and sorted; data files; and picking two
// runs to compare.

import { ask } from "./api.js";
import { h, show } from "./dom.js";
import { stepper } from "./keys.js";
import { field, partMeasure, partScore, select, stateBadge } from "./parts.js";
import { go, link } from "./routes.js";
import { count, say, w, when } from "./words.js";

const POLL = 2000;
const SORTS = { date: "sort_date", name: "sort_name", model: "sort_model", dataset: "sort_dataset", score: "sort_best", state: "sort_state" };

export async function listView(page, _, fields) {
  const state = { fields: { ...fields }, picked: [], drawn: "" };
  const title = h("h1", {});
  const filters = h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() });
  const status = h("div", { class: "status", role: "status" });
  const list = h("div", {});
  const set = (changes) => go([], { ...state.fields, ...changes }, { replace: true });
  const load = async () => {
    const mine = JSON.stringify(state.fields);
    const data = await ask(["all"], state.fields, page.signal);
    if (mine !== JSON.stringify(state.fields)) return;
    const text = JSON.stringify([data, state.fields]);
    if (text !== state.drawn) draw(data);
    state.drawn = text;
  };
  const draw = (data) => {
    page.bar([]);
    title.textContent = data.title;
    if (!(filters.contains(document.activeElement) && document.activeElement.tagName === "INPUT")) {
      show(filters,
        field("q", w("search_runs"), state.fields.q, (value) => set({ q: value }), { type: "search", maxlength: 300 }),
        select("sort", w("sort"), Object.entries(SORTS).map(([key, word]) => [key, w(word)]), state.fields.sort || "date", (value) => set({ sort: value === "date" ? "" : value })));
    }
    show(status,
      h("span", { id: "matching" }, say("runs_found", { n: data.runs.length, all: data.all_runs })),
      data.left_out ? h("span", { class: "faint" }, ` · ${say("left_out", { n: data.left_out })}`) : null,
      data.runs.length > 1 || (data.runs[0] && data.runs[0].parts.length > 1) ? h("span", { class: "hint" }, ` · ${w("compare_hint")}`) : null);
    show(list,
      h("h2", {}, w("runs")),
      data.runs.length ? runs(data.runs, state.picked) : h("p", { class: "hint" }, w(data.all_runs ? "no_match" : "no_runs")),
      data.files.length ? [h("h2", {}, w("files")), files(data.files)] : null);
  };
  show(page.main, title, filters, status, list);
  await load();
  const timer = setInterval(() => { if (!document.hidden && !state.picked.length) load().catch(() => {}); }, POLL);
  page.signal.addEventListener("abort", () => clearInterval(timer));
  stepper(page.main, page.signal);
  return { update: (changed) => { state.fields = { ...changed }; load().catch(page.fail); } };
}

function runs(all, picked) {
  return h("div", { class: "cards" }, all.map((run) => h("section", { class: "card", "data-row": run.id },
    h("div", { class: "head" },
      h("h3", {}, h("a", { href: link(["run", run.id]) }, run.name)),
      stateBadge(run), h("span", { class: "faint" }, when(run.changed))),
    run.problem ? h("p", { class: "problem" }, run.problem) : null,
    run.parts.length ? h("table", { class: "parts" }, h("tbody", {}, run.parts.map((part) => line(run, part, picked)))) : null)));
}

function line(run, part, picked) {
  const main = part.metrics[0];
  const key = `${run.id}.${part.part}`;
  const box = h("input", { type: "checkbox", "aria-label": `${w("compare")}${w("colon")}${part.model}`, checked: picked.includes(key), onchange: () => pick(box, key, picked) });
  return h("tr", {},
    h("td", { class: "tight" }, h("label", { class: "touch" }, box)),
    h("td", { class: "name" }, h("a", { href: link(["run", run.id, part.part]) }, part.model)),
    h("td", { class: "tight" }, partScore(part)),
    h("td", { class: main ? "faint wide" : "faint" }, partMeasure(part)),
    h("td", { class: "faint wide num" }, main ? `${count(main.num)} ${w("items")}` : ""),
    h("td", { class: "faint set" }, part.dataset === part.subset ? part.dataset : `${part.dataset} · ${part.subset}`));
}

function pick(box, key, picked) {
  const at = picked.indexOf(key);
  if (at >= 0) picked.splice(at, 1);
  if (box.checked) picked.push(key);
  if (picked.length === 2) go(["compare", ...picked]);
}

function files(all) {
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, [w("name"), w("size"), w("changed")].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, all.map((file) => h("tr", {},
      h("td", {}, h("a", { href: link(["file", file.id]) }, file.name)),
      h("td", { class: "faint nowrap" }, bytes(file.size)),
      h("td", { class: "faint" }, when(file.changed)))))));
}

function bytes(size) {
  const units = ["B", "KB", "MB", "GB"];
  let at = 0;
  let value = size;
  while (value >= 1000 && at < units.length - 1) { value /= 1000; at += 1; }
  return `${at ? value.toFixed(1) : value} ${units[at]}`;
}

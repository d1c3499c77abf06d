// The first page: runs with their main number, data files, and picking two to compare.

import { ask } from "./api.js";
import { h, show } from "./dom.js";
import { listen } from "./keys.js";
import { badge, interval, scoreBar } from "./parts.js";
import { go, link } from "./routes.js";
import { count, w, when } from "./words.js";

const POLL = 2000;

export async function listView(page) {
  const picked = [];
  const drawn = { text: "" };
  const load = async () => {
    const data = await ask(["all"], {}, page.signal);
    const text = JSON.stringify(data);
    if (text !== drawn.text) draw(data);
    drawn.text = text;
    return data;
  };
  const draw = (data) => {
    page.bar([]);
    show(page.main,
      h("h1", {}, data.title),
      h("h2", {}, w("runs")),
      data.runs.length ? [h("p", { class: "hint" }, w("compare_hint")), runs(data.runs, picked)] : h("p", {}, w("no_runs")),
      data.files.length ? [h("h2", {}, w("files")), files(data.files)] : null);
  };
  await load();
  const timer = setInterval(() => { if (!document.hidden && !picked.length) load().catch(() => {}); }, POLL);
  page.signal.addEventListener("abort", () => clearInterval(timer));
  listen(page.signal, {});
}

function runs(all, picked) {
  return h("div", { class: "cards" }, all.map((run) => h("section", { class: "card" },
    h("div", { class: "head" },
      h("h3", {}, h("a", { href: link(["run", run.id]) }, run.name)),
      badge(run.state, w(run.state)), h("span", { class: "faint" }, when(run.changed))),
    run.problem ? h("p", { class: "problem" }, run.problem) : null,
    run.parts.length ? h("div", { class: "scroll" }, h("table", { class: "parts" }, h("tbody", {}, run.parts.map((part) => line(run, part, picked))))) : null)));
}

function line(run, part, picked) {
  const main = part.metrics[0];
  const key = `${run.id}.${part.part}`;
  const box = h("input", { type: "checkbox", "aria-label": `${w("compare")}: ${part.model}`, onchange: () => pick(box, key, picked) });
  return h("tr", {},
    h("td", { class: "tight" }, box),
    h("td", {}, h("a", { href: link(["run", run.id, part.part]) }, part.model)),
    h("td", {}, main ? scoreBar(main.score) : h("span", { class: "faint" }, "–")),
    h("td", { class: "faint wide" }, main ? `${main.metric} ${interval(main.ci95)}` : ""),
    h("td", { class: "faint wide" }, main ? `${count(main.num)} ${w("items")}` : ""),
    h("td", { class: "faint" }, part.dataset === part.subset ? part.dataset : `${part.dataset} · ${part.subset}`));
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

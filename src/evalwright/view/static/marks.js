// What people say of an item: this answer is right too, the gold is wrong, the item is unfair. Set and taken back here.

import { send } from "./api.js";
import { h, show } from "./dom.js";
import { say, w } from "./words.js";

const KINDS = ["also_right", "gold_wrong", "unfair"];

// `at` names the answer: run, part, key and copy, as the address of the page has them.
export function marksBlock(data, at, page) {
  const box = h("section", { class: "marks", "aria-label": w("marks") });
  draw(box, data, data.marks, at, page);
  return box;
}

function draw(box, data, marks, at, page) {
  if (!marks.can) return show(box);
  const act = async (wish) => {
    try {
      draw(box, data, await send("marks", { ...at, ...wish }, marks.token), at, page);
      page.tell(w("mark_kept"));
    } catch (error) {
      const refused = box.querySelector(".refused");
      refused.classList.add("problem");
      show(refused, error.message);
    }
  };
  const why = h("input", { name: "why", maxlength: 500, placeholder: w("mark_why"), autocomplete: "off", "aria-label": w("mark_why") });
  const button = (kind) => h("button", { type: "button", name: kind, disabled: kind === "also_right" && !answered(data), onclick: () => act({ mark: kind, why: why.value }) }, w(`mark_${kind}`));
  return show(box,
    h("h2", {}, w("marks")),
    h("p", {}, why),
    h("p", { class: "kinds" }, KINDS.map(button)),
    h("p", { class: marks.problem ? "refused problem" : "refused", role: "alert" }, marks.problem || ""),
    marks.own.length ? h("ul", { class: "own" }, marks.own.map((mark) => h("li", {},
      h("strong", {}, w(`marked_${mark.mark}`)), mark.answer ? [" ", h("code", {}, mark.answer)] : null, mark.why ? `${w("colon")}${mark.why}` : "", " ",
      h("button", { type: "button", class: "plain", onclick: () => act({ withdraw: mark.name }) }, w("take_back"))))) : null,
    marks.outdated ? h("p", { class: "hint" }, say("marks_outdated", { n: marks.outdated })) : null,
    h("p", { class: "hint" }, say("marks_file", { file: marks.file })));
}

function answered(data) {
  const sample = (data.prediction && data.prediction.sample) || {};
  return Boolean((Array.isArray(sample.output_tools) && sample.output_tools.length) || sample.output_text);
}

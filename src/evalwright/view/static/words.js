// The words of the page, from the word files; which language is the browser's own wish.

import WORDS from "./locale.js";

const wished = (navigator.language || "en").toLowerCase().slice(0, 2);
export const language = Object.hasOwn(WORDS, wished) ? wished : "en";
document.documentElement.lang = language;

const SPOKEN = WORDS[language];
const REGION = { en: "en-US", zh: "zh-CN" }[language] || language;

export function w(key) {
  return Object.hasOwn(SPOKEN, key) ? SPOKEN[key] : key;
}

// A sentence with its values put in; `{n|one|many}` is a word that depends on a number.
function filled(sentence, values) {
  return sentence.replace(/\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (slot, name, one, many) => {
    if (!Object.hasOwn(values, name)) return slot;
    if (one !== undefined) return values[name] === 1 ? one : many;
    return typeof values[name] === "number" ? count(values[name]) : String(values[name]);
  });
}

export const say = (key, values) => filled(w(key), values);

// What a verdict, or the end of an answer, is called; those that are not ours by their own names.
export function verdictName(verdict) {
  if (verdict === "answered" || verdict === "error") return w(verdict);
  return Object.hasOwn(SPOKEN.verdicts, verdict) ? SPOKEN.verdicts[verdict] : verdict;
}

export const effectName = (effect) => (Object.hasOwn(SPOKEN.effects, effect) ? SPOKEN.effects[effect] : effect);

export const endingName = (ending) => (Object.hasOwn(SPOKEN.endings, ending) ? SPOKEN.endings[ending] : ending);

// Where a value came from; in English the server's words are used as they are.
export function sourceWords(source) {
  if (language === "en") return source.words;
  const said = SPOKEN.source;
  const at = typeof source.message === "number" ? filled(said.message, { message: source.message }) : "";
  const kind = source.kind === "free-form" ? "free_form" : source.kind;
  const place = source.kind === "result" && source.path ? `${at}，${source.path}` : at;
  const words = Object.hasOwn(said, kind) && kind !== "transform"
    ? filled(said[kind], { tool: source.tool || said.tool, place, path: source.path || "" })
    : source.words;
  return source.transform ? filled(said.transform, { place: words, transform: source.transform }) : words;
}

export const count = (number) => Number(number).toLocaleString(REGION);

export function when(seconds) {
  return new Date(seconds * 1000).toLocaleString(language === "en" ? "en-GB" : REGION, { dateStyle: "medium", timeStyle: "short" });
}

export function share(value) {
  return typeof value === "number" ? value.toFixed(3) : "–";
}

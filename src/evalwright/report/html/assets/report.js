"use strict";
// Shows what belongs to a failure when it is opened. Everything from data becomes text, never markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const words = data.words;

  const make = (tag, name, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };
  const titled = (title, ...children) => make("div", "", make("h4", "", title), ...children);
  const known = (table, key) => (Object.hasOwn(table, key) ? table[key] : key);

  // The part in which two texts differ, between what they share at both ends.
  const differing = (one, other) => {
    const least = Math.min(one.length, other.length);
    let start = 0;
    while (start < least && one[start] === other[start]) start += 1;
    let end = 0;
    while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
    return [start, one.length - end];
  };
  const value = (text, other, side) => {
    if (text === null) return make("span", "dim", words.missing);
    if (other === null) return make("code", "", make("mark", side, text));
    const [start, end] = differing(text, other);
    const middle = end > start ? make("mark", side, text.slice(start, end)) : "";
    return make("code", "", text.slice(0, start), middle, text.slice(end));
  };
  const cell = (head, ...children) => {
    const made = make("td", "", ...children);
    made.dataset.head = head;
    return made;
  };
  const source = (text) => (text ? make("span", "source", `${words.from} ${text}`) : null);

  const differences = (rows) => {
    const heads = [words.field, words.expected, words.given].map((text) => make("th", "", text));
    const body = rows.map(([path, kind, expected, given, expectedSource, givenSource]) =>
      make("tr", "",
        cell(words.field, make("code", "", path), ` ${known(words.kinds, kind)}`),
        cell(words.expected, value(expected, given, "expected"), source(expectedSource)),
        cell(words.given, value(given, expected, "given"), source(givenSource))));
    return make("table", "differences", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...body));
  };
  const pair = (left, right) => make("div", "pair", left, right);
  const block = (title, text) => titled(title, make("pre", "", text || words.none));

  // A text with the first place of every value marked.
  const marked = (text, marks) => {
    const places = [];
    for (const [, wanted, side] of marks) {
      const at = wanted ? text.indexOf(wanted) : -1;
      if (at >= 0 && !places.some((place) => at < place.end && place.at < at + wanted.length)) {
        places.push({ at, end: at + wanted.length, side });
      }
    }
    places.sort((one, other) => one.at - other.at);
    const pieces = [];
    let from = 0;
    for (const { at, end, side } of places) {
      pieces.push(text.slice(from, at), make("mark", side, text.slice(at, end)));
      from = end;
    }
    return [...pieces, text.slice(from)];
  };
  const roles = ["system", "user", "assistant", "tool"];
  const message = (place, number, marks) => {
    const [role, text, calls, name] = data.messages[place];
    const made = make("div", `message ${roles.includes(role) ? role : "other"}`,
      make("div", "role", `${number} · ${known(words.roles, role)}${name ? ` · ${name}` : ""}`));
    if (text) made.append(make("div", "text", ...marked(text, marks)));
    for (const [tool, said] of calls) made.append(make("div", "call", `→ ${tool} `, ...marked(said, marks)));
    return made;
  };
  const conversation = (failure) => {
    if (failure.messages === null) return make("p", "dim", words.left_out);
    if (failure.messages === undefined) return make("p", "dim", words.no_data);
    const marks = failure.marks || [];
    const title = `${words.conversation} · ${words.messages} ${failure.messages.length}`;
    const made = make("details", "conversation", make("summary", "", title));
    made.addEventListener("toggle", () => {
      if (made.childElementCount > 1) return;
      if (marks.length) made.append(make("p", "dim", words.marks));
      failure.messages.forEach((place, at) => {
        made.append(message(place, failure.first + at, marks.filter((mark) => mark[0] === at)));
      });
    });
    return made;
  };

  const choice = ({ expected, given, how }) => make("p", "",
    `${words.letter}: `, make("mark", "given", given || words.none), ` (${words.how}: ${how}) · ${words.expected}: `,
    make("mark", "expected", expected));
  const scores = (failure) => {
    const said = failure.scores.map(([name, number]) => `${name} ${number}`).join(" · ");
    const repeat = failure.repeat === undefined ? "" : ` · ${words.repeat} ${failure.repeat}`;
    return make("p", "dim", `${words.scores}: ${said}${repeat}`);
  };
  const others = (rows) => make("p", "dim", `${words.others}: `, rows.map(([model, verdict, right]) => {
    const mark = right === null ? "" : right ? " ✓" : " ✗";
    return `${data.models[model]}: ${known(words.verdicts, verdict)}${mark}`;
  }).join(" · "));

  const show = (details) => {
    if (details.querySelector(":scope > .shown")) return;
    const failure = data.failures[Number(details.dataset.n)];
    const made = make("div", "shown");
    if (failure.reason) made.append(make("p", "", failure.reason));
    if (failure.effect) {
      const [effect, name, why] = failure.effect;
      made.append(make("p", effect === "harm" ? "problem" : "dim", `${words.effect}: ${name} (${why})`));
    }
    if (failure.problem) made.append(make("p", "problem", `${words.problem}: ${failure.problem}`));
    if (failure.differences && failure.differences.length) made.append(differences(failure.differences));
    if (failure.choice) made.append(choice(failure.choice));
    if (failure.references) {
      const left = failure.references.map((text) => block(words.reference, text));
      made.append(pair(make("div", "", ...left), block(words.answer, failure.answer)));
    }
    if (failure.given !== undefined) {
      const right = block(words.given, failure.given);
      made.append(failure.expected === null ? right : pair(block(words.expected, failure.expected), right));
    }
    if (failure.reply) made.append(block(words.reply, failure.reply));
    made.append(scores(failure));
    if (failure.others) made.append(others(failure.others));
    made.append(conversation(failure));
    details.append(made);
  };

  const list = document.getElementById("failures");
  const groups = [...list.querySelectorAll("details.group")];
  const all = [...list.querySelectorAll("details.failure")];
  const rests = [...list.querySelectorAll("details.rest")];
  list.addEventListener("toggle", (event) => {
    if (event.target.matches("details.failure") && event.target.open) show(event.target);
  }, true);

  const filter = make("input");
  filter.type = "search";
  filter.placeholder = words.filter;
  filter.setAttribute("aria-label", words.filter);
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    if (wanted) rests.forEach((rest) => { rest.open = true; });
    for (const group of groups) {
      const inGroup = group.firstElementChild.textContent.toLowerCase().includes(wanted);
      let some = inGroup;
      for (const failure of group.querySelectorAll("details.failure")) {
        const fits = inGroup || failure.firstElementChild.textContent.toLowerCase().includes(wanted);
        failure.hidden = !fits;
        some = some || fits;
      }
      group.hidden = !some;
      if (wanted && some && !inGroup) group.open = true;
    }
  });
  const button = (text, open) => {
    const made = make("button", "", text);
    made.type = "button";
    made.addEventListener("click", () => [...rests, ...groups].forEach((group) => { group.open = open; }));
    return made;
  };
  if (all.length) {
    list.querySelector("h2").after(
      make("div", "tools", filter, button(words.open_all, true), button(words.close_all, false)));
  }
  // A link of the summary opens the group it leads to.
  const reveal = () => {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (target && target.matches("details.group")) target.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();
  addEventListener("beforeprint", () => {
    for (const details of [...rests, ...groups, ...all]) details.open = true;
    all.forEach(show);
  });
})();

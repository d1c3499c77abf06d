// Keys: j and k step through rows, Enter opens one, / goes to the search field, Esc leaves it or goes back.

export function listen(signal, keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    if (typing && event.key !== "Escape") return;
    if (typing) {
      event.target.blur();
      event.preventDefault();
      return;
    }
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (act && act(event) !== false) event.preventDefault();
  }, { signal });
}

export function stepper(main, signal, more = {}) {
  const rows = () => [...main.querySelectorAll("[data-row]")];
  const move = (by) => {
    const all = rows();
    const at = all.findIndex((row) => row.classList.contains("here"));
    const next = all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))];
    if (!next) return;
    all.forEach((row) => row.classList.toggle("here", row === next));
    (next.querySelector("a") || next).focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    if (more.moved) more.moved(next);
  };
  listen(signal, {
    j: () => move(1),
    k: () => move(-1),
    "/": () => { const box = main.querySelector("input[name=q]"); if (box) box.focus(); },
    Enter: (event) => {
      const row = rows().find((each) => each.classList.contains("here"));
      const target = row && row.querySelector("a");
      if (!target || event.target.tagName === "A" || event.target.tagName === "BUTTON") return false;
      target.click();
      return true;
    },
    ...more.keys,
  });
}

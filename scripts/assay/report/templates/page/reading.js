// What is read in place of the report, one query or one answer: its address, its way back, the one before and after.
"use strict";
(() => {
  const { say, make, quoted } = window.assay;
  const report = document.getElementById("report");
  const page = document.getElementById("query");
  const title = document.title;
  const lists = []; // of queries, of answers: what they are is told in listed()
  let open = null; // the list and the id of what is open; the list may not have it
  let left = null; // where the reader was when the first was opened

  /** What is chosen in all lists, and what is open, as the part of the address behind #; nothing is empty. */
  function address(list = null, id = null) {
    const found = new URLSearchParams();
    if (list) found.set(list.letter, id);
    for (const one of lists) for (const [name, value] of one.stated()) found.set(name, value);
    return found.toString();
  }

  function write(method, list = null, id = null) {
    const text = address(list, id);
    history[method](null, "", text ? `#${text}` : location.pathname + location.search);
  }

  async function show(list, id, keep = null) {
    if (open === null) left = { scroll: window.scrollY, list };
    const now = { list, id };
    open = now;
    const body = list.has(id)
      ? await list.view(id)
      : [quoted("h2", say(list.words.unknown, { id }), { tabindex: "-1", "data-query": id })];
    if (open !== now) return; // another was opened while the texts were decoded
    page.replaceChildren(steps(list, id), ...body.flat(Infinity).filter((part) => part !== null));
    report.hidden = true;
    page.hidden = false;
    document.body.classList.add("reading");
    document.title = `${id} · ${title}`;
    window.scrollTo(0, 0);
    list.stands?.(page);
    window.assay.fading();
    const kept = keep && page.querySelector(`[data-step="${keep}"][href]`);
    (kept || page.querySelector("h2")).focus({ preventScroll: true });
  }

  /** Back to the list, and to the one before and after in its order. */
  function steps(list, id) {
    const found = list.found();
    const where = found.indexOf(id);
    const back = make(
      "a",
      { href: `#${address() || list.section}`, class: "back" },
      say(list.words.back),
      " ",
      make("kbd", {}, "Esc"),
    );
    back.addEventListener("click", (event) => {
      event.preventDefault();
      close();
    });
    const step = (name, sign, to) => {
      const other = where < 0 ? undefined : found[to];
      const href = other === undefined ? null : `#${address(list, other)}`;
      const one = make(
        "a",
        {
          class: "step",
          "data-step": name,
          href,
          role: href ? null : "link",
          "aria-disabled": href ? null : "true",
          "aria-label": say(list.words[name]),
          title: say(list.words[name]),
        },
        sign,
      );
      if (href)
        one.addEventListener("click", (event) => {
          event.preventDefault();
          write("replaceState", list, other);
          show(list, other, name);
        });
      return one;
    };
    const position = where < 0 ? "" : say("position", { n: where + 1, all: found.length });
    return make(
      "nav",
      { class: "steps", "aria-label": say(list.words.all) },
      back,
      step("previous", "←", where - 1),
      make("span", { role: "status" }, position),
      step("next", "→", where + 1),
    );
  }

  function close() {
    write("pushState");
    leave();
  }

  /** The report again, where the reader was; from another list's, at the row of what was open. */
  function leave() {
    const { list, id } = open;
    open = null;
    page.hidden = true;
    page.replaceChildren();
    report.hidden = false;
    document.body.classList.remove("reading");
    document.title = title;
    const row = list.listed(id);
    const back = left?.list === list && left.scroll;
    if (back) window.scrollTo(0, left.scroll);
    row.focus({ preventScroll: Boolean(back) });
  }

  /** Follows the address: a link opened, or the browser's own back and forward. */
  function follow(first = false) {
    const text = location.hash.slice(1);
    const stated = text.includes("=");
    if (text && !stated && !first) return open === null ? undefined : leave(); // the name of a section
    const found = new URLSearchParams(stated ? text : "");
    for (const list of lists) list.take(found);
    const named = lists.find(({ letter }) => found.has(letter));
    if (named) return show(named, found.get(named.letter));
    if (open !== null) return leave();
    const chosen = lists.find((list) => list.stated().length) ?? lists[0];
    if (first && stated) document.getElementById(chosen.section).scrollIntoView();
    return undefined;
  }

  /**
   * Makes what is in a list readable. The list has a letter for addresses, the id of its section and its words, and
   * says: `stated()` what is chosen, as entries of an address; `take(address)` takes that over and shows it; `found()`
   * ids in their order; `has(id)`; `view(id)` promises the elements that say it; `stands(page)` when they stand in the
   * page; `listed(id)` shows its row and gives what is to have the focus. Gives what the list needs in turn.
   */
  function readable(list) {
    lists.push(list);
    return { link: (id) => `#${address(list, id)}`, write: () => write("replaceState") };
  }

  /** The address of one of the list with that letter. */
  const linkTo = (letter, id) => `#${address(lists.find((list) => list.letter === letter), id)}`;

  window.addEventListener("hashchange", () => follow());
  const STEPS = { ArrowLeft: "previous", ArrowRight: "next" };
  document.addEventListener("keydown", (event) => {
    if (open === null || event.defaultPrevented) return;
    if (event.key === "Escape") return close();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return; // the browser's own
    if (event.target.closest?.("input, select, textarea, .scroll, .systems")) return; // where it moves something else
    page.querySelector(`[data-step="${STEPS[event.key]}"][href]`)?.click();
  });
  Object.assign(window.assay, { readable, linkTo, follow });
})();

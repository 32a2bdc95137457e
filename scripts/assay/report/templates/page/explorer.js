// The query explorer: reads the data, keeps the list, the open query and the address in step.
"use strict";
(() => {
  const { say, make, quoted } = window.assay;
  const report = document.getElementById("report");
  const page = document.getElementById("query");
  const place = document.getElementById("list");
  const title = document.title;
  document.documentElement.classList.add("js");

  function explorer(data) {
    const chosen = window.assay.selection(data);
    const at = new Map(data.queries.id.map((id, query) => [id, query]));
    let state = window.assay.start();
    let open = null; // id of the open query; may be one that the data does not have
    let found = [];
    let left = null; // where the reader was when a query was opened
    const status = make("p", { class: "count", role: "status" });
    const rows = make("div", { class: "rows" });
    const controls = window.assay.controls(data, chosen.counts(), () => state, changed);
    const bar = make("div", { class: "bar" }, controls.bar, status);
    place.append(make("div", { class: "columns" }, controls.filters, make("div", {}, bar, rows)));
    if (window.matchMedia("(max-width: 60rem)").matches) controls.filters.open = false;

    const link = (query) => `#${window.assay.address(state, data.queries.id[query])}`;
    const write = (method, id = null) => {
      const text = window.assay.address(state, id);
      history[method](null, "", text ? `#${text}` : location.pathname + location.search);
    };

    function list(focus = null) {
      found = chosen.of(state);
      state.page = Math.min(state.page, Math.max(0, Math.ceil(found.length / window.assay.PAGE) - 1));
      controls.show(state);
      status.textContent = say("shown", { n: found.length, all: data.queries.id.length });
      const pager = window.assay.pager(found.length, state, turned);
      rows.replaceChildren(
        ...(found.length
          ? window.assay.table(data, found, state, link)
          : [make("p", { class: "absent" }, say("none"))]),
        pager ?? "",
      );
      window.assay.fading();
      if (focus) rows.querySelector(`[data-step="${focus}"]:not([disabled])`)?.focus();
    }

    function changed() {
      state.page = 0;
      write("replaceState");
      list();
    }

    function turned(name) {
      write("replaceState");
      list(name);
      rows.scrollIntoView();
    }

    async function show(id, keep = null) {
      if (open === null) left = { scroll: window.scrollY, id };
      open = id;
      const query = at.get(id);
      const texts = await window.assay.texts();
      if (open !== id) return; // another was opened while the texts were decoded
      const body =
        query === undefined
          ? [quoted("h2", say("unknown", { id }), { tabindex: "-1", "data-query": id })]
          : window.assay.view(data, texts, query);
      page.replaceChildren(steps(query), ...body.flat(Infinity).filter((part) => part !== null));
      report.hidden = true;
      page.hidden = false;
      document.body.classList.add("reading");
      document.title = `${id} · ${title}`;
      window.scrollTo(0, 0);
      window.assay.unfoldable(page);
      window.assay.fading();
      const kept = keep && page.querySelector(`[data-step="${keep}"][href]`);
      (kept || page.querySelector("h2")).focus({ preventScroll: true });
    }

    /** Back to the list, and to the query before and after in its order. */
    function steps(query) {
      const where = found.indexOf(query);
      const back = make(
        "a",
        { href: `#${window.assay.address(state) || "explorer"}`, class: "back" },
        say("back"),
        " ",
        make("kbd", {}, "Esc"),
      );
      back.addEventListener("click", (event) => {
        event.preventDefault();
        close();
      });
      const step = (name, sign, to) => {
        const other = where < 0 ? undefined : found[to];
        const href = other === undefined ? null : link(other);
        const one = make(
          "a",
          {
            class: "step",
            "data-step": name,
            href,
            role: href ? null : "link",
            "aria-disabled": href ? null : "true",
            "aria-label": say(name),
            title: say(name),
          },
          sign,
        );
        if (href)
          one.addEventListener("click", (event) => {
            event.preventDefault();
            go(data.queries.id[other], name);
          });
        return one;
      };
      const position = where < 0 ? "" : say("position", { n: where + 1, all: found.length });
      return make(
        "nav",
        { class: "steps", "aria-label": say("queries") },
        back,
        step("previous", "←", where - 1),
        make("span", { role: "status" }, position),
        step("next", "→", where + 1),
      );
    }

    function go(id, keep) {
      write("replaceState", id);
      show(id, keep);
    }

    function close() {
      write("pushState");
      leave();
    }

    function leave() {
      const id = open;
      open = null;
      page.hidden = true;
      page.replaceChildren();
      report.hidden = false;
      document.body.classList.remove("reading");
      document.title = title;
      const query = at.get(id);
      if (query !== undefined && found.includes(query))
        state.page = Math.floor(found.indexOf(query) / window.assay.PAGE);
      list();
      if (left?.scroll) window.scrollTo(0, left.scroll);
      const row = rows.querySelector(`[data-query="${query}"] a`);
      (row ?? place.querySelector("input")).focus({ preventScroll: Boolean(left?.scroll) });
    }

    /** Follows the address: a link opened, or the browser's own back and forward. */
    function follow(first = false) {
      const text = location.hash.slice(1);
      const named = window.assay.understood(text);
      if (named === null && !first) return open === null ? undefined : leave();
      if (named) state = chosen.known(named.state);
      list();
      if (named && named.query !== null) return show(named.query);
      if (open !== null) return leave();
      if (first && named && text) document.getElementById("explorer").scrollIntoView();
      return undefined;
    }

    window.addEventListener("hashchange", () => follow());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && open !== null && !event.defaultPrevented) close();
    });
    rows.addEventListener("click", (event) => {
      const row = event.target.closest?.("tr[data-query]");
      if (row && !event.target.closest("a")) row.querySelector("a").click();
    });
    follow(true);
    performance.mark("first-rows");
  }

  /** All parts are open on paper, and as they were afterwards. */
  function opened() {
    const closed = [];
    const set = ({ matches }) => {
      if (matches) {
        closed.push(...document.querySelectorAll("details:not([open])"));
        for (const one of closed) one.open = true;
      } else for (const one of closed.splice(0)) one.open = false;
    };
    window.matchMedia("print").addEventListener("change", set);
  }

  opened();
  /** Done when the list stands, or when it is said that it cannot. */
  window.assay.ready = window.assay
    .read()
    .then(explorer, () => place.append(make("p", { class: "note" }, say("failed"))));
})();

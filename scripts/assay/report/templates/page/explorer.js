// The query explorer: reads the data, keeps the list and the address in step.
"use strict";
(() => {
  const { say, make } = window.assay;
  const place = document.getElementById("list");
  document.documentElement.classList.add("js");

  function explorer(data) {
    const chosen = window.assay.selection(data);
    const at = new Map(data.queries.id.map((id, query) => [id, query]));
    let state = window.assay.start();
    let found = [];
    const status = make("p", { class: "count", role: "status" });
    const rows = make("div", { class: "rows" });
    const controls = window.assay.controls(data, chosen.counts(), () => state, changed);
    window.assay.placed(place, controls, status, rows);

    const reader = window.assay.readable({
      letter: "q",
      section: "explorer",
      words: { all: "queries", back: "back", previous: "previous", next: "next", unknown: "unknown" },
      stated: () => window.assay.stated(state),
      take(address) {
        state = chosen.known(window.assay.understood(address));
        list();
      },
      found: () => found.map((query) => data.queries.id[query]),
      has: (id) => at.has(id),
      view: async (id) => window.assay.view(data, await window.assay.texts(), at.get(id)),
      stands: window.assay.unfoldable,
      listed(id) {
        const query = at.get(id);
        if (query !== undefined && found.includes(query))
          state.page = Math.floor(found.indexOf(query) / window.assay.PAGE);
        list();
        return rows.querySelector(`[data-query="${query}"] a`) ?? place.querySelector("input");
      },
    });
    const link = (query) => reader.link(data.queries.id[query]);

    function list(focus = null) {
      found = chosen.of(state);
      state.page = Math.min(state.page, Math.max(0, Math.ceil(found.length / window.assay.PAGE) - 1));
      controls.show(state);
      status.textContent = say("shown", { n: found.length, all: data.queries.id.length });
      const pager = window.assay.pager(found.length, state, turned, say("pages"));
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
      reader.write();
      list();
    }

    function turned(name) {
      reader.write();
      list(name);
      rows.scrollIntoView();
    }
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
  /** Done when the lists stand, or when it is said that they cannot. */
  window.assay.ready = Promise.all([window.assay.read(), window.assay.answered?.()]).then(
    ([data, answers]) => {
      explorer(data);
      if (answers) window.assay.answers(answers, data.queries);
      window.assay.follow(true);
      performance.mark("first-rows");
    },
    () => place.append(make("p", { class: "note" }, say("failed"))),
  );
})();

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
    const pages = window.assay.paged(place, {
      all: data.queries.id.length,
      words: { shown: "shown", none: "none", pages: "pages" },
      state: () => state,
      select: () => chosen.of(state),
      table: (shown) => window.assay.table(data, shown, state, link),
      row: (query) => `[data-query="${query}"]`,
      write: () => reader.write(),
    });
    pages.stand(window.assay.controls(data, chosen.counts(), () => state, pages.changed));

    const reader = window.assay.readable({
      letter: "q",
      section: "explorer",
      words: { all: "queries", back: "back", previous: "previous", next: "next", unknown: "unknown" },
      stated: () => window.assay.stated(state),
      take(address) {
        state = chosen.known(window.assay.understood(address));
        pages.list();
      },
      found: () => pages.found().map((query) => data.queries.id[query]),
      has: (id) => at.has(id),
      view: async (id) => window.assay.view(data, await window.assay.texts(), at.get(id)),
      stands: window.assay.unfoldable,
      listed: (id) => pages.listed(at.get(id)),
    });
    const link = (query) => reader.link(data.queries.id[query]);
  }

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

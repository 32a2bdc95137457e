// The list of recorded answers: its filters and its rows.
"use strict";
(() => {
  const { say, make, quoted, folded, field, choice, search } = window.assay;
  const START = { text: "", run: null, standing: null, state: null, page: 0 };
  const CHOICES = ["run", "standing", "state"];
  const OWN = "answers."; // before the names of what is chosen, in the address

  /** The list over the page's answers, `data`; `queries` are those of the explorer. */
  function answers(data, queries) {
    const place = document.getElementById("answers-place");
    const all = [...data.id.keys()];
    const at = new Map(data.id.map((id, answer) => [id, answer]));
    const names = {
      run: data.runs,
      standing: data.standings.map(({ name }) => name),
      state: data.states.map(({ name }) => name),
    };
    const tests = {
      run: (answer, run) => data.run[answer] === run,
      standing: (answer, standing) => data.counts[answer][standing] > 0,
      state: (answer, state) => data.state[answer] === state,
    };
    let state = { ...START };
    let haystack = null;

    /** Answers that are chosen, in their order. */
    function select() {
      const wanted = folded(state.text.trim());
      const kept = CHOICES.filter((key) => state[key] !== null).map((key) => [
        tests[key],
        names[key].indexOf(state[key]),
      ]);
      if (wanted)
        haystack ??= all.map((answer) =>
          folded([data.id[answer], data.query_id[answer], data.query[answer]].join("\n")),
        );
      return all.filter(
        (answer) =>
          kept.every(([test, value]) => test(answer, value)) && (!wanted || haystack[answer].includes(wanted)),
      );
    }

    const pages = window.assay.paged(place, {
      all: all.length,
      words: { shown: "answers.shown", none: "answers.none", pages: "answers.pages" },
      state: () => state,
      select,
      table: (shown) => [legend, table(shown)],
      row: (answer) => `[data-answer="${answer}"]`,
      write: () => reader.write(),
    });
    pages.stand(controlled());
    const recorded = window.assay.recorded(data, queries);
    const lively = window.assay.lively(document.getElementById("query"));

    const reader = window.assay.readable({
      letter: "a",
      section: "answers",
      words: Object.fromEntries([
        ["all", "answers"],
        ...["back", "previous", "next", "unknown"].map((key) => [key, `answers.${key}`]),
      ]),
      stated: () => [
        ...["text", ...CHOICES].filter((key) => state[key]).map((key) => [OWN + key, state[key]]),
        ...(state.page ? [[`${OWN}page`, String(state.page + 1)]] : []),
      ],
      take(address) {
        state = { ...START, text: address.get(`${OWN}text`) ?? "" };
        for (const key of CHOICES) {
          const value = address.get(OWN + key);
          if (names[key].includes(value)) state[key] = value; // a link may come from another report
        }
        state.page = window.assay.pageOf(address.get(`${OWN}page`));
        pages.list();
      },
      found: () => pages.found().map((answer) => data.id[answer]),
      has: (id) => at.has(id),
      view: async (id) => [await recorded.view(at.get(id))],
      stands: lively,
      listed: (id) => pages.listed(at.get(id)),
    });

    function controlled() {
      const parts = CHOICES.filter((key) => key !== "run" || data.runs.length > 1).map((key) => {
        const labels = key === "run" ? data.runs : data[`${key}s`].map(({ label }) => label);
        const used = names[key]
          .map((name, value) => [name, labels[value], all.filter((one) => tests[key](one, value)).length])
          .filter(([, , n]) => n);
        const control = choice(
          used.map(([name, label, n]) => [name, `${label} · ${n}`]),
          (value) => {
            state[key] = value;
            pages.changed();
          },
        );
        return { key, control, field: field(say(`answers.${key}`), control) };
      });
      const asked = data.query.some((one) => one !== null);
      const searched = say(asked ? "answers.search" : "answers.search.ids");
      const typed = search(searched, (text) => {
        state.text = text;
        pages.changed();
      });
      const title = make("summary", {}, say("filters"));
      const reset = make("button", { type: "button" }, say("reset"));
      reset.addEventListener("click", () => {
        state = { ...START };
        pages.changed();
      });
      return {
        bar: [field(searched, typed)],
        filters: make(
          "details",
          { class: "filters", open: true },
          title,
          parts.map((one) => one.field),
          reset,
        ),
        show() {
          for (const { key, control } of parts) control.value = state[key] === null ? "" : `=${state[key]}`;
          if (typed.value !== state.text) typed.value = state.text;
          const n = CHOICES.filter((key) => state[key] !== null).length;
          title.textContent = n ? say("filters.on", { n }) : say("filters");
          reset.disabled = !n && !state.text;
        },
      };
    }

    /** What the signs in the rows stand for. */
    const legend = make(
      "ul",
      { class: "standings" },
      data.standings
        .filter((_, which) => data.counts.some((counts) => counts[which]))
        .map(({ name, sign, label }) =>
          make(
            "li",
            { class: `standing ${name}` },
            make("span", { class: "sign", "aria-hidden": "true" }, sign),
            ` ${label}`,
          ),
        ),
    );

    /** Answers of the list as a table; roles are stated as in the list of queries. */
    function table(shown) {
      const head = (text, name) => make("th", { role: "columnheader", scope: "col", class: name }, text);
      const header = make(
        "tr",
        { role: "row" },
        head(say("head.id"), "id"),
        head(say("head.query"), "question"),
        head(say("answers.head.claims"), "stand"),
        head(say("answers.head.state"), "state"),
        data.runs.length > 1 ? head(say("answers.head.run"), "run") : null,
      );
      const body = shown.map(row);
      const made = make(
        "table",
        { role: "table", "aria-labelledby": "answers-title" },
        make("thead", { role: "rowgroup" }, header),
        make("tbody", { role: "rowgroup" }, body),
      );
      return make(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "answers-title" },
        made,
      );
    }

    function row(answer) {
      const cell = (name, ...parts) => make("td", { role: "cell", class: name }, parts);
      const question = data.query[answer] ?? data.query_id[answer] ?? say("answers.no_question");
      const link = make("a", { href: reader.link(data.id[answer]) }, quoted("span", question));
      return make(
        "tr",
        { role: "row", "data-answer": answer },
        cell("id", quoted("code", data.id[answer])),
        make("th", { role: "rowheader", scope: "row", class: "question" }, link),
        cell("stand", counts(answer)),
        cell("state", data.states[data.state[answer]].label),
        data.runs.length > 1 ? cell("run", quoted("span", data.runs[data.run[answer]])) : null,
      );
    }

    /** How many claims of an answer stand how: a sign and a number each, and the word for who does not see it. */
    function counts(answer) {
      const parts = data.standings.flatMap(({ name, sign, label }, which) => {
        const n = data.counts[answer][which];
        if (!n) return [];
        const seen = make("span", { "aria-hidden": "true" }, `${sign} ${n}`);
        const unseen = make("span", { class: "unseen" }, `${label}: ${n}; `);
        return [make("span", { class: `tally ${name}`, title: `${label}: ${n}` }, seen, unseen)];
      });
      return parts.length ? parts : make("span", { class: "absent" }, say("answers.claims.none"));
    }

    /** Answers to a query of the explorer. */
    window.assay.answersTo = (query) =>
      all
        .filter((answer) => recorded.asks(query, answer))
        .map((answer) => ({
          id: data.id[answer],
          run: data.runs[data.run[answer]],
          href: reader.link(data.id[answer]),
        }));
  }

  Object.assign(window.assay, { answers });
})();

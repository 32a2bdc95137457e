// One query: what is enough for its answer, and what each system returned, side by side.
"use strict";
(() => {
  const { words, say, make, quoted, language, number, pairs, hits } = window.assay;
  const NAME = "§"; // before the number of a labelled passage: §1, §2 stand for the same passages in every column

  /** What the view of one query says, from the data and the texts (null: not included). */
  function view(data, texts, query) {
    const { queries, passages, chunks } = data;
    const sets = queries.sets[query];
    const relevant = pairs(queries.relevant[query].flat());
    const named = new Map();
    for (const passage of [...(sets ?? []).flat(), ...relevant.map(([at]) => at)]) {
      if (!named.has(passage)) named.set(passage, `${NAME}${named.size + 1}`);
    }
    const short = (passage) => named.get(passage) ?? passages.id[passage];
    const chip = (passage, text = short(passage)) =>
      make("span", { class: "chip", title: passages.id[passage] }, text);

    function conditions() {
      const shown = (key, text) =>
        text === null || text === undefined || text === ""
          ? null
          : make("div", {}, make("dt", {}, say(key)), quoted("dd", text));
      const slice = data.slices.find(({ name }) => name === "type");
      const type = slice?.values[queries.type[query]]?.label;
      const status = queries.status[query];
      const sent = queries.sent[query] === queries.text?.[query] ? null : queries.sent[query];
      return make(
        "dl",
        { class: "facts" },
        shown("head.id", queries.id[query]),
        shown("type", type),
        shown("lang", queries.lang[query]),
        shown("as_of", queries.as_of[query]),
        shown("subject", queries.subject[query]),
        shown("status", status ? (words[`status.${status}`] ?? status) : null),
        shown("sent", sent),
        shown("rationale", queries.rationale[query]),
      );
    }

    /** Links to recorded answers to the same query. */
    function answered() {
      const found = window.assay.answersTo?.(query) ?? [];
      if (!found.length) return null;
      const links = found.map(({ id, href, run }) =>
        make("li", {}, make("a", { href }, quoted("span", id)), " ", quoted("span", run, { class: "run" })),
      );
      return make("div", { class: "answered" }, make("span", {}, say("answers.of_query")), make("ul", {}, links));
    }

    function text(said) {
      if (said === null || said === undefined) return make("p", { class: "absent" }, say("no_text"));
      return quoted("p", said, { class: "text" });
    }

    /** At which rank each system found the passage. */
    function found(passage) {
      const rows = data.systems.map(({ name }, at) => {
        const rank = pairs(data.outcomes[at].ranks[query]).find(([one]) => one === passage)?.[1];
        return make(
          "li",
          { class: rank ? (rank <= data.headline ? "met" : "late") : "unmet" },
          quoted("span", name),
          " ",
          rank
            ? make("b", {}, rank)
            : [
                make("b", { "aria-hidden": "true" }, "–"),
                make("span", { class: "unseen" }, say("found.not")),
              ],
        );
      });
      return make("div", { class: "found" }, make("span", {}, say("found")), make("ul", {}, rows));
    }

    function passage(at, note = null) {
      const where = [passages.doc[at], passages.section[at]].filter(Boolean).join(" › ");
      return make(
        "div",
        { class: "passage" },
        make(
          "p",
          { class: "where" },
          chip(at),
          quoted("code", passages.id[at]),
          note ? make("span", {}, note) : null,
          where ? quoted("span", where) : null,
        ),
        text(texts?.passages[at]),
        found(at),
      );
    }

    function enough() {
      const joined = (parts, word, name) =>
        parts.flatMap((part, at) => (at ? [make("p", { class: name }, say(word)), part] : [part]));
      const cards = (sets ?? []).map((members, at) => {
        const title = sets.length > 1 ? say("sets.of", { n: at + 1 }) : say("sets.one");
        return make(
          "section",
          { class: "set" },
          make("h4", {}, title),
          joined(
            members.map((one) => passage(one)),
            "together",
            "together",
          ),
        );
      });
      const none = sets === null ? "sets.none" : "sets.empty";
      const needed = new Set((sets ?? []).flat());
      const others = relevant.filter(([at]) => !needed.has(at));
      return [
        make("h3", {}, say("sets")),
        cards.length
          ? make("div", { class: "sets" }, joined(cards, "or", "or"))
          : make("p", { class: "absent" }, say(none)),
        others.length
          ? make(
              "details",
              { class: "others" },
              make("summary", {}, `${say("relevant")}: ${others.length}`),
              others.map(([at, grade]) => passage(at, say("grade", { n: grade }))),
            )
          : null,
      ];
    }

    function symptom([kind, about, rank, chunk, n]) {
      const { label, next } = data.symptom_kinds[kind];
      const details = [
        about === null ? null : chip(about),
        rank === null ? null : make("span", {}, say("symptom.rank", { n: rank })),
        n === null ? null : make("span", {}, say("symptom.count", { n })),
        chunk === null ? null : quoted("code", chunks.id[chunk]),
      ];
      return [
        make(
          "dt",
          {},
          label,
          " ",
          details.flatMap((one) => (one ? [" ", one] : [])),
        ),
        make("dd", {}, next),
      ];
    }

    function badges(at) {
      const outcome = data.outcomes[at];
      const met = outcome.met[query];
      const name = met === 1 ? "met" : met === 0 ? "unmet" : "unmeasured";
      const why = outcome.why[query] === null ? "" : `: ${data.reasons[outcome.why[query]]}`;
      const changed = data.changes[at];
      const change = changed?.regressions.includes(query)
        ? "regression"
        : changed?.improvements.includes(query)
          ? "improvement"
          : null;
      return make(
        "p",
        { class: "badges" },
        make(
          "span",
          { class: `badge ${name}` },
          `${{ met: "✓", unmet: "✗", unmeasured: "–" }[name]} ${say(name)}${why}`,
        ),
        change ? make("span", { class: `badge ${change}` }, say(change)) : null,
      );
    }

    function system({ name, role, snapshot }, at) {
      const outcome = data.outcomes[at];
      const values = data.metrics.map((metric, which) =>
        make("div", {}, make("dt", {}, metric), make("dd", {}, number(outcome.values[which][query]))),
      );
      const missing = outcome.missing[query];
      const symptoms = data.symptoms[at][query];
      return make(
        "section",
        { class: "system", "aria-label": name },
        make("h4", {}, quoted("span", name), role ? make("small", {}, say(role)) : null),
        quoted("p", snapshot, { class: "snapshot" }),
        badges(at),
        make("dl", { class: "values" }, values),
        outcome.error[query] === null
          ? null
          : make("p", { class: "error" }, `${say("error")}: `, quoted("span", outcome.error[query])),
        missing.length
          ? make(
              "p",
              { class: "missing" },
              `${say("missing")}: `,
              missing.flatMap((one) => [chip(one), " "]),
            )
          : null,
        symptoms.length
          ? make(
              "div",
              { class: "symptoms" },
              make("h5", {}, say("look")),
              make("dl", {}, symptoms.map(symptom)),
            )
          : null,
        make("h5", {}, say("hits")),
        hits(data, texts, short, data.hits[at][query]),
      );
    }

    const title = queries.text?.[query] ?? queries.id[query];
    return [
      quoted("h2", title, {
        tabindex: "-1",
        "data-query": queries.id[query],
        lang: queries.text?.[query] ? language(queries.lang[query]) : null,
      }),
      conditions(),
      answered(),
      enough(),
      make("h3", {}, say("systems")),
      make("div", { class: "systems" }, data.systems.map(system)),
    ];
  }

  Object.assign(window.assay, { view });
})();

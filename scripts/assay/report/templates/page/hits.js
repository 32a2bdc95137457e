// The results that a system returned for a query, with what each carries and what is odd about it.
"use strict";
(() => {
  const { say, make, quoted, pairs } = window.assay;
  const FLAGS = [
    [1, "repeat"],
    [2, "outdated"],
    [4, "subject"],
    [8, "harmful"],
    [16, "unknown"],
  ];

  /**
   * The results within the cut-off and below it.
   * `short` gives the name of a passage in this view, `rows` are hits as the data has them.
   */
  function hits(data, texts, short, rows) {
    const { passages, chunks } = data;
    function hit([chunk, rank, flags, carries]) {
      const carried = pairs(carries);
      const words = carried.map(([one, share]) => {
        const whole = share >= 0.9995;
        const part = { name: short(one), share: (share * 100).toFixed(share < 0.1 ? 1 : 0) };
        return make(
          "span",
          { class: `chip ${whole ? "whole" : "part"}`, title: passages.id[one] },
          say(whole ? "carries" : "carries.part", part),
        );
      });
      const flagged = FLAGS.filter(([bit]) => flags & bit).map(([, name]) =>
        make("span", { class: `flag ${name}` }, say(`flag.${name}`)),
      );
      const subject = chunks.subject[chunk] && flags & 4 ? `: ${chunks.subject[chunk]}` : "";
      if (subject) flagged.find((one) => one.classList.contains("subject")).append(quoted("span", subject));
      const title =
        [chunks.title[chunk], chunks.section[chunk]].filter(Boolean).join(" › ") || chunks.doc[chunk];
      return make(
        "li",
        { class: carried.length ? "carrying" : null, value: rank },
        make(
          "p",
          { class: "where" },
          make("b", { class: "rank" }, make("span", { class: "unseen" }, `${say("rank", { n: "" })}`), rank),
          quoted("span", title, { class: "title" }),
        ),
        words.length || flagged.length ? make("p", { class: "marks" }, words, flagged) : null,
        body(
          chunk,
          carried.map(([one]) => one),
        ),
        make("p", { class: "origin" }, quoted("code", chunks.id[chunk]), validity(chunk)),
      );
    }

    function validity(chunk) {
      const [from, to] = [chunks.from[chunk], chunks.to[chunk]];
      if (!from && !to) return null;
      return make("span", {}, say(from && to ? "valid" : from ? "valid.from" : "valid.to", { from, to }));
    }

    /** The chunk's text, folded after five lines; what it carries of the labelled passages is marked. */
    function body(chunk, carried) {
      const words = texts?.chunks[chunk];
      if (words === null || words === undefined) return make("p", { class: "absent" }, say("no_text"));
      const shown = make(
        "p",
        { class: "text folded", dir: "auto" },
        marked(
          words,
          carried.map((one) => texts.passages[one]),
        ),
      );
      const left = texts.left?.[chunk] ?? 0;
      const unmarked = carried.some((one) => texts.passages[one] && !words.includes(texts.passages[one]));
      const more = left ? "more.cut" : "more";
      const button = make(
        "button",
        { type: "button", class: "fold", "aria-expanded": "false", hidden: true },
        say(more),
      );
      button.addEventListener("click", () => {
        const folded = shown.classList.toggle("folded");
        button.setAttribute("aria-expanded", String(!folded));
        button.textContent = say(folded ? more : "less");
      });
      const note = say(unmarked ? "left.passage" : "left", { n: left });
      return [shown, button, left ? make("p", { class: "left" }, note) : null];
    }

    if (!rows.length) return make("p", { class: "absent" }, say("hits.none"));
    const parts = [[], []];
    for (const one of rows) parts[one[1] <= data.headline ? 0 : 1].push(hit(one));
    const list = (items, name) => (items.length ? make("ol", { class: `hits ${name}` }, items) : null);
    const below = parts[1].length
      ? make("p", { class: "cutoff" }, say("cutoff", { k: data.headline }))
      : null;
    return [list(parts[0], "within"), below, list(parts[1], "below")];
  }

  /** The words with the passages that stand in them verbatim as <mark>. */
  function marked(words, passages) {
    const spans = passages
      .filter(Boolean)
      .map((one) => [words.indexOf(one), one.length])
      .filter(([from]) => from >= 0)
      .sort((a, b) => a[0] - b[0]);
    const parts = [];
    let at = 0;
    for (const [from, length] of spans) {
      if (from < at) continue;
      parts.push(words.slice(at, from), make("mark", {}, words.slice(from, from + length)));
      at = from + length;
    }
    parts.push(words.slice(at));
    return parts;
  }

  /** Shows the button "whole text" where a text is cut; called when the view stands in the page. */
  function unfoldable(root) {
    const cut = [...root.querySelectorAll(".text.folded")].filter(
      (one) => one.scrollHeight > one.clientHeight + 1,
    );
    for (const one of cut) one.nextElementSibling.hidden = false;
  }

  Object.assign(window.assay, { hits, unfoldable });
})();

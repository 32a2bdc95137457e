// One recorded answer with its evidence table: made of HTML that is inflated when the first is opened.
"use strict";
(() => {
  const { say, make } = window.assay;

  /** What is known of the answers beside their list, `data`; `queries` are those of the explorer. */
  function recorded(data, queries) {
    /** Whether a query of the explorer asks what an answer answers: ids of other systems may be the same by chance. */
    function asks(query, answer) {
      if (queries.id[query] !== data.query_id[answer]) return false;
      const words = [queries.text?.[query], queries.sent[query]];
      return data.of_gold[answer] || (data.query[answer] !== null && words.includes(data.query[answer]));
    }

    let kept = null;
    /** The answers as HTML, the texts of their fragments and those of the explorer's chunks, decoded once. */
    const decoded = () =>
      (kept ??= window.assay.whole.then(() =>
        Promise.all([
          ...["answers-html", "answers-texts"].map(window.assay.inflated),
          window.assay.texts(),
        ]),
      ));

    /** A text by its name, and how many of its characters are left out: a number, after c that of a chunk. */
    const named = (name, own, chunks) =>
      name.startsWith("c")
        ? [chunks.chunks[name.slice(1)], chunks.left[name.slice(1)]]
        : [own.texts[name], own.left[name]];

    async function view(answer) {
      const [{ frames, frame, texts }, own, chunks] = await decoded();
      const html = frames[frame[answer]].map((piece, at) => piece + (texts[answer][at] ?? "")).join("");
      // A parsed document runs nothing, and the template has escaped whatever people wrote.
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const article = document.adoptNode(parsed.body.firstElementChild);
      for (const one of article.querySelectorAll("[data-text]")) {
        const [text, left] = named(one.dataset.text, own, chunks);
        one.textContent = text;
        if (left) one.after(make("p", { class: "left" }, say("left", { n: left })));
      }
      const query = queries.id.findIndex((_, which) => asks(which, answer));
      if (query >= 0) {
        const href = window.assay.linkTo("q", queries.id[query]);
        const link = make("a", { href, class: "asked" }, say("answers.query"));
        article.querySelector(".of-query_id dd").append(link);
      }
      return article;
    }

    return { asks, view };
  }

  Object.assign(window.assay, { recorded, answered: () => window.assay.inflated("answers-list") });
})();

// A list that is read a page at a time: what is found, the page of it that is shown, and the way back to a row.
"use strict";
(() => {
  const { say, make } = window.assay;
  const PAGE = 50;

  /**
   * A list in `place`. It says: `all`, how many there are; `words`, keys of what is said; `state()` with the page that is
   * shown; `select()` what is found of it, in order; `table(shown)` elements that show these; `row(one)` a selector;
   * `write()` keeps the address in step. It stands once it is given its controls; they call `changed`.
   */
  function paged(place, { all, words, state, select, table, row, write }) {
    const status = make("p", { class: "count", role: "status" });
    const rows = make("div", { class: "rows" });
    let controls = null;
    let found = [];

    function stand(made) {
      controls = made;
      window.assay.placed(place, controls, status, rows);
    }

    function list(focus = null) {
      found = select();
      const now = state();
      now.page = Math.min(now.page, Math.max(0, Math.ceil(found.length / PAGE) - 1));
      controls.show(now);
      status.textContent = say(words.shown, { n: found.length, all });
      const shown = found.slice(now.page * PAGE, (now.page + 1) * PAGE);
      const none = () => [make("p", { class: "absent" }, say(words.none))];
      rows.replaceChildren(...(shown.length ? table(shown) : none()), pager() ?? "");
      window.assay.fading();
      if (focus) rows.querySelector(`[data-step="${focus}"]:not([disabled])`)?.focus();
    }

    function changed() {
      state().page = 0;
      write();
      list();
    }

    /** The buttons to the page before and after; nothing where one page holds all. */
    function pager() {
      const { page } = state();
      const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
      if (!last) return null;
      const step = (key, to) => {
        const disabled = to < 0 || to > last;
        const button = make("button", { type: "button", disabled, "data-step": key }, say(key));
        button.addEventListener("click", () => {
          state().page = to;
          write();
          list(key);
          rows.scrollIntoView();
        });
        return button;
      };
      const numbers = { from: page * PAGE + 1, to: Math.min(found.length, (page + 1) * PAGE) };
      return make(
        "nav",
        { class: "pager", "aria-label": say(words.pages) },
        step("page.previous", page - 1),
        make("span", {}, say("rows", numbers)),
        step("page.next", page + 1),
      );
    }

    /** The link in the row of one, on the page that has it; the search where no page has. */
    function listed(one) {
      if (found.includes(one)) state().page = Math.floor(found.indexOf(one) / PAGE);
      list();
      return rows.querySelector(`${row(one)} a`) ?? place.querySelector("input");
    }

    return { stand, list, changed, listed, found: () => found };
  }

  Object.assign(window.assay, { paged });
})();

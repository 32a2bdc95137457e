// What a reader does with one answer: from its words to a claim's row and back, in the page and in a document alone.
"use strict";
(() => {
  /** Makes an answer in `root` lively; `root` stays, the answer in it may be another one later. */
  function lively(root) {
    const within = (one, name) => one.closest?.(name) ?? null;
    const target = (link) => root.querySelector(`[id="${link.getAttribute("href").slice(1)}"]`);
    let left = null; // where the reader was in the answer

    /** Opens the row of a claim and goes there. */
    function claim(row, from) {
      const details = within(row, "details");
      details.open = true;
      beside(row);
      left = from;
      const summary = details.querySelector("summary");
      summary.focus({ preventScroll: true });
      details.scrollIntoView({ block: "nearest" });
      if (details.getBoundingClientRect().bottom > window.innerHeight) details.scrollIntoView();
    }

    /** The fragments of a claim beside its reasons, copied once the row is opened. */
    function beside(row) {
      if (row.querySelector(".beside")) return;
      const links = [...row.querySelectorAll(".opinions .of-evidence a, .opinions .of-citations a")];
      const found = [...new Set(links.map(target))].filter(Boolean);
      if (!found.length) return;
      const place = document.createElement("div");
      place.className = "beside";
      for (const one of found) {
        const copy = one.cloneNode(true);
        copy.querySelector(".claims-of")?.remove();
        for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
        for (const name of ["tabindex", "aria-labelledby"]) copy.removeAttribute(name);
        place.append(copy);
      }
      row.append(place);
      row.classList.add("with");
    }

    function back() {
      const to = left;
      left = null;
      to.focus({ preventScroll: true });
      to.scrollIntoView({ block: "center" });
    }

    root.addEventListener("click", (event) => {
      const link = within(event.target, "a[href^='#claim-'], a[href^='#fragment-'], a[href^='#at-']");
      const to = link && target(link);
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault(); // the address stays that of the answer
      if (to.matches(".row")) claim(to, link);
      else {
        left = link;
        to.focus({ preventScroll: true });
        to.scrollIntoView({ block: to.matches(".fragment") ? "nearest" : "center" });
      }
    });

    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !left?.isConnected || !within(event.target, ".claim, .fragment")) return;
      event.preventDefault(); // the page itself goes back to its list on Escape
      back();
    });

    root.addEventListener(
      "toggle",
      ({ target: one }) => {
        if (one.matches("details.claim") && one.open) beside(one.querySelector(".row"));
        show();
      },
      true,
    );

    const rows = () => [...root.querySelectorAll("details.claim")];
    /** What the button opens or closes: all rows. */
    function show() {
      const button = root.querySelector(".all");
      if (!button) return;
      button.hidden = false;
      button.textContent = rows().every((one) => one.open) ? button.dataset.close : button.dataset.open;
    }
    root.addEventListener("click", ({ target: one }) => {
      if (!one.matches(".all")) return;
      const open = !rows().every((row) => row.open);
      for (const row of rows()) row.open = open;
    });
    for (const one of rows()) if (one.open) beside(one.querySelector(".row"));
    show();
    return show;
  }

  window.assay = { ...window.assay, lively };
  if (document.body.matches(".alone")) lively(document.body);
})();

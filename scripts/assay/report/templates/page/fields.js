// What lists have in common: labelled fields, choices, a search, and their place beside the rows.
"use strict";
(() => {
  const { say, make, quoted } = window.assay;
  let fields = 0;

  function field(label, control) {
    fields += 1;
    control.id = `field-${fields}`;
    return make("p", { class: "field" }, quoted("label", label, { for: control.id }), control);
  }

  /** A choice among [value, text] with "any" first; `chosen` is told the value, null for any. */
  function choice(options, chosen) {
    const control = make(
      "select",
      {},
      make("option", { value: "" }, say("any")),
      options.map(([value, text]) => make("option", { value: `=${value}` }, text)),
    );
    control.addEventListener("change", () => chosen(control.value ? control.value.slice(1) : null));
    return control;
  }

  /** A field in which words are searched; `typed` is told them. */
  function search(label, typed) {
    const control = make("input", {
      type: "search",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: label,
    });
    control.addEventListener("input", () => typed(control.value));
    return control;
  }

  /** Filters beside what they choose; a click anywhere in a row is one on its link. */
  function placed(place, { bar, filters }, status, rows) {
    const above = make("div", { class: "bar" }, bar, status);
    place.append(make("div", { class: "columns" }, filters, make("div", {}, above, rows)));
    if (window.matchMedia("(max-width: 60rem)").matches) filters.open = false;
    rows.addEventListener("click", (event) => {
      const row = event.target.closest?.("tbody tr");
      if (row && !event.target.closest("a")) row.querySelector("a").click();
    });
  }

  Object.assign(window.assay, { field, choice, search, placed });
})();

// The list of queries: its filters, its order and its rows.
"use strict";
(() => {
  const { say, make, quoted, language, mark, number, start, field, choice, search } = window.assay;
  /** The controls; `changed` is called when a person moved one of them. Gives the parts and `show(state)`. */
  function controls(data, counts, state, changed) {
    const shown = [];
    const set = (group, name) => (value) => {
      if (value !== null)
        state()[group][name] = value; // the value of those without one is empty
      else delete state()[group][name];
      changed();
    };
    function choices(group, name, label, options) {
      const control = choice(options, set(group, name));
      shown.push((now) => {
        control.value = name in now[group] ? `=${now[group][name]}` : "";
      });
      return field(label, control);
    }
    const words = (names) => names.map((name) => [name, say(name)]);
    const slices = data.slices.map((slice, which) =>
      choices(
        "slices",
        slice.name,
        slice.label,
        slice.values.map((one, at) => [String(one.value ?? ""), `${one.label} · ${counts[which][at]}`]),
      ),
    );
    const outcomes = data.systems.map(({ name }) =>
      choices("outcomes", name, name, words(["met", "unmet", "unmeasured"])),
    );
    const changes = data.systems
      .filter((_, at) => data.changes[at])
      .map(({ name }) => choices("changes", name, name, words(["regression", "improvement"])));
    const group = (title, parts) =>
      parts.length ? make("fieldset", {}, make("legend", {}, title), parts) : null;
    const searched = say(data.queries.text ? "search" : "search.ids");
    const typed = search(searched, (text) => {
      state().text = text;
      changed();
    });
    shown.push((now) => {
      if (typed.value !== now.text) typed.value = now.text;
    });
    const order = sorting(data, state, changed, shown);
    const title = make("summary", {}, say("filters"));
    const reset = make("button", { type: "button" }, say("reset"));
    reset.addEventListener("click", () => {
      Object.assign(state(), start());
      changed();
    });
    shown.push((now) => {
      const n = ["slices", "outcomes", "changes"].reduce(
        (sum, name) => sum + Object.keys(now[name]).length,
        0,
      );
      title.textContent = n ? say("filters.on", { n }) : say("filters");
      reset.disabled = !n && !now.text && now.sort === "id" && !now.down;
    });
    return {
      bar: [field(searched, typed), order],
      filters: make(
        "details",
        { class: "filters", open: true },
        title,
        group(say("slices"), slices),
        group(say("outcomes"), outcomes),
        group(say("changes"), changes),
        reset,
      ),
      show: (now) => shown.forEach((one) => one(now)),
    };
  }

  function sorting(data, state, changed, shown) {
    const order = make(
      "select",
      {},
      make("option", { value: "id" }, say("sort.id")),
      make("option", { value: "failing" }, say("sort.failing")),
    );
    data.metrics.forEach((metric, at) => {
      order.append(
        make(
          "optgroup",
          { label: `${say("sort.value")}: ${metric}` },
          data.systems.map(({ name }, system) =>
            make("option", { value: `${at}.${system}` }, `${metric} · ${name}`),
          ),
        ),
      );
    });
    const down = make("button", { type: "button" });
    order.addEventListener("change", () => {
      const [metric, system] = order.value.split(".");
      const value = system !== undefined;
      Object.assign(state(), {
        sort: value ? "value" : order.value,
        metric: value ? data.metrics[metric] : "",
        system: value ? data.systems[system].name : "",
        down: order.value === "failing",
      });
      changed();
    });
    down.addEventListener("click", () => {
      state().down = !state().down;
      changed();
    });
    shown.push((now) => {
      const value = [
        data.metrics.indexOf(now.metric),
        data.systems.findIndex(({ name }) => name === now.system),
      ];
      order.value = now.sort === "value" ? value.map((at) => Math.max(0, at)).join(".") : now.sort;
      down.textContent = now.down ? "↓" : "↑";
      down.setAttribute("aria-label", say(now.down ? "sort.down" : "sort.up"));
      down.title = say(now.down ? "sort.down" : "sort.up");
    });
    return make("div", { class: "order" }, field(say("sort"), order), down);
  }

  function row(data, query, metric, link) {
    const { queries, outcomes, systems } = data;
    const text = queries.text?.[query];
    const systemCells = systems.map(({ name }, at) => {
      const value = outcomes[at].values[metric][query];
      return make(
        "td",
        { role: "cell", class: "outcome" },
        quoted("span", name, { class: "which" }),
        mark(outcomes[at].met[query]),
        value === null ? null : make("span", { class: "value" }, number(value)),
      );
    });
    const id = quoted("code", queries.id[query]);
    const question = text
      ? quoted("a", text, { href: link, lang: language(queries.lang[query]) })
      : make("a", { href: link }, quoted("span", queries.id[query]));
    return make(
      "tr",
      { role: "row", "data-query": query },
      make("td", { role: "cell", class: "id" }, id),
      make("th", { role: "rowheader", scope: "row", class: "question" }, question),
      systemCells,
    );
  }

  /** Queries of the list as a table. */
  function table(data, shown, state, link) {
    const metric =
      state.sort === "value"
        ? Math.max(0, data.metrics.indexOf(state.metric))
        : Math.min(1, data.metrics.length - 1);
    const head = (text, name) => quoted("th", text, { role: "columnheader", scope: "col", class: name });
    const header = make(
      "tr",
      { role: "row" },
      head(say("head.id"), "id"),
      head(say("head.query"), "question"),
      data.systems.map(({ name }) => head(name, "outcome")),
    );
    const rows = shown.map((query) => row(data, query, metric, link(query)));
    // Roles are stated because narrow screens show rows as blocks, and a browser then forgets that it is a table.
    const body = make(
      "table",
      { role: "table", "aria-labelledby": "explorer-title" },
      make("thead", { role: "rowgroup" }, header),
      make("tbody", { role: "rowgroup" }, rows),
    );
    const legend = make(
      "p",
      { class: "legend" },
      say("legend", { k: data.headline, metric: data.metrics[metric] }),
    );
    return [
      legend,
      make(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "explorer-title" },
        body,
      ),
    ];
  }

  Object.assign(window.assay, { controls, table });
})();

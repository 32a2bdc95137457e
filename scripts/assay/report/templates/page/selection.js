// Which queries are shown, and in which order: computed from the data alone, without the page.
"use strict";
(() => {
  const { folded, pairs } = window.assay;
  const START = {
    text: "",
    slices: {},
    outcomes: {},
    changes: {},
    sort: "id",
    metric: "",
    system: "",
    down: false,
    page: 0,
  };
  const OUTCOMES = { met: 1, unmet: 0, unmeasured: null };
  const CHANGES = { regression: "regressions", improvement: "improvements" };

  /** A view of the list with nothing chosen. */
  const start = () => structuredClone(START);

  /** The selection over one report's data: `of(state)` gives the query indexes in their order. */
  function selection(data) {
    const { queries, outcomes } = data;
    const all = [...queries.id.keys()];
    const system = new Map(data.systems.map((one, at) => [one.name, at]));
    const slice = new Map(data.slices.map((one, at) => [one.name, at]));
    const byId = all.toSorted((a, b) => (queries.id[a] < queries.id[b] ? -1 : 1));
    const place = [];
    byId.forEach((query, at) => {
      place[query] = at;
    });
    const failing = all.map((query) => outcomes.filter((one) => one.met[query] === 0).length);
    let haystack = null;

    const ofType = slice.get("type");
    function isIn(query, which, value) {
      if (which === ofType && queries.type[query] === value) return true;
      const flat = queries.groups[query];
      for (let at = 0; at < flat.length; at += 2)
        if (flat[at] === which && flat[at + 1] === value) return true;
      return false;
    }
    /** How many queries each value of each slice has. */
    function counts() {
      const found = data.slices.map((one) => one.values.map(() => 0));
      for (const query of all) {
        const groups = new Map(pairs(queries.groups[query]).map((pair) => [pair.join(), pair]));
        const type = ofType === undefined ? null : queries.type[query];
        if (type !== null) groups.set([ofType, type].join(), [ofType, type]);
        for (const [which, value] of groups.values()) found[which][value] += 1;
      }
      return found;
    }
    const valueAt = (which, value) =>
      data.slices[which].values.findIndex((one) => String(one.value ?? "") === value);

    const valid = {
      slices: (name, value) => slice.has(name) && valueAt(slice.get(name), value) >= 0,
      outcomes: (name, value) => system.has(name) && Object.hasOwn(OUTCOMES, value),
      changes: (name, value) => Boolean(data.changes[system.get(name)]) && Object.hasOwn(CHANGES, value),
    };
    /** The state without conditions on what this report does not have: a link may come from another report. */
    function known(state) {
      const kept = (group) =>
        Object.entries(state[group]).filter(([name, value]) => valid[group](name, value));
      return {
        ...state,
        ...Object.fromEntries(Object.keys(valid).map((group) => [group, Object.fromEntries(kept(group))])),
      };
    }

    function conditions(state) {
      const found = [];
      for (const [name, value] of Object.entries(state.slices)) {
        const which = slice.get(name);
        const at = valueAt(which, value);
        found.push((query) => isIn(query, which, at));
      }
      for (const [name, value] of Object.entries(state.outcomes)) {
        const { met } = outcomes[system.get(name)];
        found.push((query) => met[query] === OUTCOMES[value]);
      }
      for (const [name, value] of Object.entries(state.changes)) {
        const among = new Set(data.changes[system.get(name)][CHANGES[value]]);
        found.push((query) => among.has(query));
      }
      const wanted = folded(state.text.trim());
      if (wanted) {
        haystack ??= all.map((query) => folded(`${queries.id[query]}\n${queries.text?.[query] ?? ""}`));
        found.push((query) => haystack[query].includes(wanted));
      }
      return found;
    }

    function key(state) {
      if (state.sort === "failing") return (query) => failing[query];
      if (state.sort !== "value") return () => 0;
      const metric = Math.max(0, data.metrics.indexOf(state.metric));
      const values = outcomes[system.get(state.system) ?? 0].values[metric];
      return (query) => values[query];
    }

    function of(state) {
      const tests = conditions(state);
      const measure = key(state);
      const sign = state.down ? -1 : 1;
      return all
        .filter((query) => tests.every((test) => test(query)))
        .sort((a, b) => {
          const [left, right] = [measure(a), measure(b)];
          // What has no value comes last in both directions: it is neither high nor low.
          if ((left === null) !== (right === null)) return left === null ? 1 : -1;
          const byIdOnly = state.sort === "id" ? sign : 1;
          return sign * (left - right) || byIdOnly * (place[a] - place[b]);
        });
    }

    return { of, counts, known };
  }

  /** The state as entries of an address; a state with nothing chosen has none. */
  function stated(state) {
    const found = [];
    if (state.text) found.push(["text", state.text]);
    for (const group of ["slices", "outcomes", "changes"]) {
      for (const [name, value] of Object.entries(state[group])) found.push([`${group}.${name}`, value]);
    }
    for (const name of ["sort", "metric", "system"])
      if (state[name] !== START[name]) found.push([name, state[name]]);
    if (state.down) found.push(["down", "1"]);
    if (state.page) found.push(["page", String(state.page + 1)]);
    return found;
  }

  /** The state that an address names. */
  function understood(address) {
    const state = start();
    for (const [name, value] of address) {
      const [group, ...rest] = name.split(".");
      if (rest.length && ["slices", "outcomes", "changes"].includes(group))
        state[group][rest.join(".")] = value;
      else if (["text", "sort", "metric", "system"].includes(name)) state[name] = value;
      else if (name === "down") state.down = value === "1";
      else if (name === "page") state.page = pageOf(value);
    }
    return state;
  }

  /** The page of a list that an address names, from 0. */
  const pageOf = (value) => Math.max(0, (Number.parseInt(value, 10) || 1) - 1);

  Object.assign(window.assay, { selection, start, stated, understood, pageOf });
})();

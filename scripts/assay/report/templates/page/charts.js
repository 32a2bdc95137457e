// Draws the charts: each when it comes near the window, all before printing, again for another colour scheme.
"use strict";
(() => {
  const { say, make, quoted } = window.assay;
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const pen = document.createElement("canvas").getContext("2d");
  /** How wide a text of a chart is. */
  function measured(text, weight = 400) {
    pen.font = `${weight} 12px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(text).width;
  }

  /** A title as lines that fit. */
  function broken(title, room) {
    const lines = [];
    for (const word of title.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && measured(longer, 600) <= room) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** The specification with titles of axes that fit into its place. */
  function fitted(spec, width) {
    const axis = (one, room) =>
      one && typeof one.title === "string" ? { ...one, title: broken(one.title, room) } : one;
    const part = ({ encoding, layer, ...others }) => ({
      ...others,
      ...(layer ? { layer: layer.map(part) } : {}),
      ...(encoding
        ? { encoding: { ...encoding, x: axis(encoding.x, width - 80), y: axis(encoding.y, spec.height) } }
        : {}),
    });
    return part(spec);
  }

  const SIGNS = {
    circle: "●",
    square: "■",
    "triangle-up": "▲",
    diamond: "◆",
    cross: "✚",
    "triangle-down": "▼",
  };
  /** What the colours stand for, as text of the page: it wraps on any width, which the library's legend does not. */
  function key(spec) {
    const { color, shape } = (spec.layer?.[0] ?? spec).encoding;
    const { domain, range } = color.scale;
    const names = domain.map((name, at) => {
      const sign = make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[shape?.scale.range[at] ?? "square"]);
      sign.style.color = Array.isArray(range) ? range[at] : `var(--series-${(at % 8) + 1})`;
      return make("li", {}, sign, quoted("span", name));
    });
    return make("ul", { class: "key", "aria-label": color.title }, names);
  }

  /** Vega's settings in the page's own colours and letters. */
  function config(width) {
    const [text, muted, line] = ["--text", "--muted", "--line"].map(style);
    const font = getComputedStyle(document.body).fontFamily;
    const category = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => style(`--series-${at}`));
    const words = {
      labelColor: muted,
      titleColor: text,
      labelFont: font,
      titleFont: font,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 600,
    };
    return {
      aria: false, // the figure's caption names the whole chart; thousands of marks would be read out one by one
      background: "transparent",
      font,
      axis: { ...words, gridColor: line, domainColor: line, tickColor: line },
      axisY: { labelLimit: Math.min(170, Math.floor(width * 0.42)) },
      legend: words,
      header: words,
      title: { color: text, subtitleColor: muted, font },
      view: { stroke: "transparent" },
      text: { color: text },
      rule: { color: muted },
      bar: { color: category[0] },
      point: { color: category[0] },
      line: { color: category[0] },
      range: { category, ordinal: { scheme: "blues" } },
    };
  }

  /** A tooltip of text alone: the library's own would need markup and a style sheet. */
  const tip = make("div", { class: "tip", hidden: true });
  document.body.append(tip);
  function tooltip(_, event, item, value) {
    tip.hidden = value === null || value === undefined || value === "";
    if (tip.hidden) return;
    const rows =
      typeof value === "object"
        ? Object.entries(value).map(([name, one]) => make("div", {}, `${name}: `, make("b", {}, String(one))))
        : [String(value)];
    tip.replaceChildren(...rows);
    tip.style.left = `${Math.min(event.clientX + 12, window.innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(event.clientY + 12, window.innerHeight - tip.offsetHeight - 8)}px`;
  }

  const charts = [...document.querySelectorAll("figure")]
    .filter((figure) => figure.querySelector("script.chart"))
    .map((figure) => ({
      place: figure.querySelector(".drawing"),
      title: figure.querySelector("h3"),
      spec: JSON.parse(figure.querySelector("script.chart").textContent),
      drawn: null,
    }));

  /** Runs the bundled library: it lies in the page as data, so that the list need not wait for it. */
  function library() {
    const waiting = document.getElementById("vega");
    if (!waiting) return;
    waiting.remove();
    document.head.append(make("script", {}, waiting.textContent));
  }

  async function draw(chart) {
    const scheme = window.matchMedia("print").matches ? "print" : style("--scheme");
    if (chart.drawn === scheme) return;
    chart.drawn = scheme;
    chart.result?.finalize();
    const width = chart.place.clientWidth;
    try {
      await window.assay.whole;
      library();
      // ast: expressions are walked, not compiled, so that the page's policy can forbid eval.
      chart.result = await window.vegaEmbed(chart.place, fitted(chart.spec, width), {
        actions: false,
        renderer: "svg",
        ast: true,
        defaultStyle: false,
        config: config(width),
        tooltip,
      });
    } catch (error) {
      console.error(error);
      chart.place.replaceChildren(say("chart.failed"));
    }
    chart.place.querySelector("svg")?.setAttribute("aria-hidden", "true");
    chart.place.setAttribute("role", "img");
    chart.place.setAttribute("aria-labelledby", chart.title.id);
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) draw(charts.find(({ place }) => place === target));
    },
    { rootMargin: "400px" },
  );
  // A chart has its height before it is drawn: nothing jumps while somebody reads or follows a link.
  for (const { place, spec } of charts) {
    place.style.minHeight = `${spec.height + 50}px`;
    place.before(key(spec));
  }
  window.assay.ready.finally(() => charts.forEach(({ place }) => near.observe(place)));
  const all = () => Promise.all(charts.map(draw));
  const again = () => Promise.all(charts.filter(({ drawn }) => drawn).map(draw));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  window.matchMedia("print").addEventListener("change", ({ matches }) => (matches ? all() : again()));
  window.addEventListener("beforeprint", all);
})();

// Draws the charts: each when it comes near the window, all before printing, again for another colour scheme.
"use strict";
(() => {
  const { say, make } = window.assay;
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /** Vega's settings in the page's own colours and letters. */
  function config() {
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
      legend: { ...words, labelLimit: 240 },
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
    try {
      await window.assay.whole;
      library();
      // ast: expressions are walked, not compiled, so that the page's policy can forbid eval.
      chart.result = await window.vegaEmbed(chart.place, chart.spec, {
        actions: false,
        renderer: "svg",
        ast: true,
        defaultStyle: false,
        config: config(),
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
  window.assay.ready.finally(() => charts.forEach(({ place }) => near.observe(place)));
  const all = () => Promise.all(charts.map(draw));
  const again = () => Promise.all(charts.filter(({ drawn }) => drawn).map(draw));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  window.matchMedia("print").addEventListener("change", ({ matches }) => (matches ? all() : again()));
  window.addEventListener("beforeprint", all);
})();

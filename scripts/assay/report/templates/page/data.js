// What every part of the page uses: the data, the phrases, and elements made without markup.
"use strict";
(() => {
  const json = (id) => JSON.parse(document.getElementById(id).textContent);
  const words = json("words");

  /** The phrase of that key, with its {values}. */
  function say(key, values = {}) {
    return words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** The JSON that lies deflated in the script element of that id; null where the page has none. */
  async function inflated(id) {
    const element = document.getElementById(id);
    if (!element) return null;
    const binary = atob(element.textContent.trim());
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    element.remove(); // megabytes of base64 that nobody reads again
    return new Response(stream).json();
  }

  /** An element; text enters as text only, so nothing that a question or an id says is executed. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(key, "");
      else if (value !== null && value !== false && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** An element around a text from the data: its direction is its own and does not reach the neighbours. */
  const quoted = (name, text, attributes = {}) => make(name, { dir: "auto", ...attributes }, text ?? "–");

  /** A language as an attribute says it; null for what is no language tag. */
  const language = (text) => (/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(text ?? "") ? text : null);

  /** Text as the search compares it: without case, ё as е. */
  const folded = (text) => text.normalize("NFC").toLowerCase().replaceAll("ё", "е");

  const MARKS = new Map([
    [1, ["met", "✓"]],
    [0, ["unmet", "✗"]],
    [null, ["unmeasured", "–"]],
  ]);

  /** ✓, ✗ or – with its word for those who do not see it. */
  function mark(met) {
    const [name, sign] = MARKS.get(met ?? null);
    return make(
      "span",
      { class: `mark ${name}`, title: say(name) },
      make("span", { "aria-hidden": "true" }, sign),
      make("span", { class: "unseen" }, say(name)),
    );
  }

  /** A flat list [a, b, a, b, …] as pairs. */
  function pairs(flat) {
    const found = [];
    for (let at = 0; at < flat.length; at += 2) found.push([flat[at], flat[at + 1]]);
    return found;
  }

  const number = (value) =>
    value === null ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(2);

  /** Done when the whole file is read: texts and the library of the charts come last. */
  const whole = new Promise((done) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
    else done();
  });

  let texts = null;
  window.assay = {
    words,
    say,
    make,
    quoted,
    mark,
    language,
    folded,
    pairs,
    number,
    inflated,
    read: () => inflated("data"),
    /** Texts of passages and chunks, decoded when the first query is opened. */
    texts: () => (texts ??= whole.then(() => inflated("texts"))),
    whole,
  };
})();

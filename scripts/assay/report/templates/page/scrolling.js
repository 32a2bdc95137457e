// What is wider than its place fades out at the side where more of it lies.
"use strict";
(() => {
  const WIDE = ".scroll, .systems";

  function marked(one) {
    one.classList.toggle("more", one.scrollLeft + one.clientWidth < one.scrollWidth - 1);
  }

  let waiting = false;
  /** Marks all of the page with its next picture: reading their widths before would lay out the page twice. */
  function fading() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      document.querySelectorAll(WIDE).forEach(marked);
    });
  }

  document.addEventListener("scroll", ({ target }) => target.matches?.(WIDE) && marked(target), true);
  document.addEventListener("toggle", fading, true);
  window.addEventListener("resize", fading);
  Object.assign(window.assay, { fading });
})();

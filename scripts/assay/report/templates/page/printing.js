// All parts are open on paper, and as they were afterwards.
"use strict";
(() => {
  const closed = [];

  window.matchMedia("print").addEventListener("change", ({ matches }) => {
    if (matches) {
      closed.push(...document.querySelectorAll("details:not([open])"));
      for (const one of closed) one.open = true;
    } else for (const one of closed.splice(0)) one.open = false;
  });
})();

"""The report's page in a browser: ``python page_opened.py FILE [--rounds N]``, FILE being of ``page.py --to FILE``.

Measured in Chromium: seconds from the start of the navigation to the first rows of the list, and milliseconds from
a letter in the search, or a choice in a filter, until the rows are laid out anew; where the page has recorded answers,
the same of their list, and seconds until the first of them stands opened, whose HTML and texts are inflated then, and
milliseconds until the one after it does. Told are the median of the rounds, each in a new tab, and the opening that
came first, in a browser that has just started and has seen nothing of the page. The goals are for the medians: the
first depends on whatever else the machine does.
"""

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import CHROMIUM, FLAGS

MOST_SECONDS, MOST_MS = 1.0, 100
OPENED = "performance.getEntriesByName('first-rows')[0]?.startTime ?? null"
ANSWERED = """([control, event, change]) => {
  const one = document.querySelector(control);
  const start = performance.now();
  Object.assign(one, change);
  one.dispatchEvent(new Event(event));
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""
STEPS = {
    "search": ["#explorer input[type=search]", "input", {"value": "е"}],
    "filter": ["#explorer .filters select", "change", {"selectedIndex": 1}],
}
OF_ANSWERS = {
    "answers' search": ["#answers input[type=search]", "input", {"value": "е"}],
    "answers' filter": ["#answers .filters select", "change", {"selectedIndex": 1}],
}
ANSWER = """async (place) => {
  const start = performance.now();
  document.querySelector(place).click();
  const shown = document.querySelector("#query .answer");
  while (document.querySelector("#query .answer") === shown) await new Promise((done) => setTimeout(done));
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""


def measured(browser, address):
    """Seconds to the first rows, and milliseconds of each step."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(".rows tr[data-query]")
    found = {"first rows, s": page.evaluate(OPENED) / 1000}
    found |= {f"{name}, ms": page.evaluate(ANSWERED, step) for name, step in STEPS.items()}
    if page.locator("#answers").count():
        found |= {f"{name}, ms": page.evaluate(ANSWERED, step) for name, step in OF_ANSWERS.items()}
        found["first answer, s"] = page.evaluate(ANSWER, "#answers tr[data-answer] a") / 1000
        found["next answer, ms"] = page.evaluate(ANSWER, "#query [data-step=next]")
    page.close()
    return found


def main():
    from playwright.sync_api import sync_playwright

    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("file", type=Path)
    words.add_argument("--rounds", type=int, default=7)
    given = words.parse_args()
    if CHROMIUM is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    address = given.file.resolve().as_uri()
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        cold, *rounds = [measured(browser, address) for _ in range(given.rounds + 1)]
        browser.close()
    slow = False
    for name, first in cold.items():
        value = statistics.median(one[name] for one in rounds)
        most = MOST_SECONDS if name.endswith(", s") else MOST_MS
        met = "met" if value < most else "missed"
        slow |= value >= most
        print(f"{name}: median {value:.2f}, the very first {first:.2f}; goal {most}: {met}")
    if slow:
        sys.exit("the page is too slow")


if __name__ == "__main__":
    main()

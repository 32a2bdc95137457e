"""The report's page in a browser: ``python page_opened.py FILE [--rounds N]``, FILE being of ``page.py --to FILE``.

Measured in Chromium: seconds from the start of the navigation to the first rows of the list, and milliseconds from
a letter in the search, or a choice in a filter, until the rows are laid out anew. Each is the least of the rounds.
"""

import argparse
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
    "search": ["input[type=search]", "input", {"value": "е"}],
    "filter": [".filters select", "change", {"selectedIndex": 1}],
}


def measured(browser, address):
    """Seconds to the first rows, and milliseconds of each step."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(".rows tr[data-query]")
    found = {"first rows, s": page.evaluate(OPENED) / 1000}
    found |= {f"{name}, ms": page.evaluate(ANSWERED, step) for name, step in STEPS.items()}
    page.close()
    return found


def main():
    from playwright.sync_api import sync_playwright

    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("file", type=Path)
    words.add_argument("--rounds", type=int, default=5)
    given = words.parse_args()
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        rounds = [measured(browser, given.file.resolve().as_uri()) for _ in range(given.rounds)]
        browser.close()
    least = {name: min(one[name] for one in rounds) for name in rounds[0]}
    for name, value in least.items():
        most = MOST_SECONDS if name.endswith(", s") else MOST_MS
        print(f"{name}: {value:.2f} (at most {most})")
    if any(value > (MOST_SECONDS if name.endswith(", s") else MOST_MS) for name, value in least.items()):
        sys.exit("the page is too slow")


if __name__ == "__main__":
    main()

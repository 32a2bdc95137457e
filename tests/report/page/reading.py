"""What a person reads off the page and does with it."""

import json
import time

PATIENCE = 20  # seconds


def until(page, expression):
    """Wait until JavaScript is true. Playwright's own waiting evaluates inside the page, whose policy forbids it."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


_CUT = """() => {
  const found = [];
  const outside = (one, box, name) => {
    const [inner, outer] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
    const over = Math.max(outer.left - inner.left, inner.right - outer.right, inner.bottom - outer.bottom);
    if (inner.width && over > 1) found.push(`${name} ${one.textContent.trim().slice(0, 60)}: ${over}`);
  };
  const shown = (one) => one.checkVisibility();
  for (const one of [...document.querySelectorAll('.drawing')].filter(shown)) {
    for (const svg of one.querySelectorAll('svg')) outside(svg, one, 'chart');
    for (const text of one.querySelectorAll('svg text')) {
      outside(text, one.querySelector('svg'), 'text');
      if (text.textContent.endsWith('…')) found.push(`short ${text.textContent}`);
    }
  }
  for (const name of document.querySelectorAll('.key li')) outside(name, name.closest('figure'), 'key');
  return found;
}"""
_BEYOND = """() => {
  const right = document.documentElement.clientWidth;
  const wide = '.scroll, .scroll *, .systems, .systems *, .verdicts *, figure, figcaption, .drawing > svg, .passage *';
  return [...document.querySelectorAll(wide)]
    .filter((one) => one.checkVisibility() && !one.matches('.unseen, .unseen *'))
    .filter((one) => one.getBoundingClientRect().right > right + 1 || one.scrollWidth > one.clientWidth + 1 && one.matches('.scroll, .systems, td, th'))
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 60)}`);
}"""


def cut(page):
    """What is cut in the charts: texts that lie outside of them or end in …, names of the key."""
    return page.evaluate(_CUT)


def beyond(page):
    """What reaches beyond the right edge of the page or of its own box."""
    return page.evaluate(_BEYOND)


def shown(page):
    """Ids of all rows of the list, page after page of it."""
    found = _rows(page)
    following = page.locator("[data-step='page.next']")
    while following.count() and following.is_enabled():
        following.click()
        found += _rows(page)
    return found


def _rows(page):
    return page.locator(".rows tr[data-query] .id").all_inner_texts()


def choose(page, group, name, label):
    """Choose in the filter ``name`` of the group with that title the option that begins with ``label``."""
    field = page.locator("fieldset", has_text=group).locator(".field", has=page.get_by_text(name, exact=True))
    options = field.locator("option").all_inner_texts()
    field.locator("select").select_option(
        index=next(at for at, text in enumerate(options) if text.split(" · ")[0] == label)
    )


def answer(page, name):
    """The view of one recorded answer, once it stands."""
    until(page, f"document.querySelector('#query .answer')?.dataset.answer === {json.dumps(name)}")
    return page.locator("#query")


def answers(page):
    """Ids of all rows of the list of answers, page after page of it."""
    rows = page.locator("#answers .rows tr[data-answer] .id")
    found = rows.all_inner_texts()
    following = page.locator("#answers [data-step='page.next']")
    while following.count() and following.is_enabled():
        following.click()
        found += rows.all_inner_texts()
    return found


def opened(page, query):
    """The view of one query, once it stands."""
    until(page, f"document.querySelector('#query h2')?.dataset.query === {json.dumps(query)}")
    return page.locator("#query")

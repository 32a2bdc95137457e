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


def opened(page, query):
    """The view of one query, once it stands."""
    until(page, f"document.querySelector('#query h2')?.dataset.query === {json.dumps(query)}")
    return page.locator("#query")

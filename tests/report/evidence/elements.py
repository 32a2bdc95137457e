"""A document of HTML as its elements, and what a reader finds in that of an evidence table."""

from html.parser import HTMLParser

from assay.report.evidence.html import document
from report.evidence import sample

VOID = {"meta", "br", "wbr"}


class Tree(HTMLParser):
    """A document as elements: name, attributes, own text, children; tags that are not closed in order are faults."""

    def __init__(self, text):
        super().__init__()
        self.root = {"name": "", "attrs": {}, "parts": []}
        self.open = [self.root]
        self.feed(text)
        assert self.open == [self.root]

    def handle_starttag(self, name, attrs):
        one = {"name": name, "attrs": dict(attrs), "parts": []}
        self.open[-1]["parts"].append(one)
        if name not in VOID:
            self.open.append(one)

    def handle_endtag(self, name):
        assert self.open.pop()["name"] == name

    def handle_data(self, data):
        self.open[-1]["parts"].append(data)


def text(one):
    return one if isinstance(one, str) else "".join(map(text, one["parts"]))


def every(one, name=None, **attrs):
    """Elements below one: of that name, with that class or other attribute."""
    wanted = {key.rstrip("_"): value for key, value in attrs.items()}
    for part in one["parts"]:
        if isinstance(part, dict):
            fits = all(value in (part["attrs"].get(key) or "").split() for key, value in wanted.items())
            if fits and name in (None, part["name"]):
                yield part
            yield from every(part, name, **attrs)


def shown(lang="ru", evidence=None, at=0):
    evidence = evidence or sample.evidence()
    return Tree(document(evidence.tables[at], lang, evidence)).root


def answer_text(root):
    """The answer as it can be read: without the numbers of claims."""
    words = next(every(root, class_="words"))

    def read(one):
        if isinstance(one, str):
            return one
        return "" if "ref" in one["attrs"].get("class", "").split() else "".join(map(read, one["parts"]))

    return read(words)


def row_of(root, number):
    (row,) = every(root, id=f"claim-{number}")
    return row


def field(opinion, key):
    return [" ".join(" ".join(leaves(one)).split()) for one in every(opinion, class_=f"of-{key}")]


def leaves(one):
    """Texts one after another, as they are read: those of two elements are two."""
    return [one] if isinstance(one, str) else [leaf for part in one["parts"] for leaf in leaves(part)]

"""Choosing a passage in a talk: documents, sections, sentences by number, or exact words, never a ranking."""

from collections.abc import Sequence
from functools import partial

from assay.errors import InputError
from assay.gold.fields import PASSAGE
from assay.gold.quotations import spans
from assay.gold.quotes import nearest
from assay.labelling import display
from assay.labelling.browsing import Place, Section, Span, Text, find, section_at, sections, sentences
from assay.labelling.choosing import proposed, row_of, same
from assay.labelling.drafting import Draft
from assay.labelling.holding import Labels
from assay.labelling.listing import document_line, place_line, section_line
from assay.labelling.prompting import Talk, numbers
from assay.onscreen import safe

PAGE = 30  # documents or places shown at once
_QUOTES = '"«»“”„'


class Picker:
    """Chooses passages for one question.

    Attributes:
        talk: asks and shows.
        labels: the gold set with its corpus.
        draft: gets new passages, and how they were found.
        offered: id of a passage that an empty answer takes; empty: none.
        fixed: id that every passage gets which is chosen; empty: it is asked for.
    """

    def __init__(self, talk: Talk, labels: Labels, draft: Draft) -> None:
        self.talk = talk
        self.labels = labels
        self.draft = draft
        self.offered = ""
        self.fixed = ""
        self.texts = labels.texts
        self._shown = 0

    def pick(self) -> str | None:
        """Id of a passage, new or known; None: the person goes back."""
        if not self._shown:
            self._documents("")
        while True:
            key = "pick.offered" if self.offered else "pick"
            answer = self.talk.line(key, name=self.offered)
            if not answer:
                offered, self.offered = self.offered, ""
                return offered or None
            name = self._answered(answer)
            if name:
                return name

    def _answered(self, answer: str) -> str | None:
        if answer.startswith("?"):
            self._documents(answer[1:].strip())
            return None
        if not self.fixed and (answer in self.labels.passages or answer in self.draft.passages):
            return answer
        number = numbers(answer, len(self.texts))
        if number and number[0] == number[1] and answer != "*":
            return self.document(self.texts[number[0] - 1])
        return self._sought(answer.strip(_QUOTES) or answer)

    def _documents(self, words: str) -> None:
        """The next page of documents, or those whose id or title has some words."""
        listed = list(enumerate(self.texts, 1))
        if words:
            wanted = words.casefold()
            named = ((n, text, f"{text.id} {text.about['title'] or ''}") for n, text in listed)
            page = [(n, text) for n, text, name in named if wanted in name.casefold()][:PAGE]
        else:
            start = self._shown if self._shown < len(listed) else 0
            page = listed[start : start + PAGE]
            self._shown = start + len(page)
        for number, text in page:
            self.talk.show(f"  {number:>3}. {document_line(text)}")
        if not words and self._shown < len(listed):
            self.talk.say("documents.more", shown=self._shown, n=len(listed))

    def document(self, text: Text) -> str | None:
        """A passage out of one document."""
        self.talk.show(document_line(text))
        found = sections(text)
        if len(found) == 1:
            return self.section(text, found[0])
        for one in found:
            self.talk.show(section_line(text, one))
        while answer := self.talk.line("section"):
            named = next((one for one in found if str(one.number) == answer), None)
            name = self.section(text, named) if named else self._words(text, answer, "browse")
            if name:
                return name
        return None

    def section(self, text: Text, section: Section, words: Span | None = None) -> str | None:
        """A passage out of one section.

        Args:
            text: the document or chunk.
            section: its section, shown sentence by sentence.
            words: what was found there: an empty answer takes just these.
        """
        way = "text_find" if words else "browse"
        listed = sentences(text, section)
        if section.heading:
            self.talk.show(f"— {safe(section.heading)}")
        for number, (start, end) in enumerate(listed, 1):
            self.talk.show(f"  [{number}] {safe(text.body[start:end])}")
        while True:
            answer = self.talk.line("sentences.found" if words else "sentences")
            if answer == "0" or not (answer or words):
                return None
            if not answer and words:
                return self.take(text, words, way)
            span = numbers(answer, len(listed))
            if span:
                return self.take(text, (listed[span[0] - 1][0], listed[span[1] - 1][1]), way)
            name = self._words(text, answer, way)
            if name:
                return name

    def _words(self, text: Text, words: str, way: str) -> str | None:
        """The passage that has just these words of a text."""
        found = spans(words, text.body)
        if not found:
            self.talk.say("absent")
            near = nearest(words, text.body)
            if near:
                self.talk.say("nearest", text=display.cut(near.text))
            return None
        if len(found) == 1:
            return self.take(text, found[0], way)
        place = self._place([Place(text, *span) for span in found])
        return self.take(text, (place.start, place.end), way) if place else None

    def _sought(self, words: str) -> str | None:
        """A passage at one of the places where words stand."""
        found = find(self.texts, words)
        if not found:
            self.talk.say("nowhere", words=words)
            return None
        place = self._place(found)
        section = section_at(place.text, place.start) if place else None
        return self.section(place.text, section, (place.start, place.end)) if place and section else None

    def _place(self, found: Sequence[Place]) -> Place | None:
        """One of several places, all listed in the order of the documents."""
        self.talk.say("places", n=len(found))
        for start in range(0, len(found), PAGE):
            end = min(start + PAGE, len(found))
            for number, place in enumerate(found[start:end], start + 1):
                self.talk.show(f"  {number:>3}. {place_line(place)}")
            while answer := self.talk.line("place.more" if end < len(found) else "place"):
                chosen = numbers(answer, end)
                if chosen:
                    return found[chosen[0] - 1]
                if answer == "0":
                    return None
                self.talk.say("number", n=end)
        return None

    def take(self, text: Text, span: Span, way: str) -> str | None:
        """The passage of a stretch: the known one that labels it, or a new one with an id that is asked for."""
        try:
            row = row_of(self.labels, text, span, "new")
        except InputError as error:
            self.talk.fault(error)
            return None
        self.draft.ways.add(way)
        known = self.labels.passages | self.draft.passages
        self.talk.show(f"  «{display.cut(row['text'])}»")
        name = "" if self.fixed else same(known, row, text.body)
        if name:
            self.talk.say("known", name=name)
            return name
        draw = partial(proposed, text, span)
        default = draw(known)
        name = self.fixed or self._name(default, set(known))
        if name == default:
            self.draft.draws[name] = draw
        self.draft.passages[name] = {**row, "id": name}
        return name

    def _name(self, default: str, taken: set[str]) -> str:
        while True:
            name = self.talk.line("passage.id", default=default) or default
            fault = next(iter(PASSAGE["id"].kind.faults("id", name)), None)
            if name in taken:
                self.talk.say("taken", name=name)
            elif fault:
                self.talk.fault("; ".join(fault))
            else:
                return name

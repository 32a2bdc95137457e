"""What a reviewer has said of one claim so far: each reply decides what is asked next."""

from collections.abc import Callable, Mapping
from typing import Any

from assay.evidence.table import DECLINE, IMMATERIAL

_REST = ("observation", "hypothesis", "open_question")
_NEEDED = (
    *("attachment", "citations", "attachment_reason", "support", "contradicts", "support_reason", "missing"),
    "corpus",
)
# Another reply to the first makes the others doubtful: they are asked for again.
_DOUBTED: Mapping[str, tuple[str, ...]] = {
    "attachment": ("attachment_reason", "citations"),
    "support": ("support_reason", "contradicts", "corpus"),
    "evidence": ("contradicts",),
    "corpus": ("corpus_text",),
    "corpus_text": ("contradicts",),
}


class Replies:
    """Replies to the questions about one claim.

    Attributes:
        kind: of the claim.
        cites: whether the claim has citations already.
        retrieved: whether the record has fragments.
        said: replies by the names of :data:`assay.judging.verdicts.SAID`; null: there is nothing to say.
        keep: gets what is stated, each time that a reply is taken down.
    """

    def __init__(
        self,
        kind: str,
        *,
        cites: bool,
        retrieved: bool,
        said: Mapping[str, Any],
        keep: Callable[[dict[str, Any]], None],
    ) -> None:
        self.kind = kind
        self.cites = cites
        self.retrieved = retrieved
        self.said = dict(said)
        self.keep = keep
        self._doubted: set[str] = set()

    @property
    def asked(self) -> list[str]:
        """Names of what is asked, as far as the replies tell, in the order of asking."""
        if self.kind == IMMATERIAL:
            return ["observation"]
        fragments = ["evidence"] if self.retrieved else []
        corpus = ["corpus", "corpus_text"] if self.said.get("corpus") == "holds" else ["corpus"]
        if self.kind == DECLINE:
            return [*fragments, *corpus, *_REST]
        return [*self._attachment(), "support", *fragments, *self._support(corpus), *_REST]

    def _attachment(self) -> list[str]:
        named = self.said.get("attachment") == "attached" and not self.cites
        return ["attachment", *(["citations"] if named else []), "attachment_reason"]

    def _support(self, corpus: list[str]) -> list[str]:
        said = self.said
        named = said.get("evidence") or ("corpus_text" in corpus and said.get("corpus_text"))
        against = ["contradicts"] if said.get("support") == "unsupported" and named else []
        decided = said.get("support") == "supported"
        if against and said.get("contradicts"):
            decided = "corpus_text" not in corpus
        vague = "not_assessable" in (said.get("attachment"), said.get("support"))
        return [*against, "support_reason", *(["missing"] if vague else []), *([] if decided else corpus)]

    @property
    def next(self) -> str | None:
        """What is asked next; None: all is said."""
        return next((name for name in self.asked if name not in self.said or name in self._doubted), None)

    @property
    def stated(self) -> dict[str, Any]:
        """What is said, in the order of asking, as a line of ``--jsonl`` has it."""
        return {name: self.said[name] for name in self.asked if name in self.said}

    @property
    def lacking(self) -> list[str]:
        """What a verdict cannot do without, and nobody has said."""
        needed = {*_NEEDED}
        if self.said.get("support") in ("supported", "partially_supported"):
            needed.add("evidence")
        if self.kind in (DECLINE, IMMATERIAL):
            needed.add("observation")
        return [name for name in self.asked if name in needed and self.said.get(name) in (None, "", [])]

    def put(self, name: str, value: Any) -> None:
        """Take a reply down; where it is another one, what hangs on it is asked for again."""
        if (self.said.get(name) or None) != (value or None):
            self._doubted.update(set(_DOUBTED.get(name, ())) & self.said.keys())
        self.said[name] = value
        self._doubted.discard(name)
        self.keep(self.stated)

    def again(self, name: str) -> None:
        """Have something asked again; what was said stays as a proposal."""
        self._doubted.add(name)

    def back(self, name: str | None) -> bool:
        """Have the reply before a question asked again, without one the last; whether there is one."""
        before = self.asked if name is None else self.asked[: self.asked.index(name)]
        said = [one for one in before if one in self.said]
        if said:
            self.again(said[-1])
        return bool(said)

"""Cut-offs: the first k results, or the whole chunks that fit into the first N characters read."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Cutoff:
    """One cut-off; ``name`` is what stands behind the ``@`` of a metric: ``5``, ``1500c``.

    Attributes:
        size: k results, or N characters.
        by_characters: which of the two.
    """

    size: int
    by_characters: bool = False

    @property
    def name(self) -> str:
        """``5`` or ``1500c``."""
        return f"{self.size}c" if self.by_characters else str(self.size)


@dataclass(frozen=True)
class Settings:
    """The section ``score`` of params.yaml.

    Attributes:
        k: cut-offs in results.
        chars: cut-offs in characters read.
        headline: the one of ``k`` that failures and triage look at.
        cover: share of a passage's letters and digits that must be read to have found it.
        stale: ``exclude`` makes queries with stale passages null, ``refuse`` makes them an error.
        extra_queries: ``error`` or ``ignore`` (counted) for results of queries that gold does not know.
        twins: whether a passage is also found where the same words stand elsewhere.
    """

    k: tuple[int, ...]
    chars: tuple[int, ...] = ()
    headline: int = 5
    cover: float = 1.0
    stale: str = "exclude"
    extra_queries: str = "error"
    twins: bool = True

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Settings":
        """Settings of a checked section of params.yaml."""
        return cls(**{**values, "k": tuple(values["k"]), "chars": tuple(values["chars"])})

    @property
    def cutoffs(self) -> list[Cutoff]:
        """All cut-offs: those in results, then those in characters, each in rising order."""
        return [Cutoff(k) for k in sorted(self.k)] + [
            Cutoff(n, by_characters=True) for n in sorted(self.chars)
        ]

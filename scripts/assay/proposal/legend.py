"""What the metrics of a table mean, in the words of the report and of the registry of metrics."""

from collections.abc import Iterable, Iterator

from assay.proposal.phrases import Words
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import MEDIAN, UP, Metric, columns


def legend(cells: Iterable[str], words: Words, settings: Settings) -> tuple[str, ...]:
    """Say what stands for what, a line a metric in their order; names stand in backticks.

    Args:
        cells: what stands in the tables, names of metrics with their cut-offs among it.
        words: phrases of the language.
        settings: the section ``score``, whose cut-offs these are.
    """
    known = {name: (metric, cut) for name, metric, cut in columns(settings)}
    shown = [known[cell] for cell in cells if cell in known]
    budget = min((cut.size for _, cut in shown if cut and cut.by_characters), default=None)
    lines = [words.of_report("results.intro", k=settings.headline)]
    lines += [words.of_report("results.budget", n=budget)] if budget else []
    lines += [words.of_report("formulas.letters", share=f"{settings.cover * 100:g}")]
    return (*lines, *(_formula(metric, words) for metric in dict.fromkeys(metric for metric, _ in shown)))


def _formula(metric: Metric, words: Words) -> str:
    formula = {"en": metric.en, "ru": metric.ru}[words.lang]
    return f"`{metric.name}`: {formula} ({'; '.join(_about(metric, words))})"


def _about(metric: Metric, words: Words) -> Iterator[str]:
    if metric.bounded:
        yield "0…1"
    if metric.summary == MEDIAN:
        yield words("impact.median")
    yield words.of_report("formulas.up" if metric.direction == UP else "formulas.down")

import json
import re

import pytest

from assay import reference
from assay.report.terms import TERMS
from conftest import ROOT


@pytest.mark.parametrize("name", reference.FILES)
def test_a_changed_generated_part_is_found_and_written_anew(tmp_path, name):
    """Every document that holds one; what stands around it is left."""
    for file in (*reference.FILES, "params.yaml", "reports/metrics.json"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes((ROOT / file).read_bytes())
    text = (tmp_path / name).read_text("utf-8")
    parts = list(reference.PART.finditer(text))
    assert parts
    at = parts[0].end(1)
    (tmp_path / name).write_text(f"Before.\n{text[:at]}| `other` |\n{text[at:]}", "utf-8")
    assert reference.outdated(tmp_path) == [name]
    assert reference.write(tmp_path) == [name]
    assert (tmp_path / name).read_text("utf-8") == f"Before.\n{text}"


def test_the_gold_readme_names_the_types_of_questions_that_the_report_knows():
    """A team's own stand as they are."""
    text = (ROOT / "gold/README.md").read_text("utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith("| `type` | "))
    types = {name.removeprefix("type.") for name in TERMS if name.startswith("type.")}
    assert len(types) == 6
    assert types <= set(line.split("`"))


def results(top, figures, lang="en"):
    """The generated table of results."""
    (top / "reports").mkdir()
    (top / "reports/metrics.json").write_text(json.dumps(figures), "utf-8")
    params = (ROOT / "params.yaml").read_text("utf-8")
    (top / "params.yaml").write_text(re.sub(r"lang: (?:en|ru)\b", f"lang: {lang}", params), "utf-8")
    return "\n".join(reference.results(top))


MEANS = {"sufficient@5": 0.5, "sufficient@1500c": 1.0, "coverage@5": 0.5, "recall@5": 0.5, "hit@5": 0.5}


def test_figures_of_other_questions_have_their_own_n(tmp_path):
    """In brackets, with a sentence that says so; what has no value is not measured."""
    apart = {**MEANS, "n:sufficient@1500c": 1, "n": 34}
    text = results(tmp_path, {"bm25-fine": {**MEANS, "n": 38}, "ngram-fine": apart})
    assert "| `bm25-fine` | `fine` | 0.500 | 1.000 | not measured | 0.500 | 0.500 | 0.500 | 38 |" in text
    assert "| `ngram-fine` | `fine` | 0.500 | 1.000 (1) | not measured | 0.500 | 0.500 | 0.500 | 34 |" in text
    assert text.endswith(
        "\n\nIn brackets: the number of questions that a figure rests on, where it is not the row's `n`."
    )


def test_systems_of_another_corpus_are_named_below(tmp_path):
    """By group, in the language of reports; nothing is said where all search one corpus."""
    figures = {"bm25-fine": 1, "bm25-wide": 1, "ngram-fine": 2}
    text = results(tmp_path, {name: {**MEANS, "corpus": n, "n": 3} for name, n in figures.items()}, "ru")
    assert text.endswith(
        "\n\nСистемы ищут по разным корпусам: сравнимы только значения внутри одной группы: "
        "`bm25-fine`, `bm25-wide`; `ngram-fine`."
    )
    assert "не измерено" in text
    assert "В скобках" not in text

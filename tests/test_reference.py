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
    (line,) = (line for line in text.splitlines() if line.startswith("- `type`: "))
    types = {name.removeprefix("type.") for name in TERMS if name.startswith("type.")}
    assert len(types) == 6
    assert types <= set(line.split("`"))

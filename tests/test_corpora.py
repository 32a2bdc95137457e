import pytest

import pipeline
from assay.corpora import faults, settings, source_files, sources
from assay.errors import InputError

MISSING = "params.yaml: is not there; take it from the last commit (git checkout)"


def said(function, *arguments):
    with pytest.raises(InputError) as error:
        function(*arguments)
    return str(error.value).split("\n")


def test_sources_are_those_of_the_snapshots(tmp_path):
    """Each once, sorted; whatever is wrong elsewhere in the file."""
    path = tmp_path / "params.yaml"
    path.write_text(pipeline.PARAMS)
    assert sources(tmp_path) == ["corpus"]
    more = "  b: {source: docs, chunking: structure, size: 300, overlap: 0}\n  a: {source: cut, chunking: ready}\n"
    path.write_text(
        pipeline.PARAMS.replace("systems:\n", f"{more}systems:\n").replace("lang: en", "lang: de")
    )
    assert sources(tmp_path) == ["corpus", "cut", "docs"]


def test_without_params_no_folder_is_assumed(tmp_path):
    """A check of a folder that nobody named would find nothing wrong."""
    assert said(sources, tmp_path) == said(settings, tmp_path) == [MISSING]
    assert list(map(str, faults(tmp_path))) == [MISSING]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "fine: {source: corpus",
            "fine: {sorce: corpus",
            "params.yaml snapshots.fine.source: is missing; add it",
        ),
        (
            "fine: {source: corpus",
            "fine: {source: 7",
            "params.yaml snapshots.fine.source: is 7, must be a text; change it",
        ),
        ("snapshots:", "snapshot:", "params.yaml snapshots: is missing; add it"),
        ("snapshots:", "{", "params.yaml:3: is not YAML"),
    ],
)
def test_sources_that_are_not_said_are_named(tmp_path, before, after, message):
    """As by `assay params`, with whatever else is wrong."""
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS.replace(before, after))
    found = said(sources, tmp_path)
    assert found == said(settings, tmp_path) == list(map(str, faults(tmp_path)))
    assert any(line.startswith(message) for line in found)


def test_settings_without_faults(tmp_path):
    """As they are written."""
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS)
    assert settings(tmp_path)["report"] == {"lang": "en", "include_text": True}
    assert faults(tmp_path) == []


def test_a_source_that_is_not_there_is_not_an_empty_one(tmp_path):
    """A folder, or one file of chunks."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("x")
    assert source_files(tmp_path, "docs") == {"a.md": b"x"}
    assert source_files(tmp_path, "docs/a.md") == {"a.md": b"x"}
    message = "data/none.jsonl: is not there; correct source in params.yaml"
    assert said(source_files, tmp_path, "data/none.jsonl") == [message]

import pipeline
from assay.corpora import sources


def test_sources_are_those_of_the_snapshots(tmp_path):
    """Each once, sorted."""
    path = tmp_path / "params.yaml"
    path.write_text(pipeline.PARAMS)
    assert sources(tmp_path) == ["corpus"]
    more = "  b: {source: docs, chunking: structure, size: 300, overlap: 0}\n  a: {source: cut, chunking: ready}\n"
    path.write_text(pipeline.PARAMS.replace("systems:\n", f"{more}systems:\n"))
    assert sources(tmp_path) == ["corpus", "cut", "docs"]


def test_without_params_it_is_the_usual_folder(tmp_path):
    """The corpus can be checked while params.yaml is broken: not there, or no YAML."""
    assert sources(tmp_path) == ["corpus"]
    (tmp_path / "params.yaml").write_text("{")
    assert sources(tmp_path) == ["corpus"]

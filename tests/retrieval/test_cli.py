import subprocess

import pytest
from click.testing import CliRunner

from assay.errors import InputError
from assay.retrieval.cli import corpus

PARAMS = """
snapshots:
  fine: {source: corpus, chunking: structure, size: 100, overlap: 0}
  old: {source: chunks.jsonl, chunking: ready}
systems:
  bm25: {kind: bm25, snapshot: fine, input: x, depth: 5, filter: true, stem: true, k1: 1.2, b: 0.75}
score: {k: [5], chars: [1500], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: ru, include_text: true}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""


@pytest.fixture
def place(make, tmp_path, monkeypatch):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.md").write_bytes(make.markdown("# T\n\n## Срок\n\n30 дней.\n"))
    (tmp_path / "params.yaml").write_text(PARAMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_counts_documents(place):
    """And names faults with the file."""
    counts = "corpus: 1 document, 23 characters: no faults\n"
    assert CliRunner().invoke(corpus, ["check", "corpus"]).output == counts
    (place / "corpus" / "b.md").write_text("x")
    with pytest.raises(InputError, match=r"corpus/b\.md:1: has no front matter"):
        CliRunner().invoke(corpus, ["check", "corpus"], catch_exceptions=False)


def test_check_takes_all_sources_from_any_folder(place, monkeypatch):
    """Those of params.yaml; faults of each are named from the top of the repository."""
    (place / "chunks.jsonl").write_text('{"chunk_id": "a", "text": "30 days"}\n')
    monkeypatch.chdir(place / "corpus")
    done = CliRunner().invoke(corpus, ["check"])
    assert done.output == (
        "chunks.jsonl: 1 chunk, 7 characters: no faults\ncorpus: 1 document, 23 characters: no faults\n"
    )
    assert CliRunner().invoke(corpus, ["chunks", "a.md", "--snapshot", "fine"]).exit_code == 0
    (place / "chunks.jsonl").write_text('{"chunk_id": "", "text": "30 days"}\n')
    (place / "corpus" / "b.md").write_text("x")
    with pytest.raises(InputError) as error:
        CliRunner().invoke(corpus, ["check"], catch_exceptions=False)
    assert [problem.where for problem in error.value.problems] == ["chunks.jsonl:1", "corpus/b.md:1"]


def test_check_takes_chunks_that_were_cut_elsewhere(place):
    """A folder with a chunks.jsonl, or the file itself."""
    (place / "ready").mkdir()
    (place / "ready" / "chunks.jsonl").write_text('{"chunk_id": "a", "text": "30 days"}\n')
    for argument in ("ready", "ready/chunks.jsonl"):
        done = CliRunner().invoke(corpus, ["check", argument])
        assert done.output == f"{argument}: 1 chunk, 7 characters: no faults\n"
    (place / "ready" / "chunks.jsonl").write_text('{"chunk_id": "", "text": "30 days"}\n')
    with pytest.raises(InputError, match=r"ready/chunks\.jsonl:1: chunk_id is ''; use printable characters"):
        CliRunner().invoke(corpus, ["check", "ready"], catch_exceptions=False)


@pytest.mark.usefixtures("place")
def test_chunks_shows_how_a_document_is_cut():
    """With ids and lengths, as the snapshot would have them."""
    done = CliRunner().invoke(corpus, ["chunks", "corpus/a.md", "--snapshot", "fine"])
    assert done.output == "returns#срок.1 (22 characters)\n# T\n\n## Срок\n\n30 дней.\n\n"


def test_check_names_a_source_that_is_not_there(place):
    """As chunks.jsonl here; faults of params.yaml come with those of the corpus."""
    (place / "corpus" / "b.md").write_text("x\0\n")
    (place / "params.yaml").write_text(PARAMS.replace("lang: ru", "lang: de"))
    with pytest.raises(InputError) as error:
        CliRunner().invoke(corpus, ["check"], catch_exceptions=False)
    assert str(error.value).splitlines() == [
        "params.yaml report.lang: is 'de', must be one of ru, en; change it",
        "chunks.jsonl: is not there; correct source in params.yaml",
        "corpus/b.md:1: holds a control character (U+0000); remove it",
        "corpus/b.md:1: has no front matter; begin the file with a line ---",
    ]


@pytest.mark.parametrize("name", ["README.md", "a.txt"])
def test_chunks_of_what_is_no_document(place, name):
    """It is not an empty corpus."""
    (place / "corpus" / name).write_text("x")
    with pytest.raises(InputError) as error:
        CliRunner().invoke(corpus, ["chunks", f"corpus/{name}", "--snapshot", "fine"], catch_exceptions=False)
    rule = "is no document: README files, hidden files and those that are not .md are skipped"
    assert str(error.value) == f"corpus/{name}: {rule}; name another file"


@pytest.mark.parametrize(
    ("name", "message"),
    [("x", "'x' is no snapshot; one of: fine, old"), ("old", "takes ready-made chunks: nothing is cut")],
)
@pytest.mark.usefixtures("place")
def test_snapshots_that_cut_nothing(name, message):
    """Usage errors, exit 2."""
    done = CliRunner().invoke(corpus, ["chunks", "corpus/a.md", "--snapshot", name])
    assert done.exit_code == 2
    assert message in done.output

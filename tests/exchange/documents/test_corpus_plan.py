import pytest

from assay.errors import InputError
from assay.exchange.documents.corpus_plan import plan_documents
from exchange.imports import BODIES, SIZE, TERM, lay_out, read, run, tree, write

NOTHING = {"lang": None, "version": None, "subject_from_folder": False, "split_level": None}


@pytest.fixture
def top(tmp_path):
    top = tmp_path / "repository"
    lay_out(top)
    return top


@pytest.fixture
def place(tmp_path):
    """Files of a help centre, beside the repository."""
    for name, text in {"a.md": f"# Новое\n\n{TERM}\n", "shop/b.txt": f"Текст.\n\n{SIZE}\n"}.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "in"


def plan(top, place, to="corpus", **said):
    return plan_documents(top, place, {**NOTHING, **said}, to)


def refused(top, place, to="corpus"):
    before = tree(top)
    with pytest.raises(InputError) as error:
        plan(top, place, to)
    assert tree(top) == before
    return str(error.value)


def test_new_changed_and_same_documents_are_counted(top, place):
    """Documents that are not in the import stay; the same again writes nothing."""
    first = plan(top, place)
    assert "2 documents: 2 new, 0 changed, 0 the same" in first.facts
    assert "2 documents of the corpus not in this import: left as they are" in first.facts
    first.carry_out(top)
    (place / "a.md").write_text(f"# Новое\n\n{SIZE}\n", "utf-8")
    again = plan(top, place)
    assert "2 documents: 0 new, 1 changed, 1 the same" in again.facts
    again.carry_out(top)
    assert plan(top, place).changes(top) == {}
    assert set(BODIES) <= {
        path.relative_to(top / "corpus").with_suffix("").as_posix() for path in (top / "corpus").rglob("*.md")
    }


def test_options_are_kept_in_the_settings(top, place):
    """The next import reads the same way; other options are added; comments stay."""
    plan(top, place, lang="ru", subject_from_folder=True).carry_out(top)
    text = (top / "params.yaml").read_text("utf-8")
    assert text.startswith("# what people wrote stays\n")
    assert "subject_from_folder: true" in text
    assert plan(top, place).changes(top) == {}
    (top / "params.yaml").write_text(text.replace("subject_from_folder", "nonsense"), "utf-8")
    assert refused(top, place) == "params.yaml import.documents: has unknown keys (nonsense); remove them"


def test_a_folder_below_a_source_is_held_against_all_of_it(top, place):
    """An id of another folder is a fault; labels of documents elsewhere in the source are no stale ones."""
    (place / "returns.md").write_text("# Возврат\n\nДругое.\n", "utf-8")
    assert "returns" in refused(top, place, "corpus/new")
    (place / "returns.md").unlink()
    questions = write(
        top.parent / "q.jsonl", [{"id": "1", "query": "А?", "relevant": [{"doc": "exchange", "text": SIZE}]}]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(top)
        run("questions", questions)
    (fact,) = [fact for fact in plan(top, place, "corpus/new").facts if fact.startswith("labels")]
    assert fact == "labels in the corpus as it will be: 1 span"
    assert len(read(top / "gold/passages.jsonl")) == 1


def test_a_source_is_of_one_kind(tmp_path, place):
    """Documents do not come beside chunks, nor below them; another folder is told of in what follows."""
    top = tmp_path / "cut"
    lay_out(top, chunks=[{"chunk_id": "c", "text": TERM}])
    for to in ("corpus", "corpus/deep"):
        assert "holds chunks that were cut elsewhere (chunks.jsonl), and a source is of one kind" in refused(
            top, place, to
        )
    assert (
        "no snapshot in params.yaml is cut from pages: add an entry with source: pages"
        in plan(top, place, "pages").following
    )


@pytest.mark.parametrize("to", ["../out", "/tmp/x", ""])
def test_a_place_outside_the_repository(top, place, to):
    """Refused, whatever is there."""
    assert f"--to {to}: " in refused(top, place, to)

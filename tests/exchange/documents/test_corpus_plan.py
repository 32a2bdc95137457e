import pytest
from click.testing import CliRunner

from assay.errors import InputError
from assay.exchange.cli import import_
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
        plan(top, place, to).carry_out(top)
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


def test_a_part_put_in_before_an_equal_heading_changes_no_document(top, place):
    """Imported again, the old part is the same; the new one has another id."""
    text = f"## Срок\n\n{TERM}\n\n## Цена\n\n{SIZE}\n"
    (place / "wiki.md").write_text(text, "utf-8")
    plan(top, place, split_level=2).carry_out(top)
    (place / "wiki.md").write_text(f"## Срок\n\nСовсем другой срок.\n\n{text}", "utf-8")
    again = plan(top, place, split_level=2)
    assert [path for path in again.changes(top) if "wiki" in path] == ["corpus/wiki/срок.2.md"]


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


def again(top, place, **how):
    return plan_documents(top, place, NOTHING, "corpus", **how)


def edit(path, old, new):
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_what_people_edited_is_refused_and_named(top, place):
    """Both changed: nothing is written; kept or replaced by a word of the command line, once."""
    plan(top, place).carry_out(top)
    edit(top / "corpus/a.md", TERM, SIZE)
    edit(place / "a.md", TERM, "Иначе.")
    assert refused(top, place).startswith(
        "corpus/a.md: was edited since the last import, and its file changed too (+1 −1 lines, version "
    )
    replaced = again(top, place, existing="replace")
    assert "Иначе." in replaced.writes["corpus/a.md"].decode()
    kept = again(top, place, existing="keep")
    assert any(fact.startswith("kept as it is: corpus/a.md was edited") for fact in kept.facts)
    kept.carry_out(top)
    assert SIZE in (top / "corpus/a.md").read_text("utf-8")
    later = plan(top, place).facts
    assert "kept as people wrote it: text of 1 document (a.md)" in later
    said = f"its file says otherwise: corpus/a.md (+1 −1 lines): − {SIZE} + Иначе."
    assert f"kept as people wrote it; {said}" in later
    assert not any("version" in fact for fact in later)  # nobody wrote one
    edit(top / "corpus/a.md", SIZE, "Иначе.")
    assert not any("otherwise" in fact or "kept" in fact for fact in plan(top, place).facts)


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_a_refusal_shows_the_lines_and_what_becomes_of_the_rest(top, place, dry, monkeypatch):
    """The other changed documents of that import too; nothing is written."""
    plan(top, place).carry_out(top)
    edit(top / "corpus/a.md", TERM, SIZE)
    edit(place / "a.md", TERM, "Иначе.")
    edit(place / "shop/b.txt", SIZE, "И тут иначе.")
    monkeypatch.chdir(top)
    before = tree(top)
    done = CliRunner().invoke(import_, ["documents", str(place), *dry])
    assert isinstance(done.exception, InputError)
    assert str(done.exception).splitlines()[1:] == [f"    − {SIZE}", "    + Иначе."]
    assert "--dry-run" not in str(done.exception)
    assert "2 documents: 0 new, 1 changed, 0 the same, 1 in dispute" in done.output
    assert "would change corpus/shop/b.md: +1 −1 lines" in done.output
    assert tree(top) == before


def test_what_changes_is_shown_first(top, place):
    """Each changed document with its lines, the first ones in words, then new ones; none that is the same."""
    plan(top, place).carry_out(top)
    edit(place / "shop/b.txt", SIZE, "Иначе.")
    (place / "0.md").write_text("# Ноль\n\nНовое.\n", "utf-8")
    done = again(top, place)
    assert done.preview == [f"changed shop/b.md: − {SIZE} + Иначе.", "new 0.md: 0 (ru) Ноль"]
    lines = list(done.report(top, dry=True))
    start = lines.index("preview:")
    assert lines[start + 3].startswith("would change corpus/.imported")
    assert lines[start + 4].startswith("would change corpus/shop/b.md: +1 −1 lines, version ")
    assert lines[start + 5].startswith("would write corpus/0.md")
    assert len(lines) == start + 6


def test_documents_whose_files_are_gone(top, place):
    """Named and kept; removed if that is asked for, but for those that people edited."""
    (place / "c.md").write_text("# В\n\nТекст.\n", "utf-8")
    plan(top, place).carry_out(top)
    (place / "c.md").unlink()
    (place / "shop/b.txt").unlink()
    edit(top / "corpus/c.md", "Текст.", "Правка.")
    kept = again(top, place)
    assert [fact.partition(" (")[0] for fact in kept.facts if fact.startswith("gone")] == [
        "gone from the folder: corpus/c.md",
        "gone from the folder: corpus/shop/b.md",
    ]
    assert kept.removes == []
    kept.carry_out(top)
    done = again(top, place, remove_gone=True)
    assert done.removes == ["corpus/shop/b.md"]
    done.carry_out(top)
    assert not (top / "corpus/shop/b.md").exists()
    assert (top / "corpus/c.md").exists()


def test_what_people_removed_or_moved(top, place):
    """Taken out of the corpus, it stays out; put elsewhere, it is changed there."""
    plan(top, place).carry_out(top)
    (top / "corpus/a.md").unlink()
    (top / "corpus/help").mkdir(exist_ok=True)
    (top / "corpus/shop/b.md").rename(top / "corpus/help/size.md")
    edit(place / "shop/b.txt", SIZE, "Иначе.")
    done = plan(top, place)
    assert (
        "not brought back: corpus/a.md, which people removed (--existing replace brings it back)"
        in done.facts
    )
    done.carry_out(top)
    assert "Иначе." in (top / "corpus/help/size.md").read_text("utf-8")
    assert not (top / "corpus/shop/b.md").exists()
    assert not (top / "corpus/a.md").exists()
    assert plan(top, place).changes(top) == {}
    (place / "a.md").unlink()
    plan(top, place).carry_out(top)
    (place / "a.md").write_text("# Снова\n\nТекст.\n", "utf-8")
    assert "corpus/a.md" in plan(top, place).changes(top)


def test_another_folder_overwrites_nothing(top, place):
    """An index page that two exports have; the same export under another name goes on."""
    plan(top, place).carry_out(top)
    other = place.parent / "other"
    other.mkdir()
    (other / "a.md").write_text("# Чужое\n\nТекст.\n", "utf-8")
    (top / "corpus/shop/c.md").write_bytes(
        (top / "corpus/shop/b.md").read_bytes().replace(b"shop/b", b"shop/c")
    )
    for number in range(3):
        (place / f"{number}.md").write_text("# А\n\nТекст.\n", "utf-8")
    plan(top, place).carry_out(top)
    assert "corpus/a.md: was imported from in, and differs (" in refused(top, other)
    dated = place.rename(place.parent / "in-2026-12")
    (dated / "0.md").unlink()
    edit(dated / "a.md", TERM, "Иначе.")
    done = plan(top, dated)
    assert [fact for fact in done.facts if fact.startswith("gone from the folder: corpus/0.md")]
    assert "corpus/a.md" in done.words


def test_a_broken_record_is_named(top, place):
    """A merge left its marks: nothing is guessed."""
    plan(top, place).carry_out(top)
    (top / "corpus/.imported").write_text("<<<<<<< main\n", "utf-8")
    assert refused(top, place).startswith("corpus/.imported:1: is a conflict marker of a merge")

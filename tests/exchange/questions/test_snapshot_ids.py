import pytest

from assay.errors import InputError
from assay.exchange.questions.references import Reference
from assay.exchange.questions.snapshot_ids import SnapshotIds
from assay.gold.repository import read_corpus
from assay.retrieval.snapshot import build
from exchange.imports import TERM, document, files, lay_out

ROW = "| Товар {0} | можно вернуть в течение {0} дней со дня доставки |\n"
TABLE = "# Сроки\n\n| Товар | Срок |\n| --- | --- |\n" + "".join(ROW.format(n) for n in range(10, 30))
CUT = {"source": "corpus", "chunking": "structure", "size": 300, "overlap": 0}


@pytest.fixture
def top(tmp_path):
    """A repository with a table that goes on over chunks, and snapshots ``fine``, ``same`` and ``wide``."""
    lay_out(tmp_path)
    (tmp_path / "corpus/table.md").write_bytes(document("table", TABLE))
    return tmp_path


def add(top, name, size):
    path = top / "params.yaml"
    entry = f"  {name}: {{source: corpus, chunking: structure, size: {size}, overlap: 0}}\nsystems:"
    path.write_text(path.read_text("utf-8").replace("systems:", entry, 1), "utf-8")


def chunks(top, size=300):
    found = {
        path.relative_to(top / "corpus").as_posix(): path.read_bytes()
        for path in top.rglob("*.md")
        if "gold" not in path.parts
    }
    return build("x", {**CUT, "size": size}, found, "corpus").chunks


def placed(top, *references, name=None):
    return SnapshotIds(top, read_corpus(top), name).placed(references)


def ref(chunk_id, **said):
    return Reference("f:1 [1]", chunk_id=chunk_id, **said)


def test_an_id_becomes_the_place_of_its_chunk(top):
    """Without saying whose it is, where one snapshot has it; the span is that of the chunk of today."""
    row = chunks(top).filter(doc_id="returns").row(0, named=True)
    (one,), facts = placed(top, ref(row["chunk_id"]))
    assert (one.doc, one.text) == ("returns", row["text"])
    assert [{"start": one.start, "end": one.end}] == row["spans"]
    assert facts == ["1 label by ids of snapshot 'fine', as it is today"]


def test_a_table_that_goes_on_is_its_own_rows(top):
    """The heading that a chunk repeats is a stretch of its own, which other chunks have too."""
    row = next(row for row in chunks(top).iter_rows(named=True) if len(row["spans"]) > 1)
    (one,), (fact,) = placed(top, ref(row["chunk_id"]))
    assert (one.start, one.end) == (row["spans"][-1]["start"], row["spans"][-1]["end"])
    assert one.text == TABLE[one.start : one.end]
    assert fact.endswith("; of 1 that go on with a table the repeated heading is left out")


def test_ids_of_other_words_in_two_snapshots_must_be_said(top):
    """Both places are named; the name says it; equal places need none."""
    add(top, "same", 300)
    name = "table#.1"
    assert placed(top, ref(name))[1][0].startswith("1 label by ids of snapshot 'fine'")
    add(top, "wide", 900)
    with pytest.raises(InputError) as error:
        placed(top, ref(name))
    message = str(error.value.problems[0])
    assert message.startswith(f"f:1 [1]: {name!r} is a chunk of several snapshots, of other words in each (")
    assert message.endswith(" in wide); say whose ids they are: --snapshot NAME")
    (wide,), facts = placed(top, ref(name), name="wide")
    assert wide.text == chunks(top, 900).filter(chunk_id=name)["text"].item()
    assert facts == ["1 label by ids of snapshot 'wide', as it is today"]


def test_that_the_finer_snapshot_has_more_of_the_ids_says_nothing(top):
    """It has nearly all ids of the others."""
    add(top, "wide", 900)
    last = chunks(top).filter(doc_id="table")["chunk_id"].len()
    with pytest.raises(InputError, match="is a chunk of several snapshots"):
        placed(top, ref("table#.1"), ref(f"table#.{last}"))


def test_words_decide_and_the_snapshot_gives_their_document(top):
    """A label with an id and its text is no reason to ask whose the id is."""
    name = chunks(top).filter(doc_id="returns")["chunk_id"][0]
    (one,), facts = placed(top, ref(name, text=TERM), name="fine")
    assert (one.doc, one.start, one.text, facts) == ("returns", None, TERM, [])
    add(top, "wide", 900)
    assert placed(top, ref("table#.1", text=TERM)) == ([ref("table#.1", text=TERM)], [])


@pytest.mark.parametrize("name", ["u-17", "nowhere#.1", "returns", "returns#нет.9", "#.1", "returns#возврат"])
def test_other_ids_stay_as_they_are(top, name):
    """Of no document, of no chunk, of another form."""
    assert placed(top, ref(name)) == ([ref(name)], [])


def test_nothing_is_cut_where_no_id_asks_for_it(top):
    """Broken settings do not matter then; where one does, they are named."""
    (top / "params.yaml").write_text("snapshots: {fine: {source: corpus}}\nsystems: {}\n")
    corpus = read_corpus(top)
    assert SnapshotIds(top, corpus).placed([ref("u-1")]) == ([ref("u-1")], [])
    with pytest.raises(InputError, match=r"params\.yaml"):
        SnapshotIds(top, corpus).placed([ref("returns#.1")])


def test_a_snapshot_that_is_none(top):
    """Named with those that there are."""
    with pytest.raises(InputError) as error:
        placed(top, ref("x"), name="fein")
    assert str(error.value.problems[0]) == "--snapshot fein: is no snapshot of params.yaml; one of: fine"


def test_ready_chunks_of_a_snapshot_that_is_named(top):
    """The table of a recorded run is no corpus, and its ids are known by the snapshot's name: with or without spans."""
    folder = top / "runs/recorded/prod/r1"
    folder.mkdir(parents=True)
    start = files()["returns.md"].decode().split("---\n")[2].index(TERM)
    (folder / "chunks.jsonl").write_text(
        f'{{"chunk_id": "u1", "text": "{TERM}", "doc_id": "returns", "start": {start}, "end": {start + len(TERM)}}}\n'
        f'{{"chunk_id": "u2", "text": "{TERM} И ещё."}}\n',
        "utf-8",
    )
    path = top / "params.yaml"
    entry = "  prod: {source: runs/recorded/prod/r1/chunks.jsonl, chunking: ready}\nsystems:"
    path.write_text(path.read_text("utf-8").replace("systems:", entry, 1), "utf-8")
    (first, second), facts = placed(top, ref("u1"), ref("u2"), name="prod")
    assert (first.doc, first.start, first.end, first.text) == ("returns", start, start + len(TERM), TERM)
    assert (second.start, second.text) == (None, f"{TERM} И ещё.")
    assert facts == ["2 labels by ids of snapshot 'prod', as it is today"]

from assay.exchange.documents.folder import read_folder
from assay.exchange.documents.repeats import repeated

LINE = "Была ли статья полезна?"


def bodies(count, tail=LINE):
    return [f"# Страница {n}\n\nТекст {n}.\n\nЕщё {n}.\n\nСрок {n}.\n\n{tail}\n" for n in range(count)]


def test_a_line_at_the_end_or_start_of_most_pages_is_said():
    """At least five pages and half of all; nothing is taken out."""
    assert list(repeated(bodies(6))) == [f"a line stands in 6 of 6 pages, and is imported: «{LINE}»"]
    assert list(repeated([*bodies(5), *bodies(5, "Да.")])) != []
    assert list(repeated([f"{LINE}\n\nТекст {n}.\n" for n in range(5)])) != []
    files = {f"{n}.md": body.encode() for n, body in enumerate(bodies(6))}
    found = read_folder(files, "in")
    assert found.notes == [f"a line stands in 6 of 6 pages, and is imported: «{LINE}»"]
    assert all(LINE in one.data.decode() for one in found.documents)


def test_lines_that_are_no_frame_are_not_said():
    """Of few pages, of less than half, long, in the middle, headings, marks without letters."""
    assert list(repeated(bodies(4))) == []
    assert list(repeated([*bodies(5), *[f"Другое {n}.\n" for n in range(6)]])) == []
    assert list(repeated(bodies(6, "Слово " * 40))) == []
    assert list(repeated(bodies(6, "## Примечание"))) == []
    assert list(repeated(bodies(6, "---"))) == []
    middle = [f"А{n}\nБ{n}\nВ{n}\n{LINE}\nГ{n}\nД{n}\nЕ{n}\n" for n in range(6)]
    assert list(repeated(middle)) == []

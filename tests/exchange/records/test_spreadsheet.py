import datetime as dt
import io
import zipfile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import PatternFill

from assay.errors import InputError
from assay.exchange.records.files import read_records
from ending import ends
from exchange.files import docx

WHERE = "questions.xlsx"


def page(*rows, merged=(), title="Лист1"):
    """A workbook with one sheet."""
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    for area in merged:
        book.active.merge_cells(area)
    return book


def read(book, **how):
    target = io.BytesIO()
    book.save(target)
    return read_records(target.getvalue(), WHERE, **how)


def refused(data):
    with pytest.raises(InputError) as caught:
        read_records(data, WHERE)
    return str(caught.value)


def test_a_title_and_cells_merged_over_rows():
    """The title is passed over; a question over several rows is that of each, with the link of its own row."""
    book = page(
        ["Вопросы поддержки за март"],
        ["№", "Вопрос", "Ссылка"],
        ["007", "Как вернуть?", "a"],
        [None, None, "b"],
        ["008", "Где мой заказ?", "c"],
        merged=("A1:C1", "A3:A4", "B3:B4"),
    )
    found = read(book)
    assert found.values == [
        {"№": "007", "Вопрос": "Как вернуть?", "Ссылка": "a"},
        {"№": "007", "Вопрос": "Как вернуть?", "Ссылка": "b"},
        {"№": "008", "Вопрос": "Где мой заказ?", "Ссылка": "c"},
    ]
    assert found.spots[1] == "questions.xlsx!Лист1!4"
    assert found.place(1, "Ссылка") == "questions.xlsx!Лист1!C4"
    assert found.notes == [
        "questions.xlsx!Лист1: row 1 is a title and was passed over",
        "questions.xlsx!Лист1: 2 merged cells counted for each row covered",
    ]


def test_rows_without_anything_of_their_own_are_no_records():
    """A record of merged cells alone counts once, empty rows not at all; formatting below is nothing."""
    book = page(["Вопрос", "Ссылка"], ["q1", "a"], [], [], ["q2", "b"], merged=("A2:A3", "B2:B3", "A5:A9000"))
    assert [value["Вопрос"] for value in read(book).values] == ["q1", "q2"]


def test_a_heading_of_a_part_of_the_rows_is_no_question():
    """One cell over all columns in the middle of the sheet."""
    book = page(
        ["Вопрос", "Ссылка"], ["Возврат"], ["q1", "a"], ["Доставка"], ["q2", "b"], merged=("A2:B2", "A4:B4")
    )
    found = read(book)
    assert [value["Вопрос"] for value in found.values] == ["q1", "q2"]
    assert found.notes == ["questions.xlsx!Лист1: 2 rows of one cell over several columns passed over: 2, 4"]


def test_two_rows_of_headings():
    """A heading over two columns, and one over both rows; the names are joined."""
    book = page(
        ["№", "Вопрос", "Ссылки", None],
        [None, None, "Статья", "Раздел"],
        ["1", "q", "a", "b"],
        merged=("A1:A2", "B1:B2", "C1:D1"),
    )
    found = read(book)
    assert found.values == [{"№": "1", "Вопрос": "q", "Ссылки / Статья": "a", "Ссылки / Раздел": "b"}]
    assert found.place(0, "Ссылки / Раздел") == "questions.xlsx!Лист1!D3"
    assert "questions.xlsx!Лист1: headings are rows 1 to 2" in found.notes


def test_a_group_above_names_of_single_columns():
    """The first row holds nothing but the group."""
    book = page(
        [None, None, "Ссылки", None], ["№", "Вопрос", "A", "B"], ["1", "q", "a", "b"], merged=("C1:D1",)
    )
    assert list(read(book).values[0]) == ["№", "Вопрос", "Ссылки / A", "Ссылки / B"]


def test_one_heading_over_two_columns_is_one_column():
    """The next row is a record already; its cells are joined by line ends."""
    book = page(["Вопрос", "Ссылки", None], ["q1", "a", "b"], ["q2", "c", None], merged=("B1:C1",))
    assert read(book).values == [{"Вопрос": "q1", "Ссылки": "a\nb"}, {"Вопрос": "q2", "Ссылки": "c"}]


GROUPS = (
    ["№", "Вопрос", None, "Ответ", None],
    ["п/п", "Текст", "Тема", "Текст", "Ссылка"],
    ["007", "Как вернуть?", "возврат", "За 30 дней", "https://kb/1"],
)
GROUPED = {
    "№ / п/п": "007",
    "Вопрос / Текст": "Как вернуть?",
    "Вопрос / Тема": "возврат",
    "Ответ / Текст": "За 30 дней",
    "Ответ / Ссылка": "https://kb/1",
}


def test_groups_above_names_of_fields():
    """The second row is one of headings where it names fields, though other columns have something in both rows."""
    found = read(page(*GROUPS, merged=("B1:C1", "D1:E1")))
    assert found.values == [GROUPED]
    assert found.notes == ["questions.xlsx!Лист1: headings are rows 1 to 2"]
    assert read(page(["Вопрос", "Ссылки", None], ["текст", "a", "b"], merged=("B1:C1",))).values == [
        {"Вопрос": "текст", "Ссылки": "a\nb"}
    ]


def test_groups_without_merged_cells():
    """A gap, or a name that stands twice, above names of fields."""
    assert read(page(*GROUPS)).values == [GROUPED]
    twice = ["№", "Вопрос", "Вопрос", "Ответ", "Ответ"]
    assert read(page(twice, *GROUPS[1:])).values == [GROUPED]
    assert read(page(["№", "Вопрос", None], [None, "Текст", "Тема"], ["1", "q", "x"])).values == [
        {"№": "1", "Вопрос / Текст": "q", "Вопрос / Тема": "x"}
    ]


def test_rows_of_headings_can_be_stated():
    """Where it is not sure, the option is named; a group goes as far as the headings that have none of their own."""
    rows = (["Вопрос", "Ссылки", None], ["текст", "Статья", "Раздел"], ["q", "a", "b"])
    found = read(page(*rows))
    assert len(found.values) == 2
    hint = "row 2 looks like a second row of headings: --header-rows 2 reads it as one"
    assert f"questions.xlsx!Лист1: {hint}" in found.notes
    assert read(page(*rows), header=2).values == [
        {"Вопрос / текст": "q", "Ссылки / Статья": "a", "Ссылки / Раздел": "b"}
    ]
    assert not any("--header-rows" in note for note in read(page(*rows), header=1).notes)
    apart = (["Вопрос", "Ссылки", None], [None, None, "Раздел"], ["q", "a", "b"])
    assert list(read(page(*apart), header=2).values[0]) == ["Вопрос", "Ссылки", "Раздел"]


def test_a_merged_group_ends_where_it_is_merged_to():
    """The next column has a heading of its own."""
    rows = ["№", "Ссылки", None, None], [None, "A", "B", "Тема"], ["1", "a", "b", "c"]
    assert list(read(page(*rows, merged=("B1:C1",))).values[0]) == ["№", "Ссылки / A", "Ссылки / B", "Тема"]


def test_numbers_of_the_columns_and_a_total_are_no_records():
    """Each is said; a question that begins with such a word is one."""
    book = page(
        ["№", "Вопрос", "Ссылка"],
        ["1", "2", "3"],
        ["1", "q", "a"],
        ["2", "Всего сколько?", "b"],
        ["Итого", 2],
    )
    found = read(book)
    assert [value["Вопрос"] for value in found.values] == ["q", "Всего сколько?"]
    assert found.notes == [
        "questions.xlsx!Лист1: row 2 numbers the columns and was passed over",
        "questions.xlsx!Лист1: row 5 is a total and was passed over",
    ]
    assert len(read(page(["Вопрос"], ["Итого сколько?"])).values) == 1


def test_a_sheet_that_begins_somewhere():
    """Empty rows and columns before a title; a filter; rich text."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Лист1"
    sheet["C3"] = "Вопросы за март"
    sheet.merge_cells("C3:D3")
    sheet["C5"], sheet["D5"] = "№", "Вопрос"
    sheet["C6"], sheet["D6"] = "007", CellRichText("Как ", TextBlock(InlineFont(b=True), "вернуть?"))
    sheet.auto_filter.ref = "C5:D6"
    found = read(book)
    assert found.values == [{"№": "007", "Вопрос": "Как вернуть?"}]
    assert found.place(0, "Вопрос") == "questions.xlsx!Лист1!D6"
    assert found.notes == ["questions.xlsx!Лист1: row 3 is a title and was passed over"]


def test_two_columns_of_one_name_are_an_error():
    """It names the second one's cell; a column without a heading is said."""
    found = read(page(["Вопрос", "Ссылка", None, "Ссылка"], ["q", "a", "x", "b"]))
    assert list(map(str, found.problems)) == [
        (
            "questions.xlsx!Лист1!D1: is a second column 'Ссылка'; "
            "rename one of them, or give --header-rows 2 if the row below tells them apart"
        )
    ]
    assert found.notes == ["questions.xlsx!Лист1: column 3 has no heading and was not read"]


def test_cells_are_texts():
    """Zeros in front as the cell shows them, whole numbers without a point, days, true and false; words stay."""
    book = page(
        ["id", "a", "b", "c", "d", "e", "f"],
        ["007", 7, 7.0, 2.5, dt.datetime(2026, 3, 1), True, "NULL"],  # noqa: DTZ001  # as sheets have them
        [" 1e5 ", 12345678901, None, "=text", dt.datetime(2026, 3, 1, 9, 30), dt.time(9, 30), "a_x000D_\nb"],  # noqa: DTZ001
    )
    book.active["B2"].number_format = "000"
    book.active["D3"].data_type = "s"
    first, second = (list(value.values()) for value in read(book).values)
    assert first == ["007", "007", "7", "2.5", "2026-03-01", "true", "NULL"]
    assert second == [" 1e5 ", "12345678901", None, "=text", "2026-03-01T09:30:00", "09:30:00", "a\nb"]


@pytest.mark.parametrize(
    ("value", "shown_as", "text"),
    [
        (7, "000", "007"),
        (7, '"Q-"000', "Q-007"),
        (7, "00\\-", "07-"),
        (1, "0.0", "1.0"),
        (1.1, "0.00", "1.10"),
        (2.567, "0.0", "2.567"),
        (1234, "#,##0", "1234"),
        (7, "0", "7"),
        (0.5, "0%", "0.5"),
        (7, "@", "7"),
    ],
)
def test_a_number_is_written_as_its_cell_shows_it(value, shown_as, text):
    """Where the format is plain and hides no digit."""
    book = page(["id"], [value])
    book.active["A2"].number_format = shown_as
    assert read(book).values == [{"id": text}]


def test_ids_whose_digits_are_lost_are_said():
    """A sheet keeps fifteen; as texts they are whole."""
    book = page(["id", "q"], [12345678901234567, "a"], ["12345678901234567", "b"], [123456789012345, "c"])
    found = read(book)
    assert [value["id"] for value in found.values][1:] == ["12345678901234567", "123456789012345"]
    assert found.notes == [
        (
            "questions.xlsx!Лист1: 1 number of more than 15 digits (A2): a sheet keeps 15 digits, the others are lost; "
            "where they are ids, get them as texts"
        )
    ]


def test_a_formula_beside_the_records_is_no_fault():
    """In a total, a title, a column without a heading."""
    book = page(["=1+1"], ["№", "Вопрос"], ["1", "q", "=A1"], ["Итого", "=COUNTA(B3:B3)"])
    assert read(book).problems == []


def test_a_formula_gives_its_last_value_and_is_an_error_without_one():
    """Also an error for a value; a formula that gives an empty text is an empty cell."""
    book = page(["q", "a"], ["=1+1", "x"], ["=A1", "y"], ["=B2/0", "z"], ['=IF(1,"","")', "w"])
    target = io.BytesIO()
    book.save(target)
    values = {
        b"<f>1+1</f><v />": b"<f>1+1</f><v>2</v>",
        b"<f>B2/0</f><v />": b"<f>B2/0</f><v>#DIV/0!</v>",
        b'<c r="A4"': b'<c r="A4" t="e"',
        b'<c r="A5"': b'<c r="A5" t="str"',
    }
    found = read_records(_sheet_changed(target.getvalue(), values), WHERE)
    assert [value["q"] for value in found.values] == ["2", "=", "#DIV/0!", None]
    assert list(map(str, found.problems)) == [
        "questions.xlsx!Лист1!A3: holds a formula that was never computed; open the file, save it again",
        "questions.xlsx!Лист1!A4: holds the error #DIV/0!; mend the formula",
    ]


def _sheet_changed(data, values):
    """The file with other bytes in its first sheet: values of formulas, as Excel writes them."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                for before, after in values.items():
                    assert before in part
                    part = part.replace(before, after)
            new.writestr(name, part)
    return target.getvalue()


def test_links_stand_below_their_texts_in_a_column_of_links():
    """A link behind a question is decoration: it is left out, and said; HYPERLINK formulas are links too."""
    book = page(
        ["Вопрос", "Ссылки"],
        ["q1", "Возврат"],
        ["q2", "https://kb/2"],
        ["q3", "https://kb/3\nhttps://kb/4; https://kb/5"],
        ["q4", '=HYPERLINK("https://kb/6","Доставка")'],
    )
    book.active["B2"].hyperlink = "https://kb/1"
    book.active["B3"].hyperlink = "https://kb/2"
    book.active["A2"].hyperlink = "https://elsewhere/"
    target = io.BytesIO()
    book.save(target)
    head = (
        b'<f>HYPERLINK("https://kb/6","\xd0\x94\xd0\xbe\xd1\x81\xd1\x82\xd0\xb0\xd0\xb2\xd0\xba\xd0\xb0")</f>'
    )
    values = {head + b"<v />": head + "<v>Доставка</v>".encode(), b'<c r="B5"': b'<c r="B5" t="str"'}
    found = read_records(_sheet_changed(target.getvalue(), values), WHERE)
    assert [value["Ссылки"] for value in found.values] == [
        "Возврат\nhttps://kb/1",
        "https://kb/2",
        "https://kb/3\nhttps://kb/4; https://kb/5",
        "Доставка\nhttps://kb/6",
    ]
    assert found.values[0]["Вопрос"] == "q1"
    assert found.problems == []
    assert found.notes == ["questions.xlsx!Лист1: 1 link behind texts of 'Вопрос' left out"]


def test_hidden_rows_and_columns_are_read_and_said():
    """A filter that is left on hides questions that are meant."""
    book = page(["Вопрос", "Ссылка", "id"], ["q1", "a", "1"], ["q2", "b", "2"])
    book.active.row_dimensions[3].hidden = True
    book.active.column_dimensions["C"].hidden = True
    found = read(book)
    assert [value["id"] for value in found.values] == ["1", "2"]
    assert found.notes == [
        "questions.xlsx!Лист1: 1 hidden row read like the others: 3",
        "questions.xlsx!Лист1: 1 hidden column read like the others: id",
    ]


def test_of_several_sheets_one_is_named():
    """Empty and hidden ones do not count, but can be named; names may hold spaces and `!`."""
    book = page(["q"], ["a"], title="Вопросы и ответы!")
    book.create_sheet("пусто")
    hidden = book.create_sheet("старое")
    hidden.append(["q"])
    hidden.append(["b"])
    hidden.sheet_state = "hidden"
    assert read(book).spots == ["questions.xlsx!Вопросы и ответы!!2"]
    assert read(book).place(0, "q") == "questions.xlsx!Вопросы и ответы!!A2"
    assert read(book, sheet="старое").values == [{"q": "b"}]
    assert read(book, sheet="старое").notes == ["questions.xlsx!старое is a hidden sheet"]
    hidden.sheet_state = "visible"
    with pytest.raises(
        InputError, match=r"has several sheets \(Вопросы и ответы!, старое\); name one with --sheet"
    ):
        read(book)
    with pytest.raises(InputError, match=r"has no sheet 'x'; one of: Вопросы и ответы!, пусто, старое"):
        read(book, sheet="x")
    with pytest.raises(InputError, match=r"questions.xlsx!пусто: holds no rows"):
        read(book, sheet="пусто")


def test_formatting_far_below_and_to_the_right_costs_nothing():
    """A million formatted rows, and a title merged over all columns there are."""
    book = page(["Всё"], ["Вопрос", "Ссылка"], ["q", "a"], merged=("A1:XFD1",))
    fill = PatternFill("solid", fgColor="FFFF00")
    for row in range(4, 8000):
        for column in range(1, 11):
            book.active.cell(row, column).fill = fill
    book.active["XFD1048576"].fill = fill
    target = io.BytesIO()
    book.save(target)
    with ends():  # all cells between are 17 billion
        assert read_records(target.getvalue(), WHERE).values == [{"Вопрос": "q", "Ссылка": "a"}]


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (OLD, "questions.xlsx: is an old .xls; save it as .xlsx"),
        (
            OLD + "EncryptedPackage".encode("utf-16-le"),
            "questions.xlsx: is protected by a password; save it without one",
        ),
        (b"id;text\n1;2\n", "questions.xlsx: is no XLSX; name a text file .csv"),
        (b"PK\x03\x04 no more", "questions.xlsx: is no XLSX that can be read (File is not a zip file)"),
    ],
)
def test_other_files_under_that_name_are_refused(data, message):
    """Each with what it is."""
    assert message in refused(data)


def test_a_document_and_a_cut_file_are_refused():
    """A ZIP of something else; a file that did not arrive whole; a sheet that is no XML."""
    assert "is no XLSX that can be read" in refused(docx("<w:p/>"))
    target = io.BytesIO()
    page(["q"], ["a"]).save(target)
    assert "is no XLSX that can be read" in refused(target.getvalue()[:-40])
    assert "is no XLSX that can be read" in refused(
        _sheet_changed(target.getvalue(), {b"<sheetData>": b"<sheet"})
    )


def test_a_sheet_of_headings_alone_has_no_records():
    """It is read; the import says that nothing is in it."""
    assert read(page(["Вопрос", "Ссылка"])).values == []

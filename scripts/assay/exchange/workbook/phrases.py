"""What people are told who bring a workbook back, in its language: key → English, Russian; what to do after ``; ``."""

from assay.errors import Problem

PHRASES: dict[str, tuple[str, str]] = {
    "base.none": (
        "has no sheet {sheet}, the hidden one with what was exported",
        "нет скрытого листа {sheet} с тем, что было выгружено",
    ),
    "base.form": ("is not {form!r}, the form that is read", "здесь не {form!r}, а читается только этот вид"),
    "base.changed": ("was changed: its hash does not fit", "лист изменён: контрольная сумма не сходится"),
    "base.again": (
        "export again and bring the changes over, or name the commit that the first sheet tells: --base COMMIT",
        "выгрузите заново и перенесите правки или назовите коммит, указанный на первом листе: --base COMMIT",
    ),
    "sheet.none": (
        "has no sheet {english!r} ({russian!r}); put it back",
        "нет листа {russian!r} ({english!r}); верните его",
    ),
    "sheet.several": (
        "has several sheets that may be {title!r} ({names}); name one of them {title}",
        "листом {title!r} могут быть несколько ({names}); назовите один из них {title}",
    ),
    "sheet.strange": (
        "is no sheet of the export, not read",
        "такого листа в выгрузке не было, он не прочитан",
    ),
    "sheet.gone": (
        "have no sheet any more: they stay as they are",
        "листа больше нет: отрывки остаются как есть",
    ),
    "column.twice": (
        "is a second column {name!r}, beside {other}; remove one of them",
        "это второй столбец {name!r}, первый — {other}; уберите один из них",
    ),
    "column.id": (
        "has no column 'id': rows are told apart by it; undo its removal, or export again and bring the changes over",
        "нет столбца 'id', а по нему различаются строки; верните его или выгрузите заново и перенесите правки",
    ),
    "column.unknown": (
        "the column {name!r} is unknown, and these are missing: {names}; write back its heading, or remove it",
        "столбец {name!r} неизвестен, а этих не хватает: {names}; верните его заголовок или уберите его",
    ),
    "column.strange": (
        "the column {name!r} is none of the export, not read",
        "столбца {name!r} в выгрузке не было, он не прочитан",
    ),
    "column.lost": (
        "has no columns {names}: these fields stay as they are",
        "нет столбцов {names}: эти поля остаются как есть",
    ),
    "comments": (
        "comments not read: {n} ({cells}); write what is meant into the cells",
        "примечания не прочитаны: {n} ({cells}); впишите нужное в ячейки",
    ),
    "cell.error": ("holds the error {value}; write its text", "в ячейке ошибка {value}; впишите текст"),
    "cell.formula": (
        "holds a formula that was never computed; write its text",
        "в ячейке формула без вычисленного значения; впишите текст",
    ),
    "cell.merged": (
        "the cells {area} are merged, so it is not known what each of them says; undo the merge, and fill each",
        "ячейки {area} объединены, и неизвестно, что стоит в каждой; разъедините их и заполните каждую",
    ),
    "cell.read": (
        "cells that are only to be read were changed, which is not taken: {n} ({cells})",
        "изменены ячейки для чтения, эти правки не учтены: {n} ({cells})",
    ),
    "cell.unsayable": (
        "holds what a cell cannot say in full, so {name} of {id} is not changed here; put the cell back, and edit {file}",
        "значение не умещается в ячейке целиком, поэтому {name} у {id} здесь не меняют; верните ячейку и правьте {file}",
    ),
    "cell.number": (
        "is the number {text} now; it is taken as it was",
        "теперь это число {text}; оставлено как было",
    ),
    "cell.retyped": (
        "differs in quotation marks, dashes or spaces alone, as programs set them: left as it was",
        "отличаются только кавычки, тире или пробелы, какие ставят программы: оставлено как было",
    ),
    "cell.day": (
        "is the number {text}{day}, not a day; format the cell as text, and write 2026-11-01",
        "это число {text}{day}, а не дата; задайте ячейке текстовый формат и впишите 2026-11-01",
    ),
    "cell.as_day": (" (as a day {day})", " (как дата {day})"),
    "cell.passage": (
        "is the number {text}, and passages are texts; format the cell as text, and write it again",
        "это число {text}, а имя отрывка — текст; задайте ячейке текстовый формат и впишите снова",
    ),
    "cell.digits": (
        "is a number of more than {n} digits, of which a sheet keeps no more; format the cell as text, and write it again",
        "в числе больше {n} цифр, остальные таблица не хранит; задайте ячейке текстовый формат и впишите снова",
    ),
    "cell.kind": (
        "is a {kind} ({text}), and a text is expected; format the cell as text, and write it again",
        "это {kind} ({text}), а нужен текст; задайте ячейке текстовый формат и впишите снова",
    ),
    "number": ("number", "число"),
    "date": ("date", "дата"),
    "truth": ("truth", "логическое значение"),
    "id.number": (
        "is the number {name} now; it is taken as {id}",
        "теперь это число {name}; принято за {id}",
    ),
    "id.kind": (
        "is a {kind} ({name}), and ids are texts; format the cell as text, and write the id again",
        "это {kind} ({name}), а id — текст; задайте ячейке текстовый формат и впишите id снова",
    ),
    "id.alike": (
        "{name!r} is no id of the export, and {like!r} is missing, which looks the same; write {like}",
        "{name!r} нет среди выгруженных id, а похожего на него {like!r} не хватает; впишите {like}",
    ),
    "id.twice": (
        "the id {name} is already used in row {row}; leave it empty if it is a new row, else remove the row",
        "id {name} уже стоит в строке {row}; если эта строка новая, оставьте его пустым, иначе уберите её",
    ),
    "id.lost": (
        "has the words of {name}, which is missing: the id is {now} now; write {name}; ids are not changed here",
        "здесь слова {name}, а самого {name} нет: id теперь {now}; впишите {name}; id здесь не меняют",
    ),
    "empty": ("empty", "пуст"),
    "exchanged": (
        "are the words of {other}, and the id is {name}: was one column sorted alone?",
        "это слова {other}, а id здесь {name}: столбец отсортировали отдельно?",
    ),
    "sorted": (
        "the values of {name!r} stand in other rows: was the column sorted alone?",
        "значения столбца {name!r} стоят в других строках: его отсортировали отдельно?",
    ),
    "undo": ("sort whole rows, or undo it", "сортируйте строки целиком или отмените это"),
    "undo.meant": (
        "; if each of them is meant, write them by `assay gold edit`",
        "; если так и задумано, впишите их через `assay gold edit`",
    ),
    "query.none": (
        "is a row without a question; write it, or remove the row",
        "строка без вопроса; впишите его или уберите строку",
    ),
    "query.twice": (
        "is the question of {place} once more; remove one of them",
        "это ещё раз вопрос из {place}; уберите один из них",
    ),
    "passage.twice": (
        "is the passage of {place} once more; remove one of them",
        "это ещё раз отрывок из {place}; уберите один из них",
    ),
    "passage.text": (
        "is a passage without its words; write it; a passage of chunks without documents: `assay gold passage add --chunk`",
        "отрывок без слов; впишите их; отрывок чанков без документов: `assay gold passage add --chunk`",
    ),
    "passage.doc_id": (
        "is a passage without its document; write it; a passage of chunks without documents: `assay gold passage add --chunk`",
        "отрывок без документа; впишите его; отрывок чанков без документов: `assay gold passage add --chunk`",
    ),
    "form.passage": (
        "line {n} ({line}) says no passage; write `passage: …`",
        "в строке {n} ({line}) не назван отрывок; пишите «отрывок: …»",
    ),
    "form.role": (
        "line {n} ({line}) says no role; write `role: …`",
        "в строке {n} ({line}) не названа роль; пишите «роль: …»",
    ),
    "form.claim": (
        "line {n} ({line}) says no c1; write `c1: …`",
        "в строке {n} ({line}) нет имени вроде c1; пишите «c1: …»",
    ),
    "form.twice": (
        "passage {name} stands twice; keep one of the lines",
        "отрывок {name} стоит дважды; оставьте одну из строк",
    ),
    "form.space": (
        "{name!r} holds a space, so it is no passage; write `p1 + p2`, one set a line",
        "в {name!r} есть пробел, поэтому это не отрывок; пишите «p1 + p2», по набору на строке",
    ),
    "form.unknown_role": (
        "{role!r} is no role; write one of {roles}, a line each",
        "{role!r} — не роль; пишите одну из {roles}, по реплике на строке",
    ),
    "form.grade": (
        "the grade of {name} is {grade!r}, must be 1 or 2; write `{name}: 1`",
        "оценка {name} — {grade!r}, а бывает 1 или 2; пишите «{name}: 1»",
    ),
    "conflict": (
        "{id} {name}: here {ours}, in the sheet {theirs}",
        "{id}, {name}: здесь {ours}, в таблице {theirs}",
    ),
    "conflict.ours": (
        "{id}: removed here, changed in the sheet",
        "{id}: здесь удалено, в таблице изменено",
    ),
    "conflict.theirs": (
        "{id}: changed here, removed in the sheet",
        "{id}: здесь изменено, в таблице удалено",
    ),
    "decide": (
        "--ours keeps what is here, --theirs takes the sheet",
        "--ours оставит то, что здесь, --theirs возьмёт из таблицы",
    ),
    "nothing": ("nothing", "пусто"),
    "missing": ("missing in the sheets: {names}", "нет в таблице: {names}"),
    "remove": ("Remove them here, too?", "Удалить их и здесь?"),
    "note": ("note: {text}", "заметьте: {text}"),
    "stays": (
        "what is missing in the sheets stays here; --removals removes it",
        "чего нет в таблице, здесь остаётся; удалит --removals",
    ),
    "next": (
        "next: assay gold fmt, which adds a line to gold/CHANGELOG.md, then `assay gold diff HEAD`",
        "дальше: assay gold fmt (добавит строку в gold/CHANGELOG.md), затем `assay gold diff HEAD`",
    ),
}


class Words:
    """The phrases of one language: ``words("key", name=value)``.

    Attributes:
        lang: place of the language among those of the sheets.
    """

    def __init__(self, lang: int) -> None:
        self.lang = lang

    def __call__(self, key: str, **values: object) -> str:
        """The phrase of that key with its values; a key that is not there is a fault of the program."""
        return PHRASES[key][self.lang].format(**values)

    def problem(self, where: str, key: str, **values: object) -> Problem:
        """A phrase as a problem: its rule, and what to do."""
        rule, _, fix = PHRASES[key][self.lang].partition("; ")
        return Problem(where, rule.format(**values), fix.format(**values))

"""Words of the workbook for experts that are no columns: names of sheets, the guide, what stands for no answer."""

GUIDE = ("how to", "как заполнять")
TITLES = {"queries": ("queries", "вопросы"), "passages": ("passages", "отрывки")}
NO_ANSWERS = ("no answer", "нет ответа")
GUIDE_HEAD = (("sheet", "column", "what stands in it"), ("лист", "столбец", "что в нём"))
GUIDE_NOTES = (
    (
        (
            "Grey cells are not to be changed. Rows may be sorted, filtered and added at the end; of a row that is removed "
            "the tool asks before it takes it away. A column of your own may stand beside: it is named and not read."
        ),
        "exported from commit",
    ),
    (
        (
            "Серые ячейки менять не нужно. Строки можно сортировать, фильтровать и добавлять в конце; про удалённую строку "
            "программа спросит. Свой столбец рядом допустим: он будет назван и не прочитан."
        ),
        "выгружено из коммита",
    ),
)

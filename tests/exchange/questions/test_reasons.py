from assay.exchange.questions.reasons import by_reason


def row(at, reason, reference="u"):
    return {"query_id": "1", "at": at, "reference": reference, "reason": reason}


def test_reasons_that_differ_in_details_are_one():
    """The most frequent first; what is the same for all is said once, details beside each."""
    chunk = (
        "no chunk of the corpus has this id, and its text is not known: needs the chunk table: --chunks FILE"
    )
    rows = [
        row("f:1", "its text is not in document a/b; nearest text (70 %) at 1:2, line 3: «Да»"),
        row("f:2", chunk, "u-1"),
        row("f:3", chunk, "u-2"),
        row("f:4", "its text is not in document c", "'Да'"),
        row("f:5", chunk, "u-3"),
        row("f:6", "is a link to a page (document a): say which words answer"),
        row("f:7", "is a link to a page that is no document of the corpus: bring it in"),
    ]
    assert list(by_reason(rows)) == [
        (f"3 × {chunk}", ["f:2: u-1", "f:3: u-2", "f:5: u-3"]),
        (
            "2 × its text is not in document …",
            [
                "f:1: u: its text is not in document a/b; nearest text (70 %) at 1:2, line 3: «Да»",
                "f:4: 'Да': its text is not in document c",
            ],
        ),
        ("1 × is a link to a page that is no document of the corpus: bring it in", ["f:7: u"]),
        ("1 × is a link to a page (document a): say which words answer", ["f:6: u"]),
    ]
    assert list(by_reason([])) == []

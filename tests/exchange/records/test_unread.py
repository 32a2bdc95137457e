from assay.exchange.records.unread import unread


def test_what_no_path_reads_is_counted_where_it_holds_something():
    """Of objects their keys; what stands below a path that is read is read."""
    values = [
        {"id": "1", "meta": {"a": 1, "b": {"c": ""}}, "text": "x", "n": 0},
        {"meta": {"a": None}, "n": 5},
    ]
    assert unread(values, ["id", "text"]) == {"meta.a": 1, "n": 2}
    assert unread(values, ["meta", "n", "id"]) == {"text": 1}
    assert unread([7, "x"], []) == {}

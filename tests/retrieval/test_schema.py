import polars as pl
import pytest

from assay.errors import InputError
from assay.retrieval import frames, schema
from assay.tables import check


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (schema.Documents, frames.DOCUMENTS),
        (schema.Chunks, frames.CHUNKS),
        (schema.Results, frames.RESULTS),
        (schema.Responses, frames.RESPONSES),
        (schema.Repeats, frames.REPEATS),
        (schema.RepeatResponses, frames.REPEAT_RESPONSES),
    ],
)
def test_models_and_frames_agree(model, columns):
    """Same columns, same order, same types; every column says what it is."""
    declared = model.to_schema().columns
    assert {name: column.dtype.type for name, column in declared.items()} == dict(columns)
    assert list(declared) == list(columns)
    assert all(column.description for column in declared.values())


def test_a_number_is_finite():
    """NaN and infinity are no scores."""
    row = {"query_id": "q", "rank": 1, "chunk_id": "c", "score": float("nan"), "query_key": 1, "chunk_key": 1,
           "chars_read": 1}  # fmt: skip
    for score in (float("nan"), float("inf"), float("-inf")):
        frame = pl.DataFrame([{**row, "score": score}], schema=frames.RESULTS)
        with pytest.raises(InputError, match="score"):
            check(schema.Results, frame, "results")


@pytest.mark.parametrize("identifier", ["a\nb", "a\tb", "", "\x85"])
def test_ids_hold_no_control_characters(identifier):
    """Any printable text is an id, also with spaces and slashes."""
    frame = pl.DataFrame(
        [{"query_id": identifier, "rank": 1, "chunk_id": "a / b «ё»", "query_key": 1}], schema=frames.RESULTS
    )
    with pytest.raises(InputError, match="query_id"):
        check(schema.Results, frame, "results")

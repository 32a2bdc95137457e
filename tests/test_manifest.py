import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import manifest
from assay.errors import InputError

names = st.text("abc/.", min_size=1, max_size=4)
hashes = st.sampled_from(["0" * 64, "1" * 64, "2" * 64])
files = st.dictionaries(names, hashes, max_size=4)
records = st.builds(
    manifest.Manifest,
    names,
    code=files,
    reads=files,
    writes=files,
    params=st.dictionaries(names, st.integers()),
)


def test_the_seal_changes_with_every_part():
    """Nothing that was recorded can change under a seal."""
    plain = manifest.Manifest("score@a")
    others = [
        manifest.Manifest("score@b"),
        manifest.Manifest("score@a", code={"x": "1"}),
        manifest.Manifest("score@a", reads={"x": "1"}),
        manifest.Manifest("score@a", writes={"x": "1"}),
        manifest.Manifest("score@a", params={"x": "1"}),
    ]
    assert len({record.seal for record in [plain, *others]}) == 6


@given(st.lists(records, max_size=4, unique_by=lambda record: record.stage))
def test_collecting_loses_nothing(stages):
    """The compact table gives back each manifest with its seal, also where stages saw other bytes."""
    # a path is either code or read: keep the generated ones apart
    for record in stages:
        record.reads = {f"r{path}": digest for path, digest in record.reads.items()}
    data = manifest.collected_bytes(manifest.collect(stages))
    assert manifest.expand(json.loads(data)) == {record.stage: (record, record.seal) for record in stages}


def test_a_stage_s_block_has_its_seal_on_a_line_of_its_own():
    """A merge of two states that never ran is a conflict that people see, or a broken seal."""
    record = manifest.Manifest("score@a", code={"x": "1"})
    lines = manifest.collected_bytes(manifest.collect([record])).decode().splitlines()
    assert f'   "seal": "{record.seal}"' in [line.rstrip(",") for line in lines]


def test_a_manifest_comes_back_from_its_file():
    """With the seal that it states."""
    record = manifest.Manifest("score@a", code={"x": "1"})
    assert manifest.parse(record.to_bytes(), "m.json") == (record, record.seal)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"seal": "x", "colour": 1}', b"\xff"])
def test_a_file_that_is_no_manifest_is_named(data):
    """What to do, no traceback."""
    with pytest.raises(InputError) as caught:
        manifest.parse(data, "m.json")
    assert str(caught.value) == ("m.json: is no manifest as a stage wrote it; delete it and run `make repro`")

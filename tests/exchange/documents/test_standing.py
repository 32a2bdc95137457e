from assay.exchange.documents.standing import with_standing

OLD = b'---\nid: a\ntitle: A\nversion: v1\nlang: ru\nsubject: sofa\nvalid_to: "2025-12-31"\n---\n\xd0\x94\xd0\xb0.\n'
NEW = b"---\nid: a\ntitle: A\nversion: v2\nlang: ru\n---\nNew.\n"


def test_days_and_subject_that_people_wrote_stay():
    """The file that is imported again says nothing of them; its text and version are taken."""
    done, lines = with_standing({"a.md": NEW}, {"a.md": OLD})
    assert done["a.md"].decode() == (
        '---\nid: a\ntitle: A\nversion: v2\nlang: ru\nsubject: sofa\nvalid_to: "2025-12-31"\n---\nNew.\n'
    )
    assert lines == [
        "kept: subject of 1 document, which their files do not state (a.md)",
        "kept: valid_to of 1 document, which their files do not state (a.md)",
    ]


def test_what_the_file_states_is_taken():
    """A day of its own stands against an earlier one."""
    stated = NEW.replace(b"lang: ru\n", b'lang: ru\nsubject: chair\nvalid_to: "2026-12-31"\n')
    assert with_standing({"a.md": stated}, {"a.md": OLD}) == ({"a.md": stated}, [])


def test_new_and_equal_documents_are_as_they_come():
    """Nothing stands there yet, or all of it does."""
    assert with_standing({"a.md": OLD, "b.md": NEW}, {"a.md": OLD}) == ({"a.md": OLD, "b.md": NEW}, [])

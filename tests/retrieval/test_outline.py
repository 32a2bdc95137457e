from assay.retrieval.outline import lines, outline, slug


def paths(body):
    return [(mark.section, mark.anchor) for mark in outline(body)]


def test_paths_leave_out_the_title_and_join_the_rest():
    """A first heading of level 1 is the title; deeper ones are joined from the outside in."""
    body = "# Title\n\n## A\n\n### B\n\n## C\n"
    assert paths(body) == [("", ""), ("A", "a"), ("A / B", "a/b"), ("C", "c")]


def test_equal_headings_under_one_parent_are_numbered():
    """The second gets ~2; an equal heading under another parent is no repeat."""
    body = "# T\n## Примечание\n## Примечание\n### Примечание\n### Примечание\n"
    anchors = [mark.anchor for mark in outline(body)]
    assert anchors == [
        "",
        "примечание",
        "примечание~2",
        "примечание~2/примечание",
        "примечание~2/примечание~2",
    ]


def test_headings_with_equal_slugs_get_different_anchors():
    """C++ and C# have the same letters; their anchors still differ."""
    assert [mark.anchor for mark in outline("## C++\n## C#\n## ***\n##\n")] == ["c", "c~2", "-", "-~2"]


def test_inserting_a_heading_elsewhere_renames_no_other():
    """Ids by path: a new section under another parent leaves all anchors alone."""
    before = "## A\n### Note\n## B\n### Note\n"
    after = "## A\n### Note\n## New\n### Note\n## B\n### Note\n"
    assert {mark.anchor for mark in outline(before)} < {mark.anchor for mark in outline(after)}


def test_fenced_code_holds_no_headings():
    """Lines with # between fences are code; a fence is closed by its own kind, at least as long."""
    body = (
        "```sh\n# one\n~~~\n```\n## Real\n~~~~\n# two\n~~~\n# three\n~~~~\n## Also\n```\n# open to the end\n"
    )
    assert [mark.heading for mark in outline(body)] == ["Real", "Also"]


def test_what_is_no_heading():
    """A tag without a space, seven hashes and an indent of four are text."""
    assert outline("#tag\n####### seven\n    # code\nText # not\n") == []


def test_closing_hashes_and_indent_are_no_part_of_a_heading():
    """`## A ##` is "A"; a hash without a space before it stays."""
    marks = outline("   ## A ##\n## C#\n## ##\n")
    assert [(mark.start, mark.heading) for mark in marks] == [(0, "A"), (11, "C#"), (17, "")]


def test_a_second_top_heading_is_a_section():
    """Only the first heading can be the title."""
    assert paths("# T\n## x\n# B\n## x\n") == [("", ""), ("x", "x"), ("B", "b"), ("B / x", "b/x")]


def test_levels_may_be_skipped():
    """A heading stands under the nearest one above it of a higher rank."""
    assert [mark.anchor for mark in outline("# T\n#### Deep\n## Mid\n#### Deep\n")] == [
        "",
        "deep",
        "mid",
        "mid/deep",
    ]


def test_slug_keeps_letters_of_any_script():
    """Small letters and digits, runs of others one hyphen, none at the ends."""
    assert slug("«Ёлка» — 24/7: USB-C!") == "ёлка-24-7-usb-c"


def test_lines_cover_the_text():
    """Each line begins where the one before ends."""
    text = "a\n```\nb\n```\n\nc"
    found = list(lines(text))
    assert [text[line.start : line.end] for line in found] == text.split("\n")
    assert [line.next for line in found] == [*(line.start for line in found[1:]), len(text)]
    assert [line.fenced for line in found] == [False, True, True, True, False, False]

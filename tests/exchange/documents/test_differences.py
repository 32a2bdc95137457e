from assay.exchange.documents.differences import Text, difference, first_lines, parted


def text(body, **front):
    return Text(front, body)


def test_lines_are_counted_and_keys_named():
    """How much goes and comes, whatever stands around it."""
    assert (
        difference(text("а\nб\n", title="A"), text("а\nв\nг\n", title="B")) == "+2 −1 lines, title 'A' → 'B'"
    )
    assert difference(text("a\n"), text("a\n", subject="sofa")) == "subject none → 'sofa'"
    assert difference(text("a\nb\n"), text("b\na\n")) == "lines in another order"
    assert difference(text("a\na\n"), text("a\n")) == "+0 −1 lines"


def test_a_line_of_each_side_is_shown():
    """The first that has words, cut where it is long."""
    assert list(first_lines(text("срок 30\nя\n"), text("\n\nсрок 14\nя\n"))) == ["− срок 30", "+ срок 14"]
    assert list(first_lines(text("x\n"), text("x\n" + "y" * 70))) == ["+ " + "y" * 59 + "…"]


def test_a_document_without_front_matter_is_all_text():
    """What is wrong with it is no matter here."""
    assert parted(b"---\na: [\n---\nx", "a.md").body == "---\na: [\n---\nx"
    assert parted(b"---\nid: a\nodd: 1\n---\nx", "a.md") == Text({"id": "a"}, "x")

from assay.exchange.documents.differences import Text, changed_lines, difference, parted


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


def test_lines_that_differ_stand_beside_each_other():
    """Without empty ones, and without those that only stand elsewhere; the first few."""
    assert changed_lines(text("срок 30\nя\n"), text("\n\nсрок 14\nя\n"), 5) == ["− срок 30", "+ срок 14"]
    old, new = text("a\nb\nc\nd\n"), text("a\nB\nc\nD\ne\n")
    assert changed_lines(old, new, 5) == ["− b", "+ B", "− d", "+ D", "+ e"]
    assert changed_lines(old, new, 3) == ["− b", "+ B", "− d"]
    assert changed_lines(text("a\nb\n"), text("b\na\n"), 5) == []
    long = "".join(f"{number}\n" for number in range(5000))
    assert changed_lines(text(f"{long}b\n"), text(f"{long}B\n"), 5) == ["− b", "+ B"]
    assert changed_lines(text(long), text(f"{long}B\n"), 5) == ["+ B"]


def test_long_lines_are_cut_at_words_around_what_differs():
    """A paragraph is one line: its beginning is often the same on both sides."""
    same = "Баллы начисляются за каждую покупку в магазине и на сайте, кроме подарочных карт, и сгорают через"
    old, new = text(f"{same} 180 дней после начисления."), text(f"{same} 365 дней после начисления.")
    assert changed_lines(old, new, 5) == [
        "− … и сгорают через 180 дней после начисления.",
        "+ … и сгорают через 365 дней после начисления.",
    ]
    assert changed_lines(text("x"), text(f"x\n{same} 180 дней"), 5) == [
        "+ Баллы начисляются за каждую покупку в магазине и на сайте, кроме подарочных …"
    ]
    assert changed_lines(text("x"), text("x\n" + "y" * 90), 5) == ["+ " + "y" * 78 + " …"]


def test_a_document_without_front_matter_is_all_text():
    """What is wrong with it is no matter here."""
    assert parted(b"---\na: [\n---\nx", "a.md").body == "---\na: [\n---\nx"
    assert parted(b"---\nid: a\nodd: 1\n---\nx", "a.md") == Text({"id": "a"}, "x")

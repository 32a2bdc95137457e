from assay.exchange.losses import Loss, Losses, lines_of


def test_losses_are_counted_by_kind_with_their_first_examples():
    """Three different examples at most; nothing is counted where nothing was lost."""
    losses = Losses()
    for name in ("a.md", "b.md", "a.md", "c.md", "d.md"):
        losses.add("images without text", name)
    losses.add("comments", count=0)
    losses.add("forms", "e.html", 7)
    assert losses.found() == [
        Loss("forms", 7, ("e.html",)),
        Loss("images without text", 5, ("a.md", "b.md", "c.md")),
    ]


def test_a_loss_is_one_line():
    """What, how often, where; dots only where more places may follow than are named."""
    losses = [Loss("dates", 1200), Loss("images", 4, ("a", "b", "c")), Loss("forms", 7, ("e",))]
    assert list(lines_of(losses)) == [
        "lost: dates: 1,200",
        "lost: images: 4 (a, b, c, …)",
        "lost: forms: 7 (e)",
    ]

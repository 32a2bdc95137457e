import pytest
from bs4 import BeautifulSoup

from assay.exchange.documents.surroundings import content, leave_out
from assay.exchange.losses import Loss, Losses


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<body>a<main>b</main>", "b"),
        ("<body>a<main><article>b</article>c</main>", "bc"),
        ("<body>a<main> </main><article>b</article>", "b"),
        ("<body>a<article>b</article><article>c</article>", "abc"),
        ("<body>a<article>b<article>c</article></article>", "bc"),
        ("<body><main>a<div id=main-content>b</div></main>", "b"),
        ("<body>a<div role=main>b</div>", "b"),
        ("a<p>b", "ab"),
    ],
)
def test_the_content_is_the_first_known_place_that_is_alone(page, words):
    """Several articles are a list of pages: then it is the whole page."""
    assert content(BeautifulSoup(page, "html.parser")).get_text() == words


@pytest.mark.parametrize(
    ("markup", "what"),
    [
        ("<script>x</script>", "scripts and styles"),
        ("<p style='color: red; DISPLAY : none'>x</p>", "hidden parts"),
        ("<p aria-hidden=true>x</p>", "hidden parts"),
        ("<div class='a toc'>x</div>", "navigation and edit links"),
        ("<svg><title>x</title></svg>", "embedded media"),
        ("<form>x</form>", "forms"),
        ("<select><option>x</select>", "controls of forms"),
        ("<footer>x</footer>", "page headers, footers and asides"),
        ("<a href='#footnote-ref-1'>x</a>", None),
    ],
)
def test_what_is_no_text_is_left_out_and_counted(markup, what):
    """All but arrows from a note to where it is set."""
    losses = Losses()
    soup = BeautifulSoup(f"<p>a{markup}<form><p>b</form>", "html.parser")
    leave_out(soup, "a.html", losses, whole=True)
    assert soup.get_text() == "ab"
    words = what not in ("scripts and styles", "embedded media", "controls of forms")
    assert losses.found() == ([Loss(what, 1, ("a.html «x»" if words else "a.html",))] if what else [])


def test_notes_of_the_content_itself_stay():
    """Callouts are asides, and articles have headers of their own."""
    soup = BeautifulSoup("<main><header>a</header><aside>b</aside></main>", "html.parser")
    losses = Losses()
    leave_out(soup, "a.html", losses, whole=False)
    assert soup.get_text() == "ab"
    assert not losses.found()

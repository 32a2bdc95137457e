from assay.exchange.documents.folder import read_folder
from assay.exchange.documents.meeting import held_against
from assay.exchange.documents.record import entry

FRONT = {"title": "A", "version": "v1", "lang": "en"}


def document(name, body="Text.\n"):
    return f"---\nid: {name}\ntitle: A\nversion: v1\nlang: en\n---\n{body}".encode()


def test_the_record_after_an_import():
    """Documents of this folder with its name; gone ones too while they are kept; what is gone everywhere is no more."""
    got = read_folder({"a.md": document("a"), "new.md": document("new")}, "help-12")
    known = {
        f"help/{name}.md": entry("help-11", {"id": name, **FRONT}, "Text.\n") for name in ("a", "b", "c")
    }
    known["own.md"] = entry("shop", {"id": "own", **FRONT}, "Text.\n")
    old = {"help/a.md": document("a"), "help/b.md": document("b"), "own.md": document("own")}
    known.pop("help/c.md")
    known["help/away.md"] = entry("help-11", {"id": "away", **FRONT}, "Text.\n")
    half = {path: one for path, one in known.items() if path != "help/away.md"}
    met = held_against(got, old, half, ("help/", "help-12"), overwrite=False)
    assert met.gone == {"help/b.md": True}
    after = met.record([])
    assert {path: one.origin for path, one in after.items()} == {
        "help/a.md": "help-12",
        "help/b.md": "help-12",
        "help/new.md": "help-12",
        "own.md": "shop",
    }
    assert "help/b.md" not in met.record(["help/b.md"])
    same = held_against(
        got, old, {**after, "help/away.md": after["help/b.md"]}, ("help/", "help-12"), overwrite=False
    )
    assert "help/away.md" not in same.record([])

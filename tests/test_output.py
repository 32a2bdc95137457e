import click
import pytest
from click.testing import CliRunner

from assay import output


@click.command()
@output.form("text", "json")
@output.lang
def said(form, lang):
    click.echo(f"{form} {lang}")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], "text None\n"),
        (["--format", "json", "--lang", "ru"], "json ru\n"),
    ],
)
def test_the_first_form_is_the_default_and_no_language_is(words, found):
    """Which language it then is, params.yaml says."""
    assert CliRunner().invoke(said, words).stdout == found


@pytest.mark.parametrize("words", [["--format", "html"], ["--lang", "de"]])
def test_another_form_or_language_is_a_wrong_use(words):
    """With what there is."""
    done = CliRunner().invoke(said, words)
    assert done.exit_code == 2
    assert "is not one of" in done.output

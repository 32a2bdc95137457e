import subprocess

import pytest

from assay.disclosure import check, kinds, luhn, read_public
from assay.errors import InputError
from ending import ends

KEY = "sk-" + "a1B2" * 6
TOKEN = "ghp_" + "a1B2" * 6


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Пишите на ivan.petrov@example.org, пожалуйста", "an e-mail address"),
        ("Звоните +7 (999) 123-45-67", "a phone number"),
        ("Звоните 8 999 123 45 67", "a phone number"),
        ("мой номер 89991234567", "a phone number"),
        ("карта 4111 1111 1111 1111", "a card number"),
        ("карта 2200-0000-0000-0004", "a card number"),
        ("карта 4111111111111111", "a card number"),
        ("карта 3782 822463 10005", "a card number"),
        ("карта 3056 930902 5904", "a card number"),
        ("карта 6212 3456 7890 0000 003", "a card number"),
        ("паспорт 4509 123456", "a passport number"),
        ("Паспорт РФ: серия 45 09, номер 123456", "a passport number"),
        ("паспортные данные 4509 №123456", "a passport number"),
        ("серия 4509 номер 123456", "a passport number"),
        ("my passport is 4509123456", "a passport number"),
        ("мой ИНН 500100732259", "a taxpayer number"),
        ("ИНН: 5001 0073 2259 верен?", "a taxpayer number"),
        ("СНИЛС 112-233-445 95", "an insurance number"),
        ("номер 112-233-445 95 не принят", "an insurance number"),
        ("по СНИЛСу 11223344595", "an insurance number"),
        (f"ключ {KEY} не работает", "a key or token"),
        (f"{TOKEN}", "a key or token"),
        ("-----BEGIN RSA PRIVATE KEY-----", "a private key"),
        ("postgres://user:secret@host/base", "a connection string with a password"),
    ],
)
def test_personal_data_and_secrets_are_named_and_not_repeated(text, what):
    """The kind alone, never the finding itself."""
    assert kinds(text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "Заказ 4111 1111 1111 1112 не пришёл",
        "Оплата 3 000–150 000 ₽ в 4 платежа, 12.03.2026–15.03.2026",
        "Comput Appl Biosci 1996 12 543 548 9021275 ",
        "Proc Natl Acad Sci U S A 1995 92 4952 4956 7761430",
        "Работаем 24/7, форма В-2, пылесос V20, USB-C, P-106",
        "Смотрите https://example.org/help/returns",
        "Пишите @veresk в приложении",
        "returns-full-guide#default-term-and-more",
        '"score": 0.81234567891, "other": 0.4111111111111111, "sha256": "81234567890abc4111111111111111f"',
        "в 1700000000000 мс",
        "Заказ 4509 123456, нужен ли паспорт?",
        "Паспорт спросят при заказе дороже 30 000 ₽",
        "товар серии 1234567890, серия 2020-123456",
        "ИНН магазина 7707083893, заказ 500100732259",
        "артикул 112-233-445 96, партия 112-233-445-96",
    ],
)
def test_ordinary_texts_are_left_alone(text):
    """Sums, dates, references, order numbers without the check digit, product names, links."""
    assert kinds(text) == []


@pytest.mark.parametrize("text", ["aB3" * 300_000, "a+" * 300_000, "1234 " * 100_000, "a:/" * 100_000])
def test_a_pasted_file_is_searched_at_once(text):
    """1 MB of base64 in a text: a search that began at each of its letters took hours."""
    with ends():
        assert kinds(text) == []


def test_the_check_digit_of_cards():
    """Examples of ISO/IEC 7812-1 and of payment systems' test cards."""
    assert luhn("79927398713") is False  # right digit, too short for a card
    assert luhn("4111111111111111")
    assert luhn("5555 5555 5555 4444")
    assert not luhn("4111111111111112")


@pytest.fixture
def top(tmp_path):
    """A repository with findings on the second line of each of its files."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for name in ("docs/a.md", "docs/deep/b.md", "evidence/grades/ada.jsonl", "scripts/x.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("Помощь\nhelp@example.org или 8 800 555-35-35\n", "utf-8")
    (tmp_path / "docs/picture.png").write_bytes(b"\x89PNG\0\n help@example.org")
    (tmp_path / "docs/old.txt").write_bytes("помощь\nhelp@example.org".encode("cp1251"))
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    (tmp_path / "docs/draft.md").write_text("help@example.org", "utf-8")
    return tmp_path


def test_tracked_text_files_are_searched_line_by_line(top):
    """In any encoding; no pictures, no drafts, nothing elsewhere."""
    found = [f"{problem.where} {problem.rule}" for problem in check(top, ["docs", "evidence"], {"docs/a.md"})]
    assert found == [
        "docs/deep/b.md:2 holds an e-mail address",
        "docs/deep/b.md:2 holds a phone number",
        "docs/old.txt:2 holds an e-mail address",
        "evidence/grades/ada.jsonl:2 holds an e-mail address",
        "evidence/grades/ada.jsonl:2 holds a phone number",
    ]


def test_hashes_of_ledger_rows_are_no_card_numbers(top):
    """One in 20,000 looks like one, and no row can be written anew; what people write in a row is searched."""
    number = "4111111111111111"
    row = f'{{"row_id": "{number}", "decision": "{number}", "supersedes": ["{number}", "{number}"], "reason": "%s"}}\n'
    path = top / "evidence" / "grades" / "ada.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(row % "says the same" + row % f"card {number}")
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)
    assert [problem.where for problem in check(top, ["evidence"])] == ["evidence/grades/ada.jsonl:2"]


def test_what_people_list_as_public_is_no_finding(top):
    """One text a line, word for word; the list itself is searched too."""
    (top / "evidence/public.txt").write_text(
        "# Help desk, on every page\nhelp@example.org\n\n8 800 555-35-35\n"
    )
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)
    assert set(read_public(top)) == {"help@example.org", "8 800 555-35-35"}
    assert list(check(top, ["docs", "evidence"])) == []
    (top / "docs/a.md").write_text("other@example.org\n")
    assert [problem.where for problem in check(top, ["docs"])] == ["docs/a.md:1"]


def test_addresses_of_the_corpus_are_asked_about_once(tmp_path):
    """Where they stand in it; what quotes it, or found it, discloses nothing more. Other finds are none of these."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    rows = {
        "params.yaml": "snapshots:\n  a: {source: corpus}\n  b: {source: ready/chunks.jsonl}\n"
        "  c: {source: runs/recorded/x/chunks.jsonl}\n",
        "corpus/help.md": "# Помощь\nПишите на support@shop.ru, карта 4111 1111 1111 1111\n",
        "ready/chunks.jsonl": '{"text": "\\u0422\\u0435\\u043b:\\n8 800 555-35-35"}\n{"text": 7}\n',
        "runs/recorded/x/chunks.jsonl": '{"text": "support@shop.ru, ivan@example.org, 4111 1111 1111 1111"}\n',
        "gold/notes.txt": "support@shop.ru или 8 800 555-35-35, иначе ivan@example.org\n",
    }
    for name, text in rows.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    assert set(read_public(tmp_path)) == {"support@shop.ru", "8 800 555-35-35"}
    found = [f"{one.where} {one.rule}" for one in check(tmp_path, ["corpus", "runs/recorded", "gold"])]
    assert found == [
        "corpus/help.md:2 holds an e-mail address",
        "corpus/help.md:2 holds a card number",
        "gold/notes.txt:1 holds an e-mail address",
        "runs/recorded/x/chunks.jsonl:1 holds an e-mail address",
        "runs/recorded/x/chunks.jsonl:1 holds a card number",
    ]
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence/public.txt").write_text("support@shop.ru\n4111 1111 1111 1111\n")
    assert list(check(tmp_path, ["corpus"])) == []
    (tmp_path / "params.yaml").write_text("a: [")
    assert set(read_public(tmp_path)) == {"support@shop.ru", "4111 1111 1111 1111"}


def test_a_list_that_cannot_be_read_is_named(top):
    """Else what it lists would be taken for a finding, and what it hides for none."""
    path = top / "evidence/public.txt"
    path.write_bytes("# Помощь\nhelp@example.org\n".encode() + "адрес\n".encode("cp1251"))
    for found in (lambda: read_public(top), lambda: list(check(top, ["docs"]))):
        with pytest.raises(InputError) as caught:
            found()
        assert str(caught.value) == "evidence/public.txt:3: is not UTF-8; save it as UTF-8"
    path.unlink()
    path.mkdir()
    with pytest.raises(InputError) as caught:
        read_public(top)
    assert str(caught.value) == "evidence/public.txt: is no file; put a text file in its place, or remove it"


def test_a_large_file_of_results_is_searched_in_time(top):
    """Hashes and scores, 4 MB of them, look like nothing."""
    line = '{"chunk_id": "a", "score": 0.8123456789012345, "sha256": "%s"}\n' % ("8123456789ab4f0e" * 4)
    (top / "docs/results.jsonl").write_text(line * 40_000)
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)
    with ends():
        assert list(check(top, ["docs/results.jsonl"])) == []

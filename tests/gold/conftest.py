import pytest

from .samples import documents


@pytest.fixture
def guide():
    """Two documents with headings, one text twice, and a table."""
    returns = (
        "# Возврат\n\nОбщие правила.\n\n## Срок\n\nВернуть можно за 30 дней.\n\n"
        "### Примечание\n\nКроме распродажи.\n\n## Деньги\n\nДеньги вернём на карту.\n\n"
        "### Примечание\n\nКроме распродажи.\n"
    )
    return documents(("d1", returns), ("d2", "Совсем другое: доставка курьером.\n"))

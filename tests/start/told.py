"""What a person answers in the talk of `assay init`."""

DOCUMENTS = """\
Возврат товаров
Товар можно вернуть в течение 30 дней.
Кроме товаров с распродажи.

Доставка
Курьер привозит заказ за два дня.

Returns in English
Goods can be returned within 30 days.

"""
QUESTIONS = """\
За сколько дней можно вернуть товар?
1
в течение 30 дней
How long do I have to return goods?
3
within 30 days
Есть ли рассрочка?

"""
ANSWERS = DOCUMENTS + QUESTIONS + "Анна\n"

"""Texts as people read them."""

from ui.texts import isolated


def test_only_a_name_from_right_to_left_is_kept_apart_from_the_words_beside_it() -> None:
    assert (isolated("שרה לוי"), isolated("Ana Peña")) == ("\u2068שרה לוי\u2069", "Ana Peña")

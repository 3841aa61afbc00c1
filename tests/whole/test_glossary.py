"""The glossary has a word for everything that is stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from club.models import Role
from scoring.models import CardSet

WORDS = set(
    re.findall(
        r"^\| ([a-z ]+) \|",
        (Path(__file__).resolve().parents[2] / "docs" / "glossary.md").read_text(),
        re.MULTILINE,
    )
)
STORED = [model for app in settings.OWN_APPS for model in apps.get_app_config(app).get_models()]
# What stands under a shorter or a plainer word.
SAID = {"journal entry": "journal", "final standings": "finish"}


@pytest.mark.parametrize("model", STORED, ids=lambda model: model.__name__)
def test_every_model_is_a_word(model: type) -> None:
    name = " ".join(re.findall("[A-Z][a-z]*", model.__name__)).lower()
    assert SAID.get(name, name) in WORDS


def test_states_and_roles_are_words() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "glossary.md").read_text()
    assert {str(state) for state in CardSet.State} <= WORDS
    assert all(f"`{role}`" in text for role in Role.values)

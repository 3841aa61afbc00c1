"""What there must be for each scoring system, step by step as CONTRIBUTING.md leads: "Add a scoring system"."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from club.models import Movement, systems
from rules.commands.score import answer_line
from rules.duties import COLLECTORS, PRACTICES
from rules.english import LINES, patterns
from rules.limits import MOVEMENTS
from rules.systems.profile import definition
from rules.systems.registry import FAMILIES, SYSTEMS, load_profile, shape_of
from tournament.models import Verification

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules"

each_system = pytest.mark.parametrize("system", SYSTEMS)


def test_every_file_is_registered_and_the_other_way_round():
    assert {path.stem for path in (RULES / "systems").glob("*.toml")} == set(SYSTEMS)


@each_system
def test_its_family_is_registered_with_the_types_it_takes(system):
    profile = load_profile(system)
    family = FAMILIES[definition(system).family]
    assert profile.family is family
    assert type(profile) is family.profile
    assert family.outcomes


@each_system
def test_each_value_has_its_default_its_clause_its_sentence_and_its_shape(system):
    for name, entry in definition(system).names.items():
        assert set(entry) <= {"default", "clause", "sentence", "lines"}, name
        assert {"default", "clause", "sentence"} <= set(entry), name
        assert shape_of(load_profile(system), name)


@each_system
def test_each_point_line_it_can_give_has_a_sentence(system):
    codes = {pattern.partition(" ")[0] for pattern in LINES}
    assert set(load_profile(system).clauses) - codes == set()


@each_system
def test_each_text_of_its_file_is_listed_for_translators(system):
    listed = {text for file, text in patterns() if file == f"rules/systems/{system}.toml"}
    for entry in definition(system).names.values():
        assert entry["sentence"] in listed


@each_system
def test_worked_games_score_by_the_command(system):
    cases = (ROOT / "tests/rules/cases" / f"{system}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(cases) >= 30
    game = {"system": system, **json.loads(cases[0])["game"]}
    assert "points" in json.loads(answer_line(json.dumps(game).encode()))


@each_system
def test_its_clauses_are_answered_for_in_the_documents(system):
    assert re.search(rf"^## .*{re.escape(system)}", (ROOT / "docs/rules.md").read_text("utf-8"), re.MULTILINE)


def test_the_choices_of_the_application_are_those_of_the_rules():
    assert [system for system, _title in systems()] == [*SYSTEMS]
    assert set(Movement.values) == {*MOVEMENTS, "ranked"}
    assert set(Verification.values) == set(PRACTICES)
    assert {load_profile(system).collector for system in SYSTEMS} <= set(COLLECTORS)

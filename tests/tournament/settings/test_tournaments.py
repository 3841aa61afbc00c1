"""A tournament is made, set up, and frozen as the day goes on."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.stamps import Stamp
from rules.systems.registry import SYSTEMS, load_profile
from tests import builders
from tournament.models import Entry, Tournament, Verification
from tournament.settings.actions import settings_of

pytestmark = pytest.mark.django_db


def new(client: Client, cast: builders.Cast, **data: str) -> object:
    form_data = {
        "name": "Spring Open",
        "date": "2027-03-20",
        "place": "Elks Hall",
        "time_zone": "America/Chicago",
        "system": "sanctioned",
        "is_public": "on",
        "stamp": builders.stamp(),
    }
    return client.post(reverse("tournament-new", args=[cast.club.slug]), form_data | data)


def posted(tournament: Tournament, **changes: object) -> dict[str, object]:
    """The settings page as a browser sends it back, with these changes."""
    stored = settings_of(tournament)
    data = {name: value for name, value in stored.items() if name != "steps" and value is not None}
    data["is_public"] = "on" if data["is_public"] else ""
    return {**data, "stamp": builders.stamp(**stored), **changes}


def save(client: Client, tournament: Tournament, data: dict[str, object]) -> object:
    return client.post(reverse("tournament-settings", args=[tournament.slug]), data)


def test_a_tournament_is_made(director: Client, cast: builders.Cast) -> None:
    assert director.get(reverse("tournament-new", args=[cast.club.slug])).status_code == 200
    page = new(director, cast)
    tournament = Tournament.objects.get()
    assert page["Location"] == reverse("entries", args=[tournament.slug])
    assert (
        tournament.slug,
        tournament.name,
        tournament.date,
        tournament.place,
        tournament.time_zone,
        tournament.is_public,
    ) == (
        "spring-open-2027-03-20",
        "Spring Open",
        datetime.date(2027, 3, 20),
        "Elks Hall",
        "America/Chicago",
        True,
    )
    entry = tournament.chain().get()
    assert (entry.verb, entry.actor, entry.new["name"]) == (
        "tournament-created",
        cast.director,
        "Spring Open",
    )


def test_who_makes_one_types_its_name_at_once(director: Client, cast: builders.Cast) -> None:
    page = director.get(reverse("tournament-new", args=[cast.club.slug])).content.decode()
    [focused] = re.findall(r"<[^>]* autofocus[^>]*>", page)
    assert 'name="name"' in focused


def test_the_club_plays_where_it_played_last(director: Client, cast: builders.Cast) -> None:
    builders.tournament(cast.club, date="2025-01-01", place="Old Hall")
    builders.tournament(cast.club, place="New Hall", time_zone="America/Denver", system="mahj-x")
    form = director.get(reverse("tournament-new", args=[cast.club.slug])).context["form"]
    assert [form[name].value() for name in ("place", "time_zone", "system")] == [
        "New Hall",
        "America/Denver",
        "mahj-x",
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_can_be_chosen_and_brings_its_own_customs(
    director: Client, cast: builders.Cast, system: str
) -> None:
    new(director, cast, system=system)
    tournament, profile = Tournament.objects.get(), load_profile(system)
    assert (
        tournament.games_per_round,
        tournament.minutes,
        tournament.warning_minutes,
        tournament.verification,
        tournament.movement,
    ) == (
        profile.games_per_round,
        profile.round_minutes,
        profile.warning_minutes,
        profile.verification,
        "",  # nobody has chosen: what is suggested begins with the profile's
    )
    assert tournament.verification in Verification.values
    facts = {"sixteen-hands", "card-game", "mahj-x"}  # points alone leave most games of these open
    assert tournament.cards_carry == ("facts" if system in facts else "points")


def test_the_same_form_twice_makes_one(director: Client, cast: builders.Cast) -> None:
    stamp = builders.stamp()
    assert [new(director, cast, stamp=stamp).status_code for _click in range(2)] == [302, 302]
    assert Tournament.objects.count() == 1


def test_the_same_name_and_day_from_another_page_asks_first(director: Client, cast: builders.Cast) -> None:
    new(director, cast)
    page = new(director, cast, name="spring OPEN")
    question = "The club already has a tournament with this name on this date."
    assert (page.status_code, question in page.content.decode(), Tournament.objects.count()) == (422, True, 1)
    assert '<input type="checkbox" name="again"' in builders.one_line(page.content.decode())
    assert new(director, cast, name="spring OPEN", again="on").status_code == 302
    assert new(director, cast, date="2027-03-21").status_code == 302
    assert Tournament.objects.count() == 3


def test_short_addresses_do_not_collide(director: Client, cast: builders.Cast) -> None:
    builders.tournament(cast.club, slug="spring-open-2027-03-20")
    new(director, cast)
    assert Tournament.objects.filter(slug="spring-open-2027-03-20-2").exists()


def test_a_name_in_no_latin_letters_has_an_address_too(director: Client, cast: builders.Cast) -> None:
    new(director, cast, name="春季麻將")
    assert Tournament.objects.get().slug == "tournament-2027-03-20"


def test_an_address_fits_its_column(director: Client, cast: builders.Cast) -> None:
    new(director, cast, name="12th " + "Anniversary " * 9)
    assert Tournament.objects.get().slug == "tournament-12th-anniversary-anniversary-anniversar"


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        {"name": ""},
        {"name": "n" * 10_000},
        {"name": "a\x00b"},
        {"date": "soon"},
        {"date": ""},
        {"date": "9999-12-31"},
        {"time_zone": "Mars/Olympus"},
        {"system": "poker"},
        {"place": "p" * 161},
    ],
)
def test_bad_tournaments_are_not_made(director: Client, cast: builders.Cast, data: dict[str, str]) -> None:
    page = new(director, cast, **data)
    assert (page.status_code, Tournament.objects.count()) == (422, 0)


def test_settings_change_on_record(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    assert director.get(reverse("tournament-settings", args=[tournament.slug])).status_code == 200
    page = save(
        director, tournament, posted(tournament, place="Elks  Hall", rounds_planned=6, rounds_per_block=3)
    )
    tournament.refresh_from_db()
    assert page.status_code == 302
    assert (tournament.place, tournament.rounds_planned, tournament.rounds_per_block) == ("Elks Hall", 6, 3)
    entry = tournament.chain().get()
    assert entry.old == {"place": "Community Hall", "rounds_planned": 4, "rounds_per_block": None}
    assert entry.new == {"place": "Elks Hall", "rounds_planned": 6, "rounds_per_block": 3}


def test_saving_what_is_stored_is_no_change(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    assert save(director, tournament, posted(tournament)).status_code == 302
    assert not tournament.chain().exists()


def test_own_steps(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    own = {"movement": "custom", "step_a": "1", "step_b": "-3", "step_c": "0", "step_d": "2"}
    assert save(director, tournament, posted(tournament, **own)).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.movement, tournament.steps) == ("custom", {"A": 1, "B": -3, "C": 0, "D": 2})
    assert save(director, tournament, posted(tournament, movement="sanctioned")).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.movement, tournament.steps) == ("sanctioned", {})


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        {"rounds_planned": "many"},
        {"rounds_planned": "0"},
        {"rounds_planned": "25"},
        {"rounds_per_block": "5"},
        {"games_per_round": "17"},
        {"minutes": "4"},
        {"minutes": "9" * 400},
        {"warning_minutes": "-1"},
        {"warning_minutes": "60"},
        {"movement": "waltz"},
        {"movement": "custom"},
        {"movement": "custom", "step_a": "1", "step_b": "x", "step_c": "0", "step_d": "2"},
        {"movement": "custom", "step_a": "1", "step_b": "500", "step_c": "0", "step_d": "2"},
        {"verification": "nobody"},
        {"stamp": ""},
        {"stamp": "x"},
        {"stamp": builders.stamp() + ":" + "[" * 100_000},
        {"time_zone": ""},
    ],
)
def test_bad_settings_change_nothing(director: Client, cast: builders.Cast, data: dict[str, object]) -> None:
    tournament = builders.tournament(cast.club)
    before = settings_of(tournament)
    page = save(director, tournament, posted(tournament, **data))
    assert (page.status_code, settings_of(Tournament.objects.get(pk=tournament.pk))) == (422, before)


@pytest.mark.parametrize(
    ("names", "refused"),
    [
        ("AM, PM", ""),
        ("AM, PM,", ""),
        (" , Afternoon", ""),
        (f"{'W' * 30}, PM", ""),
        ("AM, PM, Evening", "There are 2 blocks, and more names."),
        ("AM, , Evening", "There are 2 blocks, and more names."),
        ("Noon, NÓON", "Give each block a name of its own."),
        ("Block 3", ""),
        ("Block 2", "Give each block a name of its own."),
        ("Block 1, block 1", "Give each block a name of its own."),
        (f"{'W' * 31}, PM", "The name of a block has 30 characters at the most."),
        ("A\u202eM, PM", "Something invisible is in this text. Please type it again."),
    ],
)
def test_each_name_of_a_block_is_of_a_block(
    director: Client, cast: builders.Cast, names: str, refused: str
) -> None:
    tournament = builders.tournament(cast.club)
    page = save(
        director, tournament, posted(tournament, rounds_planned=6, rounds_per_block=3, block_names=names)
    )
    stored = Tournament.objects.get()
    if not refused:
        assert (page.status_code, stored.block_names) == (302, names.strip())
        assert len({block.name for block in stored.blocks}) == 2
    else:
        assert page.context["form"].errors == {"block_names": [refused]}
        assert (stored.block_names, stored.rounds_planned) == ("", 4)


def test_a_half_sent_form_changes_nothing(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    assert save(director, tournament, {"name": "Other"}).status_code == 422
    assert Tournament.objects.get().name == tournament.name


def test_what_somebody_else_changed_is_shown_and_kept(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    stale = posted(tournament, place="Mine")
    Tournament.objects.update(place="Theirs")
    page = save(director, tournament, stale)
    text = page.content.decode()
    assert (page.status_code, Tournament.objects.get().place) == (409, "Theirs")
    assert "Theirs" in text
    assert 'value="Mine"' in text
    fresh = page.context["form"]["stamp"].value()
    assert Stamp.from_text(fresh).seen["place"] == "Theirs"
    assert save(director, tournament, {**stale, "stamp": fresh}).status_code == 302
    assert Tournament.objects.get().place == "Mine"


def test_another_system_brings_what_was_not_set_by_hand(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, movement="")
    save(director, tournament, posted(tournament, system="sixteen-hands", minutes=75))
    tournament.refresh_from_db()
    assert (tournament.games_per_round, tournament.minutes, tournament.verification, tournament.movement) == (
        8,
        75,
        "first-east",
        "",
    )


@pytest.mark.parametrize(
    ("mine", "day"), [({}, (4, None, "")), ({"block_names": "Saturday, Sunday"}, (6, 3, "Saturday, Sunday"))]
)
def test_the_division_of_the_day_follows_another_system_as_a_whole(
    director: Client, cast: builders.Cast, mine: dict[str, str], day: tuple[object, ...]
) -> None:
    new(director, cast, system="club-day")
    tournament = Tournament.objects.get()
    save(director, tournament, posted(tournament, **mine))
    tournament.refresh_from_db()
    save(director, tournament, posted(tournament, system="card-game"))
    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.rounds_per_block, tournament.block_names) == day


def test_the_draw_freezes_rounds_and_movement(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, published=0)
    page = save(director, tournament, posted(tournament, rounds_planned=9))
    assert (page.status_code, Tournament.objects.get().rounds_planned) == (422, 2)
    assert "Fixed by the draw." in page.content.decode()
    assert save(director, tournament, posted(tournament, system="club-day", minutes=50)).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.system, tournament.verification, tournament.movement) == (
        "club-day",
        "official-sheet",
        "sanctioned",
    )
    assert set(tournament.rounds.values_list("minutes", flat=True)) == {50}


@pytest.mark.slow
def test_publication_freezes_the_scoring(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    page = director.get(reverse("tournament-settings", args=[tournament.slug])).content.decode()
    assert page.count("Round 1 is published, so these rules stay.") == 1
    assert 'name="system"' not in page
    before = settings_of(tournament)
    for change in (
        {"system": "mahj-x"},
        {"verification": "east"},
        {"games_per_round": 5},
        {"rounds_per_block": 1},
        {"movement": "club-day"},
    ):
        assert save(director, tournament, posted(tournament, **change)).status_code == 422
    assert settings_of(Tournament.objects.get()) == before
    assert save(director, tournament, posted(tournament, place="Here")).status_code == 302


def test_a_finished_tournament_keeps_its_date(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    Tournament.objects.update(finished_at=timezone.now())
    assert save(director, tournament, posted(tournament, date="2026-12-01")).status_code == 422
    only = {
        "name": "Renamed",
        "place": "",
        "is_public": "",
        "currency": "USD",
        "stamp": posted(tournament)["stamp"],
    }
    assert save(director, tournament, only).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.is_public, tournament.date) == (
        "Renamed",
        False,
        datetime.date(2026, 11, 20),
    )
    assert Entry.objects.filter(tournament=tournament).count() == 8

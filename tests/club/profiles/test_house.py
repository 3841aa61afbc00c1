"""House profiles: kept by a club, taken by tournaments, which keep the numbers they took."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from club.models import Club, HouseProfile
from club.profiles.forms import HouseNameForm, RuleForm
from record.models import JournalEntry
from rules.systems.profile import definition
from rules.systems.registry import SYSTEMS
from tests import builders
from tests.tournament.values.test_numbers import as_sent
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def house_profile(
    club: Club, name: str = "Elks card", system: str = "sanctioned", **changes: object
) -> HouseProfile:
    return HouseProfile.objects.create(club=club, name=name, system=system, changes=changes)


def rename(client: Client, house: HouseProfile, name: str) -> Any:
    form_data = as_sent(HouseNameForm(house_name=house.name), name=name)
    return client.post(reverse("house-profile", args=[house.club.slug, house.pk]), form_data)


def change(client: Client, house: HouseProfile, rule: str, **changes: str) -> Any:
    form_data = as_sent(RuleForm(profile=house.profile, rule=rule), **changes)
    return client.post(reverse("house-rule", args=[house.club.slug, house.pk, rule]), form_data)


def new_tournament(client: Client, club: Club, system: str, **more: str) -> Tournament:
    form_data = {
        "name": "Spring Open",
        "date": "2027-03-20",
        "place": "",
        "time_zone": "America/Chicago",
        "is_public": "on",
    }
    client.post(
        reverse("tournament-new", args=[club.slug]),
        form_data | {"system": system, "stamp": builders.stamp()} | more,
    )
    return Tournament.objects.latest("pk")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_profile_is_made_from_each_system(director: Client, cast: builders.Cast, system: str) -> None:
    address = reverse("house-new", args=[cast.club.slug, system])
    assert director.get(address).status_code == 200
    form_data = as_sent(HouseNameForm(), name="Our numbers")
    answers = [director.post(address, form_data) for _again in range(2)]
    house = HouseProfile.objects.get()
    own = reverse("house-profile", args=[cast.club.slug, house.pk])
    assert [answer["Location"] for answer in answers] == [own, own]
    assert (house.club, house.name, house.system, house.changes) == (cast.club, "Our numbers", system, {})
    entry = JournalEntry.objects.get(club=cast.club)
    assert (entry.verb, entry.subject, entry.new) == ("profile-made", "Our numbers", {"system": system})


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_of_a_profile_is_said_once_and_has_its_change(
    director: Client, cast: builders.Cast, system: str
) -> None:
    house = house_profile(cast.club, system=system)
    page = director.get(reverse("house-profile", args=[cast.club.slug, house.pk])).content.decode()
    for rule in definition(system).names:
        address = reverse("house-rule", args=[cast.club.slug, house.pk, rule])
        assert (page.count(f'<li id="{rule}">'), page.count(f'href="{address}"')) == (1, 1)
        assert director.get(address).status_code == 200
        assert change(director, house, rule).status_code == 302
    house.refresh_from_db()
    assert house.changes == {}


def test_a_warning_comes_after_the_start_of_the_round(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club)
    sentence = "The warning must come after the start of the round."
    for rule, text in (("round_minutes", "10"), ("warning_minutes", "60")):
        page = change(director, house, rule, **{rule: text})
        assert page.context["form"].errors == {rule: [sentence]}
    change(director, house, "round_minutes", round_minutes="45")
    house.refresh_from_db()
    assert house.changes == {"round_minutes": 45}


def test_two_profiles_of_a_club_never_have_one_name(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club, name="Élks card")
    address = reverse("house-new", args=[cast.club.slug, "mahj-x"])
    page = director.post(address, as_sent(HouseNameForm(), name="elks CARD"))
    assert page.status_code == 422
    assert "name" in page.context["form"].errors
    with pytest.raises(IntegrityError), transaction.atomic():
        house_profile(cast.club, name=house.name.replace("card", "CARD"))
    house_profile(Club.objects.get(slug__startswith="bamboo"), name=house.name)


def test_a_tournament_takes_the_numbers_and_keeps_them(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club, wall=15, round_minutes=45, verification="east")
    tournament = new_tournament(director, cast.club, f"house-{house.pk}")
    assert (tournament.system, tournament.house_profile, tournament.house_name) == (
        "sanctioned",
        house,
        "Elks card",
    )
    assert (tournament.profile.wall, tournament.minutes, tournament.verification) == (15, 45, "east")
    rename(director, house, "Elks card 2027")
    change(director, house, "wall", wall="20")
    house.refresh_from_db()
    tournament.refresh_from_db()
    assert (house.name, house.profile.wall) == ("Elks card 2027", 20)
    assert (tournament.profile.wall, tournament.house_name) == (15, "Elks card")
    page = director.get(reverse("rules", args=[tournament.slug]))
    assert "Elks card" in page.content.decode()
    entries = JournalEntry.objects.filter(club=cast.club, verb="profile-changed").order_by("pk")
    assert [(entry.old, entry.new) for entry in entries] == [
        ({"name": "Elks card"}, {"name": "Elks card 2027"}),
        ({"wall": 15}, {"wall": 20}),
    ]


@pytest.mark.slow
def test_the_pages_name_the_profile_with_its_system(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club, games_per_round=5, sheet_words={"wall": "Draw"})
    tournament = new_tournament(director, cast.club, f"house-{house.pk}")
    assert tournament.rules_name == "Elks card (Sanctioned play)"
    for page in ("tournament-settings", "manage", "rules"):
        text = director.get(reverse(page, args=[tournament.slug])).content.decode()
        assert "Elks card (Sanctioned play)" in text.replace("<bdi>", ""), page
    form = reverse("tournament-new", args=[cast.club.slug])
    text = director.get(form).content.decode()
    assert "House profile of your club, from Sanctioned play: 5 games a round." in text
    assert "4 games a round on the standard card" in text
    assert "8 games a round for the sixteen listed hands" in text


@pytest.mark.slow
def test_the_names_of_blocks_are_kept_for_next_year(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club, block_names="Morning, Noon")
    tournament = new_tournament(director, cast.club, f"house-{house.pk}")
    assert [(block.name, block.rounds) for block in tournament.blocks] == [
        ("Morning", (1, 2)),
        ("Noon", (3, 4)),
    ]
    page = change(director, house, "block_names", block_names="AM, am")
    assert page.context["form"].errors == {"block_names": ["Give each block a name of its own."]}
    change(director, house, "block_names", block_names="")
    house.refresh_from_db()
    assert house.changes == {}
    club_day = house_profile(cast.club, "Our club day", "club-day", block_names="A, B, C")
    next_year = new_tournament(director, cast.club, f"house-{club_day.pk}", name="Autumn")
    assert [block.rounds for block in next_year.blocks] == [(1, 2), (3, 4), (5, 6)]


@pytest.mark.slow
def test_a_profile_leads_to_a_tournament_made_from_it(director: Client, cast: builders.Cast) -> None:
    house, other = house_profile(cast.club), house_profile(Club.objects.get(slug__startswith="bamboo"))
    page = director.get(reverse("house-profile", args=[cast.club.slug, house.pk])).content.decode()
    address = f"{reverse('tournament-new', args=[cast.club.slug])}?profile="
    assert f'href="{address}{house.pk}"' in page
    assert director.get(f"{address}{house.pk}").context["form"].initial == {"system": f"house-{house.pk}"}
    for nobodys in (other.pk, "x", "9" * 30, ""):
        assert director.get(f"{address}{nobodys}").context["form"].initial == {}


def test_next_years_tournament_is_offered_the_same_profile(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club)
    new_tournament(director, cast.club, f"house-{house.pk}")
    page = director.get(reverse("tournament-new", args=[cast.club.slug]))
    assert page.context["form"].initial["system"] == f"house-{house.pk}"


@pytest.mark.slow
def test_a_withdrawn_profile_is_not_offered_and_can_come_back(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club, wall=15)
    tournament = new_tournament(director, cast.club, f"house-{house.pk}")
    for act in ("house-withdraw", "house-withdraw"):
        director.post(reverse(act, args=[cast.club.slug, house.pk]), {"stamp": builders.stamp()})
    house.refresh_from_db()
    assert house.withdrawn_at is not None
    assert JournalEntry.objects.filter(verb="profile-withdrawn").count() == 1
    page = director.get(reverse("tournament-new", args=[cast.club.slug]))
    assert f"house-{house.pk}" not in page.content.decode()
    again = {"name": "Autumn", "date": "2027-09-01"}
    assert new_tournament(director, cast.club, f"house-{house.pk}", **again) == tournament  # refused
    director.post(reverse("house-bring-back", args=[cast.club.slug, house.pk]), {"stamp": builders.stamp()})
    assert new_tournament(director, cast.club, f"house-{house.pk}", **again).profile.wall == 15


def test_another_clubs_profile_is_not_taken(director: Client, cast: builders.Cast) -> None:
    house = house_profile(Club.objects.get(slug__startswith="bamboo"))
    new = reverse("tournament-new", args=[cast.club.slug])
    form_data = {
        "name": "X",
        "date": "2027-03-20",
        "time_zone": "America/Chicago",
        "system": f"house-{house.pk}",
    }
    assert director.post(new, form_data | {"stamp": builders.stamp()}).status_code == 422
    assert not Tournament.objects.exists()


def test_another_system_leaves_the_profile_behind(director: Client, cast: builders.Cast) -> None:
    from tournament.settings.actions import change_settings

    house = house_profile(cast.club, wall=15)
    tournament = new_tournament(director, cast.club, f"house-{house.pk}")
    change_settings(tournament, by=cast.director, new={"system": "mahj-x"})
    tournament.refresh_from_db()
    assert (tournament.house_profile, tournament.house_name, tournament.profile_changes) == (None, "", {})


def test_a_tournaments_numbers_are_kept_for_others(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, profile_changes={"wall": 35}, date=datetime.date(2027, 1, 1))
    new = reverse("house-new", args=[cast.club.slug, "sanctioned"])
    address = f"{new}?tournament={tournament.slug}"
    page = director.get(address)
    director.post(address, as_sent(page.context["form"], name="January"))
    assert HouseProfile.objects.get().changes == {"wall": 35}


def test_two_directors_of_a_profile_get_a_choice(director: Client, cast: builders.Cast) -> None:
    house = house_profile(cast.club)
    seen = HouseProfile.objects.get(pk=house.pk)
    rename(director, house, "Elks 2028")
    assert change(director, house, "wall", wall="20").status_code == 302
    assert change(director, seen, "wall", wall="15").status_code == 409
    assert rename(director, seen, "Elks 2029").status_code == 409
    house.refresh_from_db()
    assert (house.name, house.profile.wall) == ("Elks 2028", 20)


def test_the_list_costs_as_many_queries_for_twelve_as_for_three(
    director: Client, cast: builders.Cast, django_assert_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for number in range(12):
        house_profile(cast.club, name=f"Card {number}")
        if number in (2, 11):
            with CaptureQueriesContext(connection) as queries:
                director.get(reverse("house-profiles", args=[cast.club.slug]))
            counts.append(len(queries))
    assert counts[0] == counts[1]

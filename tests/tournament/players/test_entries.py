"""Who plays: registered under one number each, corrected, withdrawn, waiting; every change on record."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from record.journal import verify
from record.refused import Refused
from tests import builders
from tournament.models import Entry, Tournament
from tournament.players import actions
from tournament.players.queries import counts, next_number

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club, players=3, checked_in=False)


def verbs(tournament: Tournament) -> list[str]:
    return [entry.verb for entry in tournament.chain().order_by("sequence")]


def state(tournament: Tournament) -> list[tuple[object, ...]]:
    fields = ("number", "person__name", "person__town", "person__member_number", "shows_initials", "state")
    return list(tournament.entries.order_by("number").values_list(*fields))


def add(client: Client, tournament: Tournament, **data: object) -> object:
    form_data = {"name": "Ida Wu", "number": 4, "stamp": builders.stamp(), **data}
    return client.post(reverse("entry-new", args=[tournament.slug]), form_data)


def edit(client: Client, entry: Entry, /, **data: object) -> object:
    address = reverse("entry-edit", args=[entry.tournament.slug, entry.number])
    page = client.get(address)
    form, text = page.context["form"], page.content.decode()
    # A field that its page does not draw would come back empty, and take away what is stored.
    assert [name for name in form.fields if f'name="{name}"' not in text] == []
    values = {name: form[name].value() for name in form.fields}
    values["shows_initials"] = "on" if values["shows_initials"] else ""
    return client.post(address, {**values, **data})


def press(client: Client, entry: Entry, change: str) -> object:
    address = reverse(f"entry-{change}", args=[entry.tournament.slug, entry.number])
    return client.post(address, {"stamp": builders.stamp_beside(entry)})


def test_the_list(director: Client, tournament: Tournament) -> None:
    page = director.get(reverse("entries", args=[tournament.slug])).content.decode()
    assert [page.count(f">Player {n}<") for n in (1, 2, 3)] == [1, 1, 1]
    assert page.count("<td") == 3 * page.count('<th scope="col"')


@pytest.mark.parametrize("name", ["4021", "#7", "½", "—"])
def test_a_number_is_nobodys_name(director: Client, tournament: Tournament, name: str) -> None:
    before = state(tournament)
    answer = add(director, tournament, name=name)
    assert (answer.status_code, state(tournament)) == (422, before)
    assert "A name has at least one letter." in answer.content.decode()


@pytest.mark.parametrize("name", ["王小明", "نور", "O", "4 Horsewomen"])
def test_any_letter_makes_a_name(director: Client, tournament: Tournament, name: str) -> None:
    add(director, tournament, name=name)
    assert tournament.entries.get(number=4).name == name


def test_the_list_is_searched_without_accents(director: Client, tournament: Tournament) -> None:
    Person.objects.filter(entries__number=2).update(name="Þóra Björnsdóttir")
    page = director.get(reverse("entries", args=[tournament.slug]), {"find": "BJORNS"}).content.decode()
    assert ("Björnsdóttir" in page, "Player 1" in page) == (True, False)
    nothing = director.get(reverse("entries", args=[tournament.slug]), {"find": "x" * 10_000})
    assert "No player matches." in nothing.content.decode()


def test_the_list_is_sorted_by_what_is_asked_for(director: Client, tournament: Tournament) -> None:
    def numbers(sort: str) -> list[int]:
        page = director.get(reverse("entries", args=[tournament.slug]), {"sort": sort})
        return [row.record.number for row in page.context["table"].page]

    assert (numbers("-name"), numbers("number"), numbers("phone")) == ([3, 2, 1], [1, 2, 3], [1, 2, 3])


@pytest.mark.parametrize("name", ["entries", "check-in"])
def test_lists_cost_the_same_for_more_rows(director: Client, cast: builders.Cast, name: str) -> None:
    def queries(players: int) -> int:
        tournament = builders.tournament(cast.club, players=players)
        tournament.entries.filter(number=1).update(state=Entry.State.WAITING, checked_in_at=None)
        with CaptureQueriesContext(connection) as captured:
            assert director.get(reverse(name, args=[tournament.slug])).status_code == 200
        return len(captured)

    assert queries(2) == queries(6)


def test_a_player_is_added_under_the_next_free_number(director: Client, tournament: Tournament) -> None:
    form = director.get(reverse("entry-new", args=[tournament.slug])).context["form"]
    assert form["number"].value() == 4
    page = add(director, tournament, name="  Ida   Wu ", town="Reno", member_number="M7", shows_initials="on")
    assert page["Location"] == reverse("entries", args=[tournament.slug])
    assert state(tournament)[3] == (4, "Ida Wu", "Reno", "M7", True, "registered")
    entry = tournament.chain().get()
    assert (entry.verb, entry.subject, entry.new["name"], entry.new["number"]) == (
        "player-registered",
        "4 Ida Wu",
        "Ida Wu",
        4,
    )
    assert list(verify(tournament)) == []


def test_a_repeat_adds_nobody(director: Client, tournament: Tournament) -> None:
    stamp = builders.stamp()
    statuses = [
        add(director, tournament, stamp=stamp, person=person).status_code for person in ("", "", "new")
    ]
    assert (statuses, len(state(tournament)), verbs(tournament)) == (
        [302, 302, 302],
        4,
        ["player-registered"],
    )


def test_a_number_goes_to_one_of_two_of_the_same_name(director: Client, tournament: Tournament) -> None:
    add(director, tournament)
    page = add(director, tournament)
    assert (page.status_code, "Number 4 belongs to Ida Wu." in page.content.decode()) == (422, True)
    assert len(state(tournament)) == 4


def test_a_number_that_is_taken_is_refused_with_the_next_free_one(
    director: Client, tournament: Tournament
) -> None:
    page = add(director, tournament, number=2)
    assert page.status_code == 422
    assert "Number 2 belongs to Player 2. The next free number is 4." in page.content.decode()
    assert 'value="Ida Wu"' in page.content.decode()
    assert len(state(tournament)) == 3


def test_the_next_number_after_the_last_is_the_first_gap(tournament: Tournament) -> None:
    tournament.entries.filter(number=3).update(number=99_999)
    assert next_number(tournament) == 3


def test_somebody_the_club_knows_is_offered_while_typing(director: Client, cast: builders.Cast) -> None:
    earlier = builders.tournament(cast.club, players=1)
    Person.objects.filter(entries__tournament=earlier).update(name="José Núñez")
    tournament = builders.tournament(cast.club)
    fragment = director.get(
        reverse("people-alike", args=[tournament.slug]), {"name": "nunez"}
    ).content.decode()
    assert ("José Núñez" in fragment, "Nov. 20, 2026" in fragment, "<html" in fragment) == (True, True, False)
    assert (
        director.get(reverse("people-alike", args=[tournament.slug]), {"name": ""}).content.decode().strip()
        == ""
    )


def test_a_known_name_asks_who_it_is(director: Client, cast: builders.Cast, tournament: Tournament) -> None:
    jose = Person.objects.create(club=cast.club, name="José Núñez")
    page = add(director, tournament, name="Jose Nunez")
    assert page.status_code == 422
    assert f'name="person" value="{jose.pk}"' in page.content.decode()
    assert add(director, tournament, name="Jose Nunez", person=jose.pk).status_code == 302
    assert tournament.entries.get(number=4).person == jose
    assert Person.objects.filter(name__in=["Jose Nunez", "José Núñez"]).count() == 1


def test_somebody_new_of_a_known_name(director: Client, cast: builders.Cast, tournament: Tournament) -> None:
    jose = Person.objects.create(club=cast.club, name="José Núñez")
    assert add(director, tournament, name="José Núñez", person="new", town="Elko").status_code == 302
    assert tournament.entries.get(number=4).person != jose


def test_nobody_is_entered_twice(director: Client, tournament: Tournament) -> None:
    somebody = tournament.entries.get(number=1).person
    page = add(director, tournament, name=somebody.name, person=somebody.pk)
    assert "is already entered, under number 1" in page.content.decode()
    assert (page.status_code, len(state(tournament))) == (422, 3)


def test_people_of_another_club_are_nobody(director: Client, tournament: Tournament) -> None:
    theirs = Person.objects.create(club=builders.cast().club, name="Ida Wu")
    assert (
        "Ida Wu"
        not in director.get(reverse("people-alike", args=[tournament.slug]), {"name": "Ida"}).content.decode()
    )
    assert add(director, tournament, person=theirs.pk).status_code == 422
    assert len(state(tournament)) == 3


@pytest.mark.parametrize(
    "data",
    [
        {"name": ""},
        {"name": "n" * 10_000},
        {"name": "I\x00da"},
        {"name": "I\u202eda"},
        {"number": "four"},
        {"number": ""},
        {"number": "0"},
        {"number": "100000"},
        {"number": "9" * 5_000},
        {"town": "t" * 81},
        {"member_number": "m" * 41},
        {"person": "p" * 500},
        {"person": "-1"},
    ],
)
def test_bad_players_are_not_added(director: Client, tournament: Tournament, data: dict[str, object]) -> None:
    before = state(tournament)
    assert (add(director, tournament, **data).status_code, state(tournament), verbs(tournament)) == (
        422,
        before,
        [],
    )


def test_a_member_number_belongs_to_one_person(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    Person.objects.create(club=cast.club, name="Bo Li", member_number="M7")
    page = add(director, tournament, member_number="M7")
    assert (page.status_code, "Member number M7 belongs to Bo Li." in page.content.decode()) == (422, True)


def test_a_player_is_corrected(director: Client, tournament: Tournament) -> None:
    entry = tournament.entries.get(number=2)
    assert edit(director, entry, name="Bo Li", number=20, shows_initials="on").status_code == 302
    assert state(tournament)[2][:2] == (20, "Bo Li")
    record = tournament.chain().get()
    assert record.old == {"name": "Player 2", "number": 2, "shows_initials": False}
    assert record.new == {"name": "Bo Li", "number": 20, "shows_initials": True}


@pytest.mark.slow
def test_contact_and_notes_are_corrected_and_the_journal_says_only_that(
    director: Client, tournament: Tournament
) -> None:
    entry = tournament.entries.get(number=2)
    changes = {
        "phone": "(312) 555-0101 (cell)",
        "email": "bo@example.org",
        "notes": "vegan",
        "fee_note": "pd",
    }
    assert edit(director, entry, **changes).status_code == 302
    assert (tournament.chain().get().old, tournament.chain().get().new) == (
        {"private": list(changes)},
        {"private": list(changes)},
    )
    page = director.get(reverse("entry-edit", args=[tournament.slug, 2])).content.decode()
    assert [value for value in changes.values() if value not in page] == []
    assert 'href="tel:3125550101"' in page


def test_a_corrected_number_must_be_free(director: Client, tournament: Tournament) -> None:
    page = edit(director, tournament.entries.get(number=2), number=3)
    assert (page.status_code, "Number 3 belongs to Player 3." in page.content.decode()) == (422, True)
    assert verbs(tournament) == []


def test_a_correction_on_a_page_that_is_out_of_date(director: Client, tournament: Tournament) -> None:
    entry = tournament.entries.get(number=2)
    address = reverse("entry-edit", args=[tournament.slug, 2])
    stamp = director.get(address).context["form"]["stamp"].value()
    Person.objects.filter(pk=entry.person_id).update(town="Theirs")
    mine = {"name": "Player 2", "number": 2, "town": "Mine", "stamp": stamp}
    page = director.post(address, mine)
    assert (page.status_code, "Theirs" in page.content.decode()) == (409, True)
    again = director.post(address, {**mine, "stamp": page.context["form"]["stamp"].value()})
    assert again.status_code == 302
    assert Person.objects.get(pk=entry.person_id).town == "Mine"


def test_a_correction_is_for_the_player_the_page_showed_whatever_the_number(
    director: Client, tournament: Tournament
) -> None:
    entry, other = tournament.entries.get(number=2), tournament.entries.get(number=3)
    address = reverse("entry-edit", args=[tournament.slug, 2])
    form = director.get(address).context["form"]
    mine = {name: form[name].value() or "" for name in form.fields} | {"town": "Reno"}
    for changed_entry, number in ((other, 30), (entry, 3), (other, 2)):
        tournament.entries.filter(pk=changed_entry.pk).update(number=number)
    page = director.post(address, mine)
    assert (page.status_code, page.context["entry"]) == (409, entry)
    again = director.post(address, {**mine, "number": 3, "stamp": page.context["form"]["stamp"].value()})
    assert again.status_code == 302
    assert [Person.objects.get(entries=one).town for one in (entry, other)] == ["Reno", other.person.town]


@pytest.mark.parametrize(
    "data",
    [{"name": ""}, {"number": "x"}, {"stamp": "x"}, {"stamp": ""}, {"town": "t" * 10_000}],
)
def test_bad_corrections_change_nothing(
    director: Client, tournament: Tournament, data: dict[str, str]
) -> None:
    before = state(tournament)
    assert (edit(director, tournament.entries.get(number=2), **data).status_code, state(tournament)) == (
        422,
        before,
    )


def test_numbers_of_nobody_are_not_found(director: Client, tournament: Tournament) -> None:
    for number in (99, 10**30):
        assert director.get(reverse("entry-edit", args=[tournament.slug, number])).status_code == 404
        assert director.post(reverse("entry-withdraw", args=[tournament.slug, number])).status_code == 404


def test_withdrawn_and_brought_back(director: Client, tournament: Tournament) -> None:
    entry = tournament.entries.get(number=2)
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=timezone.now())
    for change in ("withdraw", "withdraw"):
        assert press(director, entry, change).status_code == 302
    entry.refresh_from_db()
    assert (entry.state, entry.checked_in_at, counts(tournament).withdrawn) == ("withdrawn", None, 1)
    press(director, entry, "reinstate")
    entry.refresh_from_db()
    assert entry.state == "registered"
    assert verbs(tournament) == ["player-withdrawn", "player-reinstated"]


def test_somebody_with_a_seat_is_not_withdrawn(director: Client, cast: builders.Cast) -> None:
    running = builders.running_tournament(cast.club)
    entry = running.entries.get(number=1)
    for change in ("withdraw", "wait"):
        page = press(director, entry, change)
        assert (page.status_code, "Player 1 has a seat." in page.content.decode()) == (422, True)
    entry.refresh_from_db()
    assert entry.state == "registered"


@pytest.mark.slow
def test_the_waiting_list_moves_up_in_any_order(director: Client, tournament: Tournament) -> None:
    assert add(director, tournament, number=9, waiting="on").status_code == 302
    assert add(director, tournament, name="Bo Li", number=8, waiting="on").status_code == 302
    first, second = tournament.entries.get(number=9), tournament.entries.get(number=8)
    for waiting in (second, second, first):
        assert press(director, waiting, "move-up").status_code == 302
    assert counts(tournament).waiting == 0
    assert verbs(tournament)[2:] == ["player-moved-up", "player-moved-up"]


def test_a_finished_tournament_takes_nobody(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    Tournament.objects.update(finished_at=timezone.now())
    assert add(director, tournament).status_code == 422
    for act in (actions.withdraw, actions.reinstate, actions.move_up, actions.put_on_waiting_list):
        with pytest.raises(Refused):
            act(tournament.entries.get(number=1), by=cast.director)
    assert edit(director, tournament.entries.get(number=1), name="Corrected").status_code == 302
    assert verbs(tournament) == ["player-corrected"]


def test_strangers_names_are_not_markup(director: Client, tournament: Tournament) -> None:
    add(director, tournament, name='<b>Bo</b> & "Li"', person="new")
    page = director.get(reverse("entries", args=[tournament.slug])).content.decode()
    assert "&lt;b&gt;Bo&lt;/b&gt; &amp; &quot;Li&quot;" in page
    assert "<b>Bo" not in page


def entered_too(cast: builders.Cast, tournament: Tournament, *numbers: int, **fields: object) -> Tournament:
    """Another tournament of the club with these players of `made`, under number 100 and more."""
    other = builders.tournament(cast.club, **fields)
    for place, number in enumerate(numbers):
        person = tournament.entries.get(number=number).person
        Entry.objects.create(tournament=other, person=person, number=100 + place, start_table=1)
    return other


@pytest.mark.slow
def test_a_new_name_is_on_record_and_shown_at_once_in_every_tournament(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    other, without = entered_too(cast, tournament, 3), builders.tournament(cast.club, players=2)
    data = reverse("standings-json", args=[other.slug])
    before = director.get(data)
    assert [place["name"] for place in before.json()["places"]] == ["Player 3"]
    edit(director, tournament.entries.get(number=3), name="Rosa Delgado", town="Joliet")
    entry = other.chain().get()
    assert (entry.verb, entry.subject, entry.actor) == (
        "player-corrected",
        "100 Rosa Delgado",
        cast.director,
    )
    assert entry.new == {"name": "Rosa Delgado", "town": "Joliet", "changed_in": tournament.name}
    assert entry.old["name"] == "Player 3"
    assert [place["name"] for place in director.get(data).json()["places"]] == ["Rosa Delgado"]
    other.refresh_from_db()
    assert (other.version, other.standings_version) == (1, 1)
    assert (list(verify(other)), verbs(without), verbs(tournament)) == ([], [], ["player-corrected"])


@pytest.mark.parametrize("data", [{"number": 77}, {"shows_initials": True}])
def test_what_belongs_to_one_tournament_is_on_record_there_alone(
    director: Client, cast: builders.Cast, tournament: Tournament, data: dict[str, object]
) -> None:
    other = entered_too(cast, tournament, 3)
    edit(director, tournament.entries.get(number=3), **data)
    assert (verbs(tournament), verbs(other)) == (["player-corrected"], [])

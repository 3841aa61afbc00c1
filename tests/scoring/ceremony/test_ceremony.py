"""A ceremony: from last to first, names only from their step on, and nothing before by any public address."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.ceremony import actions
from scoring.ceremony.queries import slides
from scoring.finishing.actions import finish
from scoring.models import Ceremony, PrizeAward, PrizeRow
from scoring.prizes.actions import fix
from tests import builders
from tests.whole.test_every_page import OPEN, RIGHTS, addresses
from tournament.models import Tournament
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    """Finished, with prizes for three places and for somebody whom the director names."""
    event = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    event.refresh_from_db()
    rows = [
        PrizeRow.objects.create(tournament=event, position=1, criterion="overall", cents=[5003, 3001, 1007]),
        PrizeRow.objects.create(tournament=event, position=2, criterion="named", things=["Zither"]),
    ]
    PrizeRow.objects.filter(pk=rows[1].pk).update(named=event.entries.get(number=5))
    finish(event, by=cast.director)
    fix(event, rows=[rows[0].pk, rows[1].pk], by=cast.director)
    event.refresh_from_db()
    return event


def begin_ceremony(event: Tournament, cast: builders.Cast) -> Ceremony:
    ceremony = actions.begin(event, rows=[row.pk for row in event.prize_rows.all()], by=cast.director)
    assert ceremony is not None
    return ceremony


def go(event: Tournament, ceremony: Ceremony, cast: builders.Cast, *, forward: bool = True) -> None:
    actions.go(event, ceremony, forward=forward, by=cast.director)
    ceremony.refresh_from_db()


def screen(event: Tournament) -> str:
    return builders.one_line(Client().get(reverse("ceremony-screen", args=[event.slug])).content.decode())


@pytest.mark.slow
def test_the_last_prize_comes_first(cast: builders.Cast, event: Tournament) -> None:
    all_slides = slides(begin_ceremony(event, cast))
    assert all_slides[0].row.criterion == "named"
    places = [slide.place for slide in all_slides[1:]]
    assert places == sorted(places, reverse=True)
    assert {award.pk for slide in all_slides for award in slide.awards} == set(
        PrizeAward.objects.values_list("pk", flat=True)
    )


@pytest.mark.slow
def test_a_name_is_shown_with_its_step_and_taken_back_with_it(cast: builders.Cast, event: Tournament) -> None:
    ceremony = begin_ceremony(event, cast)
    assert ("Zither" in screen(event), "Player 5" in screen(event)) == (False, False)
    go(event, ceremony, cast)
    assert "Player 5" not in screen(event)
    go(event, ceremony, cast)
    assert ("Player 5" in screen(event), "Zither" in screen(event)) == (True, True)
    assert PrizeAward.objects.presented().count() == 1
    go(event, ceremony, cast)
    _on, _tile, below = screen(event).partition("reveal-earlier")
    assert ("reveal-name" in screen(event), "Player 5" in below) == (False, True)
    go(event, ceremony, cast, forward=False)
    assert "Player 5" in screen(event)
    go(event, ceremony, cast, forward=False)
    assert "Player 5" not in screen(event)
    assert PrizeAward.objects.presented().count() == 0


@pytest.mark.slow
def test_a_second_devices_step_is_not_taken_twice(cast: builders.Cast, event: Tournament) -> None:
    ceremony = begin_ceremony(event, cast)
    stamp = Stamp(seen={"step": 0})
    actions.go(event, ceremony, forward=True, by=cast.director, stamp=stamp)
    actions.go(event, ceremony, forward=True, by=cast.director, stamp=stamp)
    with pytest.raises(Conflict):
        actions.go(event, ceremony, forward=True, by=cast.director, stamp=Stamp(seen={"step": 0}))
    ceremony.refresh_from_db()
    assert ceremony.step == 1


@pytest.mark.slow
def test_nobody_reads_a_prize_before_its_name_is_asked_for(cast: builders.Cast, event: Tournament) -> None:
    """No public address has an amount or a thing of a slide that is not on yet."""
    ceremony = begin_ceremony(event, cast)
    go(event, ceremony, cast)
    public = [
        name
        for name, (method, who) in RIGHTS.items()
        if method == "get" and who == OPEN and addresses()[name][0].startswith("t/") and name != "live"
    ]
    client = Client()
    read = {}
    for name in public:
        parts = {"slug": event.slug, "number": 1}
        address = reverse(name, kwargs={part: parts[part] for part in addresses()[name][1]})
        read[name] = client.get(address).content.decode(errors="replace")
    pages_with_secrets = {
        name: secret
        for name, text in read.items()
        for secret in ("Zither", "50.03", "5003")
        if secret in text
    }
    assert pages_with_secrets == {}


@pytest.mark.slow
def test_a_ceremony_ends_and_what_was_not_named_waits(cast: builders.Cast, event: Tournament) -> None:
    ceremony = begin_ceremony(event, cast)
    with pytest.raises(Refused, match="on already"):
        begin_ceremony(event, cast)
    go(event, ceremony, cast)
    go(event, ceremony, cast)
    actions.end(event, ceremony, by=cast.director)
    content = screen(event)
    assert ("Congratulations" in content, "There are more prizes to come." in content) == (False, True)
    again = begin_ceremony(event, cast)
    assert [slide.row.criterion for slide in slides(again)] == ["overall"] * len(slides(again))


@pytest.mark.slow
def test_prizes_become_public_without_a_ceremony_and_not_any_more(
    cast: builders.Cast, event: Tournament
) -> None:
    rows = list(event.prize_rows.all()[:1])
    actions.present(event, rows=rows, public=True, by=cast.director)
    count = PrizeAward.objects.presented().count()
    actions.present(event, rows=rows, public=False, by=cast.director)
    assert (count > 0, PrizeAward.objects.presented().count()) == (True, 0)


@pytest.mark.slow
def test_the_presenters_key_and_the_speakers_list(director: Client, event: Tournament) -> None:
    page = reverse("ceremony", args=[event.slug])
    begin = reverse("ceremony-begin", args=[event.slug])
    rows = [row.pk for row in event.prize_rows.all()]
    director.post(begin, {"row": rows, "do": "begin", "stamp": builders.stamp()})
    step = reverse("ceremony-step", args=[event.slug])
    assert "The hall sees the welcome" in director.get(page).content.decode()
    director.post(step, {"do": "next", "stamp": builders.stamp(step=0)})
    assert "Show the name" in director.get(page).content.decode()
    listed = director.get(f"{page}?view=list").content.decode()
    assert all(award.entry.name in listed for award in PrizeAward.objects.select_related("entry__person"))


@pytest.mark.slow
def test_a_remote_that_missed_a_step_or_the_end_is_told_so(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    ceremony = begin_ceremony(event, cast)
    go(event, ceremony, cast)
    htmx = {"HX-Request": "true"}
    step = reverse("ceremony-step", args=[event.slug])
    late = director.post(step, {"do": "next", "stamp": builders.stamp(step=0)}, headers=htmx)
    page = late.content.decode()
    assert (late.status_code, "<html" in page, "Another device took a step meanwhile." in page) == (
        409,
        False,
        True,
    )
    assert 'data-ceremony="1"' in page
    actions.end(event, ceremony, by=cast.director)
    over = director.get(reverse("ceremony", args=[event.slug]), headers=htmx)
    assert over.headers["HX-Refresh"] == "true"


@pytest.mark.slow
def test_the_last_name_shows_the_results_that_were_withheld(cast: builders.Cast, event: Tournament) -> None:
    withhold_results(event, from_round=1, by=cast.director)
    event.refresh_from_db()
    ceremony = begin_ceremony(event, cast)
    for _step in range(2 * len(ceremony.slides)):
        go(event, ceremony, cast)
    assert Tournament.objects.get(pk=event.pk).withheld_from == 1
    actions.end(event, ceremony, by=cast.director)
    assert Tournament.objects.get(pk=event.pk).withheld_from is None


def present_first(event: Tournament, cast: builders.Cast) -> Ceremony:
    """A ceremony of the named prize alone, up to its last step; the places of the standings wait."""
    withhold_results(event, from_round=1, by=cast.director)
    event.refresh_from_db()
    row = event.prize_rows.get(criterion="named")
    ceremony = actions.begin(event, rows=[row.pk], by=cast.director)
    assert ceremony is not None
    go(event, ceremony, cast)
    go(event, ceremony, cast)
    return ceremony


@pytest.mark.slow
def test_results_stay_withheld_while_a_prize_waits(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    present_first(event, cast)
    page = builders.one_line(director.get(reverse("ceremony", args=[event.slug])).content.decode())
    assert "1 prize is still to be presented, so the results stay withheld" in page
    director.post(reverse("ceremony-step", args=[event.slug]), {"do": "end", "stamp": builders.stamp(step=2)})
    event.refresh_from_db()
    assert (event.withheld_from, event.ceremonies.filter(ended_at=None).exists()) == (1, False)
    second = begin_ceremony(event, cast)
    for _step in range(2 * len(second.slides)):
        go(event, second, cast)
    actions.end(event, second, by=cast.director)
    event.refresh_from_db()
    assert event.withheld_from is None


@pytest.mark.slow
def test_a_prize_that_is_not_fixed_keeps_results_withheld(cast: builders.Cast, event: Tournament) -> None:
    PrizeRow.objects.create(tournament=event, position=3, criterion="lot", things=["Tote bag"])
    withhold_results(event, from_round=1, by=cast.director)
    ceremony = begin_ceremony(event, cast)
    for _step in range(2 * len(ceremony.slides)):
        go(event, ceremony, cast)
    actions.end(event, ceremony, by=cast.director)
    event.refresh_from_db()
    assert event.withheld_from == 1


@pytest.mark.slow
def test_the_director_may_show_results_though_prizes_wait(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    present_first(event, cast)
    step = reverse("ceremony-step", args=[event.slug])
    director.post(step, {"do": "end", "show_results": "on", "stamp": builders.stamp(step=2)})
    event.refresh_from_db()
    assert event.withheld_from is None


@pytest.mark.slow
def test_after_the_last_prize_nothing_reads_like_a_failure(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    ceremony = begin_ceremony(event, cast)
    for _step in range(2 * len(ceremony.slides)):
        go(event, ceremony, cast)
    actions.end(event, ceremony, by=cast.director)
    page = director.get(reverse("ceremony", args=[event.slug])).content.decode()
    assert ("Every prize is presented" in page, "Nothing waits" in page) == (True, False)
    assert "Thank you all for playing." in screen(event)


@pytest.mark.slow
def test_those_who_share_money_have_it_each(cast: builders.Cast, event: Tournament) -> None:
    """Two who tie for the second place and share $80: the screen says what each has."""
    PrizeAward.objects.filter(row__criterion="overall", first_place__gt=1).delete()
    overall = event.prize_rows.get(criterion="overall")
    for number in (6, 7):
        PrizeAward.objects.create(
            row=overall,
            entry=event.entries.get(number=number),
            first_place=2,
            last_place=3,
            rank=2,
            score=10,
            sharing=2,
            cents=4000,
        )
    ceremony = actions.begin(event, rows=[overall.pk], by=cast.director)
    assert ceremony is not None
    go(event, ceremony, cast)
    go(event, ceremony, cast)
    text = re.sub(r"<[^>]*>", "", screen(event))
    assert "Tied for Second Place" in text
    assert "$40 each" in " ".join(text.split())


@pytest.mark.slow
def test_at_the_end_a_code_leads_to_the_winners(
    cast: builders.Cast, event: Tournament, settings: Any
) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    settings.ALLOWED_HOSTS = ["localhost"]
    ceremony = begin_ceremony(event, cast)
    actions.end(event, ceremony, by=cast.director)
    PrizeAward.objects.update(presented_at=timezone.now())
    address = reverse("ceremony-screen", args=[event.slug])
    assert 'class="qr"' in Client(headers={"host": "localhost"}).get(address).content.decode()


@pytest.mark.slow
def test_the_hall_screen_turns_to_a_ceremony_and_back_with_the_next_round(
    cast: builders.Cast, event: Tournament
) -> None:
    """After prizes at noon the hall must find the seats of the afternoon without anybody at the projector."""
    addresses_of_both = [reverse(name, args=[event.slug]) for name in ("screen", "ceremony-screen")]

    def turns() -> list[bool]:
        return [b"data-turns-to" in Client().get(address).content for address in addresses_of_both]

    assert turns() == [False, False]
    ceremony = begin_ceremony(event, cast)
    assert turns() == [True, False]
    actions.end(event, ceremony, by=cast.director)
    assert turns() == [False, False]
    event.rounds.update(published_at=timezone.now())
    assert turns() == [False, True]

"""The director's page: the stages of the day, what is missing, and what to do next."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.desk.board import Board, board
from scoring.models import PLAYING, CardSet
from scoring.sets.hands import repeated_hands
from scoring.sets.words import repeated_hand_in_words
from tournament.clock.queries import Clock, clock_of_round
from tournament.models import Round, Tournament
from tournament.players.queries import Counts, counts


@dataclass(frozen=True)
class NextStep:
    """The next thing to do: a title, a sentence, and where it is done."""

    title: str
    sentence: str
    url: str
    button: str


@dataclass(frozen=True)
class Stage:
    """One stage of the day; `mark` is a round's number or ""."""

    name: str
    mark: str
    is_done: bool
    is_current: bool


@dataclass(frozen=True)
class Today:
    """The director's page. `board` and `clock` are of the latest published round, None before the first.

    `contradicted`: accepted sets that another one, accepted since, makes wrong.
    """

    entries: Counts
    board: Board | None
    clock: Clock | None
    next: NextStep
    also: list[NextStep]
    stages: list[Stage]
    contradicted: list[NextStep]


def today(tournament: Tournament, now: datetime) -> Today:
    entries = counts(tournament)
    round_ = tournament.rounds.published().last()
    tiles = board(tournament, round_, now) if round_ else None
    clock = clock_of_round(round_, now, warning_minutes=tournament.warning_minutes) if round_ else None
    return Today(
        entries=entries,
        board=tiles,
        clock=clock,
        next=next_step(tournament, entries, tiles, clock),
        also=also(tournament, tiles),
        stages=stages(tournament, entries, tiles),
        contradicted=contradicted(tournament),
    )


def contradicted(tournament: Tournament) -> list[NextStep]:
    """A hand scored with after it was won, each with the table to look at (sixteen hands)."""
    return [
        NextStep(
            _("Scored with a hand that was won before"),
            repeated_hand_in_words(repeated),
            reverse("desk-table", args=[tournament.slug, repeated.claim.round_number, repeated.claim.table]),
            _("Look at table %d") % repeated.claim.table,
        )
        for repeated in repeated_hands(tournament)
    ]


def next_step(tournament: Tournament, entries: Counts, tiles: Board | None, clock: Clock | None) -> NextStep:
    """The one thing to do next."""
    if tournament.finished_at:
        return step(
            tournament,
            _("The standings are final"),
            _("Show them on the hall screen."),
            "screen",
            _("Hall screen"),
        )
    if tournament.drawn_at is None:
        return before_the_draw(tournament, entries)
    if tiles is None or clock is None:
        return publish_next(tournament, tournament.rounds.planned().first())
    if clock.state == "waiting" and not tiles.counts[CardSet.State.ACCEPTED]:
        number = tiles.round.number
        return round_step(
            tournament,
            number,
            _("Start the clock of round %d") % number,
            _("Seating is published. Start when everybody sits."),
            _("Open the clock"),
        )
    if not tiles.is_complete:
        return at_the_desk(tournament, tiles)
    planned = tournament.rounds.planned().first()
    if planned is not None:
        return publish_next(tournament, planned)
    return step(
        tournament,
        _("Finish the tournament"),
        _("Every set of every round is accepted."),
        "finish",
        _("Make the standings final"),
    )


def before_the_draw(tournament: Tournament, entries: Counts) -> NextStep:
    if entries.registered == 0:
        return step(
            tournament,
            _("Register the players"),
            _("Import a roster from a spreadsheet, or enter players one by one."),
            "entries",
            _("Add players"),
        )
    if entries.missing:
        sentence = ngettext(
            "%(missing)d of %(all)d registered players is not here yet.",
            "%(missing)d of %(all)d registered players are not here yet.",
            entries.missing,
        )
        numbers = {"missing": entries.missing, "all": entries.registered}
        return step(tournament, _("Check players in"), sentence % numbers, "check-in", _("Open check-in"))
    sentence = ngettext(
        "%d player is here. The draw gives each a letter and a first table.",
        "All %d players are here. The draw gives each a letter and a first table.",
        entries.here,
    )
    return step(tournament, _("Draw the seats"), sentence % entries.here, "seating", _("Open the draw"))


def publish_next(tournament: Tournament, planned: Round | None) -> NextStep:
    number = planned.number if planned else 1
    return round_step(
        tournament,
        number,
        _("Publish round %d") % number,
        _("Players then see where they sit, on screen, on their phones and on paper."),
        _("Look and publish"),
    )


def at_the_desk(tournament: Tournament, tiles: Board) -> NextStep:
    number = tiles.round.number
    if tiles.counts[CardSet.State.HELD]:
        held = [tile.number for tile in tiles.waiting if tile.state == CardSet.State.HELD]
        title = ngettext("%d set waits for your ruling", "%d sets wait for your ruling", len(held)) % len(
            held
        )
        sentence = _("Its players should not leave before you have spoken with them.")
        url = reverse("desk-table", args=[tournament.slug, number, held[0]])
        return NextStep(title, sentence, url, _("Hear table %d") % held[0])
    if tiles.counts[CardSet.State.IN]:
        title = ngettext("%d set to enter", "%d sets to enter", tiles.counts[CardSet.State.IN])
        return desk_step(
            tournament,
            number,
            title % tiles.counts[CardSet.State.IN],
            _("The cards are in; the oldest comes first."),
        )
    sentence = ngettext(
        "%d table has not handed in its cards yet.",
        "%d tables have not handed in their cards yet.",
        tiles.counts[PLAYING],
    )
    return desk_step(
        tournament, number, _("Round %d is being played") % number, sentence % tiles.counts[PLAYING]
    )


def also(tournament: Tournament, tiles: Board | None) -> list[NextStep]:
    """Links that are useful at any time."""
    steps = [
        step(tournament, _("Standings"), _("As the players see them."), "standings", _("Standings")),
        step(tournament, _("Hall screen"), _("For the projector."), "screen", _("Hall screen")),
    ]
    if tiles is not None:
        steps.append(
            NextStep(
                _("Print assignments"),
                _("By name and by table."),
                reverse("round-print", args=[tournament.slug, tiles.round.number]),
                _("Print assignments"),
            )
        )
        steps.append(
            step(
                tournament,
                _("Seat changes"),
                _("No-shows, late arrivals."),
                "seat-changes",
                _("Seat changes"),
            )
        )
    if tournament.drawn_at and not tournament.finished_at:
        steps.append(step(tournament, _("Finish"), _("Final standings."), "finish", _("Finish")))
    return steps


def stages(tournament: Tournament, entries: Counts, tiles: Board | None) -> list[Stage]:
    """Players, check-in, draw, each round, finish; the first that is not done is the current one."""
    has_players, is_drawn = entries.registered > 0, tournament.drawn_at is not None
    rows = [
        (_("Players"), "", has_players),
        (_("Check-in"), "", is_drawn or (has_players and entries.missing == 0)),
        (_("Draw"), "", is_drawn),
    ]
    played = tiles.round.number if tiles else 0
    for number in range(1, tournament.rounds_planned + 1):
        complete = tiles is not None and (number < played or (number == played and tiles.is_complete))
        rows.append((_("Round %d") % number, str(number), complete))
    rows.append((_("Finish"), "", tournament.finished_at is not None))
    current = next((name for name, _mark, is_done in rows if not is_done), None)
    return [Stage(name, mark, is_done, name == current) for name, mark, is_done in rows]


def step(tournament: Tournament, title: str, sentence: str, page: str, button: str) -> NextStep:
    return NextStep(title, sentence, reverse(page, args=[tournament.slug]), button)


def round_step(tournament: Tournament, number: int, title: str, sentence: str, button: str) -> NextStep:
    return NextStep(title, sentence, reverse("round", args=[tournament.slug, number]), button)


def desk_step(tournament: Tournament, number: int, title: str, sentence: str) -> NextStep:
    url = reverse("desk-round", args=[tournament.slug, number])
    return NextStep(title, sentence, url, _("To the score desk"))

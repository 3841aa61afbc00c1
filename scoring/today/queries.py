"""The director's page: the stages of the day, what is missing, and what to do next."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.seating import table_count
from scoring.desk.board import Board, board
from scoring.finishing.reports import waiting
from scoring.models import PLAYING, CardSet
from scoring.prizes.queries import still_to_present
from scoring.sets.only_once import repeated_hands
from scoring.sets.tables import TABLE_IS_WRITTEN_OFF
from scoring.sets.words import repeated_hand_in_words
from scoring.standings.queries import window_of
from scoring.today.printed import paper
from scoring.today.steps import NextStep, attention, desk_step, round_step, step
from tournament.categories.queries import to_leave
from tournament.clock.queries import Clock, clock_of_round
from tournament.clock.starting_times import next_start
from tournament.models import Round, Tournament
from tournament.players.queries import Counts, counts


@dataclass(frozen=True)
class Stage:
    """One stage of the day; `mark` is a round's number or "". In a finished tournament, stages not done were left
    out.
    """

    name: str
    mark: str
    is_done: bool
    is_current: bool
    is_left_out: bool


@dataclass(frozen=True)
class Today:
    """The director's page. `start` says when the next round is to start, "" without such a time.

    `board` and `clock` are of the latest published round, None before the first. `contradicted`: accepted sets that
    a later accepted set makes wrong. `attention`: see there. `disputes`: reopened sets of every round that wait
    for the director's answer.
    """

    entries: Counts
    board: Board | None
    clock: Clock | None
    start: str
    next: NextStep
    comes_up: list[NextStep]
    stages: list[Stage]
    contradicted: list[NextStep]
    attention: list[NextStep]
    disputes: list[NextStep]


def today(tournament: Tournament, now: datetime) -> Today:
    entries = counts(tournament)
    round_ = tournament.rounds.published().last()
    tiles = board(tournament, round_, now) if round_ else None
    clock = clock_of_round(round_, now, warning_minutes=tournament.warning_minutes) if round_ else None
    start = next_start(tournament)
    return Today(
        entries=entries,
        board=tiles,
        clock=clock,
        start=start.sentence(now) if start else "",
        next=next_step(tournament, entries, tiles, clock),
        comes_up=comes_up(tournament),
        stages=stages(tournament, entries, tiles),
        contradicted=contradicted(tournament),
        attention=attention(tournament, round_, clock),
        disputes=disputes(tournament),
    )


def disputes(tournament: Tournament) -> list[NextStep]:
    sets = CardSet.objects.in_dispute().filter(~TABLE_IS_WRITTEN_OFF, round__tournament=tournament)
    return [
        NextStep(
            _("%(round)s, table %(table)s is in dispute")
            % {"round": tournament.round_name(number), "table": table},
            reason,
            reverse("desk-table", args=[tournament.slug, number, table]),
            _("Settle table %d") % table,
        )
        for number, table, reason in sets.order_by("round__number", "table__number").values_list(
            "round__number", "table__number", "held_reason"
        )
    ]


def contradicted(tournament: Tournament) -> list[NextStep]:
    """Accepted sets with a hand that was won before, each with the table to look at (sixteen hands)."""
    return [
        NextStep(
            _("Scored with a hand that was won before"),
            repeated_hand_in_words(repeated, tournament),
            reverse("desk-table", args=[tournament.slug, repeated.claim.round_number, repeated.claim.table]),
            _("Look at table %d") % repeated.claim.table,
        )
        for repeated in repeated_hands(tournament)
    ]


def next_step(tournament: Tournament, entries: Counts, tiles: Board | None, clock: Clock | None) -> NextStep:
    if tournament.finished_at:
        return after_the_finish(tournament)
    if tournament.drawn_at is None:
        return before_the_draw(tournament, entries)
    if tiles is None or clock is None:
        return publish_next(tournament, tournament.rounds.planned().first())
    if clock.state == "waiting" and not tiles.counts[CardSet.State.ACCEPTED]:
        number = tiles.round.number
        title = _("Print %(round)s, then start the clock")
        words = _("A list for the wall that says who sits where, and the score cards of each table.")
        if is_printed := paper.is_round_printed(tiles.round):
            title, words = _("Start the clock of %(round)s"), ""
        title = title % {"round": tournament.round_in_words(number)}
        start = round_step(tournament, number, title, words, _("To the clock"))
        return replace(start, prints=number, is_printed=is_printed)
    if not tiles.is_complete:
        return at_the_desk(tournament, tiles)
    planned = tournament.rounds.planned().first()
    if planned is not None:
        return publish_next(tournament, planned)
    if tiles.round.number < tournament.last_round:
        number = tiles.round.number + 1
        return step(
            tournament,
            _("Seat %(round)s by standing") % {"round": tournament.round_in_words(number)},
            _("The round before it is in."),
            "rounds",
            _("Review and seat"),
        )
    if tiles.earlier:
        table = tiles.earlier[0]
        values = {"round": tournament.round_name(table.round), "table": table.number}
        return NextStep(
            _("%(round)s, table %(table)s is still open") % values,
            _("The standings are final once it is accepted, or written off with a reason."),
            reverse("desk-table", args=[tournament.slug, table.round, table.number]),
            _("Look at table %d") % table.number,
        )
    if waiting(tournament).exists():
        words = _("Answer every number that players reported wrong; until then nothing is final.")
        return step(tournament, _("Reported wrong"), words, "finish", _("Look at what was reported"))
    window, now = window_of(tournament), timezone.now()
    if window is not None and window.is_running(now):
        closes = date_format(timezone.localtime(window.closes_at), "TIME_FORMAT")
        words = _("Until %(time)s players can tell the desk what is wrong. Nothing is final before that.")
        title = _("The time for corrections is running")
        return step(tournament, title, words % {"time": closes}, "finish", _("Look at the corrections"))
    return step(
        tournament,
        _("Finish the tournament"),
        _("No table is still out."),
        "finish",
        _("Make the standings final"),
    )


def after_the_finish(tournament: Tournament) -> NextStep:
    outcomes_left = list(still_to_present(tournament))
    title = _("The standings are final")
    if any(row.fixed_at is None for row in outcomes_left):
        sentence = _("Lock in the prizes, then present them.")
        return step(tournament, title, sentence, "prizes", _("Lock in prizes"))
    if outcomes_left:
        sentence = (
            _("The ceremony is next: results are withheld, and there are prizes to present.")
            if tournament.withheld_from
            else _("The ceremony is next: there are prizes to present.")
        )
        return step(tournament, title, sentence, "ceremony", _("Ceremony"))
    if tournament.withheld_from:
        sentence = _("There are no more prizes to present, and results are still withheld.")
        return step(tournament, title, sentence, "standings", _("Review and show them"))
    words = _("Everybody can see them now: on the winners’ page, on phones and on the hall screen.")
    return step(tournament, title, words, "results", _("Share the winners"))


def before_the_draw(tournament: Tournament, entries: Counts) -> NextStep:
    if entries.registered == 0:
        return step(
            tournament,
            _("Register the players"),
            _("Import a spreadsheet, or add players one by one."),
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
        check_in = step(tournament, _("Check players in"), sentence % numbers, "check-in", _("Open check-in"))
        # Missing players do not block the draw, which seats those checked in.
        can_draw = isinstance(table_count(entries.here), int)
        return replace(check_in, instead=draw_step(tournament, entries)) if can_draw else check_in
    return draw_step(tournament, entries)


def draw_step(tournament: Tournament, entries: Counts) -> NextStep:
    if entries.missing:
        sentence = ngettext(
            "The draw seats %d player who is here.",
            "The draw seats the %d players who are here.",
            entries.here,
        )
        button = _("Draw without them")
        return step(tournament, _("Draw the seats"), sentence % entries.here, "seating", button)
    sentence = ngettext(
        "%d player is here. The draw gives each a letter and a first table.",
        "All %d players are here. The draw gives each a letter and a first table.",
        entries.here,
    )
    return step(tournament, _("Draw the seats"), sentence % entries.here, "seating", _("Open the draw"))


def publish_next(tournament: Tournament, planned: Round | None) -> NextStep:
    number = planned.number if planned else 1
    round_in_words = tournament.round_in_words(number)
    for category, leave in to_leave(tournament).items():
        if (category.last_round or 0) < number:
            title = ngettext(
                "%(category)s: %(count)d player leaves",
                "%(category)s: %(count)d players leave",
                leave["count"],
            )
            return step(
                tournament,
                title % {"category": category.name, "count": leave["count"]},
                _("Plan the remaining rounds without them, then publish %(round)s.")
                % {"round": round_in_words},
                "categories",
                _("They leave"),
            )
    return round_step(
        tournament,
        number,
        _("Publish %(round)s") % {"round": round_in_words},
        _("Players then see where they sit, on screen, on their phones and on paper."),
        _("Review and publish"),
    )


def at_the_desk(tournament: Tournament, tiles: Board) -> NextStep:
    number = tiles.round.number
    held = [tile for tile in tiles.waiting if tile.state == CardSet.State.HELD]
    if held:
        first = held[0]
        values = {"table": first.number, "reason": first.held_reason, "count": len(held)}
        title = ngettext(
            "Table %(table)s needs your decision",
            "%(count)s tables need your decision",
            len(held),
        )
        sentence = (
            _("Table %(table)s is in dispute: %(reason)s") % values
            if first.reopened
            else _("Talk to its players before they leave.")
        )
        url = reverse("desk-table", args=[tournament.slug, number, first.number])
        return NextStep(title % values, sentence, url, _("Settle table %d") % first.number)
    if tiles.counts[CardSet.State.IN]:
        title = ngettext("%d set to enter", "%d sets to enter", tiles.counts[CardSet.State.IN])
        return desk_step(
            tournament,
            number,
            title % tiles.counts[CardSet.State.IN],
            _("The oldest comes first."),
        )
    sentence = ngettext(
        "%d table has not handed in its cards yet.",
        "%d tables have not handed in their cards yet.",
        tiles.counts[PLAYING],
    )
    title = capfirst(_("%(round)s is being played") % {"round": tournament.round_in_words(number)})
    return desk_step(tournament, number, title, sentence % tiles.counts[PLAYING])


def comes_up(tournament: Tournament) -> list[NextStep]:
    hall = step(tournament, _("Hall screen"), _("For the projector."), "screen", _("Hall screen"))
    if not tournament.drawn_at or tournament.finished_at:
        return [hall]
    late, left = _("Somebody came late"), _("Somebody left")
    leaving = step(tournament, left, _("Their seats in the remaining rounds."), "seat-changes", left)
    message = _("Send the hall a message")
    return [
        step(tournament, late, _("Entered, checked in and seated at once."), "walk-in", late),
        replace(leaving, url=f"{leaving.url}?change=withdraw"),
        hall,
        step(tournament, message, _("On the hall screen and on phones."), "hall-messages", message),
    ]


def stages(tournament: Tournament, entries: Counts, tiles: Board | None) -> list[Stage]:
    """Players, check-in, draw, each round, finish; the first one not done is the current one."""
    has_players, is_drawn = entries.registered > 0, tournament.drawn_at is not None
    rows = [
        (_("Players"), "", has_players),
        (_("Check-in"), "", is_drawn or (has_players and entries.missing == 0)),
        (_("Draw"), "", is_drawn),
    ]
    played, is_complete = (tiles.round.number, tiles.is_complete) if tiles else (0, False)
    open_rounds = {table.round for table in tiles.earlier} if tiles else set()
    for number in range(1, tournament.last_round + 1):
        complete = number not in open_rounds if number < played else number == played and is_complete
        rows.append((tournament.round_name(number), str(number), complete))
    is_finished = tournament.finished_at is not None
    rows.append((_("Finish"), "", is_finished))
    # Open tables of earlier rounds do not block the current stage.
    ahead = range(2 + played if played else 0, len(rows))
    current = next((index for index in ahead if not is_finished and not rows[index][2]), None)
    return [
        Stage(name, mark, is_done, index == current, is_finished and not is_done)
        for index, (name, mark, is_done) in enumerate(rows)
    ]

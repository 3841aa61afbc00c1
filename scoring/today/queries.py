"""The director's page: the stages of the day, what is missing, and what to do next."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.seating import table_count
from scoring.desk.board import Board, board
from scoring.models import PLAYING, CardSet
from scoring.prizes.queries import still_to_present
from scoring.sets.only_once import repeated_hands
from scoring.sets.words import repeated_hand_in_words
from scoring.today.attention import attention
from scoring.today.steps import NextStep, desk_step, round_step, step
from tournament.categories.queries import to_leave
from tournament.clock.queries import Clock, clock_of_round
from tournament.clock.starting_times import next_start
from tournament.models import Round, Tournament
from tournament.players.queries import Counts, counts
from tournament.seams import above


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
    another one, accepted later, makes wrong. `attention`: see there. `disputes`: reopened sets of every round that wait
    for the director's answer.
    """

    entries: Counts
    board: Board | None
    clock: Clock | None
    start: str
    next: NextStep
    also: list[NextStep]
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
        also=also(tournament, tiles),
        stages=stages(tournament, entries, tiles),
        contradicted=contradicted(tournament),
        attention=attention(tournament, round_, clock),
        disputes=disputes(tournament),
    )


def disputes(tournament: Tournament) -> list[NextStep]:
    """The sets in dispute, each with its reason and the table to hear."""
    sets = CardSet.objects.in_dispute().filter(round__tournament=tournament, table__written_off__isnull=True)
    return [
        NextStep(
            _("%(round)s, table %(table)s is in dispute")
            % {"round": tournament.round_name(number), "table": table},
            reason,
            reverse("desk-table", args=[tournament.slug, number, table]),
            _("Hear table %d") % table,
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
    """The one thing to do next."""
    if tournament.finished_at:
        return after_the_finish(tournament)
    if tournament.drawn_at is None:
        return before_the_draw(tournament, entries)
    if tiles is None or clock is None:
        return publish_next(tournament, tournament.rounds.planned().first())
    if clock.state == "waiting" and not tiles.counts[CardSet.State.ACCEPTED]:
        number = tiles.round.number
        return round_step(
            tournament,
            number,
            _("Start the clock of %(round)s") % {"round": tournament.round_in_words(number)},
            _("Seating is published. Start when everybody sits."),
            _("Open the clock"),
        )
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
            _("Look and seat"),
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
    return step(
        tournament,
        _("Finish the tournament"),
        _("No table is waited for any more."),
        "finish",
        _("Make the standings final"),
    )


def after_the_finish(tournament: Tournament) -> NextStep:
    outcomes_left = list(still_to_present(tournament))
    title = _("The standings are final")
    if any(row.fixed_at is None for row in outcomes_left):
        sentence = _("Prizes wait to be fixed; then they are presented.")
        return step(tournament, title, sentence, "prizes", _("Fix the prizes"))
    if outcomes_left:
        sentence = (
            _("The ceremony is next: results are withheld, and prizes wait to be presented.")
            if tournament.withheld_from
            else _("The ceremony is next: prizes wait to be presented.")
        )
        return step(tournament, title, sentence, "ceremony", _("Ceremony"))
    if tournament.withheld_from:
        sentence = _("No prize waits to be presented, and results are still withheld.")
        return step(tournament, title, sentence, "standings", _("Look and show them"))
    return step(tournament, title, _("Show them on the hall screen."), "screen", _("Hall screen"))


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
        check_in = step(tournament, _("Check players in"), sentence % numbers, "check-in", _("Open check-in"))
        # Missing players do not block the draw, which seats those checked in.
        return replace(check_in, instead=draw_step(tournament, entries)) if can_draw(entries) else check_in
    return draw_step(tournament, entries)


def can_draw(entries: Counts) -> bool:
    return isinstance(table_count(entries.here), int)


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
                _("Plan the rounds to come without them; then publish %(round)s.")
                % {"round": round_in_words},
                "categories",
                _("They leave"),
            )
    return round_step(
        tournament,
        number,
        _("Publish %(round)s") % {"round": round_in_words},
        _("Players then see where they sit, on screen, on their phones and on paper."),
        _("Look and publish"),
    )


def at_the_desk(tournament: Tournament, tiles: Board) -> NextStep:
    number = tiles.round.number
    if tiles.counts[CardSet.State.HELD]:
        held_tables = [tile.number for tile in tiles.waiting if tile.state == CardSet.State.HELD]
        title = ngettext(
            "%d set waits for your ruling", "%d sets wait for your ruling", len(held_tables)
        ) % len(held_tables)
        first = next(tile for tile in tiles.waiting if tile.state == CardSet.State.HELD)
        values = {"table": first.number, "reason": first.held_reason}
        sentence = (
            _("Table %(table)s is in dispute: %(reason)s") % values
            if first.reopened
            else _("Its players should not leave before you have spoken with them.")
        )
        url = reverse("desk-table", args=[tournament.slug, number, held_tables[0]])
        return NextStep(title, sentence, url, _("Hear table %d") % held_tables[0])
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
    title = capfirst(_("%(round)s is being played") % {"round": tournament.round_in_words(number)})
    return desk_step(tournament, number, title, sentence % tiles.counts[PLAYING])


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
                f"{reverse(above.print_page, args=[tournament.slug])}?round={tiles.round.number}#moment-round",
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
    """Players, check-in, draw, each round, finish; the first one not done is the current one."""
    has_players, is_drawn = entries.registered > 0, tournament.drawn_at is not None
    rows = [
        (_("Players"), "", has_players),
        (_("Check-in"), "", is_drawn or (has_players and entries.missing == 0)),
        (_("Draw"), "", is_drawn),
    ]
    played = tiles.round.number if tiles else 0
    open_rounds = {table.round for table in tiles.earlier} if tiles else set()
    for number in range(1, tournament.last_round + 1):
        complete = number not in open_rounds if number < played else number == played and is_complete(tiles)
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


def is_complete(tiles: Board | None) -> bool:
    return tiles is not None and tiles.is_complete

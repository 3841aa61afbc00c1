"""A table from one player's chair: what is hers to do, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from phones.table.forms import Asked, GameForm, questions
from phones.table.kept_texts import KeptTexts
from phones.table.queries import TURNS, GameNow, TableNow, telling
from phones.table.words import question, shares
from phones.table.written import typed_on_phones
from scoring.sets.judged import Judgement, sums_of
from scoring.sets.places import SetFault
from scoring.sets.typed import WrittenGame, typing_of
from scoring.sets.words import fault_in_words
from tournament.models import Entry, Seat
from tournament.words import what_is_brought

LINES = KeptTexts(4096)
SAID_ELSEWHERE = ("total-missing", "unverified", "value-off-list")
"""Faults of a card that is still being confirmed, and what has words of its own."""


@dataclass(frozen=True)
class GameOfChair:
    game: GameNow
    now: TableNow
    letter: str

    @property
    def number(self) -> int:
        return self.game.number

    def _said(self, written: WrittenGame) -> str:
        family = telling(self.now.desk_table.rules.profile.family)
        return str(family.sentence(written.facts, self.now.names, self.letter))

    @cached_property
    def sentence(self) -> str:
        return self._said(self.game.written)

    @property
    def own_points(self) -> int | None:
        return self.game.points.get(self.letter)

    @property
    def shares(self) -> list[tuple[str, str, int, list[str]]]:
        return shares(self.game.played, self.now.names)

    @property
    def reasons(self) -> list[str]:
        return next((reasons for letter, *_share, reasons in self.shares if letter == self.letter), [])

    @property
    def faults(self) -> list[str]:
        return in_sentences(self.game.played.faults, self.now)

    @property
    def was(self) -> str:
        """The game as it stood before somebody changed it; "" where nobody did, or it was the same sentence."""
        words = self._said(self.game.before) if self.game.before else ""
        return "" if words == self.sentence else words

    @property
    def waits_for(self) -> list[str]:
        return [self.now.names[letter] for letter in self.now.missing_of(self.game)]

    @property
    def waits_for_others(self) -> list[str]:
        return [self.now.names[letter] for letter in self.now.missing_of(self.game) if letter != self.letter]

    @property
    def differences(self) -> list[tuple[str, str, str, GameForm]]:
        """Who finds something different, by letter and name ("" for this player), what that is, and the form for it."""
        names = {**self.now.names, self.letter: ""}

        def form(by: str, field: str) -> GameForm:
            return GameForm(now=self.now, game=self.number, about=field, by=by, reader=self.letter)

        return [(by, names[by], question(field), form(by, field)) for by, field in self.game.wrong.items()]

    @property
    def is_last_turn(self) -> bool:
        """Whether the director is called when one more says that it is not right."""
        return self.game.times_disputed >= TURNS - 1

    @property
    def can_differ(self) -> tuple[list[Asked], list[Asked]]:
        """The questions that this game answers, and the rare ones among them."""
        rules = self.now.desk_table.rules
        written = typing_of(rules.profile.family).write(self.game.written.facts, rules.letters)
        answers = {f"{place.html_name}={text}" for place, text in written.items()}
        asked = [
            one
            for one in questions(rules.profile)
            if (self.game.is_won or not one.is_won) and answers.isdisjoint(one.not_if.split())
        ]
        return [one for one in asked if not one.is_rare], [one for one in asked if one.is_rare]

    @property
    def line(self) -> str:
        """Its line among the games so far, made again only where the answers to it changed."""
        now, game = self.now, self.game
        answers = game.right, dict(game.wrong), now.on_paper, now.is_over
        shown_from = game.row.at, game.played, now.names, answers
        values = {"game": self, "now": now, "tournament": now.tournament}
        words: str = LINES.once(
            (game.row.pk, self.letter, get_language()),
            shown_from,
            lambda: render_to_string("phones/table/_game.html", values),
        )
        return words


def in_sentences(faults: Iterable[SetFault], now: TableNow) -> list[str]:
    return [fault_in_words(fault, now.tournament).message for fault in faults]


def called_about(now: TableNow, by: Entry, letter: str = "") -> list[str]:
    """Why a table waits for the director, as the player at `letter` reads it: each disagreement, or else who asks."""
    reasons = []
    for game in now.entered:
        for other, field in sorted(game.wrong.items()):
            words = _("Game %(game)s: %(name)s does not agree about “%(question)s” %(sentence)s")
            sentence = GameOfChair(game, now, letter).sentence
            values = {"game": game.number, "name": now.names[other], "question": question(field)}
            reasons.append(words % {**values, "sentence": sentence})
    return reasons or [_("%(name)s asks for the director.") % {"name": by.name}]


@dataclass(frozen=True)
class Chair:
    now: TableNow
    letter: str

    @property
    def entry(self) -> Entry:
        return self.now.entries[self.letter]

    @cached_property
    def games(self) -> list[GameOfChair]:
        return [GameOfChair(game, self.now, self.letter) for game in self.now.entered]

    @property
    def settled_games(self) -> list[GameOfChair]:
        """Those that are not asked about above."""
        above = {"disputed": self.disputed, "answer": self.to_answer[:1]}.get(self.state, [])
        return [game for game in self.games if game not in above]

    @property
    def disputed(self) -> list[GameOfChair]:
        return [game for game in self.games if game.game.wrong]

    @property
    def to_answer(self) -> list[GameOfChair]:
        """Those this player has not looked at yet, the oldest first."""
        missing = [game for game in self.games if self.letter in self.now.missing_of(game.game)]
        return [game for game in missing if not game.game.wrong]

    @property
    def for_others(self) -> Iterator[tuple[Chair, GameOfChair | None]]:
        """The chairs of the others who may answer on this phone with a PIN, with the oldest game that each has not
        found right; None for the whole card.
        """
        for letter in self.now.letters:
            chair = Chair(self.now, letter)
            if letter == self.letter or letter in self.now.on_paper:
                continue
            if waiting := [game for game in chair.games if letter not in game.game.right]:
                yield chair, waiting[0]
            elif chair.is_card_mine:
                yield chair, None

    @property
    def called_about(self) -> list[str]:
        """Why the table is held; empty where the desk holds the set, which gives a reason of its own."""
        now = self.now
        by = now.row.called_by if now.is_held_by_phones else None
        return called_about(now, by, self.letter) if by else []

    @property
    def can_call(self) -> bool:
        now = self.now
        return not now.is_held and not now.is_called and not now.around.corrections_are_over

    @property
    def begun(self) -> str:
        """Who else is entering the next game; "" where nobody is."""
        by, row = self.now.row.begun_by, self.now.row
        is_mine = by is None or by.pk == self.entry.pk
        return "" if is_mine or row.begun_game != self.now.next_game or by is None else by.name

    @property
    def is_card_mine(self) -> bool:
        return self.now.is_complete and self.letter in self.now.missing_of_card

    @cached_property
    def judged(self) -> Judgement:
        return typed_on_phones(self.now)

    @property
    def faults(self) -> list[str]:
        """What the rules do not allow of the card as it is on phones, so that the desk has to settle it."""
        faults = () if self.now.is_desks else self.judged.faults
        return in_sentences([fault for fault in faults if fault.code not in SAID_ELSEWHERE], self.now)

    @cached_property
    def totals(self) -> list[tuple[str, str, int | None, list[int | None]]]:
        """Letter, name, total and the points of each game: as they are stored, where they count or the desk has typed
        them.
        """
        now, desk_table = self.now, self.now.desk_table
        written = desk_table.written_set if now.is_desks else self.judged.scored
        sums = sums_of(written, desk_table.rules.profile)
        return [
            (letter, now.names[letter], sums[letter], list(written.cards[letter].points))
            for letter in now.letters
        ]

    @property
    def waits_for_card(self) -> list[str]:
        return [self.now.names[letter] for letter in self.now.missing_of_card]

    @property
    def state(self) -> str:
        """What the table is doing, as the name of its part of the page."""
        now = self.now
        if now.is_held and now.desk_table.written_off is None:
            return "held"
        is_reopened = now.desk_table.card_set and now.desk_table.card_set.reopened
        if now.is_accepted or (now.is_confirmed and not is_reopened):
            return "done"
        if now.is_over or self.letter in now.on_paper:
            return "paper"
        if self.disputed:
            return "disputed"
        if self.to_answer:
            return "answer"
        if self.is_card_mine:
            return "card"
        if now.next_game:
            return "enter"
        return "wait"

    @property
    def is_checked(self) -> bool:
        """Whether the desk still compares the set with the cards."""
        return not self.now.is_accepted and not self.now.counts_by_phone

    @property
    def brings(self) -> str:
        """What this player brings to the desk, where it is hers to bring it and phones are not all there is."""
        if not self.is_checked or self.now.desk_table.rules.collector != self.letter:
            return ""
        return _("Please bring %(what)s of your table to the desk.") % {
            "what": what_is_brought(self.now.tournament)
        }

    @cached_property
    def next_seat(self) -> Seat | None:
        """Where the player sits in the next round, once that is published."""
        seats = Seat.objects.filter(entry=self.entry, round__published_at__isnull=False)
        later = seats.filter(round__number__gt=self.now.desk_table.round.number)
        return later.select_related("table__round").order_by("round__number").first()

    @cached_property
    def partners(self) -> list[Seat]:
        if self.next_seat is None:
            return []
        seats = self.next_seat.table.seats.exclude(entry=self.entry).select_related("entry__person")
        return list(seats.order_by("letter"))

    @property
    def is_last_round(self) -> bool:
        now = self.now
        return now.around.finished_at is not None or now.desk_table.round.number >= now.tournament.last_round

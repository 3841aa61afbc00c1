"""What a held set is about, and the answers a director can give by one choice, with what each makes of the cards."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from scoring.desk.forms.cards import CardsForm
from scoring.sets.confirmations import confirmations_of, retyped
from scoring.sets.judged import Judgement, judge
from scoring.sets.merge import differing
from scoring.sets.places import FieldPlace, as_text, named
from scoring.sets.queries import DeskTable
from scoring.sets.typed import as_typed
from scoring.sets.words import fault_in_words
from ui.texts import shown

MOST_SAID = 3
TO_COME = frozenset({"card-missing", "missing", "game-missing"})
Changes = Mapping[FieldPlace, str]


class Answer(msgspec.Struct, frozen=True):
    """`changes`: what it types. `becomes`: what that makes of the cards, in sentences."""

    title: str
    becomes: str
    changes: Changes
    game: int = 0

    @property
    def as_text(self) -> str:
        return as_text(self.changes.items())

    @property
    def ruling(self) -> str:
        in_game = _("Game %(game)s: %(answer)s") % {"game": self.game, "answer": self.title}
        return f"{in_game if self.game else self.title}. {self.becomes}"


class Question(msgspec.Struct, frozen=True):
    """`faults`: what the rules say about it. `games`: those in question. `clash`: letter and game, 0 for the total, of
    numbers that cannot all be right.
    """

    title: str
    faults: tuple[str, ...]
    answers: tuple[Answer, ...]
    games: frozenset[int]
    clash: frozenset[tuple[str, int]]

    def chosen(self, data: Mapping[str, Any]) -> Answer | None:
        return next((answer for answer in self.answers if answer.as_text == data.get("answer")), None)


def question_of(desk_table: DeskTable, form_of: Callable[..., CardsForm]) -> Question:
    """The question of a held set as it is stored. Answers are offered where each settles all that stands in the way:
    not where several games are in question.
    """
    return _Asked(desk_table, form_of).question()


class _Asked:
    def __init__(self, desk_table: DeskTable, form_of: Callable[..., CardsForm]) -> None:
        self.desk_table, self.form_of, self.rules = desk_table, form_of, desk_table.rules
        self.stored = self.rules.values(desk_table.written_set)
        self.judgement = judge(desk_table.written_set, self.rules)

    def question(self) -> Question:
        faults = [fault for fault in self.judgement.faults if fault.code not in TO_COME]
        games = {fault.place.game for fault in faults if fault.place.game}
        totals = {fault.place.letter for fault in faults if fault.code == "total-differs"}
        offered = dict.fromkeys(self._offered(games, totals))
        answers = tuple(
            answer for title, changes in offered for answer in self._settling(title, dict(changes))
        )
        changed = {place for answer in answers for place in answer.changes if place.name != "total"}
        games |= {place.game for place in changed}
        clash = {(place.letter, place.game) for place in changed} | {(letter, 0) for letter in totals}
        game_faults = [fault for fault in faults if fault.place.game or fault.code == "total-differs"]
        messages = tuple(
            fault_in_words(fault, self.desk_table.tournament).message for fault in game_faults[:MOST_SAID]
        )
        return Question(self._title(games, totals), messages, answers, frozenset(games), frozenset(clash))

    def _title(self, games: set[int], totals: set[str]) -> str:
        if len(games) != 1:
            names = ", ".join(self._name(letter) for letter in sorted(totals))
            return _("What is right on the card of %(name)s?") % {"name": names} if totals else ""
        [game] = games
        has_winners = any(hint.reason.code == "two-winners" for hint in self._hints(game))
        words = _("Who won game %(game)s?") if has_winners else _("What is right in game %(game)s?")
        return words % {"game": game}

    def _hints(self, game: int) -> Any:
        return [hint for hint in self.judgement.games[game - 1].hints if hint.changes]

    def _name(self, letter: str) -> str:
        return self.desk_table.entries[letter].name

    def _points(self, number: int | None) -> str:
        return "–" if number is None else shown(number, self.rules.profile.unit)

    # -- What may be right -----------------------------------------------------------------------------------------

    def _offered(
        self, games: set[int], totals: set[str]
    ) -> Iterator[tuple[str, tuple[tuple[FieldPlace, str], ...]]]:
        card_set = self.desk_table.card_set
        confirmation = confirmations_of([self.desk_table]).get(card_set.pk) if card_set else None
        if confirmation and (other := retyped(self.desk_table, confirmation)):
            differences = differing(self.desk_table, self.desk_table.written_set, other)
            if len({difference.place.game for difference in differences if difference.place.game}) == 1:
                for by, side in ((confirmation.first, "theirs"), (confirmation.retyped_by, "yours")):
                    changes = (
                        (place.place, getattr(place, side)) for place in differences if place.place.game
                    )
                    yield _("%(name)s typed it right") % {"name": by}, tuple(changes)
        elif len(games) == 1:
            [game] = games
            yield from self._sheets(game) if self.rules.carries_facts else self._mistakes(game)
        elif totals and not games:
            yield _("The games are right"), ()

    def _mistakes(self, game: int) -> Iterator[tuple[str, tuple[tuple[FieldPlace, str], ...]]]:
        points = self.desk_table.written_set.numbers(game)
        for hint in self._hints(game):
            due = {**points, **hint.by_letter}
            if hint.reason.code == "two-winners":
                winner = max(due, key=lambda letter: due[letter] or 0)
                title = _("%(name)s won, %(points)s") % {
                    "name": self._name(winner),
                    "points": self._points(due[winner]),
                }
            else:
                title = ", ".join(
                    _("%(name)s has %(points)s")
                    % {"name": self._name(letter), "points": self._points(number)}
                    for letter, number in hint.by_letter.items()
                )
            yield title, tuple((place, as_typed(number)) for place, number in hint.changes.items())

    def _sheets(self, game: int) -> Iterator[tuple[str, tuple[tuple[FieldPlace, str], ...]]]:
        marks, unit = self.desk_table.written_set.games[game - 1], self.rules.profile.unit
        played = self.judgement.games[game - 1].played
        due = (played.points if played else None) or {}
        differ = {
            letter: number for letter, number in marks.on_paper.items() if due and number != due.get(letter)
        }
        if not differ:
            return
        for title, numbers, name in (
            (_("What was typed is right"), due, "points"),
            (_("The sheet is right"), differ, "award"),
        ):
            if sum({**due, **numbers}.values()) and self.rules.profile.family.sums_to_zero:
                continue
            points_by_seat = ", ".join(f"{letter} {self._points(numbers[letter])}" for letter in differ)
            places = (FieldPlace(name, letter).in_game(game) for letter in differ)
            changes = tuple((place, as_typed(numbers[place.letter], unit)) for place in places)
            yield _("%(what)s: %(points)s") % {"what": title, "points": points_by_seat}, changes

    # -- What each makes of the cards ------------------------------------------------------------------------------

    def _settling(self, title: str, changes: dict[FieldPlace, str]) -> Iterator[Answer]:
        """The answer with the totals that follow, unless something would still stand in the way."""
        cards = self.desk_table.written_set.cards
        sums = self._judged(changes).sums
        for letter, card in cards.items():
            if card.total != sums[letter]:
                changes[FieldPlace("total", letter)] = as_typed(sums[letter], self.rules.profile.unit)
        settled = self._judged(changes)
        if not settled.acceptable or any(game.is_unexplained for game in settled.games):
            return
        games = {place.game for place in changes if place.game}
        game = games.pop() if games else 0
        becomes = [self._becomes(letter, game, settled) for letter in cards]
        yield Answer(title, " ".join(filter(None, becomes)) or _("The totals stay."), changes, game)

    def _becomes(self, letter: str, game: int, settled: Judgement) -> str:
        before, after = self.desk_table.written_set.cards[letter], settled.scored.cards[letter]
        is_other = bool(game) and before.points[game - 1] != after.points[game - 1]
        values = {
            "name": self._name(letter),
            "game": game,
            "now": self._points(after.points[game - 1]),
            "before": self._points(before.total),
            "after": self._points(after.total),
        }
        if before.total == after.total:
            return _("%(name)s: game %(game)s becomes %(now)s, the total stays.") % values if is_other else ""
        if is_other:
            return (
                _("%(name)s: game %(game)s becomes %(now)s, the total %(after)s instead of %(before)s.")
                % values
            )
        return _("%(name)s: the total becomes %(after)s instead of %(before)s.") % values

    def _judged(self, changes: Changes) -> Judgement:
        data = named({**self.stored, **changes}) | {"stamp": str(self.desk_table.stamp)}
        return self.form_of(data, desk_table=self.desk_table).judgement

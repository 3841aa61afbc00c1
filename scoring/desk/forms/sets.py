"""The form for cards that carry points: a grid of numbers becomes a `WrittenSet`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import ErrorCall
from scoring.desk.forms.cards import CardRow, CardsForm
from scoring.desk.forms.fields import PointsField, extras_field, infractions_field, marked_kinds
from scoring.sets.judged import ordinary_numbers
from scoring.sets.places import FieldPlace, named
from scoring.sets.typed import WrittenGame
from scoring.sets.words import HANDS, DeskFault, infraction_in_words, short_marks

CORRECTED = re.compile(r"(\S+):(-?\d{1,4})>(-?\d{1,4})")
GAME_FAULTS = frozenset({"impossible", "contradicted", "infraction-needed", "value-off-list"})
SECOND_CALLER = _(
    "%(letter)s is marked as calling mah jongg in error in game %(game)s; only one player can have."
)
NO_CALLER = _("Say who called mah jongg in error; this player only showed the hand.")


@dataclass(frozen=True)
class GridRow(CardRow):
    """One card of the grid, with its cells, and the fields for the marks of each game."""

    cells: list[forms.BoundField]
    marks: list[list[forms.BoundField]]


class SetForm(CardsForm):
    grid_template, check_template = "scoring/desk/_grid.html", "scoring/desk/_check.html"
    TO_COME = frozenset({"card-missing", "missing", "total-missing", "unverified", "collector-missing"})
    TOTAL_DIGITS = 1

    corrected = forms.CharField(
        required=False, max_length=1000, widget=forms.HiddenInput(attrs={"data-typed": ""})
    )

    def _add_games(self) -> None:
        extras = self.rules.profile.extras
        # In words once: a page shows them beside every number.
        hands = [("", str(_("hand in play"))), *((mark, str(words)) for mark, words in HANDS.items())]
        infractions = [(kind, infraction_in_words(kind)) for kind in marked_kinds(self.rules.profile)]
        for letter in self.rules.letters:
            for game in self.game_numbers:
                label = gettext("%(letter)s, game %(game)s") % {"letter": letter, "game": game}
                described = f"faults-{letter} reading-{game}"
                cell = PointsField(most=self.rules.profile.most, unit=self.rules.profile.unit, label=label)
                cell.widget.attrs |= {"class": "score", "aria-describedby": described}
                self._add(self._number(letter, game), cell)
                self._add(FieldPlace("hand", letter, game), forms.ChoiceField(required=False, choices=hands))
                self._add(FieldPlace("infraction", letter, game), infractions_field(infractions))
                if extras:
                    self._add(FieldPlace("extra", letter, game), extras_field(extras))
        for game in self.game_numbers:
            self._add(FieldPlace("off-list", game=game), forms.BooleanField(required=False))
            self._add(FieldPlace("reading", game=game), forms.CharField(required=False, max_length=12))

    def _number(self, letter: str, game: int) -> FieldPlace:
        return FieldPlace("", letter, game)

    def clean(self) -> dict[str, Any]:
        """Also refuses two callers of one mah jongg in error, and hands exposed because of an error that nobody
        called.
        """
        super().clean()
        for game in self.game_numbers:
            callers, exposed = self._marked(game, "called"), self._marked(game, "shown")
            for letter in callers[1:] or (() if callers else exposed):
                message = str(SECOND_CALLER if callers else NO_CALLER) % {
                    "letter": "".join(callers[:1]),
                    "game": game,
                }
                hand = FieldPlace("hand", letter, game).html_name
                self.add_error(hand, forms.ValidationError(message, "one-caller"))
        return self.cleaned_data

    def _marked(self, game: int, hand: str) -> tuple[str, ...]:
        letters = self.rules.letters
        return tuple(letter for letter in letters if self._typed(FieldPlace("hand", letter, game)) == hand)

    def _game(self, game: int) -> WrittenGame:
        callers = self._marked(game, "called")
        return WrittenGame(
            infractions=self._listed("infraction", game),
            extras=self._listed("extra", game),
            dead=self._marked(game, "dead"),
            error=ErrorCall(callers[0], self._marked(game, "shown")) if callers else None,
            off_list=bool(self._typed(FieldPlace("off-list", game=game))),
            chosen=self._chosen(game),
        )

    def _chosen(self, game: int) -> str:
        """Of a game that was not asked about, as it stands: phones said what its numbers mean."""
        place = FieldPlace("reading", game=game)
        stands = "" if place.html_name in self.data else self.desk_table.written_set.games[game - 1].chosen
        return self._typed(place) or stands

    def _listed(self, name: str, game: int) -> tuple[tuple[str, str], ...]:
        return tuple(
            (letter, mark)
            for letter in self.rules.letters
            for mark in self._typed(FieldPlace(name, letter, game)) or ()
        )

    @property
    def corrected_numbers(self) -> list[dict[str, Any]]:
        """Numbers corrected while typing and not changed since, as `SetVersion.corrected_numbers`."""
        now = named(self.typed_set.values())
        return [
            {"field": field, "was": int(was), "now": int(is_now)}
            for field, was, is_now in CORRECTED.findall(self.cleaned_data.get("corrected", ""))
            if now.get(field) == is_now
        ]

    @property
    def numbers(self) -> str:
        """The numbers a card can have; by them the browser recognises that a typed number is complete."""
        return " ".join(map(str, ordinary_numbers(self.rules.profile)))

    @property
    def short_marks(self) -> str:
        marks = short_marks() | {extra.code: extra.name for extra in self.rules.profile.extras}
        return "|".join(f"{mark}={words}" for mark, words in marks.items())

    @property
    def has_marks(self) -> bool:
        return any(
            game.dead or game.error or game.infractions or game.extras for game in self.typed_set.games
        )

    def _game_faults(self) -> Mapping[int, DeskFault]:
        return {fault.place.game: fault for fault in self.all_faults if fault.code in GAME_FAULTS}

    @cached_property
    def rows(self) -> list[GridRow]:
        """The cards in the order of the pile; also marks the faulty fields."""
        self.mark_faulty()
        names = ("hand", "infraction", "extra")[: 3 if self.rules.profile.extras else 2]
        return [
            GridRow(
                **vars(self.card_row(letter)),
                cells=[self._bound(self._number(letter, game)) for game in self.game_numbers],
                marks=[
                    [self._bound(FieldPlace(name, letter, game)) for name in names]
                    for game in self.game_numbers
                ],
            )
            for letter in self.rules.letters
        ]

    def _card_faults(self, letter: str) -> list[DeskFault]:
        return [fault for fault in super()._card_faults(letter) if fault.code not in GAME_FAULTS]

import unicodedata
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.forms import MoneyField, TidyField, has_digits
from club.names import tidy
from record.stamps import Stamp, StampField
from rules.pot import largest_remainders
from scoring.models import Criterion, PrizeDecision, PrizeRow
from scoring.prizes.contests import DEFINITIONS, most_of, offered
from scoring.prizes.words import row_words
from tournament.models import Tournament
from ui.texts import read_cents

MOST_PLACES = 50
LONGEST_THING = 120
AN_AMOUNT = frozenset("0123456789.,$£€ +-\N{MINUS SIGN}\N{EN DASH}")


class NamedPlayerField(TidyField):
    """A player by number, as the list of suggestions writes it: "7" or "7 Ruth Cole"; None where it is empty."""

    def __init__(self, *, tournament: Tournament, **options: Any) -> None:
        super().__init__(max_length=160, **options)
        self.tournament = tournament
        self.widget.attrs |= {"list": "players", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        number = text.split()[0].removeprefix("#")
        entries = self.tournament.entries.with_people()
        entry = None
        if has_digits(number, 6):
            entry = entries.filter(number=int(number)).first()
        else:
            namesakes = [entry for entry in entries if entry.name.casefold() == text.casefold()]
            entry = namesakes[0] if len(namesakes) == 1 else None
        if entry is None:
            raise forms.ValidationError(_("Type the number of a player of this tournament."), code="unknown")
        return entry


class PrizeRowForm(forms.Form):
    """One row of the plan. `prizes` is one a line: all of them amounts, or none."""

    stamp = StampField(initial=Stamp)
    criterion = forms.ChoiceField(label=_("Prizes for"))
    number = forms.IntegerField(
        label=_("Which round"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=_("For a prize of a round or its tables. Leave empty for every table of every round."),
    )
    prizes = forms.CharField(
        label=_("Prizes, one a line"),
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "From the first place down. 100 or 12.50 is money; anything else is a thing, such as: Tote bag."
        ),
    )
    first_place = forms.IntegerField(
        label=_("The first line is for place"), min_value=1, max_value=999, initial=1
    )
    exclusive = forms.BooleanField(
        label=_("Exclusive: nobody has two such prizes; the next moves up"), required=False
    )
    name = TidyField(
        label=_("Name"),
        max_length=120,
        required=False,
        help_text=_("As it is announced, such as: Best bonus hand."),
    )

    def __init__(
        self, *args: Any, tournament: Tournament, row: PrizeRow | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.tournament = tournament
        self.categories = {category.pk: category for category in tournament.categories.all()}
        choices = dict(self.choices())
        if row:
            choices.setdefault(contest_of(row), row_words(row))
        criterion = self.fields["criterion"]
        assert isinstance(criterion, forms.ChoiceField)  # noqa: S101  (for the type checker)
        criterion.choices = [*choices.items()]
        self.fields["named"] = NamedPlayerField(
            tournament=tournament,
            label=_("Who is named"),
            required=False,
            help_text=_("For a prize that the director gives. You can fill it in later."),
        )
        self.order_fields(["criterion", "number", "prizes", "first_place", "exclusive", "name", "named"])

    def choices(self) -> Iterator[tuple[str, Any]]:
        """What prizes can be for: each block and each category by its name."""
        for criterion in offered(self.tournament):
            if criterion == Criterion.BLOCK:
                for block in self.tournament.blocks:
                    yield f"{criterion}:{block.number}", gettext("Places of %(name)s") % {"name": block.name}
            elif criterion == Criterion.CATEGORY:
                for category in self.categories.values():
                    values = {"name": category.name}
                    yield f"{criterion}:{category.pk}", gettext("Places of the category %(name)s") % values
            else:
                yield criterion, Criterion(criterion).label

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        criterion, _colon, part = cleaned.get("criterion", "").partition(":")
        if not criterion or "number" in self.errors:
            return cleaned
        definition, number = DEFINITIONS[criterion], cleaned.get("number")
        cleaned |= {"criterion": criterion, "category": None}
        if criterion == Criterion.CATEGORY:
            cleaned["category"] = self.categories.get(int(part or 0))
            if cleaned["category"] is None:
                self.add_error("criterion", _("Say which one."))
        if criterion == Criterion.BLOCK:
            cleaned["number"] = number = int(part)
        if not definition.number:
            cleaned["number"] = None
        elif number is None and definition.number_needed:
            self.add_error("number", _("Say which one."))
        elif number is not None:
            most = most_of(definition, self.tournament)
            if number > most:
                self.add_error("criterion" if part else "number", _("There are only %d of them.") % most)
        if criterion != Criterion.NAMED:
            cleaned["named"] = None
        return cleaned

    def clean_prizes(self) -> list[int] | list[str]:
        lines = [tidy(line) for line in str(self.cleaned_data["prizes"]).splitlines() if line.strip()]
        if any(unicodedata.category(sign).startswith("C") for line in lines for sign in line):
            raise forms.ValidationError(_("Something invisible is in this text. Please type it again."))
        if not lines:
            raise forms.ValidationError(_("Say what can be won."), code="required")
        if len(lines) > MOST_PLACES:
            raise forms.ValidationError(_("A row has at most %d places.") % MOST_PLACES)
        amounts = [read_cents(line) for line in lines]
        if all(amount is not None for amount in amounts):
            if not all(amounts):
                raise forms.ValidationError(_("A cash prize has to be more than 0."))
            return [amount for amount in amounts if amount is not None]
        for line, amount in zip(lines, amounts, strict=True):
            if amount is not None or set(line) <= AN_AMOUNT:
                message = _("%(line)s: a row is money or things, not both. Make two rows of it.")
                if amount is None:
                    message = _("%(line)s is not an amount of money.")
                raise forms.ValidationError(message, params={"line": line})
            if len(line) > LONGEST_THING:
                raise forms.ValidationError(_("A thing has at most %d letters.") % LONGEST_THING)
        return lines

    def row_fields(self) -> dict[str, Any]:
        prizes = self.cleaned_data["prizes"]
        is_money = isinstance(prizes[0], int)
        names = ("name", "criterion", "number", "first_place", "exclusive", "named")
        return {
            **{name: self.cleaned_data[name] for name in names},
            "category": self.cleaned_data["category"],
            "cents": prizes if is_money else [],
            "things": [] if is_money else prizes,
        }


def contest_of(row: PrizeRow) -> str:
    """What a row's prizes are for, as the form has it: a criterion, with the block or the category."""
    part = {Criterion.BLOCK.value: row.number, Criterion.CATEGORY.value: row.category_id}.get(row.criterion)
    return f"{row.criterion}:{part}" if part else row.criterion


def initial_of(row: PrizeRow) -> dict[str, Any]:
    amounts = [f"{cents // 100}.{cents % 100:02}".removesuffix(".00") for cents in row.cents]
    return {
        "criterion": contest_of(row),
        "number": row.number,
        "prizes": "\n".join(amounts or row.things),
        "first_place": row.first_place,
        "exclusive": row.exclusive,
        "name": row.name,
        "named": f"{row.named.number} {row.named.name}" if row.named else "",
    }


class TemplateForm(forms.Form):
    """An amount for the first places."""

    stamp = StampField(initial=Stamp)
    total = MoneyField(label=_("Amount to split"), error_messages={"required": _("Say how much to split.")})
    shares = forms.ChoiceField(
        label=_("Among"),
        choices=[
            ("100", _("the first place")),
            ("60-40", _("places 1 and 2: 60 and 40 percent")),
            ("50-30-20", _("places 1 to 3: 50, 30 and 20 percent")),
            ("40-25-15-12-8", _("places 1 to 5: 40, 25, 15, 12 and 8 percent")),
            ("1-1-1", _("places 1 to 3: the same for each")),
        ],
        initial="50-30-20",
    )
    whole = forms.BooleanField(
        label=_("Whole amounts, no cents; what is left over stays with the club"), required=False
    )
    exclusive = forms.BooleanField(label=_("Exclusive: nobody wins two of these"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        weights = [int(weight) for weight in cleaned["shares"].split("-")]
        unit = 100 if cleaned.get("whole") else 1
        cents = [share * unit for share in largest_remainders((cleaned["total"] or 0) // unit, weights)]
        if not all(cents):
            self.add_error("total", _("This is too little to split that way."))
        return {**cleaned, "cents": cents}


class DecisionForm(forms.Form):
    stamp = StampField(initial=Stamp)
    contest = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    candidates = forms.RegexField(r"^\d{1,6}( \d{1,6})*$", max_length=4000, widget=forms.HiddenInput)
    how = forms.ChoiceField(label=_("How is it decided?"), choices=PrizeDecision.How)
    winners = TidyField(
        label=_("Winners of the play-off, by number"),
        required=False,
        max_length=400,
        help_text=_("In their order, such as: 7 12."),
    )

    def clean_candidates(self) -> list[int]:
        return [int(number) for number in self.cleaned_data["candidates"].split()]

    def clean_winners(self) -> list[int]:
        words = self.cleaned_data["winners"].replace(",", " ").split()
        if not all(has_digits(word, 6) for word in words):
            raise forms.ValidationError(_("Type player numbers, with spaces between."))
        return [int(word) for word in words]


class StakeForm(forms.Form):
    stamp = StampField(initial=Stamp)
    stake = MoneyField(label=_("Stake of each player"))
    is_public = forms.BooleanField(label=_("Show everybody the shares with the results"), required=False)

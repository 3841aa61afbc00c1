import re
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec
from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from club.bars.forms import name_and_town, pasted_lines
from club.forms import LONGEST_REASON, ReasonForm, TidyField
from club.names import MOST_CHARACTERS, folded, has_letter, shared_names
from record.phrases import fault_in_words
from record.stamps import Stamp, StampField
from rules.game import Refusal
from rules.seasons.rule import SeasonRule, read_rule
from seasons import actions
from seasons.models import Season
from seasons.words import BY, EACH, TIES, TIES_IN_EVENT, TOGETHER, WHICH
from tournament.models import Tournament

MOST = 9_999
ROWS = ("points", "points.tables", "counts", "qualifies", "ties")
"""What the names of the fields of a rule begin with."""
PERSON = re.compile(
    r"(?P<name>.+?)[\s,;:]+(?:(?P<guest>guest|invitad[oa])|(?P<points>[-−]?\d{1,6}(?:\.\d{1,2})?)"
    r"(?:[\s,;]+(?P<events>\d{1,4}))?(?:[\s,;]+(?P<games>\d{1,4}))?)",
    re.IGNORECASE,
)


class StampedForm(forms.Form):
    stamp = StampField(initial=Stamp)


class RemoveForm(ReasonForm, StampedForm):
    """Why a season that nobody has read as published goes."""


class SeasonForm(StampedForm):
    name = TidyField(
        label=_("Name of the season"),
        max_length=80,
        help_text=_("As people say it, such as “Thursday season 2027”."),
    )
    is_public = forms.BooleanField(
        label=_("Anybody with the address can read the standings"), required=False, initial=True
    )


class NumbersField(TidyField):
    """Points for places in their order: "4 2 1 0.5". Its cleaned value is a list of numbers."""

    def clean(self, value: Any) -> Any:
        texts = super().clean(value).replace("−", "-").replace("/", " ").replace(";", " ").split()
        if not all(re.fullmatch(r"-?\d{1,4}(\.\d{1,2})?", text) for text in texts):
            message = _("Write the points with spaces between, such as 4 2 1 0.5")
            raise forms.ValidationError(message, code="numbers")
        return [plain(Decimal(text)) for text in texts]


def plain(value: Any) -> Any:
    """A value as it is written: 2, not 2.0; several numbers with spaces between."""
    if isinstance(value, tuple):
        return " ".join(str(plain(number)) for number in value)
    if isinstance(value, float | Decimal):
        return int(value) if value == int(value) else float(value)
    return value


places = partial(NumbersField, max_length=200, required=False)
points = partial(forms.DecimalField, decimal_places=2, min_value=-MOST, max_value=MOST, required=False)
count = partial(forms.IntegerField, min_value=0, max_value=MOST, required=False)
steps = {"": _("nothing: they share the place"), **TIES}
step = partial(forms.ChoiceField, choices=steps, required=False)


def rule_fields() -> dict[Any, dict[str, forms.Field]]:
    """Under each heading its fields, by the row of the rule and the name in it."""
    return {
        _("What an event is worth"): {
            "points.by": forms.ChoiceField(label=_("An event is worth"), choices=BY),
            "points.places": places(label=_("By the place in the event: points of the first, the second …")),
            "points.below": points(label=_("and of everybody below")),
            "points.tables.3": places(label=_("By the place at the table: of three people, such as 10 6 2")),
            "points.tables.4": places(label=_("of four people")),
            "points.tables.5": places(label=_("of five people")),
            "points.top": points(label=_("In even steps: points of the first")),
            "points.ties": forms.ChoiceField(label=_("Those tied for a place get"), choices=TIES_IN_EVENT),
        },
        _("Being there, and events missed"): {
            "points.attending": points(label=_("Points for being there")),
            "points.absent": points(label=_("Points for an event missed, usually with a minus")),
            "points.most_absences": count(label=_("for at most so many missed events; leave empty for all")),
            "points.least_members": count(
                label=_("An event counts only with at least this many members there")
            ),
        },
        _("Which events count"): {
            "counts.which": forms.ChoiceField(label=_("Which events count"), choices=WHICH),
            "counts.number": count(label=_("How many, or how many percent")),
            "counts.each": forms.ChoiceField(label=_("The best of"), choices=EACH),
            "counts.together": forms.ChoiceField(label=_("The points are"), choices=TOGETHER),
        },
        _("Who has a place"): {
            "qualifies.events": count(label=_("For a place: at least so many events")),
            "qualifies.games": count(label=_("at least so many games")),
            "qualifies.share": count(label=_("at least so many percent of the events so far")),
        },
        _("Equal points"): {
            "ties.0": step(label=_("Equal points: first decides")),
            "ties.1": step(label=_("and then")),
        },
    }


class RuleForm(StampedForm):
    """The rows of a season's rule; what is empty is 0, or nothing. Of a season that has begun also from which day on it
    holds, and why it changes.
    """

    holds_from = forms.DateField(
        label=_("It applies to events from this day on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = TidyField(
        label=_("Why the rule changes"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read it beside the rule."),
    )

    def __init__(self, data: Any = None, *, base: SeasonRule, season: Season | None = None) -> None:
        super().__init__(data)
        self.base = base
        if season is not None:
            self.initial["stamp"] = Stamp(seen=actions.ruled(season))
        if season is None or not actions.has_begun(season):
            del self.fields["holds_from"], self.fields["reason"]
        self.groups: list[tuple[Any, list[forms.BoundField]]] = []
        for title, fields in rule_fields().items():
            self.fields |= fields
            self.groups.append((title, [self[path] for path in fields]))
        tables, ties = base.points.tables, dict(enumerate(base.ties))
        rows = msgspec.to_builtins(base) | {"points.tables": tables, "ties": ties}
        for row in ROWS:
            self.initial.update((f"{row}.{name}", plain(value)) for name, value in rows[row].items())

    def clean(self) -> dict[str, Any]:
        """The rule as one value, `rule`; or every fault of it, each at its field."""
        cleaned = {name: value for name, value in self.cleaned_data.items() if "." not in name}
        if self.errors:
            return cleaned
        rows: dict[str, Any] = {row: {} for row in ROWS}
        for path in self.cleaned_data.keys() - cleaned.keys():
            row, _dot, name = path.rpartition(".")
            if (value := self.cleaned_data[path]) not in (None, "", []):
                rows[row][name] = plain(value)
        rows["points"]["tables"] = rows.pop("points.tables")
        if rows["counts"]["which"] != "best":
            del rows["counts"]["each"]
        rows["ties"] = [step for _place, step in sorted(rows["ties"].items())]
        rule = read_rule(msgspec.to_builtins(self.base) | rows)
        for fault in rule.errors if isinstance(rule, Refusal) else ():
            field = fault.field.removeprefix("rule.")
            first = {"points.tables": "points.tables.3"}  # no table has points
            self.add_error(first.get(field, field), fault_in_words(fault).message)
        return cleaned | {"rule": rule}


class EventsForm(StampedForm):
    tournaments = forms.ModelMultipleChoiceField(
        label=_("The events that count in this season"),
        queryset=Tournament.objects.none(),
        to_field_name="slug",
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    weight = forms.DecimalField(
        label=_("Points of the events checked now are multiplied by"),
        initial=1,
        max_digits=5,
        decimal_places=2,
        min_value=Decimal("0.01"),
        help_text=_("1 for a usual event, 2 for one that counts double."),
    )
    reason = TidyField(label=_("Why an event is taken out"), required=False, max_length=LONGEST_REASON)

    def __init__(self, data: Any = None, *, season: Season) -> None:
        super().__init__(data)
        field: Any = self.fields["tournaments"]
        field.queryset = season.club.tournaments.order_by("-date", "name")
        field.label_from_instance = lambda tournament: f"{tournament.name}, {date_format(tournament.date)}"
        self.initial["tournaments"] = list(season.events.values_list("tournament__slug", flat=True))
        self.initial["stamp"] = Stamp(seen=actions.put_in(season))


class FileForm(StampedForm):
    file = forms.FileField(label=_("Season file"), widget=forms.FileInput(attrs={"accept": ".json"}))


class PeopleForm(StampedForm):
    names = forms.CharField(
        label=_("Name, points, events, games; or: name, guest"),
        required=False,
        strip=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "One person a line, such as: Ann Able, 41.5, 6, 24 or: Zoe Zee, guest. Events and games may be left out."
            " Two people with the same name? Add the town: Carol Chen (Easton), 12"
        ),
    )
    are_new = forms.BooleanField(
        label=_("They are new: add them to the club"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        super().__init__(data)
        self.season = season
        lines, alike = [], shared_names(map(folded, season.club.people.values_list("name", flat=True)))
        for row in season.people.select_related("person"):
            town = f" ({row.person.town})" if row.person.town and folded(row.person.name) in alike else ""
            numbers = "guest" if row.is_guest else f"{row.points}, {row.events}, {row.games}"
            lines.append(f"{row.person.name}{town}, {numbers}")
        self.initial.update(names="\n".join(lines), stamp=Stamp(seen=actions.listed(season)))

    def clean_names(self) -> list[actions.PersonRow]:
        rows, unclear = [], []
        for number, line in enumerate(pasted_lines(self.cleaned_data["names"]), 1):
            if row := read_person(line):
                rows.append(row)
            elif line:
                unclear.append(_("Line %(line)s: %(text)s") % {"line": number, "text": line[:80]})
        if unclear:
            message = _(
                "Cannot be read: %(lines)s. Write a name, then numbers or guest: Ann Able, 41.5, 6, 24."
            )
            raise forms.ValidationError(message, code="line", params={"lines": "; ".join(unclear)})
        return rows

    def clean(self) -> dict[str, Any]:
        """Asks once about names that nobody in the club has, which may be mistyped."""
        cleaned = super().clean() or self.cleaned_data
        people = self.season.club.people.filter(erased_at=None)
        known = {folded(name) for name in people.values_list("name", flat=True)}
        new = [f"{row[0]} ({row[3]})" for row in cleaned.get("names", ()) if folded(row[0]) not in known]
        if not cleaned.pop("are_new", False) and new:
            self.fields["are_new"].widget = forms.CheckboxInput()
            message = _("Nobody in the club is called %(names)s. Check the spelling and the points.")
            self.add_error("names", message % {"names": ", ".join(new)})
        return cleaned


def read_person(line: str) -> actions.PersonRow | None:
    """None where it cannot be read, as where there are fewer games than events: a number is the name's then."""
    match = PERSON.fullmatch(line)
    name, town = name_and_town(match["name"] if match else "")
    if match is None or not has_letter(name) or len(name) > MOST_CHARACTERS or "," in name:
        return None
    given = match.groupdict("0")
    points = Decimal(given["points"].replace("−", "-"))
    events, games = int(given["events"]), int(given["games"])
    return None if 0 < games < events else (name, town[:80], bool(match["guest"]), points, events, games)

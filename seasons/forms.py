from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec
from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.bars.forms import MOST_NAMES, TOWN
from club.forms import LONGEST_REASON, ReasonForm, TidyField
from club.names import NUMBERING, first_name_first, folded, has_letter, tidy
from record.phrases import fault_in_words
from record.refused import FieldFault, Refused
from record.stamps import Stamp, StampField
from rules.seasons.rule import SeasonRule, read_rule
from seasons import actions
from seasons.models import Season
from seasons.words import BY, EACH, TIES, TIES_IN_EVENT, TOGETHER, WHICH
from tournament.models import Tournament

MOST = 9_999
PERSON = re.compile(
    r"(?P<name>.*?[^\W\d].*?)[\s,;:]+(?:(?P<guest>guest|invitad[oa])"
    r"|(?P<points>[-−]?\d{1,6}(?:\.\d{1,2})?)(?:[\s,;]+(?P<events>\d{1,3}))?(?:[\s,;]+(?P<games>\d{1,4}))?)",
    re.IGNORECASE,
)


class StampedForm(forms.Form):
    stamp = StampField(initial=Stamp)


class RemoveForm(ReasonForm, StampedForm):
    """Why a season that nobody has read as published goes."""


class SeasonForm(StampedForm):
    name = TidyField(
        label=gettext_lazy("Name of the season"),
        max_length=80,
        help_text=gettext_lazy("As people say it, such as “Thursday season 2027”."),
    )
    is_public = forms.BooleanField(
        label=gettext_lazy("Anybody with the address can read the standings"), required=False, initial=True
    )

    def __init__(self, data: Any = None, *, season: Season | None = None) -> None:
        super().__init__(data)
        if season is not None:
            self.initial.update(actions.named(season), stamp=Stamp(seen=actions.named(season)))


class NumbersField(TidyField):
    """Points for places in their order: "4 2 1 0.5". Its cleaned value is a list of numbers."""

    def clean(self, value: Any) -> Any:
        texts = [text for text in re.split(r"[\s/;]+", super().clean(value).replace("−", "-")) if text]
        if not all(re.fullmatch(r"-?\d{1,4}(\.\d{1,2})?", text) for text in texts):
            raise forms.ValidationError(
                _("Write the points with spaces between, such as 4 2 1 0.5"), code="numbers"
            )
        return [plain(text) for text in texts]


def plain(number: object) -> int | float:
    """A number as it is written: 2, not 2.0."""
    exact = Decimal(str(number))
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def one_of(label: Any, choices: Mapping[str, Any]) -> forms.Field:
    return forms.ChoiceField(label=label, choices=list(choices.items()), required="" not in choices)


places = partial(NumbersField, max_length=200, required=False)
points = partial(forms.DecimalField, decimal_places=2, min_value=-MOST, max_value=MOST, required=False)
count = partial(forms.IntegerField, min_value=0, max_value=MOST, required=False)


def rule_fields() -> dict[str, forms.Field]:
    """By the row of the rule and the name in it."""
    steps = {"": _("nothing: they share the place"), **TIES}
    return {
        "points.by": one_of(_("An event is worth"), BY),
        "points.places": places(label=_("By the place in the event: points of the first, the second …")),
        "points.below": points(label=_("and of everybody below")),
        "points.tables.3": places(label=_("By the place at the table: of three people, such as 10 6 2")),
        "points.tables.4": places(label=_("of four people")),
        "points.tables.5": places(label=_("of five people")),
        "points.top": points(label=_("In even steps: points of the first")),
        "points.ties": one_of(_("Those tied for a place get"), TIES_IN_EVENT),
        "points.attending": points(label=_("Points for being there")),
        "points.absent": points(label=_("Points for an event missed, usually with a minus")),
        "points.most_absences": count(label=_("for at most so many missed events; leave empty for all")),
        "points.least_members": count(label=_("An event counts only with at least this many members there")),
        "counts.which": one_of(_("Which events count"), WHICH),
        "counts.number": count(label=_("How many, or how many percent")),
        "counts.each": one_of(_("The best of"), EACH),
        "counts.together": one_of(_("The points are"), TOGETHER),
        "qualifies.events": count(label=_("For a place: at least so many events")),
        "qualifies.games": count(label=_("at least so many games")),
        "qualifies.share": count(label=_("at least so many percent of the events so far")),
        "ties.0": one_of(_("Equal points: first decides"), steps),
        "ties.1": one_of(_("and then"), steps),
    }


class RuleForm(StampedForm):
    """The rows of a season's rule; what is empty is 0, or nothing. Of a season that has begun also from which day on it
    holds, and why it changes.
    """

    holds_from = forms.DateField(
        label=gettext_lazy("It applies to events from this day on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = TidyField(
        label=gettext_lazy("Why the rule changes"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody can read it beside the rule."),
    )

    def __init__(self, data: Any = None, *, base: SeasonRule, season: Season | None = None) -> None:
        super().__init__(data)
        self.base = base
        if season is not None:
            self.initial["stamp"] = Stamp(seen=actions.ruled(season))
        if season is None or not actions.has_begun(season):
            del self.fields["holds_from"], self.fields["reason"]
        self.fields |= rule_fields()
        self.initial.update(flat(msgspec.to_builtins(base)))

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        titles = {
            "points": _("What an event is worth"),
            "counts": _("Which events count"),
            "qualifies": _("Who has a place"),
            "ties": _("Equal points"),
        }
        groups = [
            (title, [self[path] for path in self.fields if path.split(".")[0] == row])
            for row, title in titles.items()
        ]
        worth, there = groups[0][1][:-4], groups[0][1][-4:]
        return [(titles["points"], worth), (_("Being there, and events missed"), there), *groups[1:]]

    def rule(self) -> SeasonRule:
        """Raises Refused with every fault of the rule, each at its field."""
        data: dict[str, Any] = {}
        for path in rule_fields():
            value, target = self.cleaned_data.get(path), data
            if value not in (None, "", []):
                *rows, last = path.split(".")
                for row in rows:
                    target = target.setdefault(row, {})
                target[last] = plain(value) if isinstance(value, Decimal) else value
        if data["counts"]["which"] != "best":
            data["counts"].pop("each", None)
        rule = read_rule({**data, "ties": list(data.get("ties", {}).values())})
        if isinstance(rule, SeasonRule):
            base = self.base
            return msgspec.structs.replace(rule, title=base.title, source=base.source, open=base.open)
        faults = [(fault.field.removeprefix("rule."), fault_in_words(fault)) for fault in rule.errors]
        raise Refused(
            FieldFault(
                fault.code, next((name for name in self.fields if name.startswith(at)), at), fault.message
            )
            for at, fault in faults
        )


def flat(rows: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """What stands in each field of a rule: "points.by": "table", "points.tables.4": "4 2 1 0.5", "ties.0": ..."""
    for name, value in rows.items():
        if name == "ties" and not before:
            yield from ((f"ties.{index}", step) for index, step in enumerate(value))
        elif isinstance(value, dict):
            yield from flat(value, f"{before}{name}.")
        elif isinstance(value, tuple | list) and before:
            yield f"{before}{name}", " ".join(str(plain(number)) for number in value)
        else:
            yield f"{before}{name}", plain(value) if isinstance(value, float) else value


class EventsForm(StampedForm):
    tournaments = forms.ModelMultipleChoiceField(
        label=gettext_lazy("The events that count in this season"),
        queryset=Tournament.objects.none(),
        to_field_name="slug",
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    weight = forms.DecimalField(
        label=gettext_lazy("Points of the events checked now are multiplied by"),
        initial=1,
        max_digits=5,
        decimal_places=2,
        min_value=Decimal("0.01"),
        help_text=gettext_lazy("1 for a usual event, 2 for one that counts double."),
    )
    reason = TidyField(
        label=gettext_lazy("Why an event is taken out"), required=False, max_length=LONGEST_REASON
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        super().__init__(data)
        field: Any = self.fields["tournaments"]
        field.queryset = season.club.tournaments.order_by("-date", "name")
        field.label_from_instance = lambda tournament: f"{tournament.name}, {date_format(tournament.date)}"
        self.initial["tournaments"] = list(season.events.values_list("tournament__slug", flat=True))
        self.initial["stamp"] = Stamp(seen=actions.put_in(season))


class FileForm(StampedForm):
    file = forms.FileField(
        label=gettext_lazy("Season file"), widget=forms.FileInput(attrs={"accept": ".json"})
    )


class PeopleForm(StampedForm):
    names = forms.CharField(
        label=gettext_lazy("Name, points, events, games; or: name, guest"),
        required=False,
        strip=False,
        max_length=MOST_NAMES * 160,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One person a line, such as: Ann Able, 41.5, 6, 24 or: Zoe Zee, guest. Events and games may be left out."
            " Two people with the same name? Add the town: Carol Chen (Easton), 12"
        ),
    )
    are_new = forms.BooleanField(
        label=gettext_lazy("They are new: add them to the club"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        super().__init__(data)
        self.season = season
        people = actions.listed(season)
        lines = (
            f"{player}, guest" if guest else f"{player}, {points}, {events}, {games}"
            for player, guest, points, events, games in (row.values() for row in people["people"])
        )
        self.initial.update(names="\n".join(lines), stamp=Stamp(seen=people))

    def clean_names(self) -> list[actions.PersonRow]:
        lines = [NUMBERING.sub("", tidy(line)) for line in self.cleaned_data["names"].splitlines()]
        rows = [(number, line, read_person(line)) for number, line in enumerate(lines, 1) if line]
        if unclear := [(number, line) for number, line, row in rows if row is None]:
            said = (
                _("Line %(line)s: %(text)s") % {"line": number, "text": line[:80]} for number, line in unclear
            )
            message = _(
                "Cannot be read: %(lines)s. Write a name, then numbers or guest: Ann Able, 41.5, 6, 24."
            )
            raise forms.ValidationError(message, code="line", params={"lines": "; ".join(said)})
        return [row for _number, _line, row in rows if row]

    def clean(self) -> dict[str, Any]:
        """Asks once about names that nobody in the club has, which may be mistyped."""
        cleaned = super().clean() or self.cleaned_data
        known = set(
            map(folded, self.season.club.people.filter(erased_at=None).values_list("name", flat=True))
        )
        new = [f"{row[0]} ({row[3]})" for row in cleaned.get("names", ()) if folded(row[0]) not in known]
        if not cleaned.pop("are_new", False) and new:
            self.fields["are_new"].widget = forms.CheckboxInput()
            message = _("Nobody in the club is called %(names)s. Check the spelling and the points.")
            self.add_error("names", message % {"names": ", ".join(new)})
        return cleaned


def read_person(line: str) -> actions.PersonRow | None:
    """None where it cannot be read, as where there are fewer games than events: a number is the name's then."""
    match = PERSON.fullmatch(line)
    name = first_name_first(TOWN.sub("", match["name"]), last_first=False) if match else ""
    if match is None or not has_letter(name) or len(name) > 120 or "," in name:
        return None
    if 0 < int(match["games"] or 0) < int(match["events"]):
        return None
    town = "".join(TOWN.findall(match["name"])).strip()[:80]
    points = Decimal((match["points"] or "0").replace("−", "-"))
    return name, town, bool(match["guest"]), points, int(match["events"] or 0), int(match["games"] or 0)

"""The style guide: every component in every state, with invented people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

ROOM = [
    (number, state, words)
    for number, (state, words) in enumerate(
        [
            ("accepted", ""),
            ("accepted", ""),
            ("playing", ""),
            ("playing", ""),
            ("late", "4 min late"),
            ("held", ""),
            ("in", ""),
            ("accepted", ""),
            ("called", ""),
            ("accepted", ""),
            ("in", "set in, 2 min"),
            ("empty", ""),
        ],
        start=1,
    )
]
STANDINGS: list[dict[str, Any]] = [
    {"place": 1, "tied": False, "name": "Dolores Ybarra", "points": 340, "last": 85},
    {"place": 2, "tied": False, "name": "Iris O’Hara", "points": 315, "last": 55},
    {"place": 3, "tied": True, "name": "May-Ling Wu", "points": 285, "last": 105, "you": True},
    {"place": 3, "tied": True, "name": "Ana Sofía Peña", "points": 285, "last": 0},
    {"place": 5, "tied": False, "name": "Ruth Abramson", "points": 260, "last": -20},
    {"place": 6, "tied": False, "name": "Zoë Núñez", "points": 240, "last": 30},
    {"place": 7, "tied": False, "name": "Helen Park", "points": 235, "last": 0},
    {"place": 8, "tied": False, "name": "Joan D’Amico", "points": 220, "last": 45},
    {"place": 9, "tied": False, "name": "Beatrice Katzenelnbogen-Vandermeulen", "points": 215, "last": 10},
    {"place": 10, "tied": False, "name": "Kiyoko Sato", "points": 210, "last": -10},
    {"place": 11, "tied": False, "name": "Łucja Őry", "points": 205, "last": 25},
    {"place": 12, "tied": False, "name": "王美玲", "points": 195, "last": 60},
    {"place": 13, "tied": False, "name": "Miriam Şahin", "points": 190, "last": 0},
    {"place": 14, "tied": False, "name": "Pat Quinn", "points": 180, "last": 35},
]
CARDS = [
    {
        "letter": "A",
        "name": "Iris O’Hara",
        "number": 31,
        "games": ["45", "10", "0", "0"],
        "sum": 55,
        "by": "C",
    },
    {"letter": "B", "name": "Zoë Núñez", "number": 8, "games": ["-20", "10", "10", "0"], "sum": 0, "by": "D"},
    {
        "letter": "C",
        "name": "May-Ling Wu",
        "number": 54,
        "games": ["0", "10", "35", "60"],
        "sum": 105,
        "by": "A",
    },
    {
        "letter": "D",
        "name": "Ruth Abramson",
        "number": 12,
        "games": ["0", "10", "0", "0"],
        "sum": 10,
        "by": "",
    },
]


class SampleForm(forms.Form):
    name = forms.CharField(max_length=80, help_text="As it should stand on the badge and the score card.")
    day = forms.DateField(label="Date", widget=forms.DateInput(attrs={"type": "date"}))
    rounds = forms.IntegerField(
        min_value=1, max_value=12, help_text="Four games each. Six rounds fill a day with lunch."
    )
    movement = forms.ChoiceField(choices=[("sanctioned", "Sanctioned"), ("club-day", "Club day")])
    public = forms.BooleanField(
        required=False,
        label="Anyone may see the standings",
        help_text="Without signing in, on a phone in the hall.",
    )
    shown = forms.ChoiceField(
        label="Names on public pages",
        choices=[("full", "Full names"), ("initials", "Initials only")],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        required=False, label="Note to the players", widget=forms.Textarea(attrs={"rows": 3})
    )
    roster = forms.FileField(required=False, help_text="CSV or XLSX, up to 2 MB.")


def styleguide(request: HttpRequest, exhibits: Callable[[], dict[str, Any]] = dict) -> HttpResponse:
    """Every component. `exhibits` returns context of applications above, with their template as `exhibit`."""
    faulty = SampleForm(
        {
            "faulty-name": "",
            "faulty-day": "2026-10-03",
            "faulty-rounds": "60",
            "faulty-movement": "sanctioned",
            "faulty-shown": "full",
        },
        prefix="faulty",
    )
    context = {
        "form": SampleForm(initial={"name": "Autumn Classic", "rounds": 6, "shown": "full"}),
        "faulty": faulty,
        "room": ROOM,
        "standings": STANDINGS,
        "cards": CARDS,
        "points_shown": [45, 10, 0, -20, 1240, None],
        "states": ["playing", "in", "held", "accepted", "late", "empty"],
        "hues": ["jade", "vermilion", "gold", "blue", "plum"],
        "letters": "ABCD",
        **exhibits(),
    }
    return render(request, "ui/styleguide.html", context)

"""Previews of the plans that could be drawn, and their comparison."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.models import Movement
from record.phrases import fault_in_words
from record.refused import FieldFault
from rules import seating as rules
from rules.game import Refusal
from rules.seating import Certificate, Plan, PlanRequest, Round, Steps, in_order, make_plan
from tournament.models import Entry
from tournament.seating.announcing import announcement
from tournament.seating.queries import sentence
from tournament.words import in_words

# Shown in this order; the first without a repeat is the one offered instead of one that repeats.
OFFERED = (
    Movement.SANCTIONED,
    Movement.CLUB_DAY,
    Movement.MAHJCON,
    Movement.REPEAT_FREE,
    Movement.ASSIGNED,
    Movement.RANDOM,
    Movement.RANKED,
)
# Planned while the page is asked for; beyond this size only when somebody asks for that movement.
QUICK_TABLES = 16
SEARCHED = frozenset({Movement.ASSIGNED, Movement.RANDOM})


@dataclass(frozen=True)
class PlanChoice:
    """How to plan `rounds` rounds (0: as many as are left).

    `standings` has the leader first; only the movement ranked needs them.
    """

    movement: Movement
    steps: Steps | None = None
    rounds: int = 0
    new_draw: bool = False
    standings: Sequence[Entry] | None = None


@dataclass(frozen=True)
class Preview:
    """One movement for one number of players: its plan and certificate, or why there is none."""

    movement: Movement
    players: int
    rounds: int
    steps: Steps | None
    plan: Plan | None
    certificate: Certificate | None
    faults: tuple[FieldFault, ...] = ()

    @property
    def label(self) -> str:
        return str(self.movement.label)

    @property
    def sentence(self) -> str:
        """The certificate as a sentence, or the reasons why there is no plan."""
        if self.faults:
            return " ".join(fault.message for fault in self.faults)
        if self.movement == Movement.RANKED:
            return _("Each round is seated when the one before it is in; repeats are not known yet.")
        if self.certificate is None:
            return _("Not worked out yet: choose it to see.")
        return sentence(self.certificate)

    @property
    def reason(self) -> str:
        return in_words(self.plan.reason) if self.plan and self.plan.reason else ""

    @property
    def repeats(self) -> bool:
        return self.certificate is not None and bool(self.certificate.repeats)

    @property
    def is_clean(self) -> bool:
        """Whether it is certain that nobody meets twice."""
        return (
            self.certificate is not None and not self.certificate.repeats and self.movement != Movement.RANKED
        )

    @property
    def announcements(self) -> list[tuple[list[int], str]]:
        """The rounds of each announcement, in order; its text is empty for seat slips."""
        rounds_by_words: dict[str, list[int]] = {}
        for number, steps in enumerate(self.plan.steps if self.plan else (), 2):
            rounds_by_words.setdefault(announcement(steps) if steps else "", []).append(number)
        return [(rounds, words) for words, rounds in rounds_by_words.items()]


def preview(players: int, rounds: int, movement: Movement, steps: Steps | None = None) -> Preview:
    return _preview(get_language(), players, rounds, movement, steps)


@lru_cache(maxsize=64)
def _preview(
    _language: str | None, players: int, rounds: int, movement: Movement, steps: Steps | None
) -> Preview:
    """Cached by language and arguments: the same arguments give the same plan."""
    plan = plan_for(players, rounds, PlanChoice(movement, steps), seed=0)
    if isinstance(plan, Refusal):
        return Preview(movement, players, rounds, steps, None, None, tuple(map(fault_in_words, plan.errors)))
    return Preview(movement, players, rounds, steps, plan, rules.certificate(plan.rounds))


def plan_for(
    players: int | Sequence[str], rounds: int, choice: PlanChoice, seed: int, **wishes: Any
) -> Plan | Refusal:
    """The plan for a number of players, or for names drawn by `seed`, with wishes as in a request.

    By standing there is none before anything is played: the first round is drawn at random.
    """
    is_ranked = choice.movement == Movement.RANKED
    request = PlanRequest(
        players=players,
        rounds=1 if is_ranked else rounds,
        movement=(Movement.RANDOM if is_ranked else choice.movement).value,
        steps=choice.steps if choice.movement == Movement.CUSTOM else None,
        seed=seed,
        **wishes,
    )
    return make_plan(request)


def offers(players: int, rounds: int) -> list[Preview]:
    """Every movement for this number of players; those that take long only for small fields."""
    return [
        preview(players, rounds, movement)
        if movement not in SEARCHED or players <= 4 * QUICK_TABLES
        else Preview(movement, players, rounds, None, None, None)
        for movement in OFFERED
    ]


def better(chosen: Preview) -> Preview | None:
    """A movement with fewer repeated meetings, if the chosen one repeats; one without any if there is one."""
    if not chosen.repeats:
        return None
    for movement in (Movement.REPEAT_FREE, Movement.ASSIGNED):
        if movement != chosen.movement:
            other = preview(chosen.players, chosen.rounds, movement)
            if (
                other.certificate
                and chosen.certificate
                and other.certificate.extra_meetings < chosen.certificate.extra_meetings
            ):
                return other
    return None


@dataclass(frozen=True)
class MeetingRow:
    player: str
    rounds: tuple[tuple[str, ...], ...]
    again: tuple[str, ...]


def meeting_rows(rounds: Sequence[Round]) -> list[MeetingRow]:
    """The chart as a table: for each player the others at the table, round by round."""
    met: dict[str, list[tuple[str, ...]]] = {}
    for number, seats in enumerate(rounds):
        for table in seats:
            for player in table.players():
                opponents = tuple(other for other in table.players() if other != player)
                row = met.setdefault(player, [()] * number)
                row.extend([()] * (number - len(row)))
                row.append(opponents)
    rows = []
    for player in sorted(met, key=in_order):
        row = met[player] + [()] * (len(rounds) - len(met[player]))
        times = Counter(other for opponents in row for other in opponents)
        repeats = tuple(sorted((other for other, count in times.items() if count > 1), key=in_order))
        rows.append(MeetingRow(player, tuple(row), repeats))
    return rows

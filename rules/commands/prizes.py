from collections.abc import Mapping, Sequence

import msgspec

from rules.awards import AwardRow, award_prizes
from rules.commands.forms import answered
from rules.commands.json_lines import read_json
from rules.commands.pot import totals_faults
from rules.game import Fault, Refusal, refusal
from rules.ranking import rank
from rules.systems.reader import A_LIST, A_WHOLE_NUMBER, AN_OBJECT, missing, unknown_field, wrong_type


class PrizedPlace(msgspec.Struct, frozen=True):
    """``rank`` counts from 1; ``tied``: another entry has the same rank; ``prize_cents`` is 0 for no prize."""

    entry: str
    rank: int
    tied: bool
    prize_cents: int


class Prizes(msgspec.Struct, frozen=True):
    """Ordered by rank, then entry number. ``unawarded_cents``: prizes for places that no entry fills."""

    places: list[PrizedPlace]
    unawarded_cents: int


def answer_line(line: bytes) -> bytes:
    return answered(answer(read_json(line)))


def answer(data: object) -> Prizes | Refusal:
    if not isinstance(data, dict):
        return Refusal((wrong_type("", AN_OBJECT, data),))
    faults = [unknown_field(name) for name in data if name not in ("prizes_cents", "totals")]
    prizes = data.get("prizes_cents")
    if "prizes_cents" not in data:
        faults.append(missing("prizes_cents"))
    elif not isinstance(prizes, list):
        faults.append(wrong_type("prizes_cents", A_LIST, prizes))
    else:
        faults += _prize_faults(prizes)
    faults += totals_faults(data)
    if faults or not isinstance(prizes, list):
        return refusal(faults)
    return prizes_by_place(data["totals"], prizes)


def prizes_by_place(totals: Mapping[str, int], cents: Sequence[int]) -> Prizes:
    row = AwardRow("places", {"": totals}, cents=tuple(cents))
    awarded = award_prizes([row] if cents else [])
    won = {award.entry: award.cents for award in awarded.awards}
    places = [
        PrizedPlace(place.entry, place.rank, place.tied, won.get(place.entry, 0)) for place in rank(totals)
    ]
    return Prizes(places, sum(prize.cents for prize in awarded.unfilled))


def _prize_faults(prizes: list[object]) -> list[Fault]:
    problems = []
    for index, prize in enumerate(prizes):
        if type(prize) is not int:
            problems.append(wrong_type(f"prizes_cents.{index}", A_WHOLE_NUMBER, prize))
        elif prize < 0:
            problems.append(Fault("bad-value", f"prizes_cents.{index}", {"variant": "prize"}))
    return problems

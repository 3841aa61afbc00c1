"""The ``evening`` command: the next round of a club evening among those who are there, and who sits out."""

import msgspec

from rules.commands.forms import answered
from rules.commands.json_lines import read_json
from rules.game import Fault, Refusal, refusal
from rules.seating.certificate import Repeat, certificate
from rules.seating.plan import Round
from rules.seating.sitting_out import EveningRound, evening_round, order_out
from rules.systems.reader import read_value


class EveningForm(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    played: tuple[EveningRound, ...] = ()
    earlier: tuple[Round, ...] = ()
    by_choice: bool = False
    standings: tuple[str, ...] = ()
    seed: int = 0


class EveningAnswer(msgspec.Struct, frozen=True):
    """``next_out``: everybody in the order in which they sit out next. The rest is of ``played`` and this round."""

    seats: Round
    out: tuple[str, ...]
    next_out: tuple[str, ...]
    first_repeat_round: int | None
    repeats: tuple[Repeat, ...]


def answer_line(line: bytes) -> bytes:
    return answered(answer(read_json(line)))


def answer(data: object) -> EveningAnswer | Refusal:
    faults: list[Fault] = []
    form = read_value(data, EveningForm, "", faults)
    if faults:
        return refusal(faults)
    new = evening_round(**msgspec.structs.asdict(form))
    if isinstance(new, Refusal):
        return new
    played = (*form.played, new)
    facts = certificate([round_.seats for round_ in played], out=[round_.out for round_ in played])
    next_out = order_out(form.players, played, form.seed)
    return EveningAnswer(new.seats, new.out, next_out, facts.first_repeat_round, facts.repeats)

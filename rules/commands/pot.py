from collections.abc import Mapping

from rules.commands.forms import answered
from rules.commands.json_lines import read_json
from rules.game import Fault, Refusal, refusal
from rules.pot import UNIT, SharedPot, share_pot
from rules.systems.reader import A_WHOLE_NUMBER, AN_OBJECT, missing, unknown_field, wrong_type


def answer_line(line: bytes) -> bytes:
    return answered(answer(read_json(line)))


def answer(data: object) -> SharedPot | Refusal:
    if not isinstance(data, dict):
        return Refusal((wrong_type("", AN_OBJECT, data),))
    faults = [unknown_field(name) for name in data if name not in ("stake_cents", "totals")]
    stake, totals = data.get("stake_cents"), data.get("totals")
    if "stake_cents" not in data:
        faults.append(missing("stake_cents"))
    elif type(stake) is not int:
        faults.append(wrong_type("stake_cents", A_WHOLE_NUMBER, stake))
    elif stake <= 0:
        faults.append(Fault("bad-value", "stake_cents", {"variant": "stake"}))
    faults += totals_faults(data)
    if isinstance(totals, dict) and type(stake) is int and stake > 0 and stake * len(totals) % UNIT:
        values = {"variant": "pot", "stakes": len(totals), "unit": UNIT}
        faults.append(Fault("bad-value", "stake_cents", values))
    if faults or type(stake) is not int or not isinstance(totals, dict):
        return refusal(faults)
    return share_pot(stake, totals)


def totals_faults(data: Mapping[str, object]) -> list[Fault]:
    if "totals" not in data:
        return [missing("totals")]
    totals = data["totals"]
    if not isinstance(totals, dict):
        return [wrong_type("totals", AN_OBJECT, totals)]
    if not totals:
        return [missing("totals")]
    return [
        wrong_type(f"totals.{name}", A_WHOLE_NUMBER, total)
        for name, total in totals.items()
        if type(total) is not int
    ]

"""Phone slips, each for its owner alone, and the sheet that explains phones at the table to everybody."""

from typing import Any

from django.utils.translation import gettext as _

from paper.codes import code_picture
from paper.sheets.sheet import PrintJob
from phones.access import mode_of
from phones.keys.codes import slip_codes
from phones.models import PhoneMode, PhoneSetting
from tournament.models import Tournament


def has_phones(tournament: Tournament) -> bool:
    return mode_of(tournament) != PhoneMode.OFF


def slips(job: PrintJob) -> dict[str, Any] | None:
    """No slip has the code of the public page, and no other sheet has what stands here."""
    setting, codes = setting_of(job), slip_codes(job.tournament, job.entries)
    if setting is None:
        return None
    return {
        "words": {
            "only": _("Only for you"),
            "number": _("Number"),
            "pin": _("PIN"),
            "code": _("Code of your own page; only for you"),
            "wifi": _("Join the Wi-Fi"),
            "camera": _("Point your phone’s camera at the code."),
            "typed": _("No camera? Open"),
            "then": _("and type your number and PIN."),
            "keep": _("Do not show this slip to anybody."),
        },
        "event": job.tournament.name,
        "wifi": setting.wifi,
        "address": f"{job.site.partition('://')[2]}/k/{job.tournament.pk}" if job.site else "",
        "items": [
            {
                "number": entry.number,
                "name": entry.public_name,
                "pin": list(codes[entry.pk].pin),
                "code": code_picture(f"{job.site.upper()}/K/{codes[entry.pk].code}") if job.site else b"",
            }
            for entry in job.entries
        ],
    }


def setting_of(job: PrintJob) -> PhoneSetting | None:
    return PhoneSetting.objects.filter(tournament=job.tournament).first()


def explained(job: PrintJob) -> dict[str, Any] | None:
    """What a player has to know, in ten lines."""
    setting = setting_of(job)
    if setting is None:
        return None
    wifi = setting.wifi
    join = _("Join the Wi-Fi: %(wifi)s") % {"wifi": wifi} if wifi else _("Join the Wi-Fi of the hall.")
    counts = (
        _("It counts when all of you have confirmed the same card. Then you see your next table.")
        if setting.mode == PhoneMode.COUNT
        else _("Hand in your paper cards as well. Then you see your next table.")
    )
    titled = {
        _("Once"): [
            join,
            _("Point your phone’s camera at the code on your phone slip, and open the page."),
            _("Keep the slip to yourself: with it, somebody else could answer for you."),
        ],
        _("After each game"): [
            _("One player enters the game: who won, with what, and who threw the tile. Anybody may."),
            _("Everybody else reads one sentence and taps “Right” or “Not right”."),
            _("If you tap “Not right”, say what is different. If you cannot agree, the director comes."),
        ],
        _("After the last game"): [_("Everybody looks at the whole card and confirms it."), counts],
        _("No phone, or a dead battery?"): [
            _("Use another player’s phone: it asks for your PIN."),
            _("Or use paper. Ask at the desk."),
        ],
    }
    return {"items": [{"title": title, "lines": lines} for title, lines in titled.items()]}

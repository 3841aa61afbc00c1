"""A club's own pictures, behind certificates and on headings: set, changed and taken away, on the club's record."""

import hashlib
from dataclasses import dataclass

from club.models import Club, User
from paper.models import CertificateBackground, ClubLogo
from paper.pictures import rewrite_picture
from record.change import change
from record.stamps import Stamp
from record.verbs import Verb


@dataclass(frozen=True)
class Use:
    """What a picture is for; its longest side in pixels, and how its changes stand on record."""

    model: type[CertificateBackground] | type[ClubLogo]
    longest_side: int
    set_verb: Verb
    removed_verb: Verb


# 180 dots an inch on the longer paper, and 300 an inch on the widest place that a heading has for it.
BACKGROUND = Use(CertificateBackground, 2100, Verb.CERTIFICATE_PICTURE_SET, Verb.CERTIFICATE_PICTURE_REMOVED)
LOGO = Use(ClubLogo, 600, Verb.LOGO_SET, Verb.LOGO_REMOVED)


def set_picture(use: Use, club: Club, *, content: bytes, by: User, stamp: Stamp | None = None) -> None:
    """Keeps the pixels of a PNG or JPEG for this use. Raises Refused for anything else."""
    picture = rewrite_picture(content, longest_side=use.longest_side, field="picture")
    digest = hashlib.sha256(picture.content).hexdigest()
    with change(club, use.set_verb, by=by, stamp=stamp, content=digest) as act:
        if act.repeated:
            return
        use.model.objects.update_or_create(
            club=club,
            defaults={"content": picture.content, "kind": picture.kind, "at": act.at, "by": by},
        )
        act.record(club.name, new={"sha256": digest, "pixels": f"{picture.width} × {picture.height}"})


def remove_picture(use: Use, club: Club, *, by: User, stamp: Stamp | None = None) -> None:
    with change(club, use.removed_verb, by=by, stamp=stamp) as act:
        if use.model.objects.filter(club=club).delete()[0]:
            act.record(club.name)


def logo_of(club: Club) -> bytes:
    """The club's logo as PNG or JPEG; empty where it has none."""
    logo = ClubLogo.objects.filter(club=club).first()
    return bytes(logo.content) if logo else b""

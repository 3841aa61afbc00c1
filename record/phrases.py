import re

from django.utils import translation

from record.refused import FieldFault
from rules.english import sentence
from rules.game import Contradiction, Fault, Hint, Line, Phrase

MINUS = re.compile(r"(?<![\w-])-(?=\d)")


def with_minus(text: str) -> str:
    """Numbers with the sign that pages and sheets have; the commands' JSON keeps the hyphen."""
    return MINUS.sub("\N{MINUS SIGN}", text)


def rules_in_words(subject: Contradiction | Fault | Hint | Line | Phrase) -> str:
    return with_minus(sentence(subject, translation))


def fault_in_words(fault: Fault) -> FieldFault:
    return FieldFault(fault.code, fault.field, rules_in_words(fault))

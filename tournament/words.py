"""The sentences of the rules in the language of the page."""

from django.utils import translation

from rules.english import sentence
from rules.game import Fault as RulesFault
from rules.game import Hint, Line, Phrase
from tournament.refused import Fault


def in_words(subject: RulesFault | Hint | Line | Phrase) -> str:
    return sentence(subject, translation)


def fault_in_words(fault: RulesFault) -> Fault:
    """A fault of the rules as the pages show it."""
    return Fault(fault.code, fault.field, in_words(fault))

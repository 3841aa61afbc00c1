"""The English pattern of every code, and the function that fills it.

The engine returns codes and values. `sentence` takes a language: an object with ``gettext`` and ``ngettext`` as in
the standard library, which maps an English pattern to the same pattern in another language with the same
placeholders. The default is English. Translation tools get all patterns from `patterns`.
"""

from rules.english.language import ENGLISH, Language
from rules.english.lines import INFRACTIONS, LINES
from rules.english.patterns import patterns
from rules.english.rule_sheet import SheetRow, rule_sheet
from rules.english.sentences import announcement, certificate_sentence, describe, line_sentence, sentence

__all__ = [
    "ENGLISH",
    "INFRACTIONS",
    "LINES",
    "Language",
    "SheetRow",
    "announcement",
    "certificate_sentence",
    "describe",
    "line_sentence",
    "patterns",
    "rule_sheet",
    "sentence",
]

"""Every sentence of the rules in English, by code, and how a sentence is made from a code and its values.

The engine knows codes and values only. Whoever shows them calls `sentence` with a language: anything with the
``gettext`` and ``ngettext`` of the standard library's `gettext`, which is given a pattern and returns that pattern in
another language, with the same named places. Without it the sentence is English. Programs that collect sentences for
translators take them from `patterns`.
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

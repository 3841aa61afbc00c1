"""Entries of the journal in the reader's words."""

from __future__ import annotations

from django import template

from tournament.journal import words

register = template.Library()

for function in (words.subject_words, words.in_short, words.in_short_of, words.seats_in_short, words.in_full):
    register.filter(function)

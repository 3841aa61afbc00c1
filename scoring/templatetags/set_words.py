"""Codes about a set as sentences: {{ reading.description|in_words }}."""

from django import template

from scoring.sets.words import in_words, infraction_in_words

register = template.Library()
register.filter("in_words", in_words)
register.filter("infraction_words", infraction_in_words)

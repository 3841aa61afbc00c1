"""Codes about a set as sentences: {{ reading.description|in_words }}."""

from django import template

from scoring.sets.words import in_words

register = template.Library()
register.filter("in_words", in_words)

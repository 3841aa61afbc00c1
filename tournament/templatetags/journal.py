"""What pages say of the journal: its entries in the reader's words, and how far it had come when a form was made."""

from __future__ import annotations

from django import template
from django.utils.html import format_html

from tournament.journal import words
from tournament.models import Club, Tournament
from tournament.seen import NO_ENTRY

register = template.Library()

for function in (words.subject_words, words.in_short, words.seats_in_short, words.in_full):
    register.filter(function)


@register.simple_tag
def as_of(where: Tournament | Club) -> str:
    """The field of a form that changes something and may be sent again: what the journal's head is on this page."""
    return format_html('<input type="hidden" name="as_of" value="{}">', where.journal_head or NO_ENTRY)

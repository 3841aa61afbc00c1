"""The director's guide in the program: the Markdown of `docs/`, made into a page with a place for each of its subjects.

A translation is a file beside it, `director-guide.es.md`; without one the English is shown, and the page says so.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURES = "pictures/"


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    language = (get_language() or "en")[:2]
    has_own = guide_file(language).exists() or language == "en"
    text = in_html(language if has_own else "en")
    return render(request, "ui/guide.html", {"guide": text, "is_translated": has_own})


def guide_file(language: str) -> Path:
    return DOCS / ("director-guide.md" if language == "en" else f"director-guide.{language}.md")


@cache
def in_html(language: str) -> SafeString:
    """The guide of this language. Its text is the project's own, and raw HTML in it is not let through."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(guide_file(language).read_text("utf-8"))
    page: SafeString = mark_safe(markdown.renderer.render(prepared(tokens), markdown.options, {}))  # noqa: S308
    return page


def prepared(tokens: Sequence[Token]) -> list[Token]:
    for opening, inline in pairwise(tokens):
        if inline.type == "inline" and (subject := subject_of(opening, inline)):
            opening.attrSet("id", slugify(subject))
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("class", "data")
        token.children = token.children and list(for_a_page(token.children))
    return list(tokens)


def subject_of(opening: Token, inline: Token) -> str:
    if opening.type == "heading_open":
        return inline.content
    is_led = opening.type == "paragraph_open" and inline.content.startswith("**")
    return inline.content[2 : inline.content.index("**", 2)] if is_led else ""


def for_a_page(inside: Sequence[Token]) -> Iterator[Token]:
    """Of links only those to a place in the guide itself; the other documents are not served."""
    is_within = False
    for token in inside:
        if token.type == "link_open":
            is_within = str(token.attrGet("href")).startswith("#")
        if token.type == "image":
            token.attrSet("src", static("guide/" + str(token.attrGet("src")).removeprefix(PICTURES)))
            token.attrSet("loading", "lazy")
        if is_within or token.type not in {"link_open", "link_close"}:
            yield token

"""Collects all sentences of the program in its catalogues, and compiles them: `make messages`.

Reads the templates, the Python code and the sentences of `rules`; updates locale/*/LC_MESSAGES/django.po (new sentences
are added empty, unused ones removed) and writes the .mo beside each. Needs no gettext on the machine: Django turns a
template into something like Python, and Babel extracts the sentences. Both files are committed, because a hall has no
build step. Exits with status 1, and a list, while a sentence has no translation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.english import patterns  # noqa: E402

ROOMS = (
    "club",
    "config",
    "demo",
    "live",
    "paper",
    "phones",
    "evenings",
    "record",
    "rules",
    "scoring",
    "seasons",
    "tournament",
    "ui",
)
# Which arguments of each call are sentences: positions of the singular and the plural; (position, "c") is a context.
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
Sentence = str | tuple[str, str]


@dataclass(frozen=True)
class Extracted:
    """A sentence, or one with its plural; its context and notes for translators; and its file."""

    sentence: Sentence
    context: str | None
    notes: tuple[str, ...]
    file: str


def extracted() -> Iterator[Extracted]:
    """Every sentence of the program, in the order of the files."""
    for folder in ("templates", *ROOMS):
        for path in sorted((ROOT / folder).rglob("*")):
            file = path.relative_to(ROOT).as_posix()
            if path.suffix == ".html":
                source = templatize(path.read_text("utf-8"), origin=file)
                # Text before a call would be read as Python's indentation; line breaks in sentences are escaped.
                yield from of_python("\n".join(map(str.strip, source.split("\n"))), file)
            elif path.suffix == ".py":
                yield from of_python(path.read_text("utf-8"), file)
    for file, pattern in patterns():
        yield Extracted(pattern, None, (), file)


def of_python(source: str, file: str) -> Iterator[Extracted]:
    calls: Iterable[Any] = extract_python(BytesIO(source.encode()), KEYWORDS, ["Translators:"], {})
    for _line, name, arguments, notes in calls:
        yield from of_call(KEYWORDS[name], arguments, tuple(notes), file)


def of_call(spec: Any, arguments: Any, notes: tuple[str, ...], file: str) -> Iterator[Extracted]:
    """The sentence of one call; none if an argument is a variable."""
    texts = arguments if isinstance(arguments, tuple) else (arguments,)
    context = None
    sentences = []
    for position in spec or (1,):
        index, is_context = (position[0], True) if isinstance(position, tuple) else (position, False)
        text = texts[index - 1] if index <= len(texts) else None
        if not text:
            return
        if is_context:
            context = text
        else:
            sentences.append(text)
    yield Extracted(
        sentences[0] if len(sentences) == 1 else (sentences[0], sentences[1]), context, notes, file
    )


def catalogues() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def updated(old: Catalog) -> Catalog:
    """A catalogue of exactly the program's sentences, with the translations of `old`."""
    new = Catalog(
        locale=old.locale,
        header_comment=old.header_comment,
        project="Charleston",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        version="1",
        last_translator="Charleston",
        language_team="Charleston",
        msgid_bugs_address="Charleston",
        fuzzy=False,
    )
    for entry in extracted():
        old_message = old.get(
            entry.sentence if isinstance(entry.sentence, str) else entry.sentence[0], entry.context
        )
        translation = (
            old_message.string
            if old_message and isinstance(old_message.id, str) == isinstance(entry.sentence, str)
            else ""
        )
        new.add(
            entry.sentence,
            translation,
            locations=[(entry.file, None)],  # type: ignore[list-item]  # a line would change with every edit
            auto_comments=entry.notes,
            context=entry.context,
        )
    return new


def po(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False)
    return out.getvalue()


def mo(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def waiting(catalogue: Catalog) -> list[str]:
    """The sentences without a translation, or with a fuzzy one."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and (message.fuzzy or not all(forms(message)))
    ]


def forms(message: Message) -> tuple[str, ...]:
    """The translation, or each of its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def main() -> int:
    untranslated = 0
    for path in catalogues():
        path.write_bytes(po(updated(read(path))))
        catalogue = read(path)
        path.with_suffix(".mo").write_bytes(mo(catalogue))
        lacking = waiting(catalogue)
        untranslated += len(lacking)
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} sentences, {len(lacking)} without a translation")
        for sentence in lacking:
            print(f"  {sentence}")
    return 1 if untranslated else 0


if __name__ == "__main__":
    sys.exit(main())

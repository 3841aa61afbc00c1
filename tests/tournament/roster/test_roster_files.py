"""Files as spreadsheets write them: what is read, what is refused in one sentence."""

import io
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import openpyxl
import pytest

from club.names import folded, tidy
from record.refused import Refused
from tournament.roster.parsing.columns import Layout, guess_layout
from tournament.roster.parsing.file import MOST_BYTES, MOST_ROWS, read_sheet
from tournament.roster.parsing.lines import read_lines

SAMPLES = Path(__file__).parents[3] / "samples" / "rosters"
ROWS = "No.,Name\r\n1,José Núñez\r\n2,Zoë O’Hara\r\n"


def names(content: bytes, **reading: str) -> list[str]:
    sheet = read_sheet(content, **reading)
    return [line.name for line in read_lines(sheet, guess_layout(sheet)).good]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac-roman"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_every_encoding_and_separator_that_spreadsheets_write(encoding: str, separator: str) -> None:
    text = ROWS.replace(",", separator)
    assert names(text.encode(encoding)) == ["José Núñez", "Zoë O’Hara"]


def test_a_separator_announced_in_the_first_line() -> None:
    sheet = read_sheet(b"sep=;\r\nName;Town\r\nAnn Lee;Reno, NV\r\n")
    assert (sheet.separator, sheet.rows) == (";", ((2, ("Name", "Town")), (3, ("Ann Lee", "Reno, NV"))))


def test_the_director_may_know_better_than_the_guess() -> None:
    hebrew = "Name\r\nשרה כהן\r\n".encode("cp1255")
    assert names(hebrew, encoding="cp1255") == ["שרה כהן"]
    assert names(hebrew) != ["שרה כהן"]


def test_an_encoding_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        read_sheet(b"Name\n\xff\xfe\xff", encoding="utf-8")
    assert refused.value.faults[0].field == "encoding"


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def workbook(rows: bytes) -> bytes:
    """A workbook whose only sheet is written by hand."""
    out = io.BytesIO()
    openpyxl.Workbook().save(out)
    with zipfile.ZipFile(out) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    namespace = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/worksheets/sheet1.xml"] = b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (
        namespace,
        rows,
    )
    return packed(parts)


def open_document(row: bytes) -> bytes:
    """The sample, with one row in the place of all its own; %s in it is a cell."""
    with zipfile.ZipFile(SAMPLES / "64-players.ods") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    before, _, rest = parts["content.xml"].partition(b"<table:table-row")
    after = rest[rest.index(b"</table:table>") :]
    cell = b'<table:table-cell office:value-type="string"><text:p>Ann</text:p></table:table-cell>'
    return packed({**parts, "content.xml": before + row % cell + after})


NAME = b'<c t="inlineStr"><is><t>Ann</t></is></c>'
# What takes long to write is written when its test asks for it.
REFUSED: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "a PDF named .csv": (b"%PDF-1.7\n1 0 obj\n", "file-foreign"),
    "an old workbook that breaks off": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "file-broken"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "file-foreign"),
    "a web page": (b"<!DOCTYPE html><html>", "file-foreign"),
    "a zip of something else": (partial(packed, {"word/document.xml": b"<x/>"}), "file-foreign"),
    "a broken zip": (b"PK\x03\x04 and then nothing", "file-foreign"),
    "a broken workbook": (partial(packed, {"xl/workbook.xml": b"<workbook"}), "file-broken"),
    "a workbook that unpacks to 40 MB": (
        partial(packed, {"xl/workbook.xml": b"<x/>", "xl/worksheets/sheet1.xml": b" " * 40_000_000}),
        "file-unpacks-too-big",
    ),
    "an OpenDocument that unpacks to 40 MB": (
        partial(packed, {"mimetype": b"x", "content.xml": b" " * 40_000_000}),
        "file-unpacks-too-big",
    ),
    "a workbook of 600 parts": (
        partial(packed, {"xl/workbook.xml": b"<x/>", **{f"xl/{n}.xml": b"" for n in range(600)}}),
        "file-unpacks-too-big",
    ),
    "a row of a number that no sheet has": (
        partial(workbook, b'<row r="1000000000000">%s</row>' % NAME),
        "file-unpacks-too-big",
    ),
    "two cells as far apart as a sheet allows": (
        partial(workbook, b'<row r="1">%s</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' % NAME),
        "file-unpacks-too-big",
    ),
    "a row of OpenDocument that repeats without end": (
        partial(
            open_document, b'<table:table-row table:number-rows-repeated="1000000000">%s</table:table-row>'
        ),
        "file-too-long",
    ),
    "blank rows, millions of them": (partial(workbook, b"<row/>" * 4_900_000), "file-empty"),
    "a blank row of a number that no sheet has": (
        partial(workbook, b'<row r="1000000000000"/>'),
        "file-empty",
    ),
    "sheets without a file": (
        partial(
            packed, {"xl/workbook.xml": b"<sheet />" * 1_000, "xl/worksheets/sheet1.xml": b"<row/>" * 3_000}
        ),
        "file-broken",
    ),
    "nothing": (b"", "file-empty"),
    "blank lines": (b"\n\n ,,\n", "file-empty"),
    "commas": (b",,,\n,,,\n", "file-empty"),
    "no letter and no digit": ("---;***\n«»;\n".encode(), "file-empty"),
    "one byte too many": (b"a" * (MOST_BYTES + 1), "file-too-big"),
    "a row too many": (b"Name\n" + b"Ann\n" * (MOST_ROWS + 1), "file-too-long"),
    "a quotation mark never closed": (b'Name\n"Ann\n' + b"Bob\n" * 9, "file-quote"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_refused_files(name: str) -> None:
    content, code = REFUSED[name]
    with pytest.raises(Refused) as refused:
        read_sheet(content() if callable(content) else content)
    assert [fault.code for fault in refused.value.faults] == [code]


OPENED = {
    "a name never closed": ('No,Name,Town\n1,"Ann Lee,Boston\n2,Bob Ray,Salem\n3,Cy Day,Lynn\n', 2),
    "a town never closed": ('No,Name,Town\n1,Ann Lee,"Boston\n2,Bob Ray,Salem\n3,Cy Day,Lynn', 2),
    "the last line": ('No,Name,Town\n1,Ann Lee,Boston\n2,"Bob Ray,Salem\n', 3),
    "closed by a later line's name": (
        'No,Name,Town\n1,"Ann Lee,Boston\n2,Bob Ray,Salem\n3,"Cy Day",Lynn\n',
        2,
    ),
    "closed by a later line's nickname": ('No,Name,Town\n1,"Ann Lee,Boston\n2,Bob "Bo" Ray,Salem\n', 2),
    "closed by an inch mark at a row's end": ('No,Name,Tall\n1,"Ann Lee,60\n2,Bob Ray,70"\n3,Cy Day,66\n', 2),
    "closed in the last cell": ('No,Name,Town\n1,Ann Lee,"Boston\n2,Bob Ray,Salem"\n', 2),
    "rows that leave cells out": ('No,Name,Town\n1,Ann Lee,"Boston\n2,Bob Ray"\n', 2),
    "after a cell of two lines": ('No,Name,Town\n1,"Ann\nLee","Boston\n2,Bob Ray,Salem\n', 3),
    "only names": ('Name\n"Ann Lee\nBob Ray"\nCy Day\n', 2),
    "a title above": ('Spring Open\nName,Town\nAnn Lee,"Boston\nBob Ray,Salem"\n', 3),
    "semicolons": ('No;Name;Town\n1;"Ann Lee;Boston\n2;Bob Ray;Salem\n3;Cy Day;Lynn\n', 2),
    "old line ends": ('No,Name,Town\r1,Ann Lee,Boston\r2,"Bob Ray,Salem\r3,Cy Day,Lynn\r', 3),
    "marks inside marks": ('No,Name,Town\n1,"Ann "Annie" Lee",Boston\n', 2),
}


@pytest.mark.parametrize("name", OPENED)
def test_a_quotation_mark_that_could_swallow_a_player_is_refused_by_its_line(name: str) -> None:
    text, line = OPENED[name]
    with pytest.raises(Refused) as refused:
        read_sheet(text.encode())
    (fault,) = refused.value.faults
    assert (fault.code, f"On line {line} " in fault.message) == ("file-quote", True)


READ = {
    "a name on two lines": ('No,Name,Town\r\n1,"Ann\nLee",Boston\r\n2,Bo Li,Reno\r\n', ["Ann Lee", "Bo Li"]),
    "two lines in the first cell": ('Name,Town\n"Ann\nLee",Boston\nBo Li,Reno\n', ["Ann Lee", "Bo Li"]),
    "an address": ('No,Name,Home\n1,Ann Lee,"12 Elm St\nBoston, MA"\n2,Bo Li,Reno\n', ["Ann Lee", "Bo Li"]),
    "a header on two lines": ('"Player\nname","Home\ntown"\nAnn Lee,Reno\n', ["Ann Lee"]),
    "two cells of two lines": (
        'No,Name,Town\n1,"Ann\nLee","12 Elm St\nReno"\n2,Bo Li,\n',
        ["Ann Lee", "Bo Li"],
    ),
    "one column": ('Name\n"Ann\nLee"\n', ["Ann Lee"]),
    "a nickname": ('Name,Town\nRobert "Bob" Ray,Reno\n', ['Robert "Bob" Ray']),
    "a nickname in front": ('Name,Town\n"Bob" Ray,Reno\n', ['"Bob" Ray']),
    "a nickname as spreadsheets write it": ('Name,Town\n"Robert ""Bob"" Ray",Reno\n', ['Robert "Bob" Ray']),
    "an inch mark": ('Name,Tall\nAnn Lee,64"\nBo Li,70"\n', ["Ann Lee", "Bo Li"]),
    "a comma and a space before the mark": (
        'No, Name, Town\n1, "Bo Li, Jr.", Reno\n2, Al Oh, Elko\n',
        ["Bo Li Jr.", "Al Oh"],
    ),
    "an empty cell in marks": ('Name,Town\n"Ann Lee",""\n', ["Ann Lee"]),
}


@pytest.mark.parametrize("name", READ)
def test_quotation_marks_that_are_read(name: str) -> None:
    text, expected = READ[name]
    assert names(text.encode()) == expected


def test_a_line_after_a_cell_of_two_lines_keeps_its_number() -> None:
    sheet = read_sheet(b'Name,Town\r\n"Ann\r\nLee",Reno\r\nBo Li,Elko\r\n')
    assert [line for line, _cells in sheet.rows] == [1, 2, 4]


@pytest.mark.slow
def test_a_cell_beyond_all_measure_is_refused_with_its_line() -> None:
    sheet = read_sheet(b"Name\n" + b"a" * 200_000 + b"\nBo Li\n")
    refused = read_lines(sheet, guess_layout(sheet)).refused
    assert [(refused_line.line, refused_line.reason) for refused_line in refused] == [
        (2, "The name has 200,000 characters; there is room for 120.")
    ]


def test_a_full_roster_is_read() -> None:
    assert len(names(b"Name\n" + b"".join(b"Ann %d\n" % n for n in range(MOST_ROWS)))) == MOST_ROWS


def test_a_workbook_gives_its_first_filled_sheet_with_numbers_as_written() -> None:
    book = openpyxl.Workbook()
    book.active.title = "Empty"
    filled = book.create_sheet("Players")
    filled.append(["Name", "Number"])
    filled.append(["Ann Lee", 7.0])
    filled.append([])
    filled.append(["שרה כהן", "8"])
    out = io.BytesIO()
    book.save(out)
    assert read_sheet(out.getvalue()).rows == (
        (1, ("Name", "Number")),
        (2, ("Ann Lee", "7")),
        (4, ("שרה כהן", "8")),
    )


def test_a_workbook_gives_the_first_sheet_that_names_its_columns() -> None:
    book = openpyxl.Workbook()
    book.active.title = "Cover"
    book.active.append(["Our club roster 2026"])
    hidden = book.create_sheet("Last year")
    hidden.append(["Name"])
    hidden.sheet_state = "hidden"
    players = book.create_sheet("Players")
    for row in (["As of May"], ["Name", "Town"], ["Ann Lee", "Reno"]):
        players.append(row)
    out = io.BytesIO()
    book.save(out)
    sheet = read_sheet(out.getvalue())
    assert (sheet.title, sheet.titles) == ("Players", ("Cover", "Last year", "Players"))
    assert names(out.getvalue()) == ["Ann Lee"]
    assert read_sheet(out.getvalue(), title="Cover").rows == ((1, ("Our club roster 2026",)),)


def test_titles_do_not_count_as_players() -> None:
    titled = b"Spring Open\nMay 1\nName\n" + b"".join(b"Ann %d\n" % n for n in range(MOST_ROWS))
    assert len(names(titled)) == MOST_ROWS


def test_a_workbook_may_leave_rows_out_and_name_its_last_one() -> None:
    rows = b"<row>%s</row>" % NAME + b'<row r="9">%s</row>' % NAME + b'<row r="1048576"/>'
    assert read_sheet(workbook(rows)).rows == ((1, ("Ann",)), (9, ("Ann",)))


def test_a_cell_far_to_the_right_makes_no_wide_row() -> None:
    rows = b'<row><c r="B1" t="inlineStr"><is><t>Ann</t></is></c><c r="ZZZ1"><v>1</v></c></row>'
    assert read_sheet(workbook(rows)).rows == ((1, ("", "Ann", *[""] * 38)),)


def test_a_workbook_with_too_many_rows() -> None:
    book = openpyxl.Workbook()
    for n in range(MOST_ROWS + 2):
        book.active.append([f"Ann {n}"])
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(Refused) as refused:
        read_sheet(out.getvalue())
    assert refused.value.faults[0].code == "file-too-long"


@pytest.mark.parametrize(
    ("text", "fields", "header"),
    [
        ("#,Player,Town", ("number", "name", "town"), 1),
        ("No.;First Name;Surname;City", ("number", "first_name", "last_name", "town"), 1),
        ("Número\tNombre\tApellidos\tCiudad", ("number", "first_name", "last_name", "town"), 1),
        ("Badge,Full name,First name,Paid", ("number", "name", "first_name", "fee"), 1),
        ("First,Email", ("name", "email"), 1),
        ("Name,First name\nLee,Ann", ("last_name", "first_name"), 1),
        ("Player #,Name\n1,Ann Lee", ("number", "name"), 1),
        ("Last,First,Player #,Member #", ("last_name", "first_name", "number", "member_number"), 1),
        ("12,Ann Lee\n13,Bo Li", ("number", "name"), 0),
        ("Ann Lee\nBo Li", ("name",), 0),
        ("Spring Open\nRegistered players\nNo,Name\n1,Ann Lee", ("number", "name"), 3),
        ("Spring Open,,\nDate:,May 1,Reno\n\n#,Player,Town\n1,Ann Lee,Reno", ("number", "name", "town"), 3),
        ("Players\n\nFirst,Last\nAnn,Lee", ("first_name", "last_name"), 2),
        # These above are players, not titles
        ("1,Ann Lee\n2,Bo Li\nNo,Name\n3,Cy Wu", ("number", "name"), 0),
    ],
)
def test_columns_are_guessed(text: str, fields: tuple[str, ...], header: int) -> None:
    layout = guess_layout(read_sheet(text.encode()))
    assert (layout.fields, layout.header) == (fields, header)


def test_last_first_is_noticed_and_turned() -> None:
    assert names(b'Name\n"Lee, Ann"\n"de la Cruz, Jo"\n') == ["Ann Lee", "Jo de la Cruz"]


def test_a_comma_before_jr_is_left_out_and_one_after_a_single_word_turns_the_name() -> None:
    assert names(b'Name\nAnn Lee\n"Bo Li, Jr."\n"Wu, Cy"\n') == ["Ann Lee", "Bo Li Jr.", "Cy Wu"]


@pytest.mark.parametrize("layout", [Layout(("number", "")), Layout(("name", "name"))])
def test_a_layout_needs_a_name_and_no_field_twice(layout: Layout) -> None:
    with pytest.raises(Refused) as refused:
        read_lines(read_sheet(b"1,Ann\n"), layout)
    assert refused.value.faults[0].field == "columns"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1,---", "There is no name."),
        ("1,4021", "There is no name."),
        ("x,Ann", "“x” is not a player number: it must be a whole number from 1 to 99,999."),
        ("0,Ann", "“0” is not a player number: it must be a whole number from 1 to 99,999."),
        ("100000,Ann", "“100000” is not a player number: it must be a whole number from 1 to 99,999."),
        ("1.5,Ann", "“1.5” is not a player number: it must be a whole number from 1 to 99,999."),
        ("٣,Ann", "“٣” is not a player number: it must be a whole number from 1 to 99,999."),
        ("1," + "n" * 10_000, "The name has 10,000 characters; there is room for 120."),
        ("1,An\x07n", "Something invisible is in it."),
        ("1,An\u202en", "Something invisible is in it."),
    ],
)
def test_refused_lines_say_why(row: str, reason: str) -> None:
    sheet = read_sheet(f"Number,Name\n{row}\n9,Fine\n".encode())
    read = read_lines(sheet, Layout(("number", "name")))
    assert [(refused_line.line, refused_line.reason) for refused_line in read.refused] == [(2, reason)]
    assert [line.name for line in read.good] == ["Fine"]


def test_a_number_without_anything_is_no_player() -> None:
    sheet = read_sheet(b"Number,Name\n1,Ann Lee\n2,\n")
    assert [(line.line, line.text) for line in read_lines(sheet, guess_layout(sheet)).left_out] == [(3, "2")]


def test_names_are_squeezed_and_composed() -> None:
    assert tidy("\ufeff  Jose\u0301\t \u00a0Nu\u0301n\u0303ez \n") == "José Núñez"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Søren O’Brien-Núñez", "soren obrien nunez"),
        ("Łucja Żółkiewska", "LUCJA  ZOLKIEWSKA"),
        ("Straße", "strasse"),
        ("Kapiʻolani", "Kapi'olani"),
    ],
)
def test_folded_names_meet(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.iterdir()))
def test_every_sample_is_read_whole(sample: str) -> None:
    sheet = read_sheet((SAMPLES / sample).read_bytes())
    read = read_lines(sheet, guess_layout(sheet))
    assert (len(read.good), read.refused) == (int(sample[:2]), ())


@pytest.mark.slow
def test_samples_in_other_encodings_say_the_same() -> None:
    def lines(sample: str) -> object:
        sheet = read_sheet((SAMPLES / sample).read_bytes())
        return read_lines(sheet, guess_layout(sheet))

    assert lines("16-players.csv") == lines("16-players-windows-semicolons.csv")
    assert lines("46-players.csv") == lines("46-players-unicode-text.txt")
    assert lines("64-players.csv") == lines("64-players.xlsx")
    assert lines("64-players.csv") == lines("64-players.xls")
    assert lines("64-players.csv") == lines("64-players.ods")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Members,\nAnn Lee,Reno\nBo Li,Elko\n", ["Ann Lee", "Bo Li"]),
        ("Name,City,RSVP?\nAnn Lee,Reno,Y\nBo Li,Elko,N\n", ["Ann Lee"]),
        ("Name,Town\nPage Turner,Reno\nTotal Recall,Elko\n", ["Page Turner", "Total Recall"]),
        ("Pair,Player 1,Player 2,Town\nA,Ann Lee,Bo Li,Reno\n", ["Ann Lee", "Bo Li"]),
        (
            'Name,Phone,Partner,Player 3\nAnn Lee,312-555-0101,"Li, Bo",guest\nCy Roe,,none,Di Poe\n',
            ["Ann Lee", "Bo Li", "Cy Roe", "Di Poe"],
        ),
        ("Name,Level\nAnn Lee,Beginner\nBo Li,Advanced\n", ["Ann Lee", "Bo Li"]),
        ("Name,Paid\nAnn Lee,no\nBo Li,\n", ["Ann Lee", "Bo Li"]),
    ],
)
def test_who_is_a_player(text: str, expected: list[str]) -> None:
    assert names(text.encode()) == expected


def test_a_second_player_on_a_line_has_what_is_theirs_alone() -> None:
    text = "No,Name,Phone,Town,Waitlist,Player 2\n7,Ann Lee,312-555-0101,Reno,yes,Bo Li\n"
    sheet = read_sheet(text.encode())
    first, second = read_lines(sheet, guess_layout(sheet)).good
    assert (first.number, first.phone, first.town, first.waiting) == (7, "312-555-0101", "Reno", True)
    assert (second.number, second.phone, second.town, second.waiting, second.part) == (None, "", "", True, 1)

"""The exporter: what a cell of each kind becomes."""

from __future__ import annotations

import csv
import io

from openpyxl import load_workbook

from tournament.spreadsheet import Cell, Worksheet, as_csv, as_workbook, in_units

HEADS = ["Name", "Points", "Paid"]
ROWS: list[list[Cell]] = [["\uff1d1+1\n", -20, in_units(-1250)], ["Ann Lee", None, in_units(5)]]


def test_a_text_is_never_a_formula_and_a_number_stays_one() -> None:
    worksheet = Worksheet("fees", "Fees: [all]", HEADS, ROWS)
    file = as_csv(worksheet).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(file))) == [
        HEADS,
        ["'\uff1d1+1\n", "-20", "-12.50"],
        ["Ann Lee", "", "0.05"],
    ]
    sheet = load_workbook(io.BytesIO(as_workbook([worksheet]))).active
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        HEADS,
        ["'\uff1d1+1", -20, -12.5],
        ["Ann Lee", None, 0.05],
    ]
    assert (sheet["A2"].data_type, sheet["C2"].number_format, sheet.title) == ("s", "0.00", "Fees all")

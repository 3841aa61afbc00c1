from collections.abc import Iterator
from typing import Any, ClassVar

import django_tables2
from django.db.models import QuerySet
from django.http import HttpRequest

READ_AT_ONCE = 2000
DIGITS = {"th": {"class": "digits"}}
# Left out on a phone, where the names need the room.
NOT_NARROW = {"th": {"class": "not-narrow"}}


class ListTable(django_tables2.Table):  # type: ignore[misc]  # the package has no types
    """A list in the one look, `ui/table.html`: the columns here, what a row says in a template that extends it."""

    label: ClassVar[Any]
    most_on_a_page: ClassVar[int]

    def __init__(self, rows: Any, request: HttpRequest) -> None:
        super().__init__(rows, order_by=request.GET.getlist("sort") or None)
        # Not the package's RequestConfig, where an address may ask for pages of any length.
        self.paginate(per_page=self.most_on_a_page)
        self.page = self.paginator.get_page(request.GET.get("page"))

    def heads(self) -> list[str]:
        return [str(column.header) for column in self.columns]

    def cells(self) -> Iterator[list[Any]]:
        names = [column.name for column in self.columns]
        records = self.data.data  # in its order; of a database only the rows of the moment are kept in memory
        for record in records.iterator(READ_AT_ONCE) if isinstance(records, QuerySet) else records:
            yield [self.cell(name, record) for name in names]

    def cell(self, name: str, record: Any) -> Any:
        return self.columns[name].accessor.resolve(record, quiet=True)

"""Lists that people sort, search or page."""

from collections.abc import Iterator
from typing import Any, ClassVar

import django_tables2
from django.http import HttpRequest


class Table(django_tables2.Table):  # type: ignore[misc]  # the package has no types
    """A list in the one look, `ui/table.html`: the columns here, what a row says in a template that extends it."""

    label: ClassVar[Any]
    most_on_a_page: ClassVar[int]

    def __init__(self, rows: Any, request: HttpRequest) -> None:
        super().__init__(rows, order_by=request.GET.getlist("sort") or None)
        # Not the package's RequestConfig, where an address may ask for pages of any length.
        self.paginate(per_page=self.most_on_a_page)
        self.page = self.paginator.get_page(request.GET.get("page"))

    def heads(self) -> list[str]:
        """The heads of a file with all rows."""
        return [str(column.header) for column in self.columns]

    def cells(self) -> Iterator[list[Any]]:
        """The rows of all pages, sorted as the page is."""
        for row in self.rows:
            yield [self.cell(column.name, row.record) for column in self.columns]

    def cell(self, name: str, record: Any) -> Any:
        """What a file has in this column: a text or a number."""
        return self.columns[name].accessor.resolve(record, quiet=True)

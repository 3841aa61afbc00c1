"""Lists that people sort, search or page."""

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

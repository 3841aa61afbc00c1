"""Sizes and places on a page, once its fonts are there: letters of another font would be measured before."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def measured(page: Page, script: str, argument: object = None) -> Any:
    page.evaluate("document.fonts.ready.then(() => true)")
    return page.evaluate(script, argument)

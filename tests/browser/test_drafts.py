"""static/js/desk/drafts.js by itself, on the browser's own storage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

SET_UP = """async () => {
    const { Drafts } = await import("/static/js/desk/drafts.js");
    window.Drafts = Drafts;
    window.drafts = new Drafts(localStorage, "7");
    window.DRAFT = { key: "first", seen: '{"version":2}', fields: { "A-1": ["45"] } };
}"""


@pytest.fixture
def run(tab: Page) -> Callable[[str], Any]:
    tab.evaluate(SET_UP)
    return tab.evaluate


def test_a_draft_is_kept_until_it_is_forgotten(run: Callable[[str], Any]) -> None:
    drafts = run("""() => {
        drafts.keep("/1/", DRAFT);
        const kept = drafts.read("/1/");
        drafts.forget("/1/");
        return [kept, drafts.read("/1/")];
    }""")
    assert drafts == [{"key": "first", "seen": '{"version":2}', "fields": {"A-1": ["45"]}}, None]


def test_another_tab_has_the_draft(new_tab: Callable[[], Page]) -> None:
    first, second = new_tab(), new_tab()
    for tab in (first, second):
        tab.evaluate(SET_UP)
    first.evaluate("() => drafts.keep('/1/', DRAFT)")
    assert second.evaluate("() => drafts.read('/1/').fields") == {"A-1": ["45"]}


def test_another_account_does_not_see_it(run: Callable[[str], Any]) -> None:
    assert (
        run("() => { drafts.keep('/1/', DRAFT); return new Drafts(localStorage, '8').read('/1/'); }") is None
    )


def test_another_form_carries_it_on_under_its_own_key(run: Callable[[str], Any]) -> None:
    draft = run(
        "() => { drafts.keep('/1/', DRAFT); drafts.carryOn('/1/', 'second'); return drafts.read('/1/'); }"
    )
    assert draft == {"key": "second", "seen": '{"version":2}', "fields": {"A-1": ["45"]}}


def test_where_there_is_no_draft_none_is_carried_on(run: Callable[[str], Any]) -> None:
    assert run("() => { drafts.carryOn('/1/', 'second'); return drafts.read('/1/'); }") is None


def test_what_the_server_has_carried_out_is_forgotten(run: Callable[[str], Any]) -> None:
    drafts = run("""() => {
        drafts.keep("/1/", DRAFT);
        drafts.keep("/2/", { ...DRAFT, key: "second" });
        drafts.settle(["first", "another"]);
        return [drafts.read("/1/"), drafts.read("/2/").key];
    }""")
    assert drafts == [None, "second"]


def test_settling_passes_over_what_has_no_key(run: Callable[[str], Any]) -> None:
    draft = run("""() => {
        drafts.keep("/1/", { fields: {} });
        drafts.settle(["first"]);
        return drafts.read("/1/");
    }""")
    assert draft == {"fields": {}}


def test_a_full_storage_keeps_the_draft_of_before(run: Callable[[str], Any]) -> None:
    fields = run("""() => {
        drafts.keep("/1/", DRAFT);
        Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
        drafts.keep("/1/", { ...DRAFT, fields: {} });
        return drafts.read("/1/").fields;
    }""")
    assert fields == {"A-1": ["45"]}


def test_a_forbidden_storage_keeps_nothing(run: Callable[[str], Any]) -> None:
    draft = run("""() => {
        const drafts = new Drafts(null, "7");
        drafts.keep("/1/", DRAFT);
        drafts.settle(["first"]);
        drafts.forget("/1/");
        return drafts.read("/1/");
    }""")
    assert draft is None


@pytest.mark.parametrize(
    "text", ["{", "null", "7", '"text"', "{}", '{"fields": null}', '{"fields": {"A-1": 45}}']
)
def test_what_cannot_be_read_is_no_draft(run: Callable[[str], Any], text: str) -> None:
    draft = run(f"""() => {{
        localStorage.setItem("charleston-desk:7:/1/", {text!r});
        drafts.settle(["first"]);
        return drafts.read("/1/");
    }}""")
    assert draft is None

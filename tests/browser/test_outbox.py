"""static/js/desk/outbox.js by itself: a server that answers as each test says, and the browser's own storage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

# `answers` are given one after the other; where none is left, nothing answers. `posted` is what the server got.
SET_UP = """async (user) => {
    const { Outbox } = await import("/static/js/desk/outbox.js");
    Object.assign(window, { answers: [], posted: [], pauses: [], answered: [] });
    window.post = async (item) => {
        posted.push(`${item.table} ${item.key}`);
        return answers.shift() ?? null;
    };
    window.outbox = new Outbox({
        storage: localStorage, tournament: "autumn", user, post: (item) => window.post(item),
        answered: (item, answer) => window.answered.push(item.table),
        later: (work, milliseconds) => { pauses.push(milliseconds); window.again = work; },
        cancel: () => {},
    });
    window.typed = (table) => ({
        key: `key-${table}`, path: `/desk/1/${table}/`, send: `/desk/1/${table}/send/`, table: String(table),
        round: "1", body: `key=key-${table}`, draft: { fields: { "A-1": ["45"] } }, byName: "Ann",
    });
    window.states = () => outbox.items().map((item) => `${item.table} ${item.state}`);
    window.ACCEPTED = { accepted: true, state: "accepted", words: "Table accepted" };
    window.REFUSED = { accepted: false, stored: false, reasons: ["Somebody was first."] };
    window.fill = () => {
        Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    };
}"""


@pytest.fixture
def run(tab: Page) -> Callable[[str], Any]:
    """Evaluates a script in a tab with an empty outbox of the account 7."""
    tab.evaluate(SET_UP, "7")
    return tab.evaluate


@pytest.fixture
def tabs(new_tab: Callable[[], Page]) -> tuple[Page, Page]:
    """Two tabs of one browser with the outbox of the account 7."""
    first, second = new_tab(), new_tab()
    for tab in (first, second):
        tab.evaluate(SET_UP, "7")
    return first, second


def test_sets_are_sent_in_the_order_they_were_typed(run: Callable[[str], Any]) -> None:
    sent = run("""async () => {
        for (const table of [3, 1, 2]) outbox.add(typed(table));
        answers.push(ACCEPTED, ACCEPTED, ACCEPTED);
        await outbox.send();
        return posted;
    }""")
    assert sent == ["3 key-3", "1 key-1", "2 key-2"]


def test_a_clock_that_is_put_back_changes_no_order(run: Callable[[str], Any]) -> None:
    order = run("""() => {
        for (const [time, table] of [[2000, 3], [1000, 1], [1000, 2]]) {
            Date.now = () => time;
            outbox.add(typed(table));
        }
        return states();
    }""")
    assert order == ["3 waiting", "1 waiting", "2 waiting"]


def test_what_is_accepted_is_done_and_leaves_its_numbers(run: Callable[[str], Any]) -> None:
    item = run("""async () => {
        outbox.add(typed(1));
        answers.push(ACCEPTED);
        await outbox.send();
        const { state, outcome, why, body, draft } = outbox.items()[0];
        return [state, outcome, why, body, draft];
    }""")
    assert item == ["done", "accepted", ["Table accepted"], None, None]


def test_without_an_answer_nothing_further_is_sent_and_it_is_tried_again_with_the_same_key(
    run: Callable[[str], Any],
) -> None:
    lost = run("""async () => {
        outbox.add(typed(1));
        outbox.add(typed(2));
        await outbox.send();
        return [posted, states(), outbox.items().map((item) => item.problem ?? "")];
    }""")
    assert lost == [["1 key-1"], ["1 waiting", "2 waiting"], ["no-answer", ""]]
    posts_and_states = run("""async () => {
        answers.push(ACCEPTED, ACCEPTED);
        await again();
        return [posted, states()];
    }""")
    assert posts_and_states == [["1 key-1", "1 key-1", "2 key-2"], ["1 done", "2 done"]]


def test_the_pauses_grow_to_fifteen_seconds_and_begin_anew(run: Callable[[str], Any]) -> None:
    pauses = run("""async () => {
        outbox.add(typed(1));
        for (let i = 0; i < 5; i += 1) await outbox.send();
        await outbox.retry();
        return pauses;
    }""")
    assert pauses == [2000, 4000, 8000, 15000, 15000, 2000]


def test_sending_that_is_under_way_is_not_begun_again(run: Callable[[str], Any]) -> None:
    sent = run("""async () => {
        outbox.add(typed(1));
        answers.push(ACCEPTED);
        await Promise.all([outbox.send(), outbox.send(), outbox.retry()]);
        return posted;
    }""")
    assert sent == ["1 key-1"]


def test_somebody_signed_out_is_waited_for(run: Callable[[str], Any]) -> None:
    item = run("""async () => {
        outbox.add(typed(1));
        answers.push({ signedOut: true });
        await outbox.send();
        return [states(), outbox.items()[0].problem, answered];
    }""")
    assert item == [["1 waiting"], "signed-out", []]


def test_a_refused_set_stays_with_its_reasons_and_the_next_one_goes(run: Callable[[str], Any]) -> None:
    items = run("""async () => {
        outbox.add(typed(1));
        outbox.add(typed(2));
        answers.push(REFUSED, ACCEPTED);
        await outbox.send();
        return [states(), outbox.items()[0].why, outbox.items()[0].body, answered];
    }""")
    assert items == [["1 refused", "2 done"], ["Somebody was first."], "key=key-1", ["1", "2"]]


def test_what_stood_in_the_way_and_goes_by_itself_is_tried_again_and_nothing_else(
    run: Callable[[str], Any],
) -> None:
    items = run("""async () => {
        outbox.add(typed(1));
        outbox.add(typed(2));
        answers.push(REFUSED, { ...REFUSED, again: true }, ACCEPTED);
        await outbox.send();
        const before = states();
        await outbox.sendAgain();
        return [before, states(), posted];
    }""")
    assert items == [
        ["1 refused", "2 refused"],
        ["1 refused", "2 done"],
        ["1 key-1", "2 key-2", "2 key-2"],
    ]


def test_a_set_takes_the_place_of_an_earlier_one_of_its_page(run: Callable[[str], Any]) -> None:
    items = run("""() => {
        outbox.add(typed(1));
        outbox.add({ ...typed(1), key: "anew" });
        return outbox.items().map((item) => item.key);
    }""")
    assert items == ["anew"]


def test_an_answer_for_a_set_that_was_replaced_is_not_taken(run: Callable[[str], Any]) -> None:
    items = run("""async () => {
        outbox.add(typed(1));
        let answer;
        window.post = () => new Promise((resolve) => { answer = resolve; });
        const sending = outbox.send();
        outbox.add({ ...typed(1), key: "anew" });
        window.post = async () => null;
        answer(ACCEPTED);
        await sending;
        return [outbox.items().map((item) => `${item.key} ${item.state}`), answered];
    }""")
    assert items == [["anew waiting"], []]


def test_the_last_six_that_are_done_are_kept(run: Callable[[str], Any]) -> None:
    items = run("""async () => {
        for (let table = 1; table <= 8; table += 1) {
            outbox.add(typed(table));
            answers.push(ACCEPTED);
        }
        await outbox.send();
        return states();
    }""")
    assert items == [f"{table} done" for table in range(3, 9)]


def test_what_another_account_typed_is_seen_and_not_sent(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    first.evaluate("() => outbox.add(typed(1))")
    second.evaluate(SET_UP, "8")
    states_and_posts = second.evaluate("async () => { await outbox.send(); return [states(), posted]; }")
    assert states_and_posts == [["1 waiting"], []]


def test_two_tabs_send_a_set_under_one_key_and_it_is_done_once(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    held = """() => {
        window.post = (item) => new Promise((resolve) => {
            posted.push(item.key);
            window.reply = resolve;
        });
    }"""
    for tab in tabs:
        tab.evaluate(held)
    first.evaluate("() => { outbox.add(typed(1)); window.sending = outbox.send(); }")
    second.evaluate("() => { window.sending = outbox.send(); }")
    finish = (
        "async (answer) => { reply(window[answer]); await sending; return [states(), posted, answered]; }"
    )
    assert first.evaluate(finish, "ACCEPTED") == [["1 done"], ["key-1"], ["1"]]
    assert second.evaluate(finish, "ACCEPTED") == [["1 done"], ["key-1"], []]


def test_a_tab_that_heard_nothing_does_not_undo_what_the_other_heard(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    second.evaluate("() => { window.post = () => new Promise((resolve) => { window.reply = resolve; }); }")
    first.evaluate("() => { outbox.add(typed(1)); answers.push(ACCEPTED); }")
    second.evaluate("() => { window.sending = outbox.send(); }")
    first.evaluate("() => outbox.send()")
    assert second.evaluate("async () => { reply(null); await sending; return states(); }") == ["1 done"]


def test_a_full_storage_takes_no_set(run: Callable[[str], Any]) -> None:
    assert run("() => { fill(); return [outbox.add(typed(1)), states()]; }") == [False, []]


def test_a_forbidden_storage_takes_no_set(run: Callable[[str], Any]) -> None:
    taken = run("""async () => {
        const { Outbox } = await import("/static/js/desk/outbox.js");
        const outbox = new Outbox({ storage: null, tournament: "autumn", user: "7", post });
        return [outbox.add(typed(1)), outbox.items()];
    }""")
    assert taken == [False, []]


def test_what_cannot_be_noted_as_done_is_gone(run: Callable[[str], Any]) -> None:
    states_and_answers = run("""async () => {
        outbox.add(typed(1));
        fill();
        answers.push(ACCEPTED);
        await outbox.send();
        return [states(), answered];
    }""")
    assert states_and_answers == [[], ["1"]]


def test_the_reasons_of_a_refusal_take_the_room_of_the_draft(run: Callable[[str], Any]) -> None:
    item = run("""async () => {
        outbox.add(typed(1));
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, value) {
            if (value.includes("fields")) throw new DOMException("full", "QuotaExceededError");
            set.call(this, name, value);
        };
        answers.push(REFUSED);
        await outbox.send();
        const { state, why, draft, body } = outbox.items()[0];
        return [state, why, draft, body];
    }""")
    assert item == ["refused", ["Somebody was first."], None, "key=key-1"]


def test_an_unsent_set_stays_when_the_storage_is_full(run: Callable[[str], Any]) -> None:
    states = run("() => { outbox.add(typed(1)); fill(); return outbox.send().then(states); }")
    assert states == ["1 waiting"]


@pytest.mark.parametrize(
    "text", ["{", "null", "7", '"text"', "[]", '{"state": "lost", "path": "/", "why": []}']
)
def test_what_cannot_be_read_is_passed_over(run: Callable[[str], Any], text: str) -> None:
    run(f"() => localStorage.setItem('charleston-pile:autumn:000000000000001key', {text!r})")
    states_posts_and_unsent = run("""async () => {
        outbox.add(typed(1));
        answers.push(ACCEPTED);
        await outbox.send();
        return [states(), posted, outbox.unsent()];
    }""")
    assert states_posts_and_unsent == [["1 done"], ["1 key-1"], 0]

"""Takes the pictures of README.md and docs/ from the running program, with the demonstration club.

A fresh database in a temporary folder, a server on loopback, and a Chromium on this machine (CHARLESTON_CHROMIUM
names one). Pictures change only when pages do: the demonstration is the same every time, and its clock is stopped.
"""

from __future__ import annotations

import base64
import importlib
import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "pictures"
DESK: Any = {"width": 1280, "height": 760}  # narrower, the readings of a set do not stand under their columns
PHONE: Any = {"width": 390, "height": 870}
LAPTOP: Any = {"width": 1040, "height": 700}
HALL: Any = {"width": 1280, "height": 720}
MARGIN = 24  # below the last part that a picture shows
MOST_BYTES = 1_700_000
# Fixes times and addresses on the pages, so that a picture changes only if its page does.
SAME_TIME = r"""() => {
    document.querySelectorAll('[data-clock]').forEach(line => line.removeAttribute('data-clock'));
    document.querySelectorAll('[data-clock-time]').forEach(time => { time.textContent = '12:48'; });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        text.data = text.data.replace(/\b\d+:\d\d(:\d\d)? [AP]M/g, (_all, seconds) => `11:42${seconds ? ':07' : ''} AM`)
            .replace(/127\.0\.0\.1:\d+/, '192.168.1.20:8000')
            .replace(/(Charleston [\d.]+)\.dev0/, '$1');
    }
}"""

# Where a part ends, unfolded, with some space below it where what follows leaves any; and the size of the page.
END_OF = """(part, margin) => {
    for (let fold = part.closest('details'); fold; fold = fold.parentElement.closest('details')) { fold.open = true; }
    const end = part.getBoundingClientRect().bottom;
    const next = part.nextElementSibling?.getBoundingClientRect();
    const space = next?.height ? Math.min(margin, Math.max(next.top - end, 0)) : margin;
    const {clientWidth, scrollHeight} = document.documentElement;
    return [end + space + scrollY, clientWidth, scrollHeight];
}"""


# The sheet that README.md shows: desk, room and hall screen, and the phone beside them.
SHEET = """<!doctype html>
<style>
  body { display: flex; align-items: start; gap: 24px; width: 1152px; margin: 0; padding: 24px; background: #d3cab7 }
  body > div { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; width: 849px }
  body > div > :first-child { grid-column: 1 / -1 }
  img { display: block; width: 100%; border-radius: 10px }
  body > img { width: 279px }
</style>
<div><img src="{07-held}"><img src="{06-room}"><img src="{09-hall}"></div><img src="{10-phone}">
"""


def main() -> int:
    sys.path.insert(0, str(ROOT))
    chromium, name = importlib.import_module("tools.test").find_chromium()
    if not chromium:
        print(f"No pictures: {name}", file=sys.stderr)
        return 1
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="charleston-pictures-") as folder, served(folder) as address:
        take(address, chromium, Path(folder))
    total = sum(picture.stat().st_size for picture in OUT.glob("*.png"))
    print(f"{len(list(OUT.glob('*.png')))} pictures, {total / 1000:.0f} kB together")
    return 0 if total < MOST_BYTES else 1


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Serves the demonstration club from its own database and yields the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "CHARLESTON_VAR": folder, "DATABASE_URL": "", "PORT": str(port)}
    environment["CHARLESTON_TIME_ZONE"] = "America/New_York"
    environment["ADDRESS"] = "192.168.1.20"
    environment["CHARLESTON_HALL_ADDRESS"] = "http://192.168.1.20:8000"  # as the hall sees it
    server = subprocess.Popen([sys.executable, "-m", "start.serve"], cwd=ROOT, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/healthz")
        yield address
    finally:
        server.terminate()
        server.wait(20)


def wait_for(address: str) -> None:
    for _attempt in range(100):
        try:
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"{address} does not answer")


def take(address: str, chromium: str, folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(base_url=address, viewport=DESK, reduced_motion="reduce")
        page = context.new_page()
        tournaments = sign_in(page, folder)
        running, coming = tournaments["Autumn Classic"], tournaments["Winter Charity Day"]
        for name, (path, last) in {
            "01-today": (f"{coming}manage/", "body"),
            "02-players": (f"{coming}players/", "tbody tr:nth-child(6)"),
            "03-check-in": (f"{coming}check-in/", ".door-row:nth-child(5)"),
            "04-seating": (f"{coming}seating/", ".next"),
            "05-round": (f"{running}rounds/4/", ".seating-tables > :nth-child(3)"),
            "06-room": (f"{running}desk/3/", ".room"),
            "07-held": (f"{running}desk/3/6/", ".answers"),
            "08-finish": (f"{tournaments['Spring Open']}finish/", ".picture"),
            "11-print": (f"{running}print/score-cards/", "#preview"),
        }.items():
            shot(page, path, name, last)
        page.set_viewport_size(HALL)
        shot(page, f"{running}screen/", "09-hall")
        phone = browser.new_context(base_url=address, viewport=PHONE, reduced_motion="reduce").new_page()
        phone.goto(f"{running}?me=3")
        phone.wait_for_selector(".you")  # remembered: from here on the standings themselves show the player
        shot(phone, running, "10-phone", "tbody tr:nth-child(4)")
        laptop = browser.new_context(base_url=address, viewport=LAPTOP, reduced_motion="reduce").new_page()
        shot(laptop, "/start/", "00-welcome", ".welcome-card")
        laptop.goto("/this-program/")
        laptop.get_by_role("button", name="Open to the hall").click()
        shot(laptop, "/this-program/", "12-this-program", "section")
        together(page)
        browser.close()


def sign_in(page: Any, folder: Path) -> dict[str, str]:
    """Signs in as the demonstration's director; returns tournament name -> address."""
    account = json.loads((folder / "demonstration_sign_ins.json").read_text())[0]
    page.goto("/sign-in/")
    page.get_by_label("User name").fill(account["username"])
    page.get_by_label("Password", exact=True).fill(account["password"])
    page.get_by_role("button", name="Sign in").click()
    links = page.locator(".tournament-list a")
    links.first.wait_for()
    return {
        link.inner_text(): str(link.get_attribute("href")).removesuffix("manage/") for link in links.all()
    }


def shot(page: Any, path: str, name: str, last: str = "body") -> None:
    """The page from its top to the end of the first element that matches `last`, so that nothing is cut in half."""
    page.goto(path)
    page.locator("[hx-trigger=load]").wait_for(state="detached")  # what the page asks for by itself came
    page.evaluate(SAME_TIME)
    page.evaluate("document.fonts.ready")
    page.wait_for_function("[...document.images].every(image => image.complete)")
    bottom, width, height = page.locator(last).first.evaluate(END_OF, MARGIN)
    clip = {"x": 0, "y": 0, "width": width, "height": min(bottom, height)}
    keep(page.screenshot(full_page=True, clip=clip, animations="disabled", caret="hide"), name)


def together(page: Any) -> None:
    """Desk, room, phone and hall screen on one sheet, for the top of README.md."""
    sheet = SHEET
    for picture in OUT.glob("[01]*.png"):
        data = base64.b64encode(picture.read_bytes()).decode()
        sheet = sheet.replace(f"{{{picture.stem}}}", f"data:image/png;base64,{data}")
    page.set_viewport_size({"width": 1200, "height": 100})
    page.goto("about:blank")
    page.set_content(sheet)
    keep(page.screenshot(full_page=True), "charleston")


def keep(picture: bytes, name: str) -> None:
    """Pages have few colors: 256 of them are half the bytes, and nobody sees the difference."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(OUT / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())

"""Takes the pictures of docs/director-guide.md and README.md from the running program, with the demonstration club.

A fresh database in a temporary folder, a server on loopback, and a Chromium on this machine (CHARLESTON_CHROMIUM
names one). Pictures change only when pages do: the demonstration is the same every time, and its clock is stopped.
"""

from __future__ import annotations

import base64
import importlib
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

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "pictures"
DESK: Any = {"width": 1180, "height": 760}
TALL_DESK: Any = {"width": 1180, "height": 880}
PHONE: Any = {"width": 390, "height": 870}
HALL: Any = {"width": 1280, "height": 720}
MOST_BYTES = 1_500_000
# What the pages show of the time of day and of this server is fixed, so that a picture differs only where a page does.
SAME_TIME = r"""() => {
    document.querySelectorAll('[data-clock]').forEach(line => line.removeAttribute('data-clock'));
    document.querySelectorAll('[data-clock-time]').forEach(time => { time.textContent = '12:48'; });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        text.data = text.data.replace(/\b\d+:\d\d(:\d\d)? [AP]M/g, (_all, seconds) => `11:42${seconds ? ':07' : ''} AM`)
            .replace(/127\.0\.0\.1:\d+/, '192.168.1.20:8000');
    }
}"""


# What lies where on the sheet that README.md shows: left, top, width.
SHEET = {
    "07-held": (24, 24, 760),
    "10-phone": (808, 24, 368),
    "06-room": (24, 602, 374),
    "09-hall": (422, 602, 362),
}
EMPTY_SHEET = """() => {
    document.body.replaceChildren();
    Object.assign(document.body.style, {margin: 0, height: '870px', background: '#d3cab7'});
}"""
LAY = """([source, left, top, width]) => {
    const picture = new Image();
    const style = {position: 'absolute', left: `${left}px`, top: `${top}px`, width: `${width}px`};
    picture.src = source;
    Object.assign(picture.style, {...style, borderRadius: '10px'});
    document.body.append(picture);
    return picture.decode();
}"""


def main() -> int:
    sys.path.insert(0, str(ROOT))
    chromium, name = importlib.import_module("tests.run").find_chromium()
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
    """Serves the demonstration club from a database of its own and gives the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "CHARLESTON_VAR": folder, "CHARLESTON_DEBUG": "1", "DATABASE_URL": ""}
    environment["CHARLESTON_TIME_ZONE"] = "America/New_York"
    for command in (["migrate", "-v0"], ["demo"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)  # noqa: S603
    uvicorn = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    server = subprocess.Popen(uvicorn, cwd=ROOT, env=environment)  # noqa: S603
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
        for name, path in {
            "01-today": f"{coming}manage/",
            "02-players": f"{coming}players/",
            "03-check-in": f"{coming}check-in/",
            "05-round": f"{running}rounds/4/",
        }.items():
            shot(page, path, name)
        page.set_viewport_size(TALL_DESK)
        for name, path in {
            "04-seating": f"{coming}seating/",
            "06-room": f"{running}desk/3/",
            "07-held": f"{running}desk/3/6/",
            "08-finish": f"{tournaments['Spring Open']}finish/",
        }.items():
            shot(page, path, name)
        page.set_viewport_size(HALL)
        shot(page, f"{running}screen/", "09-hall")
        phone = browser.new_context(base_url=address, viewport=PHONE, reduced_motion="reduce").new_page()
        shot(phone, f"{running}?me=3", "10-phone")
        together(page, address)
        browser.close()


def sign_in(page: Any, folder: Path) -> dict[str, str]:
    """Signs the demonstration's director in, ends the tour, and gives the addresses of the tournaments by name."""
    account = json.loads((folder / "demonstration_sign_ins.json").read_text())[0]
    page.goto("/sign-in/")
    page.get_by_label("User name").fill(account["username"])
    page.get_by_label("Password", exact=True).fill(account["password"])
    page.get_by_role("button", name="Sign in").click()
    links = page.locator(".tournament-list a")
    links.first.wait_for()
    found = {
        link.inner_text(): str(link.get_attribute("href")).removesuffix("manage/") for link in links.all()
    }
    page.goto(found["Autumn Classic"] + "manage/")
    page.get_by_role("button", name="End the tour").click()
    return found


def shot(page: Any, path: str, name: str) -> None:
    page.goto(path)
    page.evaluate(SAME_TIME)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=OUT / f"{name}.png", animations="disabled", caret="hide")


def together(page: Any, address: str) -> None:
    """Desk, room, phone and hall screen on one sheet, for the top of README.md."""
    page.set_viewport_size({"width": 1200, "height": 870})
    page.goto(f"{address}/healthz")
    page.evaluate(EMPTY_SHEET)
    for name, (left, top, width) in SHEET.items():
        data = base64.b64encode((OUT / f"{name}.png").read_bytes()).decode()
        page.evaluate(LAY, [f"data:image/png;base64,{data}", left, top, width])
    page.screenshot(path=OUT / "charleston.png")


if __name__ == "__main__":
    sys.exit(main())

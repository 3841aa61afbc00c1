"""Makes the sounds of the bells: `python tools/make_bells.py` writes static/sounds/*.wav.

A struck bell is a sum of partials that die away, the higher the sooner; the ratios are those of a small bronze bell
tuned in the usual way (hum, prime, tierce, quint, nominal). The warning is two strikes of a high bell, the final bell
three of a low one. Nothing is recorded.
"""

from __future__ import annotations

import math
import struct
import wave
from pathlib import Path

RATE = 22_050
FOLDER = Path(__file__).resolve().parent.parent / "static" / "sounds"
# (times the pitch, how loud, seconds until it has died away to a third)
PARTIALS = (
    (0.5, 0.5, 1.1),
    (1.0, 1.0, 0.8),
    (1.2, 0.6, 0.55),
    (1.5, 0.4, 0.4),
    (2.0, 0.7, 0.35),
    (3.0, 0.25, 0.15),
)
BELLS = {
    "warning": {"pitch": 1046.5, "strikes": (0.0, 0.55), "seconds": 2.0},
    "final": {"pitch": 659.3, "strikes": (0.0, 0.7, 1.4), "seconds": 3.4},
}
FADE_SECONDS = 0.15


def strike(pitch: float, since: float) -> float:
    """A bell of this pitch, that many seconds after it was struck."""
    if since < 0:
        return 0.0
    attack = min(1.0, since / 0.004)
    return attack * sum(
        loud * math.exp(-since / lasts) * math.sin(2 * math.pi * pitch * ratio * since)
        for ratio, loud, lasts in PARTIALS
    )


def samples(pitch: float, strikes: tuple[float, ...], seconds: float) -> list[float]:
    wave_form = [
        sum(strike(pitch, number / RATE - at) for at in strikes)
        * min(1.0, (seconds - number / RATE) / FADE_SECONDS)
        for number in range(round(seconds * RATE))
    ]
    loudest = max(map(abs, wave_form))
    return [0.9 * value / loudest for value in wave_form]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, bell in BELLS.items():
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(
                b"".join(struct.pack("<h", round(value * 32_767)) for value in samples(**bell))  # type: ignore[arg-type]
            )


if __name__ == "__main__":
    main()

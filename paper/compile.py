"""A process of its own that makes one PDF. Its arguments: how many dots an inch a picture has, 0 for a PDF; the time of
printing in seconds; folders of fonts. On standard input: the job as JSON. On standard output: the file.

Typesetting a large pack takes both processors for seconds and memory by its pages. So it is this process that waits,
is too slow or ends, and never the one that serves. It imports little, because for a small pack that takes longest.
"""

import os
import sys

import typst

from machine.limits import bound, give_way

MOST_MEMORY = 512_000_000
MOST_SECONDS = 120  # of the processors, both together
CANNOT_SHOW, FAULTY = 3, 4  # exit status
TEMPLATES = f"{os.path.dirname(__file__)}/typst"


def main() -> int:
    bound(memory=MOST_MEMORY, seconds=MOST_SECONDS)
    give_way(10)  # the score desk comes first
    ppi, timestamp, *fonts = sys.argv[1:]
    compiler = typst.Compiler(
        f"{TEMPLATES}/main.typ",
        root=TEMPLATES,
        font_paths=typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=fonts),
        sys_inputs={"job": sys.stdin.buffer.read().decode()},
    )
    try:
        if int(ppi):
            result = compiler.compile(format="png", ppi=int(ppi))
        else:
            result = compiler.compile(format="pdf", pdf_standards=["ua-1"], timestamp=int(timestamp))
    except typst.TypstError as error:
        before, is_not_shown, _after = str(error).partition('"` could not be displayed')
        sys.stderr.write(before.rpartition('text `"')[2] if is_not_shown else str(error))
        return CANNOT_SHOW if is_not_shown else FAULTY
    file = result[0] if isinstance(result, list) else result
    if not isinstance(file, bytes):
        return FAULTY
    sys.stdout.buffer.write(file)
    sys.stdout.flush()
    os._exit(0)  # freeing the memory of a large pack takes longer than leaving it


if __name__ == "__main__":
    sys.exit(main())

"""A process of its own that makes one PDF. On standard input: a line that says how, and the job, both as JSON. On
standard output: the file.

Typesetting a large pack takes both processors for seconds and memory by its pages. So it is this process that waits,
is too slow or ends, and never the one that serves.
"""

import json
import os
import re
import resource
import sys
from pathlib import Path

import typst

MOST_MEMORY = 512_000_000
MOST_SECONDS = 120  # of the processors, both together
CANNOT_SHOW, FAULTY = 3, 4  # exit status
TEMPLATES = Path(__file__).parent / "typst"
_NOT_SHOWN = re.compile(r"text `\"(.*?)\"` could not be displayed")


def main() -> int:
    # Of data: address space would count what is reserved and never used, and the fonts and libraries.
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(10)  # the score desk comes first
    request = json.loads(sys.stdin.buffer.readline())
    compiler = typst.Compiler(
        TEMPLATES / "main.typ",
        root=TEMPLATES,
        font_paths=request["fonts"],
        ignore_system_fonts=True,
        sys_inputs={"job": sys.stdin.buffer.read().decode()},
    )
    try:
        if request["ppi"]:
            result = compiler.compile(format="png", ppi=request["ppi"])
        else:
            result = compiler.compile(format="pdf", pdf_standards=["ua-1"], timestamp=request["timestamp"])
    except typst.TypstError as error:
        missing_glyph = _NOT_SHOWN.search(str(error))
        sys.stderr.write(missing_glyph[1] if missing_glyph else str(error))
        return CANNOT_SHOW if missing_glyph else FAULTY
    file = result[0] if isinstance(result, list) else result
    if not isinstance(file, bytes):
        return FAULTY
    sys.stdout.buffer.write(file)
    sys.stdout.flush()
    os._exit(0)  # freeing the memory of a large pack takes longer than leaving it


if __name__ == "__main__":
    sys.exit(main())

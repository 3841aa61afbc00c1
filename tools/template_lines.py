"""Says which lines of the templates named are longer than a diff shows well; ends with status 1 where there are any.

djade, which formats the tags, leaves lines as long as they are. A formatter of the HTML between them would have to
know where whitespace is seen, and which words are a message that is looked up.
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 160


def main() -> int:
    long = [
        f"{name}:{number}: {len(line)} columns, at most {LONGEST}"
        for name in sys.argv[1:]
        for number, line in enumerate(Path(name).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    print("\n".join(long))
    return 1 if long else 0


if __name__ == "__main__":
    sys.exit(main())

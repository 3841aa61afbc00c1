"""Says which lines of the templates named are longer than a diff shows well, and which tags are broken over two lines:
Django prints those as they stand. Ends with status 1 where there are any.

djade, which formats the tags, leaves lines as long as they are. A formatter of the HTML between them would have to
know where whitespace is seen, and which words are a message that is looked up.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 160
BROKEN = re.compile(r"\{\{(?!.*\}\})|\{%(?!.*%\})")


def main() -> int:
    faults = []
    for name in sys.argv[1:]:
        for number, line in enumerate(Path(name).read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                faults.append(f"{name}:{number}: {len(line)} columns, at most {LONGEST}")
            if BROKEN.search(line):
                faults.append(f"{name}:{number}: a tag that ends on another line is printed as it stands")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

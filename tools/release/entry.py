"""Charleston as it is installed. The program lies in the folder beside this file, laid out as in its source."""

import sys
from pathlib import Path


def main() -> int:
    sys.path.insert(0, str(Path(__file__).with_name("program")))
    from start.command import main as command

    return command(sys.argv[1:], installed=True)


if __name__ == "__main__":
    sys.exit(main())

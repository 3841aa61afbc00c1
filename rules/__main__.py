import sys

from rules.cli import start

if __name__ == "__main__":
    sys.exit(start())

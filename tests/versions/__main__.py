"""`python -m tests.versions` leaves what later versions are tried on, of the version that pyproject.toml names."""

import tempfile
import tomllib
from pathlib import Path

from tests.versions import HERE, ROOT, written

version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
with tempfile.TemporaryDirectory() as folder:
    written(Path(folder, "data"), HERE / f"{version}.sql")
print(*(path.relative_to(ROOT) for path in sorted(HERE.glob(f"{version}.*"))), sep="\n")

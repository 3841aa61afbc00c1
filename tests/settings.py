"""Settings of the test suite: the product's own, on a database of this run alone.

SQLite in a temporary folder, or the PostgreSQL server that TEST_DATABASE_URL names. Every process (each parallel
worker too) has a folder of its own, so that two runs never meet; the folder goes when the process ends. SQLite is a
file, never memory: threads and a live server have to meet in one database, with the locks it has in a hall.
"""

import atexit
import os
import secrets
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="charleston-test-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

for name in (
    "ALLOWED_HOSTS",
    "ARCHIVES",
    "CSRF_ORIGINS",
    "DEBUG",
    "DOCUMENTS",
    "FORWARDED_FOR",
    "HALL_ADDRESS",
    "HTTPS",
    "JOURNAL_KEY",
):
    os.environ.pop(f"CHARLESTON_{name}", None)
os.environ["CHARLESTON_VAR"] = str(FOLDER)
# Whatever imports the web process would begin its thread, which goes on through all later tests and their databases.
os.environ["CHARLESTON_FALLBACK"] = "0"
os.environ["CHARLESTON_SECRET_KEY"] = secrets.token_urlsafe(50)
os.environ["CHARLESTON_TIME_ZONE"] = "America/New_York"
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
# Parallel workers inherit the first process's number; pytest-django adds the worker's own.
RUN = os.environ.setdefault("CHARLESTON_TEST_RUN", str(os.getpid()))

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "config.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_charleston_{RUN}"}

STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = False  # each test client would look for all of them; the browser's server sets it
WHITENOISE_MAX_AGE = 3600
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False

"""One file for every installation; what differs comes from the environment.

CHARLESTON_VAR            folder of the database, its copies and the secret key (default: var/ beside manage.py)
CHARLESTON_ARCHIVES       a folder where archives of tournaments are put as well, without contact data: a USB stick, say
CHARLESTON_DOCUMENTS      such a folder that somebody may make, with a button; `charleston` itself sets it
DATABASE_URL              postgresql://... ; without it SQLite in CHARLESTON_VAR
CHARLESTON_SECRET_KEY     without it one is generated once and stored in CHARLESTON_VAR
CHARLESTON_JOURNAL_KEY    key of the journal's chains; older ones may follow after commas. Without it it is
                          CHARLESTON_SECRET_KEY, or else one is generated once and stored in CHARLESTON_VAR
CHARLESTON_ALLOWED_HOSTS  comma separated; default: this machine only
CHARLESTON_CSRF_ORIGINS   comma separated origins, with scheme
CHARLESTON_HTTPS          1 behind a proxy that speaks HTTPS: secure cookies, redirect, HSTS
CHARLESTON_FORWARDED_FOR  1 where that proxy writes the caller's address at the end of X-Forwarded-For
CHARLESTON_HALL_ADDRESS   what phones in the hall call this machine, as in http://192.168.1.20:8000; default: found
CHARLESTON_TIME_ZONE      the hall's time zone; default: this machine's
CHARLESTON_COMMAND        what a command of this installation begins with; `charleston` itself and the image set it
CHARLESTON_DEBUG          1 shows tracebacks in the browser; for development only
"""

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONCE, NONE, SELF

from machine.clock import time_zone
from machine.files import put_in_place

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("CHARLESTON_VAR") or ROOT / "var")


def switch(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def kept_in(file: Path) -> str:
    """The secret in a file of CHARLESTON_VAR, which is made where it is not there."""
    if not file.exists():
        VAR.mkdir(parents=True, exist_ok=True)
        # Written whole under another name first: two processes that start together must read the same key.
        fresh = VAR / f"{file.name}.{secrets.token_hex(8)}"
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
        ) as new:
            new.write(secrets.token_urlsafe(64))
        put_in_place(fresh, file)
    return file.read_text(encoding="ascii")


def secret_key() -> str:
    return os.environ.get("CHARLESTON_SECRET_KEY") or kept_in(VAR / "secret_key")


def journal_keys() -> list[str]:
    keys = words("CHARLESTON_JOURNAL_KEY") or words("CHARLESTON_SECRET_KEY")
    return keys or kept_in(VAR / "journal_key").split()


def database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "config.sqlite",
            "NAME": VAR / "charleston.sqlite3",
            "OPTIONS": {
                # A transaction that reads and then writes must take the write lock at once:
                # upgrading it later fails at once with "database is locked", whatever the timeout.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL flushes the write-ahead log at each commit: a power cut loses nothing that was answered.
                # What is deleted or replaced is overwritten: a name that was erased is in no byte of the file.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
            },
        }
    parsed: dict[str, Any] = dict(dj_database_url.parse(url))
    if parsed["ENGINE"] == "django.db.backends.postgresql":
        # A server that is away is noticed within three seconds, also where its network is gone and nothing refuses.
        noticing = {
            "connect_timeout": 2,
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 2,
            "tcp_user_timeout": 3000,  # milliseconds
        }
        pool = {"min_size": 1, "max_size": 8, "timeout": 0.7}
        parsed["OPTIONS"] = {**noticing, **parsed.get("OPTIONS", {}), "pool": pool}
        parsed["CONN_MAX_AGE"] = 0
        parsed["ENGINE"] = "config.postgresql"
    return parsed


DEBUG = switch("CHARLESTON_DEBUG")
ARCHIVE_FOLDER = os.environ.get("CHARLESTON_ARCHIVES", "")
OFFERED_FOLDER = os.environ.get("CHARLESTON_DOCUMENTS", "")
COMMAND = os.environ.get("CHARLESTON_COMMAND", ".venv/bin/python manage.py")
SECRET_KEY = secret_key()
JOURNAL_KEYS = journal_keys()
ALLOWED_HOSTS = words("CHARLESTON_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CHARLESTON_CSRF_ORIGINS")
HALL_ADDRESS = os.environ.get("CHARLESTON_HALL_ADDRESS", "").rstrip("/")
# start.serve puts what serves here: it holds its own socket, so whoever comes from this machine itself sits at it.
PROGRAM: Any = None
# Further fonts for paper, for letters that those of the program do not have.
FONTS = VAR / "fonts"

# The lowest first.
OWN_APPS = ("ui", "record", "club", "tournament", "scoring", "phones", "seasons", "evenings", "paper", "demo")
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "django_tables2",
    "axes",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    *OWN_APPS,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.no_null_bytes",
    "config.middleware.private_pages",
    "config.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.hall_time_zone",
    "config.middleware.refusals",
    "config.middleware.database_trouble",
    "config.body_limit.refuse_too_large",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
# The module that answers what a tournament asks about cards, and pages of other applications that it links to.
ABOVE_TOURNAMENT = "scoring.above"
ABOVE_SCORING = "paper.done"
# The topics of the live streams: key, version, version of the standings, slug.
LIVE_VERSIONS = (
    "SELECT id, version, standings_version, withheld_from IS NULL, slug FROM tournament_tournament "
    "UNION ALL SELECT -id, version, card, TRUE, 'phones:' || id FROM phones_phonetable "
    "UNION ALL SELECT id + 1099511627776, journal_length, 0, TRUE, 'club:' || slug FROM club_club"
)
PAGES = {
    "public": "standings",
    "work": "manage",
    "evening": "evening",
    "room": "room-round",
    "print": "print-centre",
}
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "club.access.roles",
                "club.front_page.who_may.context",
            ],
        },
    },
]
FORM_RENDERER = "ui.widgets.WidgetRenderer"
DJANGO_TABLES2_TEMPLATE = "ui/table.html"

DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "config.passwords.BoundedArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# What closes signing in, and for whom, is in club/accounts/guessing.py.
AXES_HANDLER = "club.accounts.guessing.Handler"
AXES_FAILURE_LIMIT = 1
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "config.middleware.client_address"
FORWARDED_FOR = switch("CHARLESTON_FORWARDED_FOR")
PASSWORD_RESET_TIMEOUT = 60 * 60
AXES_COOLOFF_TIME = 0.25
# Failed sign-ins before a successful one are forgotten, since they were mistypings.
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "config.trouble.locked"
AXES_VERBOSE = False

OTP_TOTP_ISSUER = "Charleston"  # what the person's phone calls us

CSRF_FAILURE_VIEW = "config.trouble.csrf_failure"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
HTTPS = switch("CHARLESTON_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

LANGUAGE_CODE = "en"
# Each language by its own name, so that a reader finds it on a page in any language.
LANGUAGES = [("en", "English"), ("es", "Español")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [ROOT / "locale"]
USE_TZ = True
TIME_ZONE = os.environ.get("CHARLESTON_TIME_ZONE") or time_zone()

STATIC_URL = "static/"
# What is released has them made; a checkout makes them when it starts.
STATIC_MADE = ROOT / "static_made"
STATIC_ROOT = STATIC_MADE if STATIC_MADE.is_dir() else VAR / "static"
STATICFILES_DIRS = [ROOT / "static", ("guide", ROOT / "docs/pictures")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "config.static_files.HashedFiles"
        )
    },
}
WHITENOISE_USE_FINDERS = DEBUG

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.LogLine"}},
    "filters": {"refusals": {"()": "config.logs.refusals_in_a_line"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # A wrong host name is answered with 400; scanners and old bookmarks would flood the log.
    # Who failed to sign in would be a person's name in the log.
    "loggers": {"django.security.DisallowedHost": {"level": "CRITICAL"}, "axes": {"level": "CRITICAL"}},
}

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

import atexit
import gc
import logging
import os
import sys
import warnings

import django
from django.template import engines
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# Read now, while there are files to open: what could not be loaded at the first request would be missing for good.
engines.all()
get_resolver().url_patterns  # noqa: B018

# What follows needs the applications that the line above has loaded.
from live.gate import in_turn  # noqa: E402
from live.hub import hub  # noqa: E402
from live.parts import PartStreams  # noqa: E402
from live.published import Published  # noqa: E402
from live.room import most_at_work  # noqa: E402
from machine.limits import TURN  # noqa: E402
from paper.packs import keep_looking  # noqa: E402

from .body_limit import with_body_limit  # noqa: E402
from .logs import worth_logging  # noqa: E402
from .pages import Pages  # noqa: E402
from .sessions import known_sessions  # noqa: E402
from .sqlite.base import DatabaseWrapper  # noqa: E402
from .sqlite.spare import Spares  # noqa: E402

logging.getLogger("uvicorn.error").addFilter(worth_logging)
# WhiteNoise hands files over in the synchronous way, which is right for files on a disk.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

DatabaseWrapper.makes_files = False
DatabaseWrapper.spares = Spares()
atexit.register(DatabaseWrapper.spares.close)
keep_looking()

# A thread that asked SQLite something waits so long to go on while the streams of a hall are written: at Python's own
# 5 ms, the twenty questions of an acceptance wait a tenth of a second.
sys.setswitchinterval(TURN)

published = Published(with_body_limit(in_turn(Pages(), most_at_work())), hub, known_sessions)
application = PartStreams(published, published)

# The program itself is no garbage: looking through it too took a tenth of a second, once in a hundred acceptances. What
# a request makes mostly goes without being looked for; at Python's own 700 new objects that took a quarter of the time.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)

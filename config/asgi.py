"""The web process: pages and live streams from one ASGI application."""

import logging
import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

# What follows needs the applications that the line above has loaded.
from tournament.live.hub import hub  # noqa: E402
from tournament.live.parts import PartStreams  # noqa: E402
from tournament.live.published import Published  # noqa: E402

from .body_limit import with_body_limit  # noqa: E402
from .server_log import worth_logging  # noqa: E402
from .sqlite.base import DatabaseWrapper  # noqa: E402

logging.getLogger("uvicorn.error").addFilter(worth_logging)
# WhiteNoise hands files over in the synchronous way, which is right for files on a disk.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

DatabaseWrapper.makes_files = False

published = Published(with_body_limit(pages), hub)
application = PartStreams(published, published)

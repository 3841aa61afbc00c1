"""The names of static files outside development: each with a hash of its content, inside the files too."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Our modules import each other by hashed names; browsers keep a file for years under its name.

    Django's own `support_js_module_import_aggregation` would stumble over imports by name in the packages' scripts.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (
                    r'(?m)(?P<matched>^import (?P<names>[^"]*)"(?P<url>\.[^"]+)";)',
                    'import %(names)s"%(url)s";',
                ),
            ),
        ),
    )

"""Storage of static files outside development: names have a hash of the content, also in imports between scripts."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Also rewrites the imports of our scripts to hashed names, because browsers cache a file under its name for years.

    Django's own `support_js_module_import_aggregation` fails on the bare imports in the packages' scripts.
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

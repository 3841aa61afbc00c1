from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from ui.guide import guide

from .health import healthz, readyz

handler400 = "config.trouble.bad_request"
handler403 = "config.trouble.permission_denied"
handler404 = "config.trouble.page_not_found"
handler500 = "config.trouble.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("guide/", guide, name="guide"),
    # Without a token: it changes nothing but the words, and a public page needs no cookie to be read.
    path("language/", require_POST(csrf_exempt(set_language)), name="language"),
    path("", include("club.urls")),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
    path("", include("phones.urls")),
    path("", include("seasons.urls")),
    path("", include("evenings.urls")),
    path("", include("paper.urls")),
    path("", include("demo.urls")),
]

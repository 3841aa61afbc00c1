from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext

from rules.words import Translator, speak


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Who plays, when and where they sit"

    def ready(self) -> None:
        """The rules speak the language of the page."""
        speak(Translator(gettext, ngettext, get_language))

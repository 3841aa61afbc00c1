from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = "Who works for a club, and whom it knows"

    def ready(self) -> None:
        from club.accounts import own_sign_ins

        own_sign_ins.connect()

from collections.abc import Iterable, Mapping

from club.models import Club, Person, User
from club.names import folded
from club.rights.forgetting import forget_in_journals, forget_words
from club.rights.naming import Renaming, pattern
from record.journal.erasing import EntryWords
from record.kept import kept_models
from record.models import Chained, JournalEntry
from record.verbs import Verb

# Entries of a club's journal whose subject is the account itself, by its user name or, for a day, by the name.
ABOUT_ACCOUNTS = frozenset(
    {
        Verb.MEMBER_ADDED,
        Verb.MEMBER_REMOVED,
        Verb.ROLE_CHANGED,
        Verb.PASSWORD_RENEWED,
        Verb.PASSWORD_SET,
        Verb.OWN_PASSWORD_CHANGED,
        Verb.SECOND_STEP_ON,
        Verb.SECOND_STEP_OFF,
        Verb.SIGNED_OUT_EVERYWHERE,
    }
)
INVITED = (Verb.INVITED, Verb.INVITATION_TAKEN_BACK)


class AccountNaming(Renaming):
    """What comes in the place of an account's names in one club.

    What was done by the account, or to it, always loses them; other texts lose the whole name unless somebody else of
    the club is called the same, a player perhaps, whom such a text may mean.
    """

    def __init__(
        self,
        user: User,
        instead: str,
        club: Club,
        *,
        called: Iterable[str],
        username: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        """`called`: the names it has or had; `username` where that goes too; `notes`: of its invitations."""
        self.user, self.instead, self.username, self.notes = user, instead, username, set(notes)
        self.numbers: dict[int, int] = {}
        self.names = {name for name in called if name and name != instead}
        others = {*Person.objects.filter(club=club, erased_at=None).values_list("name", flat=True)}
        others |= {*club.memberships.exclude(user=user).values_list("user__name", flat=True)}
        taken = {folded(name) for name in others}
        # A single word ("director") may be any word of a text.
        free = [name for name in self.names if len(name.split()) > 1 and folded(name) not in taken]
        self.pattern = pattern(sorted(free))

    def in_text(self, text: str, number: int | None = None, *, own: bool = False) -> str:
        return self.pattern.sub(self.instead, text)

    def is_about(self, entry: JournalEntry) -> bool:
        if entry.tournament_id is not None:
            return False
        if entry.verb in INVITED:
            return entry.subject in self.notes
        if entry.verb not in ABOUT_ACCOUNTS:
            return False
        by_itself = entry.actor_id == self.user.pk and entry.subject in self.names
        return by_itself or bool(self.username and entry.subject == self.username)

    def left_of(self, entry: JournalEntry) -> EntryWords:
        old, new, subject = self.in_value(entry.old), self.in_value(entry.new), self.in_text(entry.subject)
        if self.is_about(entry):
            subject = self.instead
            old, new = (
                {**value, "name": self.instead} if isinstance(value, Mapping) and "name" in value else value
                for value in (old, new)
            )
        actor_name = self.instead if entry.actor_id == self.user.pk else entry.actor_name
        return EntryWords(subject, old, new, self.in_text(entry.reason), actor_name)


def forget_account(naming: AccountNaming, club: Club, *, within: Iterable[Chained] | None = None) -> None:
    """Puts the other name into the journals and texts of a club, or of some of its tournaments, which an archive has
    just brought back. Inside a transaction that holds the club's lock.
    """
    for model in kept_models():
        forget_words(model, club, naming)
    forget_in_journals(naming, club, within)

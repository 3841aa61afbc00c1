from record.triggers import Rule, in_the_same

ENTERED_IN_THE_ROUND = (
    "EXISTS (SELECT 1 FROM tournament_entry e JOIN tournament_round r ON r.tournament_id = e.tournament_id"
    " WHERE e.id = NEW.entry_id AND r.id = NEW.round_id)"
)
RULES = (
    Rule(
        "seat_is_in_the_round_of_its_table",
        "tournament_seat",
        ("round_id", "table_id"),
        in_the_same("tournament_table", "table_id", "round_id"),
    ),
    Rule("seat_is_of_an_entry_here", "tournament_seat", ("round_id", "entry_id"), ENTERED_IN_THE_ROUND),
    Rule(
        "sitting_out_is_of_an_entry_here",
        "tournament_sittingout",
        ("round_id", "entry_id"),
        ENTERED_IN_THE_ROUND,
    ),
    Rule(
        "published_round_has_a_profile",
        "tournament_round",
        ("published_at", "tournament_id"),
        "NEW.published_at IS NULL OR EXISTS (SELECT 1 FROM tournament_tournament t"
        " WHERE t.id = NEW.tournament_id AND t.frozen_profile IS NOT NULL)",
    ),
    Rule(
        "profile_stays_once_published",
        "tournament_tournament",
        ("frozen_profile",),
        "NEW.frozen_profile IS NOT NULL OR NOT EXISTS (SELECT 1 FROM tournament_round r"
        " WHERE r.tournament_id = NEW.id AND r.published_at IS NOT NULL)",
    ),
)

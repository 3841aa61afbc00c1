"""Triggers that keep a table, its set, its cards and their lines consistent."""

from record.triggers import Rule, in_the_same
from tournament.triggers import ENTERED_IN_THE_ROUND

RULES = (
    Rule(
        "set_is_in_the_round_of_its_table",
        "scoring_cardset",
        ("round_id", "table_id"),
        in_the_same("tournament_table", "table_id", "round_id"),
    ),
    Rule(
        "card_is_in_the_round_of_its_set",
        "scoring_card",
        ("round_id", "card_set_id"),
        in_the_same("scoring_cardset", "card_set_id", "round_id"),
    ),
    Rule("card_is_of_an_entry_here", "scoring_card", ("round_id", "entry_id"), ENTERED_IN_THE_ROUND),
    Rule(
        "line_is_in_the_round_of_its_set",
        "scoring_pointline",
        ("round_id", "card_set_id"),
        in_the_same("scoring_cardset", "card_set_id", "round_id"),
    ),
    Rule(
        "accepted_set_is_of_no_table_written_off",
        "scoring_cardset",
        ("state", "table_id"),
        "NEW.state <> 'accepted' OR NOT EXISTS (SELECT 1 FROM scoring_writtenoff w "
        "WHERE w.table_id = NEW.table_id AND w.ended_at IS NULL)",
    ),
    Rule(
        "table_written_off_has_no_accepted_set",
        "scoring_writtenoff",
        ("table_id", "ended_at"),
        "NEW.ended_at IS NOT NULL OR "
        "NOT EXISTS (SELECT 1 FROM scoring_cardset s WHERE s.table_id = NEW.table_id AND s.state = 'accepted')",
    ),
    Rule(
        "adjustment_is_of_an_entry_here",
        "scoring_adjustment",
        ("round_id", "entry_id"),
        f"NEW.round_id IS NULL OR {ENTERED_IN_THE_ROUND}",
    ),
    Rule("line_is_of_an_entry_here", "scoring_pointline", ("round_id", "entry_id"), ENTERED_IN_THE_ROUND),
)

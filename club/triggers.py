from record.triggers import Rule

RULES = (
    Rule(
        "alias_stands_for_a_kept_person_of_its_club",
        "club_person",
        ("alias_of_id", "club_id"),
        "NEW.alias_of_id IS NULL OR (EXISTS (SELECT 1 FROM club_person p WHERE p.id = NEW.alias_of_id"
        " AND p.id <> NEW.id AND p.club_id = NEW.club_id AND p.alias_of_id IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM club_person a WHERE a.alias_of_id = NEW.id))",
    ),
)

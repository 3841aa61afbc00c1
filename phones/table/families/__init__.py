"""What is said of a game to those who played it, where a family's fields alone do not: a module for each form.

`sentence(facts, names, chair)`: the game in sentences from the chair of one letter, with everybody's names by letter.
Where a form has them, `WINNING`: the fields that are only asked when somebody won; and `not_asked(profile)`: by which
answers to others a field is not asked.
"""

"""What is said of a game to those who played it, where a family's fields alone do not: a module for each form.

`sentence(facts, names, chair)`: the game in sentences from the chair of one letter, with everybody's names by letter.
`marked(facts)`: the marks beside the numbers of a game, where the cards of this family carry points. `WINNING`: the
fields that are only asked when somebody won. `not_asked(profile)`, where a form has it: by which answers to
others a field is not asked.
"""

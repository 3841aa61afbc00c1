from ui.navigation import Noun, Page

# In no tournament's navigation: it is the club's. Help opens the guide at its place.
PAGES = (Page("season", "seasons", None, (), Noun.MORE, 95, of_club=True, guide="a-season"),)

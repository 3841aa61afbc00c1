from rules.english import ENGLISH, sentence
from rules.english.language import Language
from rules.reading import reading_of
from rules.systems.points import PointsGame, PointsProfile


def describe(game: PointsGame, profile: PointsProfile, language: Language = ENGLISH) -> str:
    return sentence(reading_of(game, profile), language)

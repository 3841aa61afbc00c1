"""Spanish as written in the United States: the twelve-hour clock, and American separators in numbers.

A time ends in AM or PM, never in a period, because it may come at the end of a sentence.
"""

DATE_FORMAT = r"j \d\e F \d\e Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = r"j \d\e F \d\e Y, g:i A"
MONTH_DAY_FORMAT = "j b"
WEEKDAY_FORMAT = "D j M"
YEAR_MONTH_FORMAT = r"F \d\e Y"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y g:i A"
FIRST_DAY_OF_WEEK = 0
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3

"""American English. A time never ends in a period, because it may come at the end of a sentence."""

TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "N j, Y, g:i A"
MONTH_DAY_FORMAT = "N j"
WEEKDAY_FORMAT = "D, N j"
SHORT_DATETIME_FORMAT = "m/d/Y g:i A"

"""How long a deleted tournament can be restored."""

import datetime

KEPT = datetime.timedelta(days=30)

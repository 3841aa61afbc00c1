"""How long a deleted tournament can be restored."""

import datetime

KEPT_FOR = datetime.timedelta(days=30)

"""The health check of a container, which asks the server on this machine: `python -m start.health`."""

import os
import sys
from http.client import HTTPConnection, HTTPException


def main() -> int:
    # The server answers only to its own names, so the request has to carry one of them.
    hosts = os.environ.get("CHARLESTON_ALLOWED_HOSTS", "").split(",")
    host = hosts[0].strip().lstrip(".*") or "127.0.0.1"
    connection = HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=4)
    try:
        connection.request("GET", "/readyz", headers={"Host": host})
        answer = connection.getresponse()
        print(answer.status, answer.read(500).decode(errors="replace"))
    except (OSError, HTTPException) as error:
        print(f"no answer: {error}")
        return 1
    finally:
        connection.close()
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())

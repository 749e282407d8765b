#!/usr/bin/env python3
"""A second server for the whole contract, which shares no code with the first. It needs only Python 3.11.

`main.py` starts a lawful server, `--style NAME` one that is lawful in another way, and `--fault NAME` one with a defect.
Both options may be repeated, and `--list` prints their names. The first line of output is JSON with the base URL, two tokens
and a secret.
"""

import argparse
import json
import os
import sys
import threading
from pathlib import Path

sys.setrecursionlimit(100_000)
sys.dont_write_bytecode = True
threading.stack_size(64 * 1024 * 1024)
sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS  # noqa: E402
from styles import STYLES  # noqa: E402
from switches import fault, style, switch_on  # noqa: E402


def main() -> None:
    """Parses the options and serves until the process ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fault", action="append", default=[])
    parser.add_argument("--style", action="append", default=[])
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "0")))
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, row in {**FAULTS, **STYLES}.items():
            print(name, *row, sep="\t")
        return
    switch_on(options.fault + options.style)

    from clock import clock
    from http_server import Handler, Server
    from store import SCOPES, Account, store

    store.limited = style("limits-on")
    first, other = Account("first"), Account("other")
    secret = first.rotate()
    other.rotate()
    if fault("secret-of-other-account-signs"):
        first.secrets = other.secrets
    server = Server(("127.0.0.1", options.port), Handler)
    threading.Thread(target=clock.run_forever, daemon=True).start()
    told = {
        "baseUrl": f"http://127.0.0.1:{server.server_port}",
        "token": store.mint(first, list(SCOPES.values())).text,
        "otherToken": store.mint(other, list(SCOPES.values())).text,
        "callbackSecret": secret,
    }
    print(json.dumps(told), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

"""Serve the pet shop until Ctrl-C: `python -m tests.servers.petstore [PORT [TOKEN]]`."""

from __future__ import annotations

import sys
import threading

from . import serving

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
with serving(sys.argv[2] if len(sys.argv) > 2 else None, port) as address:
    print(address, flush=True)
    threading.Event().wait()

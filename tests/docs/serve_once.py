"""Start a command that serves, fetch the address that it tells, stop it as Ctrl-C does, and end as it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request

_ADDRESS = re.compile(r"http://[^\s]+")

with subprocess.Popen(
    ["bash", "-c", f"exec {sys.argv[1]}"],
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    text=True,
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - one thread
) as child:
    assert child.stdout is not None
    addresses: list[str] = []
    for line in child.stdout:
        print(line, end="", flush=True)
        addresses += _ADDRESS.findall(line)
        if "Ctrl-C" in line:
            break
    fetched = addresses[-1] if addresses else sys.exit("no address was told")
    with urllib.request.urlopen(fetched, timeout=20) as answer:
        print(f"{fetched}: {answer.status}")
    child.send_signal(signal.SIGINT)
    print(child.communicate(timeout=20)[0] or "", end="")
sys.exit(child.returncode)

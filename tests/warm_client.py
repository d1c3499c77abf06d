"""Ask a warm process for one command; run as a script it is the command `evalwright`, for shells.

It loads next to nothing, since it is started for every command. Verbs that go on until they are told to stop are
started as they are: whoever sends them a signal means their own process.
"""

import array
import json
import os
import signal
import socket
import sys

LASTING = ("host", "serve", "shop", "view")


def ask(address: str, request: list[object], descriptors: list[int], timeout: float | None = None) -> int:
    """The exit code of a command (arguments, folder, environment) that has these as its three streams."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        connection.connect(address)
        body = json.dumps(request).encode("utf-8", "surrogateescape")
        streams = array.array("i", descriptors)
        connection.sendmsg([len(body).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
        connection.sendall(body)
        return int(connection.recv(16))


def command(address: str, arguments: list[str]) -> None:
    """Do as `evalwright` does with these arguments."""
    if not os.path.exists(address) or {*arguments[:1]} & {*LASTING}:  # noqa: PTH110
        python = os.path.join(os.path.dirname(sys.argv[0]), "python")  # noqa: PTH118, PTH120
        os.execv(python, [python, "-c", "from evalwright.cli import main; main()", *arguments])
    code = ask(address, [arguments, os.getcwd(), dict(os.environ)], [0, 1, 2])  # noqa: PTH109
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)

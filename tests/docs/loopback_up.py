"""In a network of our own: bring its loopback up, then become the command that is named."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys

_SET_FLAGS, _UP = 0x8914, 0x1

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
    fcntl.ioctl(probe, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP))
os.execvp(sys.argv[1], sys.argv[1:])

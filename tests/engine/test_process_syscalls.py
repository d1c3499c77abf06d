"""The numbers of system calls, against the kernel's own tables: a wrong one would let a call through in silence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalwright.engine import process_syscalls

NAMES = {
    "clone": ["clone"],
    "own": ["kill", "tgkill"],
    "starting": ["fork", "vfork", "execve", "execveat"],
    "reaching": [
        *("socket", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "tkill"),
        *("rt_tgsigqueueinfo", "rt_sigqueueinfo"),
    ],
    "changing": [
        *(
            "unshare",
            "setns",
            "mount",
            "umount2",
            "pivot_root",
            "chroot",
            "open_by_handle_at",
            "bpf",
            "perf_event_open",
        ),
        *(
            "userfaultfd",
            "add_key",
            "request_key",
            "keyctl",
            "init_module",
            "finit_module",
            "kexec_load",
            "syslog",
            "acct",
        ),
    ],
}
EVERYWHERE = [
    *(
        "pidfd_send_signal",
        "io_uring_setup",
        "io_uring_enter",
        "io_uring_register",
        "open_tree",
        "move_mount",
        "fsopen",
    ),
    *("fsconfig", "fsmount", "fspick", "pidfd_open", "pidfd_getfd", "process_madvise", "mount_setattr"),
]
TABLES = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),  # aarch64 uses the generic table
}


@pytest.mark.parametrize("machine", TABLES)
def test_every_number_is_the_kernels(machine: str) -> None:
    table = TABLES[machine]
    if not table.exists():
        pytest.skip("the kernel's headers are not installed (apt-get install linux-libc-dev)")
    numbers = {name: int(value) for name, value in re.findall(r"#define __NR_(\w+)\s+(\d+)", table.read_text())}
    ours = process_syscalls._MACHINES[machine]._asdict()
    for field, names in NAMES.items():
        held = ours[field] if isinstance(ours[field], tuple) else (ours[field],)
        assert list(held) == [numbers[name] for name in names if name in numbers], field
    assert list(process_syscalls._NOT_HERE) == [numbers[name] for name in EVERYWHERE]
    assert numbers["clone3"] == process_syscalls._CLONE3

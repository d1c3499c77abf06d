"""Putting a report on disk.

The same report gives the same bytes, and a reader sees the old file or the new one, never half. Its last field, `crc`,
is the checksum of all others: a number that was damaged on disk is noticed before it is believed.
"""

from __future__ import annotations

from pathlib import Path

from evalwright.data import document_checksum, dumps_pretty, write_atomic

from .report_document import Report


def write_report(report: Report, path: Path) -> None:
    """Write the report as JSON for people, its fields in their fixed order."""
    content = dumps_pretty({**report, "crc": document_checksum(report)})
    with write_atomic(path) as out:
        out.write(content)

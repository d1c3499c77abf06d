"""Reports on disk."""

from __future__ import annotations

import json
from pathlib import Path

from evalwright.report import summarise, write_report
from evalwright.scoring import Metric


def test_a_report_is_written_as_readable_json_with_its_fields_in_order(tmp_path: Path) -> None:
    reviews = [{"id": "0", "score": {"AverageAccuracy": 1}}]
    report = summarise(reviews, model="千问", dataset="general_mcq", metrics=[Metric("AverageAccuracy", "rate")])
    path = tmp_path / "reports" / "general_mcq.json"
    write_report(report, path)
    content = path.read_bytes()
    assert content.startswith('{\n  "model": "千问",\n  "dataset"'.encode())
    assert content.endswith(b"}\n")
    read = json.loads(content)
    assert len(read.pop("crc")) == 8 and read == report
    write_report(report, path)
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["general_mcq.json"]

"""What must be said with a table of scores: how much it rests on, and what was left out.

Reports flow in, lines of English or Chinese flow out. A score that hides its failed requests or its four
conversations is a wrong score, so these lines belong under every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright.report.statistics import FEW
from evalwright.report.table import name_text, score_text

_EN = {
    "conversation": "{name}: items: {num}, conversations: {units}",
    "record": "{name}: records: {num}, each counted as independent",
    "unscored": "{name}: no score, for no metric applies (no reference answer and no judge)",
    "errors": "{name}: failed requests left out: {errors}; counted as wrong, the scores would be {scores}",
    "errors_only": "{name}: failed requests left out: {errors}",
    "invalid": "{name}: records that could not be used and were not asked: {invalid}",
    "few": "{name}, {subset}: too few {unit} for a reliable interval ({units}; {few} or more are needed)",
    "units": {"conversation": "conversations", "record": "records"},
}
_ZH = {
    "conversation": "{name}：{num} 个样本，来自 {units} 个对话",
    "record": "{name}：{num} 条记录，各自视为独立",
    "unscored": "{name}：没有得分，因为没有适用的指标（既无参考答案，也无裁判模型）",
    "errors": "{name}：{errors} 个失败的请求未计入；若按错误计，得分为 {scores}",
    "errors_only": "{name}：{errors} 个失败的请求未计入",
    "invalid": "{name}：{invalid} 条记录无法使用，未发送",
    "few": "{name}，{subset}：{unit}太少，区间不可靠（{units} 个，至少需要 {few} 个）",
    "units": {"conversation": "对话", "record": "记录"},
}
_TEXTS: dict[str, dict[str, Any]] = {"en": _EN, "zh": _ZH}


def render_notes(reports: Sequence[Mapping[str, Any]], lang: str = "en") -> str:
    """The lines that belong below the table of these reports."""
    texts = _TEXTS.get(lang, _EN)
    return "\n".join(line for report in reports for line in _notes(report, texts))


def _notes(report: Mapping[str, Any], texts: Mapping[str, Any]) -> Iterator[str]:
    name = f"{name_text(report.get('model'))} / {name_text(report.get('dataset'))}"
    unit = report.get("statistics", {}).get("cluster", "conversation")
    facts = {"name": name, "num": report.get("num", 0), "units": report.get("conversations", 0)}
    yield texts["record" if unit == "record" else "conversation"].format(**facts)
    if not any(row.get("num") for row in report.get("metrics", ())) and report.get("num"):
        yield texts["unscored"].format(name=name)
    if report.get("errors"):
        scores = _if_wrong(report)
        key = "errors" if scores else "errors_only"
        yield texts[key].format(name=name, errors=report["errors"], scores=scores)
    if report.get("invalid"):
        yield texts["invalid"].format(name=name, invalid=report["invalid"])
    for subset, units in _few(report).items():
        unit_name = texts["units"].get(unit, texts["units"]["conversation"])
        yield texts["few"].format(name=name, subset=subset, units=units, unit=unit_name, few=FEW)


def _if_wrong(report: Mapping[str, Any]) -> str:
    """Each metric once: its pooled row, which is the last one of the metric."""
    last = {row.get("metric"): row for row in report.get("metrics", ())}
    return ", ".join(
        f"{name_text(metric)} {score_text(row.get('score_if_errors_wrong'))}" for metric, row in last.items()
    )


def _few(report: Mapping[str, Any]) -> dict[str, int]:
    """Subsets whose intervals rest on too few, with the most that any of their metrics has."""
    found: dict[str, int] = {}
    for row in report.get("metrics", ()):
        if row.get("too_few"):
            subset = name_text(row.get("subset"))
            found[subset] = max(found.get(subset, 0), row.get("conversations", 0))
    return found

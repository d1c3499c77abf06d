"""The words of a comparison, in English and Chinese; `compare_words` puts the numbers in."""

from __future__ import annotations

from typing import Any

_EN: dict[str, Any] = {
    "better": "{b} is better than {a} by {difference} {unit} [{low}, {high}] on {metric} (p {p}, {base}); "
    "this data could have shown {least} {unit} or more.",
    "worse": "{b} is worse than {a} by {difference} {unit} [{low}, {high}] on {metric} (p {p}, {base}); "
    "this data could have shown {least} {unit} or more.",
    "no_difference": "no difference shown: {b} against {a} is {difference} {unit} [{low}, {high}] on {metric} "
    "(p {p}, {base}); this data could have shown {least} {unit} or more.",
    "nothing": "no difference shown: {b} and {a} have no item with {metric} in common.",
    "unit": "points",
    "unit_count": "items",
    "conversation": "{conversations} conversations, {num} items",
    "record": "{num} records",
    "counts": "fixed {fixed}, broken {broken}, both right {both_right}, both wrong {both_wrong} (right: {right})",
    "left_out": "left out for want of an answer: {num} items ({errors_a} of the first model, {errors_b} of the second)",
    "unscored": "without a score on one side, so neither fixed nor broken: {num} items",
    "few": "too few {unit} to rely on the interval ({num}; {few} or more are needed)",
    "units": {"conversation": "conversations", "record": "records"},
    "setting": "the two differ in more than the model: {name}: {a} against {b}",
    "settings": {
        "data": "data files (ids and expected answers are the same; what was asked may not be)",
        "options": "options",
        "generation": "generation settings",
        "limit": "limit",
        "repeats": "repeats",
        "judge": "judge",
        "subsets": "subsets (those that both have are compared)",
    },
    "regression": "regression: {b} is worse by {worse} points, more than the {limit} allowed",
    "not_shown": "{b} is {worse} points lower, more than the {limit} allowed, but this data does not show that it is "
    "more than chance",
    "metric": "Metric",
    "tool": "Tool",
    "position": "Call",
    "num": "Num",
    "difference_headers": ("Points", "95% CI"),
    "least": "Could show",
    "fixed": "Fixed",
    "broken": "Broken",
    "by_metric": "By metric",
    "by_tool": "By tool ({metric})",
    "by_position": "By position of the call ({metric})",
    "by_verdict": "By verdict, first model to second",
    "fixed_title": "Fixed: {num}",
    "broken_title": "Broken: {num}",
    "more": "... and {num} more",
}
_ZH: dict[str, Any] = {
    "better": "{b} 比 {a} 好 {difference} {unit} [{low}, {high}]（{metric}，p {p}，{base}）；"
    "这份数据能显示出 {least} {unit}或更大的差异。",
    "worse": "{b} 比 {a} 差 {difference} {unit} [{low}, {high}]（{metric}，p {p}，{base}）；"
    "这份数据能显示出 {least} {unit}或更大的差异。",
    "no_difference": "未显示出差异：{b} 相对 {a} 为 {difference} {unit} [{low}, {high}]（{metric}，p {p}，{base}）；"
    "这份数据能显示出 {least} {unit}或更大的差异。",
    "nothing": "未显示出差异：{b} 与 {a} 没有共同具有 {metric} 的样本。",
    "unit": "个百分点",
    "unit_count": "个样本",
    "conversation": "{conversations} 个对话，{num} 个样本",
    "record": "{num} 条记录",
    "counts": "修复 {fixed}，退化 {broken}，都对 {both_right}，都错 {both_wrong}（判为正确：{right}）",
    "left_out": "因没有回答而未计入：{num} 个样本（第一个模型 {errors_a} 个，第二个模型 {errors_b} 个）",
    "unscored": "一方没有得分，既不算修复也不算退化：{num} 个样本",
    "few": "{unit}太少，区间不可靠（{num} 个，至少需要 {few} 个）",
    "units": {"conversation": "对话", "record": "记录"},
    "setting": "两者的差别不只在模型：{name}：{a} 与 {b}",
    "settings": {
        "data": "数据文件（编号和期望答案相同，提问内容可能不同）",
        "options": "选项",
        "generation": "生成参数",
        "limit": "数量限制",
        "repeats": "重复次数",
        "judge": "裁判模型",
        "subsets": "子集（只比较双方都有的）",
    },
    "regression": "退化：{b} 低了 {worse} 个百分点，超过允许的 {limit}",
    "not_shown": "{b} 低了 {worse} 个百分点，超过允许的 {limit}，但这份数据不能说明这不是偶然",
    "metric": "指标",
    "tool": "工具",
    "position": "第几次调用",
    "num": "数量",
    "difference_headers": ("百分点", "95% 置信区间"),
    "least": "可显示",
    "fixed": "修复",
    "broken": "退化",
    "by_metric": "按指标",
    "by_tool": "按工具（{metric}）",
    "by_position": "按调用位置（{metric}）",
    "by_verdict": "按结论（第一个模型到第二个模型）",
    "fixed_title": "修复：{num}",
    "broken_title": "退化：{num}",
    "more": "……另有 {num} 个",
}
TEXTS: dict[str, dict[str, Any]] = {"en": _EN, "zh": _ZH}

"""With `--lang zh` a verb says no sentence in English, and leaves the same files as without."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main
from evalwright.synth import Settings, synthesise

from ..workbench.audit_faults import FAULTS

COMMAND = re.compile(r"^\$ .*$", re.MULTILINE)
"""What demo prints before each step is what one types."""
PROGRESS = re.compile(r"^.*\d+/s.*$", re.MULTILINE)
QUOTED = re.compile(r'"[^"\n]*"|“[^”\n]*”|`[^`\n]*`')
NAMES = re.compile(r"[\w.$#@/:*<>|=+~&%\[\]{}()-]*[\d_./:#@$\[\]=-][\w.$#@/:*<>|=+~&%\[\]{}()-]*")
"""Names from data, metrics, options, paths and numbers: all hold a digit or a sign that words do not hold."""
ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,;:'’-]+[A-Za-z]{2,}){2,}")


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def english(text: str, *data: str) -> list[str]:
    """What is left of English sentences once commands, quotations and names are taken out."""
    for pattern in (COMMAND, PROGRESS, QUOTED, NAMES):
        text = pattern.sub("\u3000", text)
    for each in data:
        text = text.replace(each, "\u3000")
    return ENGLISH.findall(text)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Chinese conversations and the questions cut from them."""
    folder = tmp_path_factory.mktemp("made")
    synthesise(Settings(out=folder, n=24, seed=5, langs=("zh",), valid_share=0.5))
    return folder


@pytest.fixture
def chinese(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a verb in Chinese; both streams must be Chinese and hold no English sentence."""

    monkeypatch.delenv("COLUMNS", raising=False)

    def checked(*words: object, code: int = 0, data: tuple[str, ...] = ()) -> str:
        capsys.readouterr()
        assert run(*words, "--lang", "zh") == code
        said = capsys.readouterr()
        assert english(said.out + said.err, *data) == []
        assert re.search(r"[\u4e00-\u9fff]", said.out + said.err)
        return said.out + said.err

    return checked


def test_looking_at_data(made: Path, tmp_path: Path, chinese: Any) -> None:
    valid = made / "valid.jsonl"
    assert "没有错误" in chinese("audit", valid, "--against", made / "train.jsonl", "--env", "shop")
    assert "每个对话的消息数与调用数" in chinese("stats", valid)
    assert "的结果（第" in chinese(
        "show", valid, "--most-calls", "--full", data=("no longer needed", "ordered by mistake")
    )
    assert "保留" in chinese("curate", valid, "-o", tmp_path / "kept.jsonl", "--grounded", "--max-calls", "3")
    assert "互不共享" in chinese("split", made / "train.jsonl", "-o", tmp_path / "split")
    assert "未能保留" in chinese("convert", valid, "-o", tmp_path / "hermes.jsonl", "--to", "hermes")
    assert "个样本" in chinese("expand", valid, "-o", tmp_path / "items.jsonl")
    assert "每个调用都已重新执行" in chinese("verify", made)
    assert "页面" in chinese("show", valid, "--html", tmp_path / "trace.html")
    page = (tmp_path / "trace.html").read_text(encoding="utf-8")
    assert 'lang="zh-Hans"' in page and "轨迹结束" in page and "TOOL CALL" not in page


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_is_told_in_chinese(made: Path, tmp_path: Path, chinese: Any, fault: Any) -> None:
    from ..conftest import ROOT

    lines = (ROOT / "examples" / "retail" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    fault.put(records)
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    options = ["--rule", fault.rule]
    assert fault.rule in chinese("audit", path, *options, code=1 if "error" in severity_of(path, *options) else 0)


def severity_of(path: Path, *options: str) -> set[str]:
    from evalwright.workbench import audit

    return {finding.severity for finding in audit([path], rules=options[1::2]).findings}


def test_asking_grading_and_comparing(made: Path, tmp_path: Path, chinese: Any) -> None:
    items, out = tmp_path / "items.jsonl", tmp_path / "run"
    run("expand", made / "valid.jsonl", "-o", items)
    models = [f"baseline:{which}:{made / 'train.jsonl'}" for which in ("majority", "bigram")]
    said = chinese("eval", items, "-m", models[0], "-m", models[1], "-o", out)
    assert "个样本，来自" in said and "报告：" in said
    assert "工具和参数都正确" in chinese("compare", out)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert 'lang="zh-Hans"' in page and "工具正确，但参数" in page
    assert "right tool, but" not in page and "which stands in" not in page
    samples = next((out / "predictions").rglob("*.jsonl"))
    assert "个样本，来自" in chinese("grade", items, samples, "-o", tmp_path / "reviews.jsonl")
    chinese("report", out)
    chinese("plan", out, "--delta", "0.1")


def test_the_demo(tmp_path: Path, chinese: Any) -> None:
    said = chinese("demo", "-o", tmp_path / "demo")
    assert "每次工具调用一个" in said and "个百分点" in said


def test_errors_and_bad_rows(made: Path, tmp_path: Path, chinese: Any) -> None:
    bad = tmp_path / "bad.jsonl"
    lines = (made / "valid.jsonl").read_text(encoding="utf-8").splitlines()
    bad.write_text("\n".join([lines[0], '{"messages": 3}', '{"a": 1, "a": 2}', lines[1][:-9]]) + "\n", encoding="utf-8")
    said = chinese("expand", bad, "-o", tmp_path / "a.jsonl", "--skip-bad-rows")
    assert "不是列表" in said and "出现两次" in said
    assert "请修正或删除该行" in chinese("expand", bad, "-o", tmp_path / "b.jsonl", code=2)
    assert "没有规则" in chinese("audit", bad, "--rule", "ungrounded-arg", code=2)
    assert "请给出 --index" in chinese("show", made / "valid.jsonl", "--index", "999", code=2)


def test_the_language_may_come_from_the_environment(
    made: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALWRIGHT_LANG", "zh")
    assert run("audit", made / "valid.jsonl") == 0
    assert "没有错误" in capsys.readouterr().out
    assert run("audit", made / "valid.jsonl", "--lang", "en") == 0
    assert "without an error" in capsys.readouterr().out


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(_undated(path.read_bytes())).hexdigest() for path in files}


def _undated(content: bytes) -> bytes:
    """A run says when it was made; two that are made one after the other need not be of one second."""
    return re.sub(rb'"(created|crc)": "[^"]*"', b"", content)


def test_the_language_changes_no_file_but_the_page(made: Path, tmp_path: Path) -> None:
    items, found, settings = tmp_path / "items.jsonl", {}, {}
    run("expand", made / "valid.jsonl", "-o", items)
    for lang in ("en", "zh"):
        out = tmp_path / "run"
        run("eval", items, "-m", f"baseline:bigram:{made / 'train.jsonl'}", "-o", out, "--lang", lang)
        run(
            "curate", made / "valid.jsonl", "-o", out / "k", "--rejected", out / "r", "--max-calls", "3", "--lang", lang
        )
        run("split", made / "train.jsonl", "-o", out / "split", "--lang", lang)
        out.rename(tmp_path / lang)
        found[lang] = digests(tmp_path / lang)
        assert found[lang].pop("report.html") and found[lang].pop("config.json") and found[lang].pop(".seal")
        config = json.loads((tmp_path / lang / "config.json").read_text(encoding="utf-8"))
        settings[lang] = {name: value for name, value in config.items() if name not in ("created", "parts")}
    assert found["en"] == found["zh"] and settings["en"] == settings["zh"]


def test_json_stays_english(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text((made / "valid.jsonl").read_text(encoding="utf-8") + "{}\n", encoding="utf-8")
    documents = []
    for lang in ("en", "zh"):
        run("audit", path, "--json", "--lang", lang)
        documents.append(json.loads(capsys.readouterr().out))
    assert documents[0] == documents[1]
    assert documents[0]["findings"][0]["text"] == "the record has no messages"


def test_the_checker_finds_english() -> None:
    assert english("修复：left out for want of an answer") == ["left out for want of an answer"]
    assert english("next_call_exact 0.5（a/b.jsonl）：工具 get_order_details") == []

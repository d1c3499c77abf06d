"""TaskConfig: EvalScope's fields by name, so that a script changes its imports and nothing else.

A field that means something here is used; one that does not is refused with the reason, unless it asks for what is
done anyway; a misspelt one is refused with the nearest right name, also inside dataset_args, generation_config and
judge_model_args. What comes out is an `EvalConfig`.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.errors import UsageError
from evalwright.models import read_served
from evalwright.tasks import check_names, mapping, shown_fields
from evalwright.text import Sentence, phrase, said_by

from .config import EvalConfig

NO_MEANING = {
    "model_args": "settings_after_name",
    "model_task": "text_only",
    "chat_template": "own_template",
    "dataset_dir": "where_they_lie",
    "dataset_hub": "where_they_lie",
    "eval_backend": "one_engine",
    "eval_config": "one_engine",
    "analysis_report": "no_model_writes",
    "sandbox_type": "no_code",
    "sandbox_manager_config": "no_code",
    "use_sandbox": "no_code",
    "agent_config": "one_request",
    "enable_progress_tracker": "progress_anyway",
    "collect_perf": "kept_anyway",
    "debug": "logged_anyway",
    "judge": "later_form",
    "evalscope_version": "this_program",
}
"""Fields that are refused, with the reason: the name of a sentence in the section `unused` of the word files."""
_LOCAL_TYPES = ("llm_ckpt", "checkpoint")
_SERVER_TYPES = ("openai_api", "service", "server", "openai")


@dataclass(kw_only=True, slots=True)
class TaskConfig:
    """An evaluation as EvalScope 1.3 describes it."""

    model: Any = None
    model_id: str | None = None
    api_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    eval_type: str | None = None
    datasets: list[str] = field(default_factory=list)
    dataset_args: JsonObject = field(default_factory=dict)
    generation_config: JsonObject = field(default_factory=dict)
    limit: int | float | None = None
    repeats: int = 1
    eval_batch_size: int | None = None
    stream: bool | None = None
    timeout: float | None = None
    seed: int | None = None
    use_cache: str | None = None
    rerun_review: bool = False
    work_dir: str = "outputs"
    no_timestamp: bool = False
    ignore_errors: bool = False
    judge_strategy: str = "auto"
    judge_model_args: JsonObject = field(default_factory=dict)
    judge_worker_num: int | None = None
    dry_run: bool = False
    scorers: list[str] = field(default_factory=list)
    """Not EvalScope's, like those that follow: see `EvalConfig`."""
    criteria: Any = None
    """Testing criteria, or the path of a file of them."""
    unsafe_python: bool = False
    environment: str | None = None
    max_requests: int | None = None
    max_tokens_total: int | None = None
    max_minutes: float | None = None
    replace: bool = False
    keep_data: bool = False
    private: bool = False

    def __init__(self, **given: Any) -> None:
        if given.get("debug") is False:  # as everybody else does
            del given["debug"]
        check_names(given, [item.name for item in dataclasses.fields(type(self))], "TaskConfig", NO_MEANING)
        for item in dataclasses.fields(type(self)):
            default = item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
            value = given.get(item.name, default)
            setattr(self, item.name, default if value is None else value)

    def __repr__(self) -> str:
        return shown_fields(self)

    def resolve(self) -> EvalConfig:
        """The configuration that is carried out."""
        generation = mapping(self.generation_config, "generation_config")
        if self.seed is not None:
            generation.setdefault("seed", self.seed)
        return EvalConfig(
            **self._models(),
            api_url=self.api_url,
            api_key=self.api_key,
            datasets=tuple([self.datasets] if isinstance(self.datasets, str) else self.datasets),
            dataset_args=mapping(self.dataset_args, "dataset_args"),
            generation_config=generation,
            limit=self.limit,
            repeats=self.repeats,
            concurrency=self.eval_batch_size,
            stream=bool(self.stream),
            timeout=self.timeout or EvalConfig.default("timeout"),
            judge_strategy=str(self.judge_strategy),
            judge_model_args=mapping(self.judge_model_args, "judge_model_args"),
            judge_worker_num=self.judge_worker_num,
            rerun_review=self.rerun_review,
            ignore_errors=self.ignore_errors,
            skip_bad_rows=True,
            show_progress=True,
            dry_run=self.dry_run,
            scorers=tuple([self.scorers] if isinstance(self.scorers, str) else self.scorers),
            criteria=read_criteria_file(Path(self.criteria))
            if isinstance(self.criteria, str | Path)
            else self.criteria,
            unsafe_python=self.unsafe_python,
            environment=self.environment,
            max_requests=self.max_requests,
            max_tokens_total=self.max_tokens_total,
            max_minutes=self.max_minutes,
            run=self._run_folder(),
            fresh=not self.use_cache and not self.no_timestamp,
            replace=self.replace,
            keep_data=self.keep_data,
            private=self.private,
        )

    def _models(self) -> JsonObject:
        """Who is asked, and how it is called; nobody where criteria grade what the rows hold."""
        if self.model is None and self.criteria is not None:
            return {"models": ()}
        return {"models": (self._model_spec(),), "model_names": (self.model_id or self._model_label(),)}

    def _model_spec(self) -> str:
        if self.eval_type in _LOCAL_TYPES and self.api_url:
            raise UsageError.named("tasks.local_with_url", name=repr(self.eval_type))
        if self.eval_type is not None and self.eval_type not in (*_LOCAL_TYPES, *_SERVER_TYPES):
            raise UsageError.named("tasks.eval_type", name=repr(self.eval_type))
        if not isinstance(self.model, str) or not self.model:
            raise UsageError.named("tasks.missing_model")
        named = self.model.partition(":")[0] in ("hf", "gguf")
        return f"hf:{self.model}" if self.eval_type in _LOCAL_TYPES and not named else self.model

    def _model_label(self) -> str:
        """How the model is called: the last part of a path or hub id, and never its address."""
        served = read_served(str(self.model), None)
        return (served.name if served else str(self.model)).rstrip("/").rpartition("/")[2]

    def _run_folder(self) -> Path:
        if self.use_cache:
            if not Path(self.use_cache).is_dir():
                raise UsageError.named("tasks.use_cache", path=self.use_cache)
            return Path(self.use_cache)
        if self.rerun_review:
            raise UsageError.named("tasks.rerun_review")
        return Path(self.work_dir) if self.no_timestamp else Path(self.work_dir) / time.strftime("%Y%m%d_%H%M%S")


def read_task_config(given: TaskConfig | Mapping[str, Any] | str | Path) -> TaskConfig:
    """A TaskConfig from itself, a dictionary, or the path of a YAML or JSON file."""
    if isinstance(given, TaskConfig):
        return given
    if isinstance(given, Mapping):
        return TaskConfig(**given)
    return TaskConfig(**read_config_file(Path(given)))


def read_config_file(path: Path) -> JsonObject:
    """The settings in a YAML or JSON file."""
    return mapping(_settings_value(path), str(path))


def read_criteria_file(path: Path) -> Any:
    """The testing criteria in a JSON or YAML file; what they hold is looked at by `read_criteria`."""
    return _settings_value(path)


def _settings_value(path: Path) -> Any:
    from evalwright.chat import JsonError, loads
    from evalwright.data import open_binary
    from evalwright.errors import InputError

    with open_binary(path) as stream:
        raw = stream.read(4 * 1024 * 1024)
    try:
        text = raw.decode("utf-8-sig")
        return loads(text) if path.suffix == ".json" else _yaml(text)
    except (UnicodeDecodeError, JsonError, ValueError) as error:
        raise InputError.named("tasks.unreadable_settings", path=path, problem=_problem(error)) from None


def _problem(error: ValueError) -> str:
    """What is wrong, on one line; a sentence of ours stays one."""
    said = said_by(error)
    return said if isinstance(said, Sentence) else " ".join(said.split())


def _yaml(text: str) -> Any:
    """YAML read safely: no objects, no anchors (which could expand without end), no key twice."""
    import yaml

    class Loader(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise ValueError(phrase("settings_file.anchors"))
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            if len(set(map(str, keys))) < len(keys):
                raise ValueError(phrase("settings_file.twice", line=node.start_mark.line + 1))
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        # The library's own message quotes the lines around, which may hold a key.
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or phrase("settings_file.not_yaml")
        if mark is None:
            raise ValueError(problem) from None
        raise ValueError(phrase("settings_file.near", problem=problem, line=mark.line + 1)) from None

"""A run is a place that grows: what a command adds to it, and what may not be replaced unasked.

What the run holds and what is asked now flow in; out flow the names that data files have in the run, the parts with
their settings, and sentences about what changed. A data file that was edited is said (digests decide which items are
asked again); a setting that would put other scores in the place of earlier ones is refused unless it was asked for.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from evalwright.chat import JsonObject
from evalwright.data import address_of, differ_by_case, dumps_canonical
from evalwright.errors import UsageError
from evalwright.models import Model
from evalwright.rundir import KEPT_DATA, DataConfig, PartConfig, PartName, RunConfig, RunDir
from evalwright.secrecy import shown_settings, shown_text
from evalwright.tasks import Judged, stated, unused_by
from evalwright.text import escaped, listed, localized

from .collect_reviews import part_notes
from .config import EvalConfig
from .sources import Source

if TYPE_CHECKING:
    from .judging import Judge

_Entry = TypeVar("_Entry")
_NOT_DECIDING = frozenset({"local_path", "dataset_id", "subset_list", "name", "judge_strategy"})
"""Options that say where data lies, or stand among the judge's settings as well."""
_FILES_OF_ANSWERS = frozenset({"samples_sha256"})
"""A captured file that was completed is more of the same, not another model."""


def name_in_run(sources: Sequence[Source], before: RunConfig | None, run: Path) -> None:
    """Give every source the name that its file has in the run, or one that nobody has there."""
    unclaimed = list(before.data) if before else []
    taken = {(entry.dataset, entry.subset) for entry in unclaimed}
    for source in sources:
        known = _entry_of(source, unclaimed, run)
        if known is not None:
            source.subset = known.subset
            unclaimed.remove(known)
            continue
        numbers = (f"{source.subset}-{number}" for number in itertools.count(2))
        free = (name for name in itertools.chain([source.subset], numbers) if (source.dataset, name) not in taken)
        source.subset = next(free)
        taken.add((source.dataset, source.subset))


def _entry_of(source: Source, entries: Iterable[DataConfig], run: Path) -> DataConfig | None:
    """The file in the run that this one is: by its place, or by its content; standard input by its name alone."""
    held = [each for each in entries if each.dataset == source.dataset]
    alike = [each for each in held if _same_stem(each.subset, source.subset)]
    if source.passing:
        return next((entry for entry in alike if entry.path is None), None)
    path, relative = place_of(source.path, run)
    for entry in alike:
        if entry.path is None:
            continue
        if path in (entry.path, str(Path(entry.path).absolute())) or (
            relative is not None and entry.relative == relative
        ):
            return entry
    by_content = held if _is_own_copy(relative) else alike  # a copy has a name that the run gave it
    return next((entry for entry in by_content if entry.sha256 == source.sha256), None)


def _is_own_copy(relative: str | None) -> bool:
    """Whether a file is one that the run carries (`--keep-data`)."""
    return relative is not None and Path(relative).parts[:1] == (KEPT_DATA,)


def _same_stem(name: str, stem: str) -> bool:
    rest = name.removeprefix(stem)
    return not rest or (rest != name and rest.startswith("-") and rest[1:].isdecimal())


def place_of(path: Path, run: Path) -> tuple[str, str | None]:
    """Where a file lies: in full, and from the run directory."""
    address = address_of(path)
    if address is not None:
        return address, None
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - symbolic links stay what they are, `..` does not
    real = absolute.parent.resolve() / absolute.name
    return str(absolute), Path(os.path.relpath(real, run.resolve())).as_posix()


def parts_of(
    config: EvalConfig, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
) -> list[PartConfig]:
    """What is asked now, with all its settings."""
    return [_part_config(config, model, source, judge) for model in models for source in sources]


def data_of(source: Source, run: Path, *, kept: bool) -> DataConfig:
    """What config.json says of a data file."""
    path, relative = (None, None) if source.passing else place_of(source.path, run)
    counts = (source.rows, len(source.bad_rows))
    return DataConfig(source.task.name, source.dataset, source.subset, path, relative, source.sha256, *counts, kept)


def _part_config(config: EvalConfig, model: Model, source: Source, judge: Judge | None) -> PartConfig:
    return PartConfig(
        model=model.name,
        dataset=source.dataset,
        subset=source.subset,
        task=source.task.name,
        sha256=source.sha256,
        rows=source.rows,
        bad_rows=len(source.bad_rows),
        due=source.askable,
        limit=config.limit or None,
        repeats=config.copies,
        stream=config.streams,
        generation=shown_settings(config.generation),
        options=config.options_for(source.task.name),
        judge=_judge(judge, config) if judge is not None and isinstance(source.task, Judged) else None,
        notes=part_notes(source, model, judge),
        scorers=[scorer.name for scorer in source.scorers],
        criteria=_stored_criteria(source),
        environment=_environment_shown(config, source),
        group_by=config.group_by,
        invalid=source.invalid,
    )


def _stored_criteria(source: Source) -> list[JsonObject]:
    if not source.criteria:
        return []
    from evalwright.criteria import stored_criterion

    return [stored_criterion(criterion) for criterion in source.criteria]


def _environment_shown(config: EvalConfig, source: Source) -> str | None:
    """Where the answers of a source are executed, where they are."""
    of_items = stated(source.task.name, "of_items", False)
    return shown_text(config.environment) if config.environment is not None and of_items else None


def _judge(judge: Judge, config: EvalConfig) -> JsonObject:
    words = {
        "prompt_template": judge.prompt_template,
        "system_prompt": judge.system_prompt,
        "score_pattern": judge.rules.score_pattern,
        "score_mapping": judge.rules.score_mapping,
    }
    return {
        "strategy": str(config.strategy),
        **judge.model.identity(),
        "score_type": judge.rules.score_type,
        "generation": shown_settings(dict(judge.settings)),
        **{name: value for name, value in words.items() if value is not None},
    }


def merged(earlier: Iterable[_Entry], now: Iterable[_Entry], key: Callable[[_Entry], Any]) -> list[_Entry]:
    """What was there, with what is new added at the end and what is known put in its place."""
    return list(({key(each): each for each in earlier} | {key(each): each for each in now}).values())


def check_growth(
    before: RunConfig,
    models: Sequence[Mapping[str, Any]],
    parts: Sequence[PartConfig],
    directory: RunDir,
    config: EvalConfig,
) -> list[str]:
    """Sentences about what changed; UsageError where earlier scores would be replaced by those of other settings."""
    earlier = {part.name: part for part in before.parts}
    identities = {model["name"]: model for model in models}
    remarks: dict[str, None] = {}
    for part in parts:
        known = earlier.get(part.name)
        if known is None or not _has_answers(directory.predictions(*part.name)):
            continue
        changes = [*_identity_changes(before.identity(part.model), identities[part.model]), *_changes(known, part)]
        if not _has_answers(directory.judgements(*part.name)):
            changes = [change for change in changes if not change.startswith("judge")]  # no verdict rests on them
        if config.rerun_review:
            changes = [
                change for change in changes if not change.startswith(("options", "judge", "environment", "criteria"))
            ]
        if changes and not config.replace:
            raise UsageError.named(
                "run_dir.changed_setting",
                run=directory.path,
                model=escaped(part.model),
                subset=escaped(part.subset),
                settings=listed(changes),
            )
        remarks.update(dict.fromkeys(_more_of_the_same(known, part)))
    remarks.update(dict.fromkeys(_left_behind(before, parts)))
    return list(remarks)


def check_places(directory: RunDir, parts: Sequence[PartConfig]) -> None:
    """UsageError where this disk takes two names for one: it does not tell capital letters from small ones."""
    if not tells_case(directory.path):
        files = {str(directory.predictions(*part.name).relative_to(directory.path)): part for part in parts}
        pair = differ_by_case(files)
        if pair is not None:
            names = [escaped(f"{files[name].model} / {files[name].subset}") for name in pair]
            raise UsageError.named("run_dir.names_alike", one=names[0], other=names[1])


def tells_case(run: Path) -> bool:
    """Whether the disk of a run directory, which holds `.lock`, tells capital letters from small ones."""
    return not (run / ".LOCK").exists()


def _has_answers(journal: Path) -> bool:
    """Whether there is an answer that a score can rest on."""
    try:
        with journal.open("rb") as stream:
            return any(b'"sample"' in line for line in stream)
    except OSError:
        return False


def _identity_changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    names = (before.keys() | now.keys()) - _FILES_OF_ANSWERS - {"name"}
    return [f"model {name}" for name in sorted(names) if not _equal(before.get(name), now.get(name))]


def _changes(before: PartConfig, now: PartConfig) -> list[str]:
    """The settings that differ, by name: values may hold what nobody should read on a terminal."""
    unused = _NOT_DECIDING | set(unused_by(now.task))
    found = _differing("generation", before.generation, now.generation, frozenset())
    found += _differing("options", before.options, now.options, unused)
    found += _differing("judge", before.judge or {}, now.judge or {}, frozenset())
    if set(before.scorers) - set(now.scorers):  # one more takes nothing away
        found.append("scorers")
    if any(each not in now.criteria for each in before.criteria):
        found.append("criteria")
    if before.environment is not None and before.environment != now.environment:  # where none was, nothing is replaced
        found.append("environment")
    if _is_less(before.limit, now.limit):
        found.append("limit")
    if now.repeats < before.repeats:
        found.append("repeats")
    if before.stream is not None and now.stream != before.stream:
        found.append("stream")
    return found


def _differing(where: str, before: Mapping[str, Any], now: Mapping[str, Any], unused: frozenset[str]) -> list[str]:
    names = sorted((before.keys() | now.keys()) - unused)
    return [f"{where}.{escaped(name)}" for name in names if not _equal(before.get(name), now.get(name))]


def _equal(one: Any, other: Any) -> bool:
    return dumps_canonical(one) == dumps_canonical(other)


def _is_less(before: Any, now: Any) -> bool:
    """Whether a limit leaves out items that were asked before."""
    if now is None or before == now:
        return False
    if not isinstance(before, int | float) or (before < 1) != (now < 1):
        return True
    return bool(now < before)


def _more_of_the_same(before: PartConfig, now: PartConfig) -> Iterable[str]:
    if before.limit != now.limit:
        yield localized("run_dir.limit_raised", subset=escaped(now.subset), before=before.limit)
    if before.repeats != now.repeats:
        yield localized("run_dir.repeats_raised", subset=escaped(now.subset), before=before.repeats, now=now.repeats)


def _left_behind(before: RunConfig, parts: Sequence[PartConfig]) -> Iterable[str]:
    """Models whose scores rest on an older state of a data file that is asked from now."""
    asked = {part.name for part in parts}
    now = {(part.dataset, part.subset): part.sha256 for part in parts}
    for (dataset, subset), sha256 in now.items():
        older = [
            part.model
            for part in before.parts
            if (part.dataset, part.subset) == (dataset, subset) and part.sha256 != sha256 and part.name not in asked
        ]
        if older:
            yield localized("run_dir.older_data", subset=escaped(subset), models=escaped(", ".join(older)[:300]))


def changed_data(before: RunConfig, parts: Sequence[PartConfig]) -> frozenset[PartName]:
    """The parts that were asked before, from another state of their data file."""
    earlier = {part.name: part.sha256 for part in before.parts}
    return frozenset(part.name for part in parts if earlier.get(part.name, part.sha256) != part.sha256)


def with_kept(entries: Sequence[DataConfig], before: RunConfig | None) -> list[DataConfig]:
    """What the run has begun to carry it goes on carrying; a copy in the run does not hide where the file came from."""
    known = {(entry.dataset, entry.subset): entry for entry in before.data} if before is not None else {}
    return [_with_kept(entry, known.get((entry.dataset, entry.subset))) for entry in entries]


def _with_kept(entry: DataConfig, before: DataConfig | None) -> DataConfig:
    if before is None:
        return entry
    if _is_own_copy(entry.relative) and entry.sha256 == before.sha256:
        entry = replace(entry, path=before.path, relative=before.relative)
    return replace(entry, kept=entry.kept or before.kept)

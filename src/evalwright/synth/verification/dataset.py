"""Proving a directory of made conversations again: its files, its rows, its results, its end states.

In goes a directory with a manifest, out comes what is wrong with it. Nothing in the directory is believed: rows are
compared with the manifest's digests, audited like anyone's rows, and executed again; the environment is made anew and
must have the hash that the manifest names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from evalwright.data import BadRow, scan_rows, sha256_of
from evalwright.executor import Executor, LocalExecutor, Workers, open_executor
from evalwright.text import escaped, localized, localized_section, notebook_table, phrase
from evalwright.workbench import Audit, Finding, Rule, audit, quoted, visible

from ..checks.checker import bound_rules
from ..checks.context import Bench
from ..checks.digests import row_digest
from ..checks.manifest import FileEntry, Manifest, missing_files, read_manifest
from ..checks.replay_targets import LangWorlds, OneWorld, RowWorlds, Worlds
from ..domain import policy_rules, rules_by_name
from ..environment import Environment, environment_names
from ..rules import Rules
from .rows import RowProof, changes
from .sent_rules import proof_rules_again

TWINS = "negatives.jsonl"
_LEAKS = ("leaked-conversation", "leaked-entity", "leaked-opening", "leaked-near-duplicate", "shared-call")
_MAX_KEPT = 5_000
_ROUNDED = 0.01
"""How far a mean may be off by being written with two decimals."""

Progress = Callable[[int, int], None]
"""Told how many conversations are done, and how many there are."""


class VerifiedDocument(TypedDict):
    """The document of `verify --json`."""

    directory: str
    ok: bool
    rows: int
    replayed: bool
    end_observed: bool
    errors: int
    warnings: int
    rules: dict[str, int]
    findings: Sequence[Mapping[str, Any]]


@dataclass(slots=True)
class Verified:
    """What proving a directory gave."""

    directory: str
    rows: int = 0
    replayed: bool = False
    """Whether the calls were executed again."""
    end_observed: bool = True
    """Whether the states that the rows end in were looked at."""
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """All findings by rule, kept or not."""
    errors: int = 0
    warnings: int = 0
    by_one: bool = False
    """Whether one process did the work, since what the calls are executed in cannot be shared."""

    @property
    def ok(self) -> bool:
        """Whether everything was found as the manifest says."""
        return self.errors == 0

    def __repr__(self) -> str:
        verdict = localized("notebook.ok") if self.ok else localized("notebook.errors", num=self.errors)
        replayed = localized("notebook.replayed" if self.replayed else "notebook.not_replayed")
        words = localized(
            "notebook.verified", folder=self.directory, rows=self.rows, replayed=replayed, verdict=verdict
        )
        return f"Verified({escaped(words)})"

    def _repr_html_(self) -> str:
        rows = sorted(self.counts.items())
        return notebook_table(repr(self), localized_section("notebook")["verified_headers"] if rows else (), rows, "lr")

    def add(self, finding: Finding, count: int = 1) -> None:
        """Count a finding, and keep it while there is room."""
        self.counts[finding.rule] += count
        if finding.severity == "error":
            self.errors += count
        elif finding.severity == "warning":
            self.warnings += count
        if len(self.findings) < _MAX_KEPT:
            self.findings.append(finding)

    def to_dict(self) -> VerifiedDocument:
        """The document of `verify --json`."""
        return {
            "directory": self.directory,
            "ok": self.ok,
            "rows": self.rows,
            "replayed": self.replayed,
            "end_observed": self.replayed and self.end_observed,
            "errors": self.errors,
            "warnings": self.warnings,
            "rules": dict(sorted(self.counts.items())),
            "findings": [finding.to_dict() for finding in self.findings],
        }


def verify(
    directory: str | Path,
    *,
    environment: Environment | Mapping[str, Environment] | None = None,
    rules: Rules | None = None,
    progress: Progress | None = None,
    replay: bool = True,
    workers: Workers = 1,
) -> Verified:
    """Prove a directory again.

    `environment`: what its calls are executed in, by language or one for all, where the manifest's own cannot be made
    from its name and seed. `replay=False`: everything but that.
    `rules`: what the assistant had to keep to, where neither the manifest nor the environment says it. `workers`:
    processes, or `all`, each with an environment of its own; what is executed in an environment that is given, or by
    rules that are, is one process's work.
    """
    manifest = read_manifest(directory)
    missing_files(manifest)
    worlds = _worlds(manifest, environment) if replay else None
    bench = Bench(worlds, rules or _rules_of(manifest, environment))
    shared = environment is None and rules is None
    with open_executor(workers if shared else LocalExecutor()) as executor:
        done = _Proof(ProofRules(manifest, bench, replay=replay), progress, executor).carry_out()
    done.by_one = not shared
    return done


class ProofRules:
    """The rules that rows are proven by; made anew in every worker, from the manifest."""

    def __init__(self, manifest: Manifest, bench: Bench, *, replay: bool) -> None:
        self.manifest, self.bench, self._replay = manifest, bench, replay
        self.proof = RowProof(manifest)

    def __reduce__(self) -> tuple[Callable[[str, bool], ProofRules], tuple[str, bool]]:
        return proof_rules_again, (str(self.manifest.path.parent), self._replay)

    def __call__(self) -> list[Rule]:
        return [self.proof.rule, *bound_rules(self.bench)]


def rules_of_directory(directory: str | Path, *, replay: bool) -> ProofRules:
    """The same from the manifest alone."""
    manifest = read_manifest(directory)
    worlds = _worlds(manifest, None) if replay else None
    return ProofRules(manifest, Bench(worlds, _rules_of(manifest, None)), replay=replay)


class _Proof:
    """One proof on its way."""

    def __init__(self, rules: ProofRules, progress: Progress | None, executor: Executor) -> None:
        self._rules, self._progress, self._executor = rules, progress, executor
        self._manifest = rules.manifest
        self._folder = rules.manifest.path.parent
        self._worlds = rules.bench.worlds
        self._done = Verified(str(self._folder), replayed=self._worlds is not None)

    def carry_out(self) -> Verified:
        """All parts of the proof."""
        self._sums()
        self._beginning()
        rows = [name for name in self._manifest.files if name != TWINS]
        self._audit(rows)
        if TWINS in self._manifest.files:
            self._twins(self._manifest.files[TWINS])
        for name, entry in self._manifest.files.items():
            self._bytes(name, entry)
        self._leaks([name for name in rows if _has_rows(self._folder / name)])
        return self._done

    def _say(self, rule: str, file: str, path: str, text: str) -> None:
        self._done.add(Finding(rule, "error", file, None, None, None, path, text))

    def _sums(self) -> None:
        """The manifest's numbers fit each other."""
        where = str(self._manifest.path)
        for name, entry in self._manifest.files.items():
            if entry.rows != len(entry.digests):
                text = phrase("verify.found.digests", name=name, rows=entry.rows, num=len(entry.digests))
                self._say("manifest-sum", where, f"files.{name}.rows", text)
        made = sum(entry.rows for name, entry in self._manifest.files.items() if name != TWINS)
        if self._manifest.wanted is not None and made > self._manifest.wanted:
            self._say(
                "manifest-sum", where, "n", phrase("verify.found.wanted", wanted=self._manifest.wanted, made=made)
            )

    def _beginning(self) -> None:
        """The environment is in the state that the manifest names."""
        worlds = self._worlds
        for locale, expected in self._manifest.locales.items() if isinstance(worlds, RowWorlds) else ():
            assert isinstance(worlds, RowWorlds)
            made = worlds.get(self._manifest.seed, locale, self._manifest.options)
            found = made if isinstance(made, str) else made.hash()
            if found != expected:
                text = phrase("verify.found.begin_state", found=quoted(found), expected=quoted(expected))
                self._say("other-environment", str(self._manifest.path), f"environment.locales.{locale}", text)

    def _audit(self, names: list[str]) -> None:
        proof = self._rules.proof
        files = [self._folder / name for name in names if _has_rows(self._folder / name)]
        bad: Counter[str] = Counter()
        if files:
            found = audit(files, extra_rules=self._rules, progress=self._tick, workers=self._executor)
            self._add_audit_findings(found)
            self._done.rows += found.conversations
            self._coverage(found, proof)
            bad.update(finding.file for finding in found.of("unreadable-row"))
        for name in names:
            path = str(self._folder / name)
            rows = proof.rows[path] + bad[path]
            if rows != self._manifest.files[name].rows:
                text = phrase("verify.found.rows", rows=rows, rows_2=self._manifest.files[name].rows)
                self._say("row-count", path, "", text)

    def _coverage(self, found: Audit, proof: RowProof) -> None:
        """What the manifest says that the rows hold is what they hold."""
        rows = max(found.conversations, 1)
        counted: dict[str, float | dict[str, int]] = {
            "conversations": found.conversations,
            "messages_mean": found.messages / rows,
            "calls_mean": found.calls / rows,
            "by_tool": dict(sorted(proof.calls.items())),
        }
        for key, value in counted.items():
            said = self._manifest.coverage.get(key, value)
            near = type(said) in (int, float) and isinstance(value, float) and abs(said - value) < _ROUNDED
            if said != value and not near:
                text = phrase("verify.found.sum", said=quoted(said), value=quoted(value))
                self._say("manifest-sum", str(self._manifest.path), f"coverage.{key}", text)

    def _tick(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, sum(entry.rows for entry in self._manifest.files.values()))

    def _add_audit_findings(self, found: Audit) -> None:
        for finding in found.findings:
            if finding.severity != "info":
                self._done.add(finding)

    def _twins(self, entry: FileEntry) -> None:
        """Rows that are no conversations are compared with their digests alone."""
        path = self._folder / TWINS
        rows = 0
        for row in scan_rows(path) if _has_rows(path) else ():
            rows += 1
            if isinstance(row, BadRow):
                finding = Finding("unreadable-row", "error", str(path), row.line, None, None, "", visible(row.text))
                self._done.add(finding)
                continue
            digest = row_digest(row.value) if isinstance(row.value, dict) else ""
            for hit in changes(row.value, digest, entry, row.line, ()):
                self._done.add(
                    Finding("changed-row", "error", str(path), row.line, None, hit.message, hit.path, hit.text)
                )
        if rows != entry.rows:
            self._say("row-count", str(path), "", phrase("verify.found.rows", rows=rows, rows_2=entry.rows))

    def _bytes(self, name: str, entry: FileEntry) -> None:
        """The bytes are the same; a difference that no row shows is said at least."""
        path = self._folder / name
        if sha256_of(path) == entry.sha256:
            return
        if not any(finding.file == str(path) and finding.severity == "error" for finding in self._done.findings):
            text = phrase("verify.found.bytes")
            self._say("changed-file", str(path), "", text)

    def _leaks(self, names: list[str]) -> None:
        """Training and validation rows share nothing."""
        if "train.jsonl" in names and "valid.jsonl" in names:
            train, valid = (self._folder / name for name in ("train.jsonl", "valid.jsonl"))
            self._add_audit_findings(audit(valid, against=train, rules=_LEAKS, workers=self._executor))


def _has_rows(path: Path) -> bool:
    with path.open("rb") as stream:
        return any(line.strip() for line in stream)


def _worlds(manifest: Manifest, environment: Environment | Mapping[str, Environment] | None) -> Worlds | None:
    if isinstance(environment, Mapping):
        return LangWorlds(environment)
    if environment is not None:
        return OneWorld(environment)
    if manifest.environment is None or manifest.environment not in environment_names():
        return None
    return RowWorlds(manifest.environment, manifest.seed, manifest.options)


def _rules_of(manifest: Manifest, environment: Environment | Mapping[str, Environment] | None) -> Rules | None:
    """The rules that held where the rows were made: as the manifest tells them, else as the domain does now."""
    if manifest.rules is not None:
        return manifest.rules
    if isinstance(environment, Mapping):
        environment = next(iter(environment.values()), None)
    if environment is not None:
        return policy_rules(environment)
    name = manifest.environment
    return rules_by_name(name) if name is not None and name in environment_names() else None

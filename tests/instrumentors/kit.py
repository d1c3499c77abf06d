"""Instrumentors that others wrote: which, where `make instrumentors` puts them, and how each is driven.

Each lies in an environment of its own under `.instrumentors/`, since they ask for different versions of the same
packages. Only the standard library is used, because this runs before anything is installed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".instrumentors"
DRIVE = Path(__file__).with_name("drive.py")
_EXPORTER = ("opentelemetry-sdk==1.45.2", "opentelemetry-exporter-otlp-proto-common==1.45.2")
_LATEST = "gen_ai_latest_experimental"
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"


@dataclass(frozen=True, slots=True)
class Instrumentor:
    """One instrumentor, in one of the forms in which it writes."""

    name: str
    drive: str
    """The function of `drive.py`."""
    packages: tuple[str, ...]
    """With their versions: what is read today can be read again."""
    environment: str = ""
    """The folder of its packages, where several forms share one."""
    variables: dict[str, str] = field(default_factory=dict)
    unwritten: tuple[str, ...] = ()
    """What it does not write: `tools`, `descriptions`."""

    @property
    def folder(self) -> Path:
        return PLACE / (self.environment or self.name)

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """The file that says which packages are installed."""
        return self.folder / "installed"

    def is_installed(self) -> bool:
        """Whether these packages, in these versions, are there."""
        return self.stamp.is_file() and self.stamp.read_text(encoding="utf-8").split("\n") == list(self.packages)


_OTEL = (
    "opentelemetry-instrumentation-openai-v2==2.4b0",
    "opentelemetry-util-genai==0.4b0",
    "openai==3.51.0",
    "httpx==0.28.1",
    *_EXPORTER,
)
INSTRUMENTORS = (
    Instrumentor("otel-events", "otel", _OTEL, "otel", {_CAPTURE: "true"}, ("tools",)),
    Instrumentor(
        "otel-spans",
        "otel",
        _OTEL,
        "otel",
        {"OTEL_SEMCONV_STABILITY_OPT_IN": _LATEST, _CAPTURE: "span_only"},
        ("tools",),
    ),
    Instrumentor(
        "otel-logs",
        "otel",
        _OTEL,
        "otel",
        {"OTEL_SEMCONV_STABILITY_OPT_IN": _LATEST, _CAPTURE: "event_only"},
        ("tools",),
    ),
    Instrumentor(
        "openinference", "openinference", ("openinference-instrumentation-openai==0.1.66", "openai==3.51.0", *_EXPORTER)
    ),
    Instrumentor(
        "openllmetry", "openllmetry", ("opentelemetry-instrumentation-openai==0.62.4", "openai==3.51.0", *_EXPORTER)
    ),
    Instrumentor(
        "openllmetry-indices",
        "openllmetry",
        ("opentelemetry-instrumentation-openai==0.40.14", "openai==1.109.1", *_EXPORTER),
    ),
    Instrumentor("openai-agents", "openai_agents", ("openai-agents==0.24.0", "openai==3.51.0"), unwritten=("tools",)),
    Instrumentor("pydantic-ai", "pydantic_ai", ("pydantic-ai-slim[openai]==2.66.0", *_EXPORTER), unwritten=("strict",)),
    Instrumentor(
        "langchain",
        "langchain",
        ("langchain==1.4.7", "langchain-openai==1.7.3", "openinference-instrumentation-langchain==0.1.80", *_EXPORTER),
    ),
    Instrumentor("langfuse", "langfuse", ("langfuse==5.0.4", "openai==3.51.0")),
    Instrumentor("langsmith", "langsmith", ("langsmith==0.14.17", "openai==3.51.0")),
)

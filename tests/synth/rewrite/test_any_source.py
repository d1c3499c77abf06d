"""A model's words on servers of strangers, services and tools files: what is not true never reaches a row.

The players know the conversations that code made of the same stories; each fault is done to all that they say.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest

from evalwright import register_domain
from evalwright.plugins import DOMAINS
from evalwright.synth import Settings, Synthesis, prove, synthesise

from ...conftest import ROOT
from ...servers.kit import SERVERS
from ...servers.workplace import work_on
from ..notes_server import KEY
from ..scenarios.clinic import Clinic, scenario_text
from ..serving.conftest import ENVIRONMENT, HTTP
from .conftest import rows_of
from .player import Body, Reply, Row, Stage, masked_of, players, playing, rewritten

_ROWS = 8
HERE = Path(__file__).parents[1]
NOTES = f"mcp+stdio:{sys.executable} {HERE / 'notes_server.py'}"
HESITATION = "I had a look."
PARCELS = f"mcp+stdio:{sys.executable} {HERE / 'parcel_server.py'}"


def wanted(source: str, out: Path, wording: str = "grammar", **more: Any) -> Settings:
    return Settings(out=out, source=source, n=_ROWS, seed=5, valid_share=0.25, wording=wording, force=True, **more)


class Told(NamedTuple):
    """A source, and the conversations that code made with it."""

    source: str
    rows: list[Row]
    more: dict[str, Any]

    def played(self, out: Path, fault: Callable[[int, str, int, Reply], Reply] | None = None) -> Synthesis:
        with playing(Stage(self.rows, fault)) as server:
            return synthesise(wanted(self.source, out, "simulate", **self.more), players=players(server))

    def rewritten(self, out: Path, says: Callable[[Body], Reply]) -> Synthesis:
        with playing(says) as server:
            return synthesise(wanted(self.source, out, "paraphrase", **self.more), players=players(server))


def told(source: str, folder: Path, **more: Any) -> Told:
    synthesise(wanted(source, folder, **more))
    return Told(source, rows_of(folder), more)


def installed(name: str, folder: Path) -> str:
    server = next(each for each in SERVERS if each.name == name)
    if not server.is_installed():
        pytest.skip(f"{name} is not installed: make servers")
    return server.source(work_on(server, folder / "place"))


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A server whose state can be put back, so that things may be deleted."""
    folder = tmp_path_factory.mktemp("notes")
    return told(f"{NOTES} --resets --log {folder / 'calls.jsonl'}", folder / "grammar")


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told(f"{PARCELS} --form json", tmp_path_factory.mktemp("parcels"))


@pytest.fixture
def service() -> Iterator[str]:
    """The shop, as a service over HTTP."""
    command = [sys.executable, "-c", HTTP]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().removesuffix("/mcp")
        process.kill()


@pytest.mark.parametrize("kind", ["notes", "parcels", "text", "tools", "filesystem", "sqlite"])
def test_honest_players_tell_every_story_of_any_source(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind in ("notes", "parcels"):
        story: Told = request.getfixturevalue(kind)
    elif kind == "text":
        story = told(f"{PARCELS} --form text", tmp_path / "grammar")
    elif kind == "tools":
        story = told(str(ROOT / "examples" / "retail" / "tools.json"), tmp_path / "grammar")
    else:
        story = told(installed(kind, tmp_path), tmp_path / "grammar")
    played = story.played(tmp_path / "simulate")
    assert played.manifest["worded"]["kept"] == played.made == len(story.rows) >= 6
    assert prove(tmp_path / "simulate", run=True).errors == 0
    assert sorted(map(met_faults, rows_of(played.out))) == sorted(map(met_faults, story.rows))
    new = story.rewritten(tmp_path / "paraphrase", lambda body: {"content": rewritten(body)})
    assert new.made == len(story.rows) and new.manifest["worded"]["kept_share"] == 1
    assert prove(tmp_path / "paraphrase", run=True).errors == 0


def met_faults(row: Row) -> list[str]:
    """What the calls gave that failed on purpose."""
    return [sentence for _, sentence in row["metadata"]["environment"].get("faults", [])]


def test_a_service_with_a_reset_path_is_played_one_story_at_a_time(tmp_path: Path, service: str) -> None:
    known = tmp_path / "known.jsonl"
    document = tmp_path / "openapi.json"
    for path, route in ((known, "known"), (document, "openapi.json")):
        with urlopen(f"{service}/{route}") as answer:
            path.write_bytes(answer.read())
    more = {"base_url": service, "reset_path": "/reset", "known": known}
    story = told(str(document), tmp_path / "grammar", **more)
    played = story.played(tmp_path / "simulate")
    assert played.made == len(story.rows)
    assert len({name for row in rows_of(played.out) for name in calls_of(row)}) > 2


class Fault(NamedTuple):
    """What a faulty player says in place of the honest reply, and the reasons by which it may be found out."""

    role: str
    reply: Callable[[Row, int, Reply], Reply]
    reasons: set[str]


def always(**reply: Any) -> Callable[[Row, int, Reply], Reply]:
    return lambda row, place, honest: dict(reply)


def in_text(change: Callable[[str], str]) -> Callable[[Row, int, Reply], Reply]:
    return lambda row, place, honest: honest | {"content": change(honest["content"])} if honest["content"] else honest


def in_call(name: str, **arguments: Any) -> Callable[[Row, int, Reply], Reply]:
    call = {"name": name, "arguments": json.dumps(arguments)}
    return lambda row, place, honest: {"content": None, "tool_calls": [call]} if "tool_calls" in honest else honest


def lies(text: str) -> str:
    for state, other in (("in transit", "delivered"), ("delivered", "on the van"), ("on the van", "in transit")):
        if state in text:
            return text.replace(state, other)
    return text.replace("waiting at the depot", "delivered").replace("Station", "Mill").replace("yes", "no")


FAULTS = {
    "invents an id in a call": Fault("assistant", in_call("get_parcel", parcel_id="P-7777"), {"ungrounded-argument"}),
    "calls what there is not": Fault("assistant", in_call("open_parcel"), {"unknown-tool"}),
    "passes nonsense": Fault("assistant", in_call("get_parcel", parcel_id=[{}]), {"invalid-arguments"}),
    "invents an id in words": Fault("assistant", in_text(lambda text: f"{text} (P-7777)"), {"unseen-id"}),
    "invents a number": Fault("assistant", in_text(lambda text: f"{text} It took 77 hours."), {"assistant-invents"}),
    "invents a time": Fault("assistant", in_text(lambda text: f"{text} It left at 8:17."), {"assistant-invents"}),
    "invents a name": Fault("assistant", in_text(lambda text: f"{text} Ask for Barnaby there."), {"assistant-invents"}),
    "never answers": Fault("assistant", always(status=500), {"no-answer"}),
    "holds back": Fault(
        "assistant",
        in_text(lambda text: "I have had a look at it, and that is all."),
        {"answer-not-told", "result-not-told"},
    ),
    "lies": Fault("assistant", in_text(lies), {"answer-not-told", "answer-turned"}),
    "pretends": Fault("assistant", always(content="I've deleted it for you."), {"said-but-not-done"}),
    "refuses": Fault(
        "assistant", always(content="As an AI language model I can't do that."), {"assistant-out-of-character"}
    ),
    "says nothing": Fault("assistant", always(content=""), {"assistant-rubbish"}),
    "tells a tale": Fault(
        "assistant",
        in_text(lambda text: "The mountains lay under snow, and the goats had gone down to the village."),
        {"assistant-rubbish"},
    ),
    "speaks Chinese": Fault("assistant", in_text(lambda text: "好的，我已经查到了您要的内容。"), {"other-language"}),
    "calls for ever": Fault(
        "assistant", always(tool_calls=[{"name": "list_parcels", "arguments": "{}"}]), {"calls-without-end"}
    ),
    "the user invents a parcel": Fault("user", in_text(lambda text: f"{text} And P-7777."), {"user-invents"}),
    "the user says nothing": Fault("user", always(content=" "), {"user-rubbish"}),
    "the user leaves": Fault("user", always(content="[END]"), {"user-gave-up"}),
    "the user names a tool": Fault("user", in_text(lambda text: f"{text} Use get_parcel."), {"user-out-of-character"}),
}


def test_nothing_that_faulty_players_say_reaches_a_row(tmp_path: Path, parcels: Told) -> None:
    """Each fault in some stories of its own; those beside them are told to the end."""
    escaped = {}
    for begin in range(0, len(FAULTS), 5):
        names = list(FAULTS)[begin : begin + 5]

        def faulty(number: int, role: str, place: int, honest: Reply, names: list[str] = names) -> Reply:
            chosen = FAULTS[names[number]] if number < len(names) else None
            return (
                honest if chosen is None or chosen.role != role else chosen.reply(parcels.rows[number], place, honest)
            )

        done = parcels.played(tmp_path / str(begin), faulty)
        written = {row["id"] for row in rows_of(done.out)}
        assert written == {row["id"] for row in parcels.rows[len(names) :]}
        worded = done.manifest["worded"]
        assert worded["tried"] == worded["kept"] + sum(worded["refused"].values())
        escaped |= {name: worded["refused"] for name in names if not FAULTS[name].reasons & {*worded["refused"]}}
    assert escaped == {}, "found out, but by another reason"


def calls_of(row: Row) -> list[str]:
    return [call["function"]["name"] for message in row["messages"] for call in message.get("tool_calls") or ()]


def changing(rows: list[Row]) -> int:
    """A story in which a note is deleted that the user has named at once."""
    return next(at for at, row in enumerate(rows) if calls_of(row)[-1] == "delete_note" and len(row["messages"]) > 8)


def alone(number: int, reply: Callable[[int, str, Reply], Reply]) -> Callable[[int, str, int, Reply], Reply]:
    """One story with a fault, the others said to nobody."""
    return lambda at, role, place, honest: reply(place, role, honest) if at == number else {"content": ""}


def deletions(source: str) -> list[str]:
    """The notes that the server was told to delete so far."""
    log = Path(source.rpartition(" ")[2]).read_text(encoding="utf-8")
    return [given["note_id"] for name, given in map(json.loads, log.splitlines()) if name == "delete_note"]


@pytest.mark.parametrize("what", ["without a word", "of another note", "without its name"])
def test_a_change_that_nobody_agreed_to_is_not_even_executed(what: str, tmp_path: Path, notes: Told) -> None:
    number = changing(notes.rows)
    messages = notes.rows[number]["messages"]
    at = next(at for at, each in enumerate(messages) if "delete_note" in json.dumps(each.get("tool_calls")))
    [call] = messages[at]["tool_calls"]
    right = json.loads(call["function"]["arguments"])["note_id"]
    before: list[list[str]] = []

    def wrong(place: int, role: str, honest: Reply) -> Reply:
        before.append(deletions(notes.source))  # code has told all stories by then
        if role == "user":
            return honest
        if what == "without a word" and place == 2:
            return {"content": None, "tool_calls": [call["function"]]}
        if what == "of another note" and place == at:
            other = {"note_id": "N1005" if right != "N1005" else "N1004"}
            return {"content": None, "tool_calls": [{"name": "delete_note", "arguments": json.dumps(other)}]}
        if what == "without its name" and place == at - 2:
            return {"content": "I am about to delete the note. Is that all right?"}
        return honest

    done = notes.played(tmp_path, alone(number, wrong))
    assert done.made == 0
    assert deletions(notes.source) == before[0]
    reasons = {"unconfirmed-write", "unplanned-write", "unnamed-argument", "ungrounded-argument"}
    assert reasons & done.manifest["worded"]["refused"].keys()


def test_a_secret_that_a_tool_tells_reaches_neither_a_model_nor_a_file(tmp_path: Path) -> None:
    story = told(f"{NOTES} --resets --keys", tmp_path / "grammar")
    bodies: list[Body] = []
    honest = Stage(story.rows)

    def curious(body: Body) -> Reply:
        bodies.append(body)
        if "tools" in body and len(body["messages"]) == 2:
            return {"content": None, "tool_calls": [{"name": "show_settings", "arguments": "{}"}]}
        return honest(body)

    with playing(curious) as server:
        done = synthesise(wanted(story.source, tmp_path / "simulate", "simulate"), players=players(server))
    assert done.made == 0 and done.manifest["worded"]["refused"] == {"secret-withheld": 2 * len(story.rows)}
    assert bodies and KEY not in json.dumps(bodies)
    assert not any(KEY in path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_stories_of_a_scenario_file_are_played_and_rewritten(tmp_path: Path, lang: str) -> None:
    register_domain("clinic")(Clinic)
    try:
        file = tmp_path / "clinic.yaml"
        file.write_text(scenario_text(), encoding="utf-8")
        story = told("clinic", tmp_path / "grammar", scenarios=file, langs=(lang,))
        played = story.played(tmp_path / "simulate")
        assert played.made == len(story.rows)
        new = story.rewritten(tmp_path / "paraphrase", lambda body: {"content": rewritten(body)})
        assert new.manifest["worded"]["kept_share"] == 1
        assert prove(tmp_path / "simulate").errors == prove(tmp_path / "paraphrase").errors == 0
    finally:
        DOMAINS.forget("clinic")


def test_what_is_refused_goes_back_once_with_the_reason(tmp_path: Path, parcels: Told) -> None:
    """Whoever mends it when told is heard; the rows hold nothing of what was wrong before, nor of the note."""
    bodies: list[Body] = []
    honest = Stage(parcels.rows)

    def mends(body: Body) -> Reply:
        bodies.append(body)
        reply = honest(body)
        if "was not accepted" in body["messages"][0]["content"] or not reply["content"]:
            return reply
        return reply | {"content": f"{reply['content']} (P-7777)"}

    with playing(mends) as server:
        done = synthesise(wanted(parcels.source, tmp_path, "simulate"), players=players(server))
    worded = done.manifest["worded"]
    assert worded["kept"] == worded["mended"] == len(parcels.rows)
    assert "P-7777" not in (tmp_path / "train.jsonl").read_text() + (tmp_path / "valid.jsonl").read_text()
    notes = [body["messages"][0]["content"] for body in bodies if "was not accepted" in body["messages"][0]["content"]]
    assert any("P-7777" in note and "neither on the card" in note for note in notes)
    assert any("P-7777" in note and "not seen before" in note for note in notes)
    assert not any("was not accepted" in str(row["messages"]) for row in rows_of(tmp_path))


def test_a_story_that_was_given_up_is_played_again_with_the_reason_told(tmp_path: Path, parcels: Told) -> None:
    honest = Stage(parcels.rows)

    def better(body: Body) -> Reply:
        reply = honest(body)
        told_why = "played this chat before" in body["messages"][0]["content"]
        return reply if told_why or "tools" not in body else {"content": ""}

    with playing(better) as server:
        done = synthesise(wanted(parcels.source, tmp_path, "simulate"), players=players(server))
    worded = done.manifest["worded"]
    assert (worded["kept"], worded["tried"]) == (len(parcels.rows), 2 * len(parcels.rows))
    assert worded["refused"] == {"assistant-rubbish": len(parcels.rows)}


def test_a_rewriting_that_was_refused_is_asked_for_again(tmp_path: Path, notes: Told) -> None:
    seen: list[str] = []

    def second_time(body: Body) -> Reply:
        first = "Your first rewriting was not accepted" not in body["messages"][0]["content"]
        seen.append("first" if first else "again")
        return {"content": "I can't assist with that."} if first else {"content": rewritten(body)}

    done = notes.rewritten(tmp_path, second_time)
    worded = done.manifest["worded"]
    assert worded["kept"] == worded["mended"] == worded["tried"] == seen.count("again") == seen.count("first")


def test_a_rewritten_yes_that_is_none_is_not_taken_on_a_foreign_server(tmp_path: Path, notes: Told) -> None:
    """No rules are given for this server: a change needs a yes all the same."""
    talks = [row["messages"] for row in notes.rows]
    agreements = [
        talk[at - 1]["content"]
        for talk in talks
        for at, message in enumerate(talk)
        if "delete_note" in json.dumps(message.get("tool_calls"))
    ]

    def hesitates(body: Body) -> Reply:
        return {"content": HESITATION if masked_of(body) in agreements else rewritten(body)}

    done = notes.rewritten(tmp_path, hesitates)
    assert "answer-turned" in done.manifest["worded"]["refused"]
    assert prove(tmp_path, run=True).errors == 0
    for row in rows_of(tmp_path):
        for at, message in enumerate(row["messages"]):
            if "delete_note" in json.dumps(message.get("tool_calls")):
                assert row["messages"][at - 1]["content"] != HESITATION

"""Keys of any length and character, sent through every channel to servers that repeat them: found nowhere."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path
from urllib.parse import quote, unquote

from tests.secrecy.echo_server import MODES, echoing
from tests.secrecy.forms import forms
from tests.server import TOOLS

from .attack import Bench, demand
from .forked import Ended
from .material import write_rows

_CHARACTERS = string.ascii_letters + string.digits + "/+=-_.~"
_CHANNELS = ("env", "header", "body", "query", "proxy", "judge", "named")


class Canaries:
    """One run against a server that repeats what it was sent, in ways drawn by chance."""

    name = "canaries"

    def prepare(self, bench: Bench) -> None:
        self._modes = sorted(MODES)

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        secrets = {channel: _made_up(chance) for channel in _CHANNELS}
        modes = [chance.choice(self._modes) for _ in range(6)]
        asked = [f"MODEL={mode} JUDGE={chance.choice(self._modes)}" for mode in modes]
        write_rows(folder / "qa.jsonl", [{"query": text, "response": "fine"} for text in asked])
        called = {"role": "assistant", "tool_calls": [{"function": {"name": "lookup", "arguments": "{}"}}]}
        rows = [
            {"messages": [{"role": "user", "content": text}], "tools": TOOLS, "expected_output": called}
            for text in asked
        ]
        write_rows(folder / "items.jsonl", rows)
        with echoing() as server:
            seen = [self._asked(bench, folder, server.server_port, secrets, is_stream=chance.random() < 0.5)]
        for command in (["report", "run", "--json"], ["report", "run", "-o", "r.html", "--csv", "r.csv"]):
            if (folder / "run" / "reports").is_dir():
                seen.append(bench.commands.run(command, folder=folder))
        for ended in seen:
            demand(not ended.is_broken, ended.remarked)
        bench.count(self.name, "secrets sent", len(secrets))
        bench.count(self.name, f"runs that ended with {seen[0].code}")
        self._look(folder, secrets, [f"{ended.said}\n{ended.remarked}" for ended in seen])

    def _asked(self, bench: Bench, folder: Path, port: int, secrets: dict[str, str], *, is_stream: bool) -> Ended:
        query = quote(secrets["query"], safe="")
        generation = {
            "stream": is_stream,
            "extra_headers": {"X-Own-Auth": secrets["header"]},
            "extra_body": {"gateway": [{"password": secrets["body"]}]},
        }
        judge = {"model_id": "judge", "api_url": f"http://127.0.0.3:{port}/v1", "api_key": secrets["judge"]}
        command = [
            *("eval", "qa.jsonl", "items.jsonl", "-o", "run", "--tries", "1", "--judge-strategy", "llm"),
            *("-m", "m", "-m", f"m@http://127.0.0.4:{port}/v1?token={query}#NAMED_KEY"),
            *("--api-url", f"http://127.0.0.2:{port}/v1?code={query}"),
            *("--generation-config", json.dumps(generation), "--judge-model-args", json.dumps(judge)),
        ]
        proxy = f"http://me:{quote(secrets['proxy'], safe='')}@127.0.0.1:{port}"
        variables = {"OPENAI_API_KEY": secrets["env"], "NAMED_KEY": secrets["named"], "http_proxy": proxy}
        return bench.commands.run(command, folder=folder, variables=variables)

    def _look(self, folder: Path, secrets: dict[str, str], said: list[str]) -> None:
        """Every file, every name of a file and every word that was said."""
        texts = {"what was said": "\n".join(said)}
        for path in folder.rglob("*"):
            texts[f"the name {path}"] = path.name
            if path.is_file():
                texts[str(path)] = path.read_bytes().decode("utf-8", "replace")
        for where, text in texts.items():
            for channel, secret in secrets.items():
                for form, written in forms(secret).items():
                    demand(written not in text and written not in unquote(text), f"{channel} as {form} in {where}")


def _made_up(chance: random.Random) -> str:
    """A key that no answer holds by chance."""
    return "".join(chance.choice(_CHARACTERS) for _ in range(chance.randint(8, 60)))

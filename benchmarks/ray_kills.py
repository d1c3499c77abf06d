"""Kills on a Ray cluster of three nodes on this machine: `python -m benchmarks.ray_kills [--items N] [--kills K]`.

A run is asked by workers on the nodes while workers, raylets (not the head's) and the driver are killed at random; a
killed driver is started again with the same command. Printed: items lost, items answered twice, items asked again,
the highest number of open connections at the server beside the limit, and whether the files are those of one process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 30
LATENCY = 0.05
_NODES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
_LENGTH = re.compile(rb"(?i)content-length: (\d+)")
_TIMES = re.compile(rb'"latency_ms":[0-9.]+|"crc":"[0-9a-f]+"')


class CountingServer(threading.Thread):
    """Answers chat completions after a while, and counts connections and requests."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.open = self.most_open = 0
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self._ready = threading.Event()
        self.start()
        self._ready.wait()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.get_running_loop().create_server(lambda: _Connection(self), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await server.serve_forever()


class _Connection(asyncio.Protocol):
    def __init__(self, server: CountingServer) -> None:
        self.server, self.data = server, b""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.server.open += 1
        self.server.most_open = max(self.server.most_open, self.server.open)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server.open -= 1

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, end, body = self.data.partition(b"\r\n\r\n")
        length = int(found[1]) if (found := _LENGTH.search(head)) else 0
        if not end or len(body) < length:
            return
        self.data = body[length:]
        key = json.loads(body[:length])["messages"][-1]["content"].split()[0]
        self.server.asked[key] += 1
        asyncio.get_running_loop().call_later(LATENCY, self._answer, key)

    def _answer(self, key: str) -> None:
        if self.transport.is_closing():
            return
        function = {"name": "lookup", "arguments": json.dumps({"key": key})}
        message = {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
        reply = json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}).encode()
        self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ")
        self.transport.write(b"%d\r\n\r\n" % len(reply) + reply)
        self.server.answered[key] += 1


class Nodes:
    """Three nodes on loopback addresses of their own."""

    def __init__(self, count: int = 3) -> None:
        from ray.cluster_utils import Cluster

        self._cluster = _patiently(
            lambda: Cluster(
                initialize_head=True, head_node_args={**_node_settings(_NODES[0]), "include_dashboard": False}
            )
        )
        self.others = {ip: self._add_node(ip) for ip in _NODES[1:count]}
        self.address = self._cluster.address

    def _add_node(self, ip: str) -> Any:
        return _patiently(lambda: self._cluster.add_node(**_node_settings(ip)))

    def kill_raylet(self, ip: str) -> None:
        """Kill the raylet of a node, not its workers, and bring up a node in its place."""
        for pid in processes(f"--node_ip_address={ip} ", "raylet/raylet"):
            os.kill(pid, signal.SIGKILL)
        time.sleep(1)
        with suppress(Exception):
            self._cluster.remove_node(self.others[ip], allow_graceful=False)
        self.others[ip] = self._add_node(ip)

    def close(self) -> None:
        self._cluster.shutdown()


def _node_settings(ip: str) -> dict[str, Any]:
    return {"num_cpus": 1, "node_ip_address": ip, "object_store_memory": 100 * 2**20}


_seen: set[int] = set()


def _patiently(make: Any) -> Any:
    """On a loaded machine a raylet may give up: a second and a third try."""
    for _ in range(2):
        with suppress(Exception):
            return make()
    return make()


def processes(*words: str) -> list[int]:
    """The processes that come from this one and have all of these words on their command line.

    One whose parent was killed belongs to nobody that could be followed; it is known if it was seen before.
    """
    parents, lines = {}, {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(
                "utf-8", "replace"
            ) + " "
    _seen.intersection_update(parents)
    _seen.update(pid for pid in parents if os.getpid() in _ancestors(pid, parents))
    return [pid for pid in _seen if all(word in lines.get(pid, "") for word in words)]


def _ancestors(pid: int, parents: Mapping[int, int]) -> set[int]:
    found: set[int] = set()
    while (pid := parents.get(pid, 0)) and pid not in found:
        found.add(pid)
    return found


def item(number: int) -> dict[str, Any]:
    """One question, whose answer is its own key."""
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "lookup", "arguments": json.dumps({"key": f"i{number}"})},
    }
    parameters = {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}
    return {
        "id": f"i{number}",
        "conversation_id": f"i{number}",
        "messages": [{"role": "user", "content": f"i{number} please"}],
        "tools": [{"type": "function", "function": {"name": "lookup", "parameters": parameters}}],
        "expected_output": {"role": "assistant", "tool_calls": [call]},
    }


def command(data: Path, url: str, run: Path, *more: str) -> subprocess.Popen[bytes]:
    """The evaluation as a process of its own."""
    given = [
        "eval",
        str(data),
        "-m",
        "m",
        "--api-url",
        url,
        "-o",
        str(run),
        "--concurrency",
        str(LIMIT),
        "--json",
        *more,
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "evalwright", *given],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def comparable(run: Path) -> dict[str, bytes]:
    """The files of a run, without times and without what rests on them."""
    found = {}
    for path in sorted(run.rglob("*")):
        if path.is_file() and path.suffix in (".json", ".jsonl") and path.name != "config.json":
            found[str(path.relative_to(run))] = _TIMES.sub(b"", path.read_bytes())
    return found


def kill_at_random(nodes: Nodes, driver: subprocess.Popen[bytes], chance: random.Random) -> str:
    """Kill one of them; which kind it was."""
    kind = chance.choices(("worker", "raylet", "driver"), (12, 5, 3))[0]
    workers = processes("ray::do_piece")
    if kind == "worker" and workers:
        with suppress(OSError):
            os.kill(chance.choice(workers), signal.SIGKILL)
        return kind
    if kind == "raylet":
        nodes.kill_raylet(chance.choice(list(nodes.others)))
        return kind
    driver.kill()
    driver.wait()
    return "driver"


def measure(items: int, kills: int, seed: int, nodes: Nodes) -> dict[str, Any]:
    """One run of one process, one of a cluster that is killed at; what differs."""
    chance, server = random.Random(seed), CountingServer()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "items.jsonl")
        data.write_text("".join(json.dumps(item(number)) + "\n" for number in range(items)))
        one, run = Path(folder, "one"), Path(folder, "run")
        alone = command(data, server.url, one)
        said = alone.communicate()[1]
        assert alone.returncode == 0, said
        server.asked.clear(), server.answered.clear()
        server.most_open = server.open
        done = _run_and_kill(nodes, server, (data, run), kills, chance)
        here, there = comparable(run), comparable(one)
        lines = [json.loads(line) for line in (run / "predictions/m/next_call_items.jsonl").read_text().splitlines()]
        ids = Counter(line["id"] for line in lines if "sample" in line)
        return {
            "items": items,
            "kills": dict(done),
            "lost": items - len(ids),
            "twice": sum(ids.values()) - len(ids),
            "asked again": sum(server.asked.values()) - len(server.asked),
            "in flight at the kills at most": _in_flight(done, 1 + len(nodes.others)),
            "open connections": server.most_open,
            "limit": LIMIT,
            "files as of one process": here == there,
        }


def _in_flight(kills: Counter[str], nodes: int) -> int:
    """What a worker or a node has in flight, and what all have when the driver dies."""
    return (kills["worker"] + kills["raylet"]) * (LIMIT // nodes) + kills["driver"] * LIMIT


def _run_and_kill(
    nodes: Nodes, server: CountingServer, where: tuple[Path, Path], kills: int, chance: random.Random
) -> Counter[str]:
    done: Counter[str] = Counter()
    data, run = where
    more = ("--workers", str(1 + len(nodes.others)), "--ray-address", nodes.address)
    driver = command(data, server.url, run, *more)
    total = sum(1 for _ in data.open())
    while True:
        if driver.poll() is not None:
            said = driver.communicate()[1].decode()
            if driver.returncode == 0:
                return done
            assert driver.returncode == -signal.SIGKILL, said
            driver = command(data, server.url, run, *more)
        share = len(server.answered) / total
        if done.total() < kills and share >= (done.total() + 0.5) / (kills + 1) and processes("ray::do_piece"):
            done[kill_at_random(nodes, driver, chance)] += 1
            print(
                f"{share:.0%} answered: {dict(done)}, open {server.open}/{server.most_open}",
                file=sys.stderr,
                flush=True,
            )
        time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ray_kills")
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=3, choices=(2, 3))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    nodes = Nodes(given.nodes)
    try:
        for name, value in measure(given.items, given.kills, given.seed, nodes).items():
            print(f"{name}: {value}")
    finally:
        nodes.close()


if __name__ == "__main__":
    main()

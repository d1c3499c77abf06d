"""Small things for real MCP servers to work on: a folder, a SQLite database, a git repository, a memory.

What is made is the same each time and everywhere: fixed texts in English and Chinese, fixed times, authors and
therefore commit hashes. Only the standard library and git are needed:

    python examples/servers/material.py folder|database|repository|memory PLACE
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

DAY = 1_709_539_200
"""Monday, 4 March 2024, 08:00 UTC: the time of every file, and of the first commit."""

FILES = {
    "README.md": "# Green Lane Bakery\n\nShared folder of the bakery. Recipes, orders and notes live here.\n",
    "notes/todo.txt": "Call the flour supplier\nRepair the small oven\nBuy milk and eggs\n",
    "notes/opening-hours.txt": "Monday to Friday: 07:00-18:00\nSaturday: 08:00-13:00\nSunday: closed\n",
    "notes/待办事项.txt": "联系面粉供应商\n修理小烤箱\n购买牛奶和鸡蛋\n",
    "recipes/rye-bread.md": "# Rye bread\n\nRye flour 500 g\nWater 380 ml\nSalt 10 g\n\nBake for 55 minutes.\n",
    "recipes/cinnamon-rolls.md": "# Cinnamon rolls\n\nFlour 600 g\nButter 120 g\nCinnamon 15 g\n\nBake 22 minutes.\n",
    "recipes/红豆面包.md": "# 红豆面包\n\n高筋面粉 400 克\n红豆沙 250 克\n\n烤 18 分钟。\n",
    "orders/2024-02.csv": "order,customer,item,number\nB-201,Cafe Marten,rye bread,12\nB-202,Hotel Linde,rolls,40\n",
    "orders/2024-03.csv": "order,customer,item,number\nB-203,Cafe Marten,rye bread,18\nB-204,王芳,红豆面包,6\n",
}
"""The folder of a bakery, by path."""

TABLES = (
    "CREATE TABLE members (member_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, joined TEXT)",
    "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT, year INTEGER, copies INTEGER)",
    "CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES books, "
    "member_id INTEGER REFERENCES members, due TEXT, returned INTEGER NOT NULL DEFAULT 0)",
)
"""A lending library."""
RECORDS: dict[str, list[tuple[object, ...]]] = {
    "members": [
        (1, "Ruth Keller", "Bremen", "2021-05-11"),
        (2, "Tom Osei", "Leeds", "2022-09-02"),
        (3, "Ana Duarte", "Porto", "2023-01-20"),
        (4, "李娜", "杭州", "2022-03-14"),
        (5, "周伟", "成都", "2023-07-08"),
    ],
    "books": [
        (1, "The Harbour Clock", "M. Ellery", 1987, 2),
        (2, "Salt and Slate", "J. Okafor", 2004, 1),
        (3, "A Short Walk North", "P. Lindqvist", 2015, 3),
        (4, "The Glass Orchard", "M. Ellery", 1991, 1),
        (5, "山里的灯", "陈默", 2010, 2),
        (6, "慢火车", "林小雨", 2018, 1),
    ],
    "loans": [
        (1, 1, 1, "2024-03-18", 0),
        (2, 3, 2, "2024-03-11", 0),
        (3, 2, 3, "2024-02-26", 1),
        (4, 5, 4, "2024-03-20", 0),
        (5, 6, 5, "2024-03-06", 0),
        (6, 4, 1, "2024-02-19", 1),
    ],
}

COMMITS = (
    ("Mara Lind <mara@example.org>", "Add a greeting", {"hello.py": 'def greet(name):\n    return "Hello " + name\n'}),
    ("Mara Lind <mara@example.org>", "Say what this is", {"README.md": "# Greeter\n\nGreets people by name.\n"}),
    ("Jon Abebe <jon@example.org>", "Greet politely", {"hello.py": 'def greet(name):\n    return f"Hello, {name}!"\n'}),
    ("王芳 <fang@example.org>", "添加中文问候", {"你好.py": 'def greet(name):\n    return f"你好，{name}！"\n'}),
    ("Jon Abebe <jon@example.org>", "Add a test", {"test_hello.py": "from hello import greet\n\nassert greet('A')\n"}),
)
"""Who committed what to `main`, in order."""
ON_BRANCH = (
    "Mara Lind <mara@example.org>",
    "Say goodbye too",
    {"bye.py": 'def part(name):\n    return f"Bye, {name}."\n'},
)
NOT_COMMITTED = {"README.md": "# Greeter\n\nGreets people by name, in two languages.\n"}

ENTITIES = (
    ("Green Lane Bakery", "company", ["opens at 07:00", "sells rye bread"]),
    ("Ruth Keller", "person", ["works at Green Lane Bakery", "is allergic to nuts"]),
    ("Tom Osei", "person", ["delivers bread on Tuesdays"]),
    ("Cafe Marten", "customer", ["orders twelve loaves a week"]),
    ("王芳", "person", ["喜欢红豆面包", "住在杭州"]),
    ("杭州店", "company", ["周一休息"]),
)
RELATIONS = (
    ("Ruth Keller", "Green Lane Bakery", "works at"),
    ("Tom Osei", "Green Lane Bakery", "delivers for"),
    ("Cafe Marten", "Green Lane Bakery", "buys from"),
    ("王芳", "杭州店", "经营"),
)


def make_folder(place: Path) -> None:
    """The folder of a bakery, with one time for all."""
    write_files(place, FILES)
    for path in [*sorted(place.rglob("*"), reverse=True), place]:
        os.utime(path, (DAY, DAY))


def make_database(place: Path) -> None:
    """A SQLite database of a lending library."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    connection = sqlite3.connect(place)
    try:
        for statement in TABLES:
            connection.execute(statement)
        for table, records in RECORDS.items():
            marks = ", ".join("?" * len(records[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", records)
        connection.commit()
    finally:
        connection.close()


def make_repository(place: Path) -> None:
    """A git repository with five commits, a tag, a branch that is ahead, and a change that is not committed."""
    place.mkdir(parents=True, exist_ok=True)
    git(place, "init", "--quiet", "--initial-branch=main")
    for number, commit in enumerate(COMMITS):
        _commit(place, number, *commit)
    git(place, "tag", "v1.0")
    git(place, "checkout", "--quiet", "-b", "goodbye")
    _commit(place, len(COMMITS), *ON_BRANCH)
    git(place, "checkout", "--quiet", "main")
    write_files(place, NOT_COMMITTED)


def make_memory(place: Path) -> None:
    """The file of the memory server: who is who around a bakery."""
    place.parent.mkdir(parents=True, exist_ok=True)
    records: list[dict[str, object]] = [
        {"type": "entity", "name": name, "entityType": sort, "observations": told} for name, sort, told in ENTITIES
    ]
    records += [{"type": "relation", "from": one, "to": other, "relationType": how} for one, other, how in RELATIONS]
    place.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in records), encoding="utf-8")


MAKERS: dict[str, Callable[[Path], None]] = {
    "folder": make_folder,
    "database": make_database,
    "repository": make_repository,
    "memory": make_memory,
}


def write_files(place: Path, texts: dict[str, str]) -> None:
    """These texts, at these paths below a folder."""
    for name, text in texts.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))


def git(place: Path, *words: str, who: str = "Mara Lind <mara@example.org>", time: int = DAY) -> None:
    """One git command, with nothing of this machine's settings, at a fixed time, by a fixed person."""
    name, _, mail = who.rstrip(">").partition(" <")
    signed = [("NAME", name), ("EMAIL", mail), ("DATE", f"{time} +0000")]
    person = {f"GIT_{role}_{part}": text for role in ("AUTHOR", "COMMITTER") for part, text in signed}
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ.get("PATH", "")}
    subprocess.run(["git", *words], cwd=place, env={**settings, **person}, check=True, stdin=subprocess.DEVNULL)


def _commit(place: Path, number: int, who: str, subject: str, texts: dict[str, str]) -> None:
    write_files(place, texts)
    git(place, "add", "--all")
    git(place, "commit", "--quiet", "--no-gpg-sign", "-m", subject, who=who, time=DAY + number * 86_400)


def main(arguments: Sequence[str]) -> int:
    """Make one of them; 2 where nothing of that name can be made, or something is there already."""
    if len(arguments) != 2 or arguments[0] not in MAKERS:
        sys.stderr.write(f"usage: python material.py {'|'.join(MAKERS)} PLACE\n")
        return 2
    place = Path(arguments[1])
    if place.is_file() or (place.is_dir() and any(place.iterdir())):
        sys.stderr.write(f"{place} is there already: name another place, or remove it\n")
        return 2
    MAKERS[arguments[0]](place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

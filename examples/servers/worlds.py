"""Larger things for the scenario files in `examples/scenarios`: the folder of a garden service, a lending library, a
repository. As in `material.py`, what is made is the same each time and everywhere:

    python examples/servers/worlds.py gardens|library|project PLACE

`gardens` is for server-filesystem, `library` for mcp-server-sqlite, `project` for mcp-server-git. Who and what is in
them stands in the tables beside the scenario files, which speak of the same people and things.
"""

from __future__ import annotations

import csv
import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from material import DAY, git, write_files

TABLES = Path(__file__).resolve().parents[1] / "scenarios"

WORK = {
    "en": ("pruned the roses", "sowed the lawn", "cut the hedge", "cleaned the pond", "planted lavender",
           "fed the lawn", "laid the path", "cleared the leaves", "watered the beds", "trimmed the ivy"),
    "zh": ("修剪月季", "播种草坪", "修剪绿篱", "清理水池", "种植薰衣草", "给草坪施肥", "铺小路", "清扫落叶", "浇花坛",
           "整理常春藤"),
}  # fmt: skip
PLANS = {
    "en": ("plant lavender along the path", "renew the lawn", "build a raised bed", "replace the old fence",
           "set up drip irrigation", "move the compost heap", "plant two apple trees"),
    "zh": ("沿小路种薰衣草", "翻新草坪", "砌一个抬高的花坛", "更换旧围栏", "安装滴灌", "移走堆肥堆", "种两棵苹果树"),
}  # fmt: skip
MONTHS = {"en": ("April", "May", "June", "September", "October"), "zh": ("四月", "五月", "六月", "九月", "十月")}
KEYS = {"en": ("with the neighbour", "under the pot", "no key needed"), "zh": ("放在邻居家", "花盆下面", "不用钥匙")}
PAID = {"en": ("paid", "paid", "still open"), "zh": ("已付", "已付", "未付")}

LIBRARY = (
    "CREATE TABLE members (member_id TEXT PRIMARY KEY, name TEXT NOT NULL, city TEXT, joined TEXT)",
    "CREATE TABLE books (book_id TEXT PRIMARY KEY, title TEXT NOT NULL, author TEXT, year INTEGER, copies INTEGER)",
    "CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, book_id TEXT REFERENCES books, "
    "member_id TEXT REFERENCES members, due TEXT, returned INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE reading_groups (name TEXT PRIMARY KEY, list TEXT NOT NULL)",
    "CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, name TEXT, seats INTEGER)",
    "CREATE TABLE events (event_id INTEGER PRIMARY KEY, title TEXT, day TEXT, room_id INTEGER REFERENCES rooms)",
    "CREATE TABLE magazines (magazine_id INTEGER PRIMARY KEY, title TEXT, issues_a_year INTEGER)",
    "CREATE TABLE opening_hours (weekday TEXT PRIMARY KEY, opens TEXT, closes TEXT)",
    "CREATE TABLE fines (fine_id INTEGER PRIMARY KEY, loan_id INTEGER REFERENCES loans, amount REAL, paid INTEGER)",
    "CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, name TEXT, city TEXT)",
)

AUTHORS = ("Mara Lind <mara@example.org>", "Jon Abebe <jon@example.org>", "Wang Fang <fang@example.org>",
           "Ida Brandt <ida@example.org>")  # fmt: skip
MODULES = ("basket", "billing", "calendar", "catalogue", "checkout", "contacts", "currency", "delivery", "discounts",
           "export", "invoices", "labels", "login", "mailer", "orders", "payments", "printing", "receipts", "reports",
           "returns", "search", "settings", "shipping", "stock")  # fmt: skip
CHANGES = ("Add {}", "Round amounts in {}", "Cover {} with tests", "Say why {} can fail", "Make {} faster")
BRANCHES = ("audit-log", "bulk-import", "colour-scheme", "dark-mode", "gift-cards", "holiday-hours", "loyalty-points",
            "new-invoice", "photo-upload", "price-lists", "quick-refunds", "shared-baskets", "short-links",
            "store-pickup", "two-factor", "vat-report", "wish-list")  # fmt: skip
REMARKS = ("amounts have two decimals now", "empty lists are allowed", "old names still work", "errors name the field",
           "dates are in UTC", "nothing is cached")  # fmt: skip


def make_gardens(place: Path) -> None:
    """The shared folder of a garden service: one folder a garden, invoices, an empty archive."""
    texts = {"archive/README.txt": "Gardens that we no longer look after.\n"}
    for number, garden in enumerate(each for each in table("gardens") if each["owner"]):
        texts |= garden_files(number, garden)
    for number, bill in enumerate(table("invoices")):
        lines = [
            f"supplier: {bill['supplier']}",
            f"total: {bill['total']}",
            f"status: {PAID[bill['lang']][number % 3]}",
        ]
        texts[f"invoices/2024-{number % 6 + 1:02d} {bill['thing']}.txt"] = "\n".join(lines) + "\n"
    write_files(place, texts)
    for path in [*sorted(place.rglob("*"), reverse=True), place]:
        os.utime(path, (DAY, DAY))


def garden_files(number: int, garden: dict[str, str]) -> dict[str, str]:
    """What is kept on one garden."""
    lang, name = garden["lang"], garden["name"]
    work, plans, months, keys = WORK[lang], PLANS[lang], MONTHS[lang], KEYS[lang]
    visits = [
        f"2024-{month:02d}-{(number * 7 + month * 5) % 27 + 1:02d}: {work[(number * 3 + month) % len(work)]}"
        for month in range(1 + number % 2, 4 + number % 3)
    ]
    contact = [f"owner: {garden['owner']}", f"phone: {garden['phone']}", f"key: {keys[number % 3]}"]
    plan = [
        f"next: {plans[number % len(plans)]}",
        f"month: {months[number % 5]}",
        f"budget: {260 + 45 * (number % 19)}",
    ]
    texts = {"contact.txt": contact, "visits.txt": visits, "plan.txt": plan}
    if number % 3 == 0:
        texts["plants.txt"] = [work[(number + 4) % len(work)]]
    return {f"{name}/{file}": "\n".join(lines) + "\n" for file, lines in texts.items()}


def make_library(place: Path) -> None:
    """A SQLite database of a lending library."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    members, books = table("members"), [each for each in table("books") if each["copies"] != "0"]
    people = [
        (member_id(at), each["name"], each["city"], f"202{at % 4}-0{at % 8 + 1}-1{at % 9}")
        for at, each in enumerate(members)
    ]
    titles = [
        (book_id(at), each["title"], each["author"], int(each["year"]), int(each["copies"]))
        for at, each in enumerate(books)
    ]
    with sqlite3.connect(place) as connection:
        for statement in LIBRARY:
            connection.execute(statement)
        connection.executemany("INSERT INTO members VALUES (?, ?, ?, ?)", people)
        connection.executemany("INSERT INTO books VALUES (?, ?, ?, ?, ?)", titles)
        connection.executemany("INSERT INTO loans VALUES (?, ?, ?, ?, ?)", loans(members, books))
        for number, group in enumerate(table("groups")):
            connection.execute("INSERT INTO reading_groups VALUES (?, ?)", (group["name"], group["list"]))
            connection.execute(f"CREATE TABLE {group['list']} (name TEXT, city TEXT)")
            mine = [each for each in members if each["lang"] == group["lang"]][number % 7 :: 7]
            readers = [(each["name"], each["city"]) for each in mine]
            connection.executemany(f"INSERT INTO {group['list']} VALUES (?, ?)", readers)
    connection.close()


def member_id(number: int) -> str:
    """The number on a member's card."""
    return f"M{3100 + number * 17}"


def book_id(number: int) -> str:
    """The number on a book's spine."""
    return f"B{2040 + number * 13}"


def loans(members: Sequence[dict[str, str]], books: Sequence[dict[str, str]]) -> list[tuple[object, ...]]:
    """Three books of their language for each member, one of them brought back."""
    made: list[tuple[object, ...]] = []
    for at, member in enumerate(members):
        mine = [number for number, book in enumerate(books) if book["lang"] == member["lang"]]
        for turn in range(3):
            book = mine[(at * 5 + turn * 9) % len(mine)]
            due = f"2024-0{4 + turn % 2}-{(at * 3 + turn * 8) % 28 + 1:02d}"
            made.append((len(made) + 1001, book_id(book), member_id(at), due, int(turn == 2)))
    return made


def make_project(place: Path) -> None:
    """A repository with sixty commits by four people, releases, branches, and files that are not committed.

    Branches begin at different commits of late, so that not all of them have the same; what is not committed was not
    touched since then, so that one can switch to any of them.
    """
    place.mkdir(parents=True, exist_ok=True)
    git(place, "init", "--quiet", "--initial-branch=main")
    git(place, "config", "user.name", "Desk")
    git(place, "config", "user.email", "desk@example.org")
    for number in range(60):
        module = MODULES[number % len(MODULES)]
        change = CHANGES[number // len(MODULES)].format(module)
        commit(place, number, AUTHORS[number % 4], change, {f"{module}.py": body(module, number)})
        if number % 3 == 2:
            git(place, "tag", f"v{number // 24 + 1}.{number % 24 // 3}")
    for number, branch in enumerate(BRANCHES):
        git(place, "checkout", "--quiet", "-b", branch, f"main~{number * 5 % 11}")
        commit(place, 60 + number, AUTHORS[number % 4], f"Begin {branch}", {f"{branch}.md": f"# {branch}\n"})
    git(place, "checkout", "--quiet", "main")
    for number, module in enumerate(MODULES[12:]):
        write_files(place, {f"{module}.py": body(module, 100) + f"# {module}: {REMARKS[number % len(REMARKS)]}\n"})
    write_files(place, {f"notes/{module}.md": f"# {module}\n\nTo be written.\n" for module in MODULES[1:12:2]})


def body(module: str, number: int) -> str:
    """A small module, different each time."""
    lines = [f'"""{module.capitalize()} of the shop."""', "", f"VERSION = {number}", "", "", "def total(items):"]
    return "\n".join([*lines, "    return sum(items)", ""])


def commit(place: Path, number: int, who: str, subject: str, texts: dict[str, str]) -> None:
    """One commit, a day after the one before."""
    write_files(place, texts)
    git(place, "add", "--all")
    git(place, "commit", "--quiet", "--no-gpg-sign", "-m", subject, who=who, time=DAY + number * 86_400)


def table(name: str) -> list[dict[str, str]]:
    """One of the tables beside the scenario files."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


MAKERS = {"gardens": make_gardens, "library": make_library, "project": make_project}


def main(arguments: Sequence[str]) -> int:
    """Make one of them; 2 where nothing of that name can be made, or something is there already."""
    if len(arguments) != 2 or arguments[0] not in MAKERS:
        sys.stderr.write(f"usage: python worlds.py {'|'.join(MAKERS)} PLACE\n")
        return 2
    place = Path(arguments[1])
    if place.is_file() or (place.is_dir() and any(place.iterdir())):
        sys.stderr.write(f"{place} is there already: name another place, or remove it\n")
        return 2
    MAKERS[arguments[0]](place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A stranger's domain in Chinese: a library, its policy and its tools described in Chinese."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from evalwright.synth import EnvironmentSpec, Result

from .todo import function

TITLES = (
    ("呼兰河传", "萧红"),
    ("边城", "沈从文"),
    ("骆驼祥子", "老舍"),
    ("围城", "钱锺书"),
    ("城南旧事", "林海音"),
    ("受戒", "汪曾祺"),
)
BOOKS = {
    f"BK{1000 + number}": {"book_id": f"BK{1000 + number}", "title": title, "author": author}
    for number, (title, author) in enumerate(TITLES)
}
CARDS = {f"3100{number:02d}": name for number, name in enumerate(("王静", "李伟", "赵敏", "陈涛", "周婷", "吴磊"), 11)}
POLICY = "你是社区图书馆的服务员。先核对读者的借书证号，再办理业务。借书和还书之前要说明内容，得到读者同意。"


class Library:
    """Books, cards and loans."""

    simulated = False
    name = "library"

    def __init__(self, spec: EnvironmentSpec) -> None:
        self.loans: dict[str, str] = {"BK1002": "310011", "BK1005": "310013"}

    def tools(self) -> list[dict[str, Any]]:
        card = {"type": "string", "description": "借书证号，6 位数字"}
        book = {"type": "string", "description": "图书编号"}
        return [
            function("search_books", "按书名或作者查找图书。", keyword={"type": "string", "description": "书名或作者"}),
            function("get_reader", "按借书证号查看读者和在借图书。", card_number=dict(card)),
            function("borrow_book", "为读者借出一本书。", card_number=dict(card), book_id=dict(book)),
            function("return_book", "归还一本书。", card_number=dict(card), book_id=dict(book)),
            function("opening_hours", "查询开馆时间。"),
        ]

    def effect(self, name: str) -> str:
        return "write" if name in ("borrow_book", "return_book") else "read"

    def policy(self, lang: str) -> str:
        return POLICY

    def known(self) -> list[dict[str, Any]]:
        titles = [book["title"] for book in BOOKS.values()]
        return [{"card_number": card, "keyword": titles[at]} for at, card in enumerate(CARDS)]

    def fork(self) -> Library:
        made = copy.copy(self)
        made.loans = dict(self.loans)
        return made

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        try:
            value = getattr(self, f"_{name}")(**arguments)
        except LookupError as error:
            return Result(False, f"Error: {error.args[0]}")
        except (TypeError, AttributeError):
            return Result(False, "Error: 没有这个工具，或者参数不对。")
        return Result(True, json.dumps(value, ensure_ascii=False), value)

    def _search_books(self, keyword: str) -> Any:
        found = [book for book in BOOKS.values() if keyword in book["title"] or keyword in book["author"]]
        return {"books": [book | {"available": book["book_id"] not in self.loans} for book in found]}

    def _get_reader(self, card_number: str) -> Any:
        if card_number not in CARDS:
            raise LookupError("没有这个借书证号。")
        held = [BOOKS[book] for book, card in self.loans.items() if card == card_number]
        return {"card_number": card_number, "name": CARDS[card_number], "loans": held}

    def _borrow_book(self, card_number: str, book_id: str) -> Any:
        if card_number not in CARDS or book_id not in BOOKS:
            raise LookupError("借书证号或图书编号不存在。")
        if book_id in self.loans:
            raise LookupError("这本书已经借出。")
        self.loans[book_id] = card_number
        return {"title": BOOKS[book_id]["title"], "due_date": "2026-12-01"}

    def _return_book(self, card_number: str, book_id: str) -> Any:
        if self.loans.get(book_id) != card_number:
            raise LookupError("这本书不在这张借书证上。")
        del self.loans[book_id]
        return {"title": BOOKS[book_id]["title"], "returned": True}

    def _opening_hours(self) -> Any:
        return {"weekdays": "9:00-20:00", "weekend": "10:00-18:00"}

    def hash(self) -> str:
        return hashlib.sha256(json.dumps(sorted(self.loans.items())).encode()).hexdigest()[:16]

    def close(self) -> None:
        pass

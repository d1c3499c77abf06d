"""Conversations of several domains, each call labelled by hand with what else would have been right.

The labels were written before anything was inferred, as a careful examiner gives them: `also` lists the arguments of
other calls of the same tool, or whole calls; `rules` what may be written otherwise. A call without either has one right
answer. Together with the tools of its domain, the talks of one domain make a file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]


@dataclass
class Labelled:
    """One call, what it gave, and what else is right."""

    tool: str
    arguments: dict[str, Any]
    result: Any
    also: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)
    said: str | None = None
    """What the assistant says in the same breath."""


Turn = str | Labelled
"""What is said (the user and the assistant in turn, beginning with the user), or a call between."""


def call(
    tool: str, result: Any, also: Any = (), rules: Any = None, said: str | None = None, **arguments: Any
) -> Labelled:
    others = [each if isinstance(each, tuple) else (tool, {**arguments, **each}) for each in also]
    return Labelled(tool, arguments, result, others, rules or {}, said)


def messages_of(turns: list[Turn]) -> list[Message]:
    made: list[Message] = [{"role": "system", "content": "Help the user with the tools you have."}]
    speaker, calls = "user", 0
    for turn in turns:
        if isinstance(turn, str):
            made.append({"role": speaker, "content": turn})
            speaker = "assistant" if speaker == "user" else "user"
            continue
        calls += 1
        function = {"name": turn.tool, "arguments": json.dumps(turn.arguments, ensure_ascii=False)}
        made.append(
            {
                "role": "assistant",
                "content": turn.said,
                "tool_calls": [{"id": f"c{calls}", "type": "function", "function": function}],
            }
        )
        text = turn.result if isinstance(turn.result, str) else json.dumps(turn.result, ensure_ascii=False)
        made.append({"role": "tool", "tool_call_id": f"c{calls}", "content": text})
    return made


def tools_of(described: dict[str, tuple[str, dict[str, str]]]) -> list[dict[str, Any]]:
    made = []
    for name, (about, parameters) in described.items():
        properties = {key: {"description": text} for key, text in parameters.items()}
        schema = {"type": "object", "properties": properties, "required": list(parameters)}
        made.append({"type": "function", "function": {"name": name, "description": about, "parameters": schema}})
    return made


AIRLINE = tools_of(
    {
        "get_user_details": ("Get the details of a user, including their reservations.", {"user_id": "The user id."}),
        "get_reservation_details": ("Get the details of a reservation.", {"reservation_id": "Such as 8JX2WO."}),
        "search_direct_flight": (
            "Search for direct flights between two cities on a date.",
            {"origin": "Airport code.", "destination": "Airport code.", "date": "YYYY-MM-DD"},
        ),
        "list_all_airports": ("Returns a list of all available airports.", {}),
        "cancel_reservation": ("Cancel the whole reservation.", {"reservation_id": "Such as 8JX2WO."}),
        "calculate": ("Calculate the result of a mathematical expression.", {"expression": "A sum, such as 2 + 2."}),
        "transfer_to_human_agents": (
            "Transfer the user to a human agent, with a summary of the user's issue.",
            {"summary": "A summary of the issue."},
        ),
        "think": ("Use the tool to think about something. It changes nothing.", {"thought": "A thought."}),
    }
)
MIA = {"name": "Mia Li", "membership": "gold", "reservations": ["NO6JO3", "AIXC49", "HKEG34"]}
OMAR = {"name": "Omar Rossi", "membership": "silver", "reservations": ["FQ8APE", "UHDAHF"]}


def trip(identifier: str, route: str, cabin: str, total: int) -> dict[str, Any]:
    return {"reservation_id": identifier, "route": route, "cabin": cabin, "total": total}


AIRLINE_TALKS: list[list[Turn]] = [
    [
        "I'm mia_li_3668 and want to cancel my flight from New York to Seattle. I don't have the number at hand.",
        call("get_user_details", MIA, user_id="mia_li_3668"),
        call(
            "get_reservation_details",
            trip("NO6JO3", "SFO-BOS", "economy", 312),
            [{"reservation_id": "AIXC49"}, {"reservation_id": "HKEG34"}],
            reservation_id="NO6JO3",
        ),
        call(
            "get_reservation_details",
            trip("AIXC49", "JFK-SEA", "business", 845),
            [{"reservation_id": "HKEG34"}],
            reservation_id="AIXC49",
        ),
        "Reservation AIXC49 is JFK-SEA in business. Shall I cancel it? You get $845 back.",
        "Yes, please.",
        call("cancel_reservation", {"status": "cancelled"}, reservation_id="AIXC49"),
        "It is cancelled.",
    ],
    [
        "Hi, user omar_rossi_1241. How many bags are free on reservation FQ8APE?",
        call(
            "get_user_details",
            OMAR,
            [("get_reservation_details", {"reservation_id": "FQ8APE"})],
            user_id="omar_rossi_1241",
        ),
        call("get_reservation_details", trip("FQ8APE", "ORD-PHL", "economy", 180), reservation_id="FQ8APE"),
        "As a silver member in economy, ORD-PHL, you have two free bags.",
    ],
    [
        "Reservation UHDAHF, my id is omar_rossi_1241. Which perks does my membership give me there?",
        call(
            "get_reservation_details",
            trip("UHDAHF", "MIA-LAX", "business", 990),
            [("get_user_details", {"user_id": "omar_rossi_1241"})],
            reservation_id="UHDAHF",
        ),
        call("get_user_details", OMAR, user_id="omar_rossi_1241"),
        "Silver members in business on MIA-LAX get three bags and lounge access.",
    ],
    [
        "I'm mia_li_3668. Please cancel my last reservation, I forgot its number.",
        call("get_user_details", MIA, user_id="mia_li_3668"),
        call("get_reservation_details", trip("HKEG34", "DEN-ATL", "economy", 210), reservation_id="HKEG34"),
        "That is HKEG34, DEN-ATL. Shall I cancel it?",
        "Yes.",
        call("cancel_reservation", {"status": "cancelled"}, reservation_id="HKEG34"),
        "Done.",
    ],
    [
        "What do FQ8APE and UHDAHF cost together? I am omar_rossi_1241.",
        call(
            "get_reservation_details",
            trip("FQ8APE", "ORD-PHL", "economy", 180),
            [{"reservation_id": "UHDAHF"}],
            reservation_id="FQ8APE",
        ),
        call("get_reservation_details", trip("UHDAHF", "MIA-LAX", "business", 990), reservation_id="UHDAHF"),
        call("calculate", "1170", rules={"expression": "expression"}, expression="180 + 990"),
        "ORD-PHL is $180 and MIA-LAX is $990, $1170 together.",
    ],
    [
        "This is mia_li_3668. Cancel everything I have booked, please.",
        call("get_user_details", MIA, user_id="mia_li_3668"),
        call(
            "get_reservation_details",
            trip("NO6JO3", "SFO-BOS", "economy", 312),
            [{"reservation_id": "AIXC49"}, {"reservation_id": "HKEG34"}],
            reservation_id="NO6JO3",
        ),
        call(
            "get_reservation_details",
            trip("AIXC49", "JFK-SEA", "business", 845),
            [{"reservation_id": "HKEG34"}],
            reservation_id="AIXC49",
        ),
        call("get_reservation_details", trip("HKEG34", "DEN-ATL", "economy", 210), reservation_id="HKEG34"),
        "That is NO6JO3, AIXC49 and HKEG34, $1367 in all. Shall I cancel the three?",
        "Yes, all of them.",
        call("cancel_reservation", {"status": "cancelled"}, reservation_id="NO6JO3"),
        call("cancel_reservation", {"status": "cancelled"}, reservation_id="AIXC49"),
        call("cancel_reservation", {"status": "cancelled"}, reservation_id="HKEG34"),
        "All three are cancelled.",
    ],
    [
        "I am omar_rossi_1241. Look at FQ8APE, and if it isn't refundable, look at UHDAHF.",
        call("get_reservation_details", trip("FQ8APE", "ORD-PHL", "economy", 180), reservation_id="FQ8APE"),
        call("get_reservation_details", trip("UHDAHF", "MIA-LAX", "business", 990), reservation_id="UHDAHF"),
        "FQ8APE, ORD-PHL, is not refundable; UHDAHF, MIA-LAX, is.",
    ],
    [
        "My luggage was lost and nobody helps me!",
        call(
            "think", "", rules={"thought": "free_text"}, thought="The user reports lost luggage; no tool can help here."
        ),
        call(
            "transfer_to_human_agents",
            "Transfer successful",
            rules={"summary": "free_text"},
            summary="The user lost their luggage and wants somebody to look for it.",
        ),
        "You are being transferred.",
    ],
]

SHOPS = tools_of(
    {
        "find_by_email": ("Find a customer by e-mail.", {"email": "The e-mail."}),
        "find_by_name": ("Find a customer by name and zip.", {"first": "First.", "last": "Last.", "zip": "Zip code."}),
        "customer": ("Get a customer with their orders.", {"customer_id": "The id."}),
        "order": ("Get the details of an order.", {"order_id": "Begins with #."}),
        "product": ("Get the variants of a product.", {"product_id": "The id."}),
        "exchange": (
            "Exchange items of an order for others.",
            {"order_id": "Begins with #.", "old": "Item ids.", "new": "Item ids, in the same order as old."},
        ),
        "return_items": ("Return some items of an order.", {"order_id": "Begins with #.", "items": "Item ids."}),
    }
)
ANN = {"id": "ann_5", "cards": ["card_17"], "orders": ["#A1", "#A2", "#A3", "#A4"]}
BEN = {"id": "ben_8", "cards": ["card_99"], "orders": ["#B1", "#B2"]}


def bought(identifier: str, status: str, *items: tuple[str, str, str]) -> dict[str, Any]:
    listed = [{"name": name, "product_id": product, "item_id": item} for name, product, item in items]
    return {"order_id": identifier, "status": status, "items": listed}


SHOP_TALKS: list[list[Turn]] = [
    [
        "Hello, ann@x.org here. The lamp I bought is broken, I want to send it back.",
        call("find_by_email", {"customer_id": "ann_5"}, email="ann@x.org"),
        call("customer", ANN, customer_id="ann_5"),
        call(
            "order",
            bought("#A1", "delivered", ("Mug", "p1", "i1")),
            [{"order_id": "#A2"}, {"order_id": "#A3"}, {"order_id": "#A4"}],
            order_id="#A1",
        ),
        call(
            "order",
            bought("#A2", "delivered", ("Lamp", "p2", "i2")),
            [{"order_id": "#A3"}, {"order_id": "#A4"}],
            order_id="#A2",
        ),
        "The lamp is in #A2. Return i2 to card_17?",
        "Yes.",
        call("return_items", {"ok": True}, order_id="#A2", items=["i2"]),
        "Done. Anything else?",
        "Yes, I also bought a chair once. When will it arrive?",
        call(
            "order",
            bought("#A3", "pending", ("Chair", "p3", "i3")),
            [{"order_id": "#A4"}],
            order_id="#A3",
        ),
        "The chair in #A3 is pending.",
    ],
    [
        "Hi, Ben Ode, zip 10115. Is order #B2 on its way?",
        call("find_by_name", {"customer_id": "ben_8"}, first="Ben", last="Ode", zip="10115"),
        call("order", bought("#B2", "shipped", ("Rug", "p4", "i4")), order_id="#B2"),
        "Yes, the rug was shipped.",
    ],
    [
        "ben@x.org. Swap both the desk and the rug in #B1 for white ones, please.",
        call("find_by_email", {"customer_id": "ben_8"}, email="ben@x.org"),
        call("order", bought("#B1", "delivered", ("Desk", "p5", "i5"), ("Rug", "p4", "i4")), order_id="#B1"),
        call("product", {"name": "Desk", "variants": {"i51": "white"}}, [{"product_id": "p4"}], product_id="p5"),
        call("product", {"name": "Rug", "variants": {"i41": "white"}}, product_id="p4"),
        "I would exchange i5 for i51 and i4 for i41. Yes?",
        "Yes!",
        call(
            "exchange",
            {"ok": True},
            rules={"old": {"permute_together": ["old", "new"]}},
            order_id="#B1",
            old=["i5", "i4"],
            new=["i51", "i41"],
        ),
        "Done.",
    ],
    [
        "It's ann@x.org. Send the two mugs of #A4 back, i6 and i7.",
        call("find_by_email", {"customer_id": "ann_5"}, email="ann@x.org"),
        call("order", bought("#A4", "delivered", ("Mug", "p1", "i6"), ("Mug", "p1", "i7")), order_id="#A4"),
        "Return i6 and i7?",
        "Yes.",
        call("return_items", {"ok": True}, rules={"items": "unordered"}, order_id="#A4", items=["i6", "i7"]),
        "Done.",
    ],
    [
        "ann@x.org, I'd like to know where my sofa is.",
        call("find_by_email", {"customer_id": "ann_5"}, email="ann@x.org"),
        call("customer", ANN, customer_id="ann_5"),
        call(
            "order",
            "Error: timed out, try again",
            [{"order_id": each} for each in ("#A1", "#A3", "#A4")],
            order_id="#A2",
        ),
        call("order", bought("#A2", "delivered", ("Lamp", "p2", "i2")), order_id="#A2"),
        call(
            "order",
            bought("#A4", "pending", ("Sofa", "p9", "i9")),
            [{"order_id": "#A1"}, {"order_id": "#A3"}],
            order_id="#A4",
        ),
        "Your sofa is in #A4, still pending.",
    ],
    [
        "Where's my order? ben@x.org",
        call("find_by_email", {"customer_id": "ben_8"}, email="ben@x.org"),
        call("customer", BEN, customer_id="ben_8"),
        "You have #B1 and #B2. Which one do you mean?",
        "No idea, the one with the rug.",
        call("order", bought("#B1", "delivered", ("Desk", "p5", "i5")), [{"order_id": "#B2"}], order_id="#B1"),
        call("order", bought("#B2", "shipped", ("Rug", "p4", "i4")), order_id="#B2"),
        "The rug was shipped.",
    ],
    [
        "Hello! As in the previous message: ann@x.org, I want to swap my mug. First, which order is it in?",
        call("find_by_email", {"customer_id": "ann_5"}, email="ann@x.org"),
        call("customer", ANN, customer_id="ann_5"),
        call(
            "order",
            bought("#A1", "delivered", ("Mug", "p1", "i1")),
            [{"order_id": "#A2"}, {"order_id": "#A3"}, {"order_id": "#A4"}],
            order_id="#A1",
        ),
        call("order", bought("#A3", "pending", ("Chair", "p3", "i3")), order_id="#A3"),  # a detour: it was found
        call("order", bought("#A4", "pending", ("Sofa", "p9", "i9")), order_id="#A4"),
        "The mug is in #A1. Shall I return it?",
        "Yes.",
        call("return_items", {"ok": True}, order_id="#A1", items=["i1"]),
        "Done.",
    ],
    [
        "ben@x.org here, is my newest order shipped?",
        call("find_by_email", {"customer_id": "ben_8"}, email="ben@x.org"),
        call("customer", BEN, customer_id="ben_8"),
        call("order", bought("#B2", "shipped", ("Rug", "p4", "i4")), order_id="#B2"),
        "Yes, it is.",
    ],
]

OFFICE = tools_of(
    {
        "list_accounts": ("List the accounts of the user.", {}),
        "balance": ("Get the balance of an account.", {"account": "The account."}),
        "list_issues": ("List the open issues of a repository.", {"repository": "Owner and name."}),
        "issue": ("Get one issue.", {"repository": "Owner and name.", "number": "Its number."}),
        "weather": ("Get the weather of a city.", {"city": "The city."}),
        "list_events": ("List the events of a day.", {"date": "YYYY-MM-DD"}),
        "event": ("Get an event with its attendees.", {"event_id": "The id."}),
        "create_event": (
            "Create an event.",
            {"title": "Title.", "date": "YYYY-MM-DD", "attendees": "E-mail addresses."},
        ),
        "page": ("Get one page of the log.", {"number": "Which page."}),
        "route": ("Get the length of a route.", {"stops": "The stops of the route, in order."}),
        "book": ("Book a room for a date.", {"room": "The room.", "date": "YYYY-MM-DD"}),
        "find_rooms": ("Find rooms that are free.", {"date": "YYYY-MM-DD"}),
        "room": ("Get the details of a room.", {"room": "The room."}),
        "send_money": (
            "Transfer money to another account.",
            {"account": "The account.", "memo": "A note to the payee."},
        ),
    }
)
OFFICE_TALKS: list[list[Turn]] = [
    [
        "How much money do I have in total?",
        call("list_accounts", [{"account": "AC-771", "type": "checking"}, {"account": "AC-912", "type": "savings"}]),
        call("balance", {"amount": 1200.5}, [{"account": "AC-912"}], account="AC-771"),
        call("balance", {"amount": 340.25}, account="AC-912"),
        "You have 1200.5 in checking and 340.25 in savings.",
    ],
    [
        "How much is in my savings account?",
        call("list_accounts", [{"account": "AC-771", "type": "checking"}, {"account": "AC-912", "type": "savings"}]),
        call("balance", {"amount": 340.25}, account="AC-912"),
        "There are 340.25 in it.",
    ],
    [
        "Sum up the open issues of acme/site for me.",
        call(
            "list_issues",
            [{"number": 112, "title": "Login fails"}, {"number": 115, "title": "Slow page"}],
            repository="acme/site",
        ),
        call(
            "issue", {"body": "Since Monday nobody can log in."}, [{"number": 115}], repository="acme/site", number=112
        ),
        call("issue", {"body": "The start page takes nine seconds."}, repository="acme/site", number=115),
        "Nobody can log in since Monday, and the start page takes nine seconds.",
    ],
    [
        "What is issue 115 of acme/site about?",
        call("issue", {"body": "The start page takes nine seconds."}, repository="acme/site", number=115),
        "The start page takes nine seconds.",
    ],
    [
        "What's the weather like in Paris, London and Rome?",
        call("weather", {"sky": "sunny", "celsius": 18}, [{"city": "London"}, {"city": "Rome"}], city="Paris"),
        call("weather", {"sky": "rainy", "celsius": 11}, [{"city": "Rome"}], city="London"),
        call("weather", {"sky": "cloudy", "celsius": 21}, city="Rome"),
        "Paris is sunny with 18 degrees, London rainy with 11, Rome cloudy with 21.",
    ],
    [
        "Check the weather in Paris, and if it is not sunny there, the one in Rome.",
        call("weather", {"sky": "rainy", "celsius": 12}, city="Paris"),
        call("weather", {"sky": "cloudy", "celsius": 21}, city="Rome"),
        "Paris is rainy with 12 degrees; Rome is cloudy with 21.",
    ],
    [
        "Who comes to the dentist talk on 2024-05-02?",
        call(
            "list_events",
            [{"event_id": "ev-81", "title": "Standup"}, {"event_id": "ev-82", "title": "Dentist talk"}],
            date="2024-05-02",
        ),
        call("event", {"attendees": ["bo@x.org"]}, event_id="ev-82"),
        "bo@x.org does.",
    ],
    [
        "Put a lunch on 2024-05-03 with bo@x.org and cy@x.org.",
        call(
            "create_event",
            {"ok": True},
            rules={"attendees": "unordered"},
            title="Lunch",
            date="2024-05-03",
            attendees=["bo@x.org", "cy@x.org"],
        ),
        "It is in your calendar.",
    ],
    [
        "Find the error 500 in the log, it has 2 pages or 3.",
        call("page", {"lines": ["12:00 start", "12:01 ready"]}, number=1),
        call("page", {"lines": ["13:00 error 500 in checkout"]}, number=2),
        "At 13:00 there was an error 500 in checkout.",
    ],
    [
        "How long is the way from Bonn via Ulm to Graz?",
        call("route", {"km": 812}, stops=["Bonn", "Ulm", "Graz"]),
        "It is 812 km.",
    ],
    [
        "Which free room on 2024-06-01 has a beamer?",
        call("find_rooms", {"rooms": ["R-101", "R-204", "R-305"]}, date="2024-06-01"),
        call("room", {"room": "R-101", "has": "whiteboard"}, [{"room": "R-204"}, {"room": "R-305"}], room="R-101"),
        call("room", {"room": "R-204", "has": "beamer"}, [{"room": "R-305"}], room="R-204"),
        "R-204 has one. Shall I book it for 2024-06-01?",
        "Yes.",
        call("book", {"ok": True}, room="R-204", date="2024-06-01"),
        "Booked.",
    ],
    [
        "Which is the cheapest free room on 2024-06-02, and what does it have?",
        call(
            "find_rooms",
            [{"room": "R-101", "price": 40}, {"room": "R-204", "price": 30}, {"room": "R-305", "price": 55}],
            date="2024-06-02",
        ),
        call("room", {"room": "R-204", "has": "beamer"}, room="R-204"),
        "R-204 for 30, with a beamer.",
    ],
    [
        "Please send the rent to AC-400.",
        "From which account, and with which note?",
        "From checking, write what you like.",
        "I will send it to AC-400 with the note that this is the rent for May. Yes?",
        "Yes.",
        call("send_money", {"ok": True}, account="AC-400", memo="This is the rent for the month of May"),
        "Sent.",
    ],
]

LIBRARY = tools_of(
    {
        "reader": ("查询读者及其借阅的图书。", {"card": "读者证号。"}),
        "book": ("获取一本图书的详情。", {"book_id": "图书编号。"}),
        "renew": ("更新一本图书的借阅期限。", {"book_id": "图书编号。"}),
        "staff": ("把读者转给人工馆员，并附上说明。", {"note": "读者的需求。"}),
        "count": ("计算一个算式。", {"sum": "要计算的算式。"}),
    }
)
LIU = {"name": "刘洋", "books": ["TS-1001", "TS-1002", "TS-1003"]}
LIBRARY_TALKS: list[list[Turn]] = [
    [
        "你好，我的读者证是 RD-88。我借的那本讲园艺的书什么时候到期？",
        call("reader", LIU, card="RD-88"),
        call(
            "book",
            {"book_id": "TS-1001", "title": "天文入门", "due": "2024-05-01"},
            [{"book_id": "TS-1002"}, {"book_id": "TS-1003"}],
            book_id="TS-1001",
        ),
        call(
            "book",
            {"book_id": "TS-1002", "title": "阳台园艺", "due": "2024-05-09"},
            [{"book_id": "TS-1003"}],
            book_id="TS-1002",
        ),
        "《阳台园艺》2024-05-09 到期。",
    ],
    [
        "读者证 RD-88，TS-1003 什么时候到期？",
        call("reader", LIU, card="RD-88"),
        call("book", {"book_id": "TS-1003", "title": "河流", "due": "2024-05-20"}, book_id="TS-1003"),
        "2024-05-20 到期。",
    ],
    [
        "证号 RD-88，请把我借的第二本书续借一下。",
        call("reader", LIU, card="RD-88"),
        call("book", {"book_id": "TS-1002", "title": "阳台园艺", "due": "2024-05-09"}, book_id="TS-1002"),
        "要把《阳台园艺》TS-1002 续借吗？",
        "好的。",
        call("renew", {"ok": True}, book_id="TS-1002"),
        "已续借。",
    ],
    [
        "我想投诉，请找人工。",
        call("staff", {"ok": True}, rules={"note": "free_text"}, note="读者对服务不满，希望馆员与其联系。"),
        "已为您转接。",
    ],
    [
        "罚款 3.5 元和 4.5 元一共多少？证号 RD-88。",
        call("count", "8", rules={"sum": "expression"}, sum="3.5 + 4.5"),
        "一共 8 元。",
    ],
    [
        "我的证号是 RD-88，我借的书都叫什么名字？",
        call("reader", LIU, card="RD-88"),
        call(
            "book",
            {"book_id": "TS-1001", "title": "天文入门", "due": "2024-05-01"},
            [{"book_id": "TS-1002"}, {"book_id": "TS-1003"}],
            book_id="TS-1001",
        ),
        call(
            "book",
            {"book_id": "TS-1002", "title": "阳台园艺", "due": "2024-05-09"},
            [{"book_id": "TS-1003"}],
            book_id="TS-1002",
        ),
        call("book", {"book_id": "TS-1003", "title": "河流", "due": "2024-05-20"}, book_id="TS-1003"),
        "《天文入门》《阳台园艺》《河流》。",
    ],
]

DOMAINS = {
    "airline": (AIRLINE, AIRLINE_TALKS),
    "shop": (SHOPS, SHOP_TALKS),
    "office": (OFFICE, OFFICE_TALKS),
    "library": (LIBRARY, LIBRARY_TALKS),
}

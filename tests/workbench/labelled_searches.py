"""More conversations with labels: searches among things whose names tell something, and what the assistant announces.

As in `labelled_talks`, the labels came first. Ids tell nothing of the thing behind them, so that any will do; names of
files and cities, dates and page numbers do tell, and then only a search through all of them is free in its order.
"""

from __future__ import annotations

from typing import Any

from .labelled_talks import Turn, call, tools_of

FILES = tools_of(
    {
        "list_files": ("List the files of a folder.", {"folder": "The folder."}),
        "read_file": ("Read a file.", {"path": "Its path."}),
        "list_towns": ("List the towns of a country.", {"country": "The country."}),
        "forecast": ("Get the forecast of a town.", {"town": "The town."}),
        "free_days": ("List the days with free places.", {"month": "YYYY-MM"}),
        "places": ("Get the free places of a day.", {"day": "YYYY-MM-DD"}),
        "find_pages": ("Search pages on the web.", {"words": "What to look for."}),
        "open_page": ("Get the text of a page.", {"page": "Its id."}),
        "list_chapters": ("List the chapters of a book.", {"book": "The book."}),
        "chapter": ("Get the text of a chapter.", {"number": "Which one."}),
        "spans": ("List for how many days there are forecasts.", {}),
        "outlook": ("Get the weather of the coming days.", {"days": "How many."}),
        "sizes": ("List the sizes of a phone.", {"phone": "Its name."}),
        "price": ("Get the price of a size.", {"size": "The size."}),
    }
)
SOURCES = ["README.md", "main.py", "login.py"]
TOWNS = ["Porto", "Braga", "Faro"]


def towns(*others: str) -> list[dict[str, Any]]:
    return [{"town": town} for town in others]


FILE_TALKS: list[list[Turn]] = [
    [
        "Where do users log in, in the folder web?",
        call("list_files", SOURCES, folder="web"),
        call("read_file", "def log_in(user): ...", path="login.py"),
        "In login.py, by log_in.",
    ],
    [
        "Which file of the folder web opens the database?",
        call("list_files", SOURCES, folder="web"),
        call("read_file", "import login", path="main.py"),
        call("read_file", "def log_in(user): connect()", path="login.py"),
        "login.py does, with connect().",
    ],
    [
        "Which of the scans in /inbox is the invoice of the dentist?",
        call("list_files", ["scan_0031.txt", "scan_0032.txt", "scan_0033.txt"], folder="/inbox"),
        call(
            "read_file",
            "A letter of the bank",
            [{"path": "scan_0032.txt"}, {"path": "scan_0033.txt"}],
            path="scan_0031.txt",
        ),
        call("read_file", "Dr. Molar, invoice 88", [{"path": "scan_0033.txt"}], path="scan_0032.txt"),
        "It is scan_0032.txt, by Dr. Molar.",
    ],
    [
        "Does it rain anywhere in Portugal today?",
        call("list_towns", TOWNS, country="Portugal"),
        call("forecast", {"sky": "sunny"}, towns("Braga", "Faro"), town="Porto"),
        call("forecast", {"sky": "cloudy"}, towns("Faro"), town="Braga"),
        call("forecast", {"sky": "rainy"}, town="Faro"),
        "Porto is sunny, Braga cloudy, and in Faro it is rainy.",
    ],
    [
        "What will the weather be like at the Algarve, in Portugal?",
        call("list_towns", TOWNS, country="Portugal"),
        call("forecast", {"sky": "rainy"}, town="Faro"),
        "It will be rainy.",
    ],
    [
        "Is there a place on Thursday, in May 2024?",
        call("free_days", ["2024-05-02", "2024-05-03", "2024-05-06"], month="2024-05"),
        call("places", {"places": 4}, day="2024-05-02"),
        "Yes, there are 4 places.",
    ],
    [
        "Who invented the zip?",
        call("find_pages", [{"page": "pg-7", "score": 0.93}, {"page": "pg-4", "score": 0.41}], words="inventor zip"),
        call("open_page", "Whitcomb Judson did.", page="pg-7"),
        "Whitcomb Judson did.",
    ],
    [
        "In which chapter of Moby does the whale appear?",
        call("list_chapters", {"chapters": [1, 2, 3]}, book="Moby"),
        call("chapter", "Call me.", number=1),
        call("chapter", "There it swims!", number=2),
        "In chapter 2.",
    ],
    [
        "How will the weather be for a week?",
        call("spans", {"days": [1, 3, 7]}),
        call("outlook", {"sky": "mostly sunny"}, days=7),
        "It will be mostly sunny.",
    ],
    [
        "What does the Nova cost, with sixty-four gigabytes?",
        call("sizes", ["32GB", "64GB", "128GB"], phone="Nova"),
        call("price", {"price": 399}, size="64GB"),
        "It costs 399.",
    ],
]

PARCELS = tools_of(
    {
        "client": ("Get a client with their parcels.", {"client_id": "The id."}),
        "parcel": ("Get the details of a parcel.", {"parcel_id": "The id."}),
        "redirect": ("Change the address of a parcel.", {"parcel_id": "The id.", "street": "The street."}),
    }
)
EVA = {"client": "cl-7", "parcels": ["P-501", "P-502", "P-503"]}


def parcel(identifier: str, holds: str) -> dict[str, str]:
    return {"parcel_id": identifier, "holds": holds}


def parcels(*others: str) -> list[dict[str, str]]:
    return [{"parcel_id": other} for other in others]


PARCEL_TALKS: list[list[Turn]] = [
    [
        "Client cl-7. Which parcel holds the boots?",
        call("client", EVA, client_id="cl-7"),
        call("parcel", parcel("P-501", "a kettle"), said="Let me begin with the first one.", parcel_id="P-501"),
        call("parcel", parcel("P-502", "winter boots"), said="Not there. On to the next one.", parcel_id="P-502"),
        "The winter boots are in P-502.",
    ],
    [
        "Client cl-7. I look for my lamp.",
        call("client", EVA, client_id="cl-7"),
        call("parcel", parcel("P-502", "winter boots"), said="I look into P-502.", parcel_id="P-502"),
        call("parcel", parcel("P-503", "a lamp"), parcels("P-501"), parcel_id="P-503"),
        "A lamp is in P-503.",
    ],
    [
        "I'm cl-7, can you guess who wrote this line of a song? Its first line is short. And where is my kettle?",
        call("client", EVA, client_id="cl-7"),
        call("parcel", parcel("P-503", "a lamp"), parcels("P-501", "P-502"), parcel_id="P-503"),
        call("parcel", parcel("P-501", "a kettle"), parcels("P-502"), parcel_id="P-501"),
        "No guessing; a kettle is in P-501.",
    ],
    [
        "Please send P-501 and P-503 to Elm Street, if they have not left yet.",
        call("parcel", parcel("P-501", "a kettle"), parcels("P-503"), parcel_id="P-501"),
        call("parcel", parcel("P-503", "a lamp"), parcel_id="P-503"),
        "Both are still here. Shall I send them to Elm Street?",
        "Yes.",
        call("redirect", {"ok": True}, parcel_id="P-501", street="Elm Street"),
        call("redirect", {"ok": True}, parcel_id="P-503", street="Elm Street"),
        "Done.",
    ],
    [
        "First look at P-502, then at P-503. Have they left?",
        call("parcel", parcel("P-502", "winter boots"), parcel_id="P-502"),
        call("parcel", parcel("P-503", "a lamp"), parcel_id="P-503"),
        "Both are here.",
    ],
    [
        "This is cl-7: send all my parcels that hold something made of glass to Elm Street.",
        call("client", EVA, client_id="cl-7"),
        call("parcel", parcel("P-501", "a glass kettle"), parcels("P-502", "P-503"), parcel_id="P-501"),
        call("parcel", parcel("P-502", "winter boots"), parcels("P-503"), parcel_id="P-502"),
        call("parcel", parcel("P-503", "a candle"), parcel_id="P-503"),
        "Only the kettle is of glass. Shall I send it to Elm Street?",
        "Yes, please.",
        call("redirect", {"ok": True}, parcel_id="P-501", street="Elm Street"),
        "Done.",
    ],
    [
        "cl-7 here, when does my tent come?",
        call("client", EVA, client_id="cl-7"),
        call("parcel", parcel("P-502", "winter boots"), parcels("P-501", "P-503"), parcel_id="P-502"),
        call("parcel", parcel("P-501", "a tent, due on Friday"), parcels("P-503"), parcel_id="P-501"),
        "It holds a tent, due on Friday.",
        "Then send the boots elsewhere, to Elm Street.",
        "The winter boots in P-502, to Elm Street. Yes?",
        "Yes.",
        call("redirect", {"ok": True}, parcel_id="P-502", street="Elm Street"),
        "Done.",
    ],
]

LEO = {"client": "cl-9", "parcels": ["P-44133", "P-44677"]}
OFFER = "There are P-44133 and P-44677. Which one do you mean?"


def offered(question: str, answer: str, *others: str) -> list[Turn]:
    """A talk in which the assistant offers two parcels and looks into the one that the user then speaks of."""
    return [
        "Hello, cl-9 here. I want to send a parcel elsewhere.",
        call("client", LEO, client_id="cl-9"),
        question,
        answer,
        call("parcel", parcel("P-44677", "a keyboard"), parcels(*others), parcel_id="P-44677"),
        "That one holds a keyboard. Where shall it go?",
    ]


REPLY_TALKS: list[list[Turn]] = [
    offered(OFFER, "No idea. The one with the keyboard.", "P-44133"),
    offered(OFFER, "I cannot tell, please look.", "P-44133"),
    offered(OFFER, "second one"),
    offered(OFFER, "The latter, please."),
    offered(OFFER, "Number 2."),
    offered(OFFER, "2"),
    offered(OFFER, "Should be the 44677 one, with the keyboard."),
    offered(OFFER, "It ends in 677."),
    offered(OFFER, "p44677 it is"),
    offered(OFFER, "后面那个"),
    offered("I see P-44133 and P-44677. Might it be P-44677?", "Yeah, mixed up the digits."),
    offered("You have two, P-44133 and P-44677. Shall I open the most recent one?", "Please do."),
]

DOMAINS = {"replies": (PARCELS, REPLY_TALKS), "files": (FILES, FILE_TALKS), "parcels": (PARCELS, PARCEL_TALKS)}

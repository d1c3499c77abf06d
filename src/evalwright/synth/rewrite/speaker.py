"""Who speaks, and of whom: a user's wish that comes back as said by the assistant, or of somebody else.

A user asks the other to do something ("could you", "do you have"), which is stripped before it is looked whether the
other is spoken of: "you're going there today" is not said by someone who wishes to bring a book back.
"""

from __future__ import annotations

from .wish_tables import WishTables, looked_at, wish_tables


def speaker_turned(new: str, old: str, role: str, lang: str) -> bool:
    """Whether new words are those of another speaker than the old ones, or about another person."""
    tables = wish_tables(lang)
    now, before = (tables.idioms.sub(" ", looked_at(text)) for text in (new, old))
    if tables.has("third", now) and not tables.has("third", before):
        return True
    if _exchanged(now, before, tables):
        return True
    if role == "user" and tables.has("service", looked_at(new)) and not tables.has("service", looked_at(old)):
        return True
    return (_user_turned if role == "user" else _assistant_turned)(now, before, tables)


def _exchanged(now: str, before: str, tables: WishTables) -> bool:
    """Whether mine became yours, or yours mine."""
    mine, yours = ((tables.has(name, now), tables.has(name, before)) for name in ("own_thing", "other_thing"))
    return (mine, yours) in (((True, False), (False, True)), ((False, True), (True, False)))


def _user_turned(now: str, before: str, tables: WishTables) -> bool:
    speaks_to, spoke_to = (tables.has("addressed", tables.without("addresses", text)) for text in (now, before))
    if speaks_to and not spoke_to:
        return True
    of_self, was_of_self = (tables.has("own", tables.without("own_requests", text)) for text in (now, before))
    if was_of_self and not of_self:
        return tables.has("addressed", now) or not tables.has("asks", now)
    return False


def _assistant_turned(now: str, before: str, tables: WishTables) -> bool:
    if tables.has("offers_self", now) and not tables.has("offers_self", before):
        return True
    told, was_told = (tables.has("tells_other", text) for text in (now, before))
    spoke_to, speaks_to = (tables.has("addressed", text) for text in (before, now))
    if (told and not spoke_to) or (was_told and not speaks_to):
        return True
    return spoke_to and not speaks_to and tables.has("speaks_of_self", now) and not tables.has("speaks_of_self", before)

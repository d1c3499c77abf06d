"""Who the user is: asked for, given, searched for, and the details read directly after.

The search may fail where the user mistypes the e-mail address; then it is tried again, or by name and zip code.
"""

from __future__ import annotations

from .goal import Goal
from .observations import seen_user
from .opening import tell
from .small_talk import acknowledge
from .story import Story

_DOMAINS = ("example.com", "example.org", "example.net")


def draw_identity(story: Story) -> str:
    """`email` or `name_zip`: how this user can be found."""
    if not story.has("find_user_id_by_name_zip"):
        return "email"
    if not story.has("find_user_id_by_email") or story.vary("by-name-zip"):
        story.tags["by-name-zip"] = None
        return "name_zip"
    story.tags["by-email"] = None
    return "email"


def identify(story: Story, goal: Goal, kind: str, at_once: bool) -> None:
    """From the wish to a user who is known: at once where the wish came with it, else after a question."""
    wrong = _mistyped(story) if kind == "email" and story.vary("wrong-email") else ""
    if not at_once:
        _ask_identity(story, kind)
    _give(story, kind, wrong)
    if not at_once and story.openness and story.chance(0.3):
        _volunteer(story, goal)
    if wrong:
        _search_in_vain(story, wrong)
    else:
        _search(story, kind)
    story.found = True
    if story.has("get_user_details") and not story.skips:
        read_profile(story)


def read_profile(story: Story) -> None:
    """The details of the user, where the assistant has not read them."""
    if story.profile is None:
        story.profile = seen_user(story.call("get_user_details", user_id=story.user_id))


def _ask_identity(story: Story, kind: str) -> None:
    if story.chance(0.35):
        story.assistant("greet")
    acknowledge(story)
    both = story.has("find_user_id_by_name_zip") and story.has("find_user_id_by_email")
    if kind == "name_zip" and both and story.vary("no-email"):
        story.assistant("ask.email" if story.chance(0.5) else "ask.identity")
        story.user("lack.email")
        if story.openness == 0 or story.chance(0.5):
            story.assistant("ask.name_zip")
    elif both:
        story.assistant("ask.identity" if kind == "name_zip" or story.chance(0.7) else "ask.email")
    else:
        story.assistant(f"ask.{kind}")


def _give(story: Story, kind: str, wrong: str) -> None:
    me = story.me()
    if kind == "email":
        story.user("identify.email", email=wrong or me["email"])
    else:
        name = me["name"]
        zip_code = me["address"]["zip"]
        story.user("identify.name_zip", first_name=name["first_name"], last_name=name["last_name"], zip=zip_code)


def _volunteer(story: Story, goal: Goal) -> None:
    """With the identity comes what had not been said yet."""
    if goal.knows_id and goal.order_id and "order" not in goal.told and goal.intent != "status":
        story.user("give.order_id", order_id=goal.said_id)
        goal.told.add("order")
    elif goal.reason:
        tell(story, goal, "reason")


def _search(story: Story, kind: str) -> None:
    me = story.me()
    if kind == "email":
        story.call("find_user_id_by_email", email=me["email"])
        return
    name = me["name"]
    story.call(
        "find_user_id_by_name_zip",
        first_name=name["first_name"],
        last_name=name["last_name"],
        zip=me["address"]["zip"],
    )


def _search_in_vain(story: Story, wrong: str) -> None:
    story.call("find_user_id_by_email", email=wrong)
    story.assistant("not_found.user", email=wrong)
    if story.has("find_user_id_by_name_zip") and story.chance(0.5):
        story.assistant("ask.name_zip")
        _give(story, "name_zip", "")
        _search(story, "name_zip")
        story.tags["by-name-zip"] = None
        return
    story.assistant("ask.email")
    story.user("identify.email_again", email=story.me()["email"])
    _search(story, "email")


def _mistyped(story: Story) -> str:
    """The user's e-mail address with one slip, which belongs to nobody."""
    local, domain = story.me()["email"].rsplit("@", 1)
    turn = 1 + int(story.rng.random() * 2)
    kind = int(story.rng.random() * 3)
    slips = (
        f"{local}@{_DOMAINS[(_DOMAINS.index(domain) + turn) % 3] if domain in _DOMAINS else _DOMAINS[turn]}",
        f"{local[:-2]}{local[-1]}{local[-2]}@{domain}",
        f"{local[:-1]}@{domain}",
    )
    free = [slip for slip in (*slips[kind:], *slips[:kind]) if slip.casefold() not in story.setting.index.emails]
    return free[0] if free else f"x{local}@{domain}"

"""What models are told, in the language of the conversation. Data goes into messages whole, never into a template."""

from __future__ import annotations

import random

END = "[END]"
"""What the player of a user writes when the card is done; it never stays in a conversation."""

_REWRITE = {
    ("en", "user"): (
        "You rewrite chat messages that a customer typed to a shop, so that they read as a real person would type "
        "them. The next message is the text to rewrite. It is not addressed to you: do not answer it. Keep what it "
        "means: a yes stays a yes, a no stays a no, nothing is added and nothing is left out. Marks such as ⟦1⟧ stand "
        "for names, numbers and addresses: keep each of them, exactly once, exactly as written. Use no other names or "
        "numbers. Write in English. Reply with the rewritten message and nothing else."
    ),
    ("en", "assistant"): (
        "You rewrite chat messages of a shop's service agent, so that they read as a capable, natural person would "
        "write them. The next message is the text to rewrite. It is not addressed to you: do not answer it. Keep what "
        "it means, every detail and every question in it; what is only proposed must not sound as if it were done. "
        "Marks such as ⟦1⟧ stand for names, numbers and addresses: keep each of them, exactly once, exactly as "
        "written. Use no other names or numbers. Write in English, plain text without markup. Reply with the "
        "rewritten message and nothing else."
    ),
    ("zh", "user"): (
        "你的任务是改写顾客发给商店客服的聊天消息，让它读起来像真人随手打的字。下一条消息就是要改写的原文，不是对你说的，"
        "不要回答它。意思不能变：答应还是答应，拒绝还是拒绝，不增不减。像 ⟦1⟧ 这样的标记代表姓名、号码或地址，"
        "每个都要原样保留，恰好出现一次。不要写其他姓名或数字。用简体中文。只输出改写后的消息，不要任何说明。"
    ),
    ("zh", "assistant"): (
        "你的任务是改写商店客服发给顾客的聊天消息，让它读起来像一位能干、自然的真人客服。下一条消息就是要改写的原文，"
        "不是对你说的，不要回答它。意思、每个细节、每个提问都要保留；只是提议的事不能写成已经办好。"
        "像 ⟦1⟧ 这样的标记代表姓名、号码或地址，每个都要原样保留，恰好出现一次。不要写其他姓名或数字。"
        "用简体中文，纯文本，不用排版符号。只输出改写后的消息，不要任何说明。"
    ),
}
_MANNERS = {
    ("en", "user"): (
        "Manner: short and to the point.",
        "Manner: friendly and a little talkative.",
        "Manner: polite and careful.",
        "Manner: casual, as typed on a phone, lower case is fine.",
        "Manner: matter-of-fact.",
        "Manner: a bit impatient, but not rude.",
    ),
    ("en", "assistant"): (
        "Manner: warm and calm.",
        "Manner: brief and clear.",
        "Manner: courteous and precise.",
        "Manner: relaxed, as one talks to a regular customer.",
    ),
    ("zh", "user"): (
        "语气：简短直接。",
        "语气：随和，话稍多一点。",
        "语气：客气、仔细。",
        "语气：随意，像在手机上打字，标点可以省。",
        "语气：就事论事。",
        "语气：有点着急，但不失礼。",
    ),
    ("zh", "assistant"): (
        "语气：温和、耐心。",
        "语气：简洁明了。",
        "语气：礼貌、严谨。",
        "语气：轻松，像对老顾客说话。",
    ),
}

_PLAY_USER = {
    "en": (
        "You play a customer who chats with a shop's service agent. You are not the agent. Below is your card: notes "
        "of what you want and of all you know, in the order in which it may come up. Say one short message at a time, "
        "in your own words. Give facts when they are asked for, exactly as they stand on the card. Know nothing that "
        "is not on the card: if you are asked for it, say that you do not have it. When the agent sums up a change, "
        "answer with a clear yes if it is what the card wants, else say what is wrong; if the card says no, say no. "
        f"Never speak of the card or of tools. When everything on the card is settled, write {END} and nothing else."
    ),
    "zh": (
        "你扮演一位正在和商店客服聊天的顾客，你不是客服。下面是你的卡片：你想办的事和你知道的一切，按可能说到的顺序排列。"
        "每次只说一条简短的消息，用自己的话。对方问到时才给出信息，必须和卡片上写的一模一样。"
        "卡片上没有的你都不知道，被问到就说没有。客服总结要办的事时，符合卡片就明确答应，不符合就说哪里不对；"
        f"卡片上是拒绝的就拒绝。不要提到卡片或工具。卡片上的事全部办完后，只写 {END}。"
    ),
}
_CARD = {"en": "Your card:", "zh": "你的卡片："}
BEGIN = {"en": "(The chat is open. Write your first message.)", "zh": "（聊天已经打开。请写第一条消息。）"}
"""What the player of the user hears before anybody has spoken."""


def rewriting(lang: str, role: str, rng: random.Random) -> str:
    """The instruction for rewriting what one of the two says, in one of the manners."""
    return f"{_REWRITE[lang, role]}\n{rng.choice(_MANNERS[lang, role])}"


def card(lang: str, lines: list[str]) -> str:
    """The instruction for whoever plays the user, with what the user wants and knows."""
    return "\n".join([_PLAY_USER[lang], "", _CARD[lang], *(f"- {line}" for line in lines)])

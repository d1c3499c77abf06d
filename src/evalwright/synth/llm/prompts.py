"""What models are told, in the language of the conversation. Data goes into messages whole, never into a template."""

from __future__ import annotations

REWRITE = {
    ("en", "user"): (
        "You rewrite one chat message of a customer so that it sounds like a real person typing to a shop. "
        "Keep its meaning, its language and every token such as ⟦1⟧ exactly as it stands, each exactly once. "
        "Add no facts, no names, no numbers. Answer with the rewritten message only."
    ),
    ("en", "assistant"): (
        "You rewrite one chat message of a service agent so that it sounds natural, friendly and precise. "
        "Keep its meaning, its language, every question in it and every token such as ⟦1⟧ exactly as it stands, each "
        "exactly once. Add no facts, no names, no numbers. Answer with the rewritten message only."
    ),
    ("zh", "user"): (
        "请改写顾客发给客服的一条消息，让它读起来像真人打的字。意思、语言不变；"
        "像 ⟦1⟧ 这样的标记必须原样保留，每个恰好出现一次。不要添加任何事实、姓名或数字。只输出改写后的消息。"
    ),
    ("zh", "assistant"): (
        "请改写客服发给顾客的一条消息，让它自然、亲切、准确。意思、语言和其中的提问不变；"
        "像 ⟦1⟧ 这样的标记必须原样保留，每个恰好出现一次。不要添加任何事实、姓名或数字。只输出改写后的消息。"
    ),
}
"""The instruction for rewriting, by language and role."""

PLAY_USER = {
    "en": (
        "You play a customer who chats with a shop's service agent. You are not the agent. Below is your card: what "
        "you want and all you know, in the order in which it may come up. Say one short message at a time, in your own "
        "words. Give facts when they are asked for, exactly as they stand on the card. Know nothing that is not on the "
        "card: if you are asked for it, say that you do not have it. Say yes to a summary only if it is what the card "
        "wants. Never speak of the card or of tools."
    ),
    "zh": (
        "你扮演一位正在和商店客服聊天的顾客，你不是客服。下面是你的卡片：你想办的事和你知道的一切，按可能说到的顺序排列。"
        "每次只说一条简短的消息，用自己的话。别人问到时才给出信息，必须和卡片上写的一模一样。"
        "卡片上没有的你都不知道，被问到就说没有。只有当对方的总结符合卡片的要求时才答应。不要提到卡片或工具。"
    ),
}
"""The instruction for whoever plays the user."""

CARD = {"en": "Your card:", "zh": "你的卡片："}
BEGIN = {"en": "(The chat is open. Write your first message.)", "zh": "（聊天已经打开。请写第一条消息。）"}
"""What the player of the user hears before anybody has spoken."""

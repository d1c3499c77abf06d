"""Handing over to a person, with a short summary in the language of the shop."""

from __future__ import annotations

from .story import Story

SUMMARIES: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "damaged_package": (
            "The customer's package arrived damaged and they would like someone to look into it with them.",
            "Parcel arrived in bad shape; customer asks for a person to take over the damage report.",
            "Customer reports transport damage to a delivery and wants to discuss it with a colleague.",
        ),
        "complaint": (
            "The customer is not satisfied with our service and asks to speak to a person about it.",
            "Complaint about how the request was handled; customer wants to raise it with a colleague.",
            "Customer disagrees with the answer given in the chat and insists on talking to someone in charge.",
        ),
        "warranty": (
            "The customer has a question about warranty cover that cannot be answered with the shop's tools.",
            "Warranty question on a product bought earlier; customer would like a person to check the terms.",
            "Customer wants to make a warranty claim, which this chat cannot take.",
        ),
        "bulk_order": (
            "The customer would like a quote for a large order and asks to be put through to a person.",
            "Enquiry about buying in bulk; needs somebody who can agree terms with the customer.",
            "Customer plans to order a large quantity and wants to talk about the conditions.",
        ),
        "invoice": (
            "The customer needs an invoice for a purchase, which cannot be issued from this chat.",
            "Request for a corrected invoice; customer asks a colleague to take care of it.",
            "Customer is asking for an invoice document and has been passed on for that.",
        ),
        "privacy": (
            "The customer has a question about their personal data and wants to speak to a person.",
            "Privacy request: customer wants to know how their data is used and asks for a colleague.",
            "Customer asks about the data stored in their account; this must be answered by a person.",
        ),
    },
    "zh": {
        "damaged_package": (
            "顾客收到的包裹有破损，希望由人工客服跟进处理。",
            "包裹送到时已经损坏，顾客要求人工受理破损登记。",
            "顾客反映快递运输途中造成损坏，想和人工客服沟通。",
        ),
        "complaint": (
            "顾客对我们的服务不满意，要求与人工客服沟通。",
            "顾客对处理方式有意见，希望由同事接手听取投诉。",
            "顾客不接受在线答复，坚持要找负责人反映情况。",
        ),
        "warranty": (
            "顾客咨询保修范围，现有工具无法解答，需要人工协助。",
            "顾客想了解之前所购商品的保修条款，希望人工核实。",
            "顾客要申请保修，此对话无法受理，转人工处理。",
        ),
        "bulk_order": (
            "顾客想大批量采购并询价，要求转接人工客服。",
            "顾客咨询批量购买，需要能商谈条件的同事接手。",
            "顾客计划大量下单，想与人工客服商量优惠条件。",
        ),
        "invoice": (
            "顾客需要购物发票，此对话无法开具，转人工处理。",
            "顾客要求更正发票内容，希望由同事协助办理。",
            "顾客索要发票凭证，已为其转接人工客服。",
        ),
        "privacy": (
            "顾客对个人信息的使用有疑问，希望与人工客服沟通。",
            "顾客提出隐私方面的请求，想了解数据如何使用，要求人工解答。",
            "顾客询问账户中保存了哪些个人数据，需由人工答复。",
        ),
    },
}
"""What the assistant writes for the colleague who takes over; as many in each language."""


def hand_over(story: Story, topic: str) -> None:
    """Call the tool, say the fixed sentence, and nothing more."""
    story.tags["hand-over"] = None
    summary = story.pick(SUMMARIES[story.setting.locale][topic])
    story.call("transfer_to_human_agents", summary=summary)
    story.assistant("transfer")
    story.over = True

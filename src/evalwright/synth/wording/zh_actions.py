"""What a Chinese assistant proposes before a change, and reports after it.

A proposal names every value that the change will be made with and asks for a yes; a report says what was done.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "sure": r"""
@plain (请问|)(确认|确定)(这样|要这样|)(办理|操作|处理)吗？
@plain (请问|)是否确认(办理|这样办理|这样处理)？
@plain (没问题的话|如果没问题)，(请|麻烦)(您|)(回复|回)(“确认”|“是”|一声“确认”)，我(马上|这就)(办理|提交|处理)。
@plain (您|)(确认|确定)(要|)(这样|)(办|做|处理)吗？确认的话我(就|马上)(操作|提交)。
@plain (您|请您)(核对|看)一下，(都对|没错)的话(请|)(回复|回我)“(确认|是)”。
@warm (您|)(看看|核对一下)(对不对|有没有问题)，(没问题|可以)的话(跟我说|回)(一声|)“确认”(就行|)，我(马上|这就)(帮您|给您)(办|弄)。
@warm (这样|以上)(可以|行)吗？您(确认|点头|同意)了我(再|就)(操作|办理)。
@brief (确认吗|是否确认|确认办理吗)？
@brief (请回复|回复)“(确认|是)”(继续|办理|)。
@formal (请您|烦请)(核对|确认)(以上|上述)(内容|信息)，如无误请回复“确认”，我(将|即)为您办理。
@formal (请问|)(您|)是否(同意|确认)(办理|上述操作)？
""",
    "check": r"""
@plain (跟您|和您|)(核对|确认)一下：
@plain 我(准备|打算)这样(办理|操作)：
@warm (跟您|和您)(核对|确认|对)一下(哈|)：
@warm (那|)(我|)(先|)(给您|跟您)(捋|说)一下(要办的内容|)：
@brief (核对|确认)：
@brief (即将办理|要办的)：
@formal (请您核对|现与您核对)以下(信息|内容)：
""",
    "assistant/summarise.cancel": r"""
[check]取消订单{order.order_id}（{order.items:order_names}），原因是{reason}，{amount}(会|将)(退回|退到)[from]{method}。[sure]
@plain,warm (我|)(来|这边|)(帮您|给您)取消{order.order_id}，(取消|)原因(登记|记)为{reason}，(退款|)(共|){amount}，(退回|退到)[from]{method}。[sure]
@brief 取消{order.order_id}，原因：{reason}，退款{amount}至[from]{method}。[sure]
@formal (拟|将)为您取消订单{order.order_id}，取消原因为{reason}，退款金额{amount}，退回[from]{method}。[sure]
""",
    "from": """
(原支付方式，也就是|原来付款的|原支付的|)
""",
    "assistant/summarise.order_address": r"""
[check](把|将)订单{order.order_id}的收货地址(改|更改|换)(为|成){address}。[sure]
@plain,warm 订单{order.order_id}（{order.items:order_names}）(会|将)(改|寄)到{address}。[sure]
@brief {order.order_id}(改寄|地址改为){address}。[sure]
@formal 订单{order.order_id}的收货地址将变更为{address}。[sure]
""",
    "assistant/summarise.profile_address": r"""
[check](把|将)您账户(里|)的默认地址(改|更新|换)(为|成){address}。[sure]
@plain,warm (您|)账户(里|)的地址(会|将)(更新|改)成{address}。[sure]
@brief 账户地址改为{address}。[sure]
@formal 您账户中的地址将更新为{address}。[sure]
""",
    "assistant/summarise.items": r"""
[check]订单{order.order_id}，{changes}[dot][gap_plan]。(另外提醒您，|请注意，|)[once]。[sure]
@warm {order.order_id}(这单|)(我|)(帮您|给您)(这样|这么)改：{changes}[dot][gap_plan]。(提醒您一下，|)[once]。[sure]
@brief {order.order_id}：{changes}[dot][gap_plan]。[once]。[sure]
@formal 订单{order.order_id}的商品将作如下更换：{changes}[dot][gap_plan]。[once]。[sure]
""",
    "once": """
(每个|一个)订单的商品只能(更换|换)一次(，换过之后就不能再(改|修改)或取消了|)
商品换过一次(以后|之后)，(这个|)订单就不能再(改|修改)(或|、)取消了
@brief 商品只能换一次
@formal 订单商品仅可更换一次，更换后不可再修改或取消
""",
    "dot": """
。
；
""",
    "gap_plan": """
?difference {difference:terms}，(通过|用){method}结算
?difference @plain,warm {difference:terms}，款项走{method}
?difference @formal {difference:terms}，通过{method}结算
!difference (两者|新旧款式|前后)价格(一样|相同)，没有差价，结算方式(登记|记)为{method}
!difference @brief 无差价，结算方式{method}
!difference @formal 无差价，结算方式登记为{method}
""",
    "assistant/summarise.exchange": r"""
[check]订单{order.order_id}换货，{changes}[dot][gap_plan]。[sure]
@plain,warm {order.order_id}(这单|)(为您|帮您|给您)(申请|登记)换货：{changes}[dot][gap_plan]。[sure]
@warm {order.order_id}的换货(我|)(跟您|和您)(对|确认)一下：{changes}[dot][gap_plan]。(每个订单只能申请一次退换，|)[sure]
@brief {order.order_id}换货：{changes}[dot][gap_plan]。[sure]
@formal 订单{order.order_id}将办理换货：{changes}[dot][gap_plan]。(每个订单仅可申请一次退换。|)[sure]
""",
    "assistant/summarise.payment": r"""
[check](把|将)订单{order.order_id}的付款方式(改|换)(为|成){method}，金额{amount}。[sure]
@plain,warm 订单{order.order_id}(的|)(这笔|)款项，共{amount}，(会|将)改(由|用){method}支付。[sure]
@brief {order.order_id}改用{method}支付，{amount}。[sure]
@formal 订单{order.order_id}的支付方式将变更为{method}，支付金额{amount}。[sure]
""",
    "assistant/summarise.return": r"""
[check]订单{order.order_id}退货，商品是{items}，退款{amount}，退到{method}。[sure]
@plain,warm {order.order_id}(里|)的{items}(为您|帮您)(申请|登记)退货，(一共|合计|)退{amount}，(退到|退回){method}。[sure]
@brief {order.order_id}退货：{items}，退{amount}至{method}。[sure]
@formal 将为订单{order.order_id}中的{items}办理退货，退款金额{amount}，退至{method}。(每个订单仅可申请一次退换。|)[sure]
""",
    "ok": """
@plain,warm (办好了|处理好了|已经办好了|好了)，
@plain ()
@warm (搞定了|弄好了|都办妥了)，
@brief (已办理|已完成|办好了)，
@formal (已为您办理完毕|办理成功|已处理完成)，
""",
    "assistant/done.cancel": r"""
[ok]订单{order_id}已(经|)取消，{amount}(会|将)退(回|到){method}。[refund_when]
@plain,warm [ok]{order_id}(这单|)(已经|)取消了，退款{amount}(会|将)退(回|到){method}。[refund_when]
@brief {order_id}已取消，{amount}退至{method}。[refund_when]
@formal 订单{order_id}已取消，退款{amount}将退回{method}。[refund_when]
""",
    "refund_when": r"""
=method.source:gift_card (即时到账。|款项即时到账。|)
=method.source:credit_card,paypal (预计5到7个工作日到账。|到账需要5到7个工作日。|)
""",
    "assistant/done.order_address": r"""
[ok]订单{order_id}的收货地址已(经|)(改|更新)为{address}。
@plain,warm [ok]{order_id}(这单|)(会|现在会)(寄|送)到{address}。
@brief {order_id}地址已改为{address}。
@formal 订单{order_id}的收货地址已变更为{address}。
""",
    "assistant/done.profile_address": r"""
[ok](您|)账户(里|)的地址已(经|)(更新|改)为{address}。
@warm [ok](以后|之后)(下单|)默认(就|)(用|是)这个地址了：{address}。
@brief 账户地址已更新为{address}。
@formal 您账户中的地址已更新为{address}。
""",
    "gap_done": """
?difference {difference:settled}，走的是{method}
?difference @brief,formal {difference:settled}，通过{method}结算
!difference 没有差价(，结算方式是{method}|)
!difference @brief 无差价
""",
    "assistant/done.items": r"""
[ok]订单{order_id}(里|)的商品已(经|)(换|改)成{changes:new_items}，[gap_done]。
@warm [ok]{order_id}(现在|)(里面|)是{changes:new_items}了，[gap_done]。
@brief {order_id}已换成{changes:new_items}，[gap_done]。
@formal 订单{order_id}的商品已更换为{changes:new_items}，[gap_done]。
""",
    "assistant/done.payment": r"""
[ok]订单{order_id}的付款方式已(经|)(换|改)成{method}。
@plain,warm [ok]{order_id}(这单|)(现在|)改(用|由){method}(付款|支付)了。
@brief {order_id}已改用{method}支付。
@formal 订单{order_id}的支付方式已变更为{method}。
""",
    "assistant/done.return": r"""
[ok]订单{order_id}的退货(申请|)已(经|)(登记|提交)，商品是{items}，退款(会|将)退(到|回){method}。[refund_when]
@plain,warm [ok]{items}的退货(已经|)(申请好|登记好)了（订单{order_id}），(钱|退款)(会|将)退(到|回){method}。[refund_when]
@brief {order_id}退货已登记：{items}，退至{method}。[refund_when]
@formal 订单{order_id}的退货申请已受理，商品为{items}，款项将退至{method}。[refund_when]
""",
    "assistant/done.exchange": r"""
[ok]订单{order_id}的换货(申请|)已(经|)(登记|提交)，(会|将)换成{changes:new_items}，[gap_done]。
@plain,warm [ok]换货(已经|)(申请好|登记好)了（订单{order_id}），(新的|换来的)是{changes:new_items}，[gap_done]。
@brief {order_id}换货已登记，换成{changes:new_items}，[gap_done]。
@formal 订单{order_id}的换货申请已受理，将更换为{changes:new_items}，[gap_done]。
""",
}

"""What a Chinese assistant says when something cannot be done: why, and what can be done instead."""

from __future__ import annotations

from ..shop import TRANSFER_SENTENCE

RULES: dict[str, str] = {
    "sorry": """
@plain,warm (不好意思|抱歉|很抱歉)，
@warm (真是|实在)(不好意思|抱歉)，
@brief (抱歉|不好意思)，
@formal (很抱歉|非常抱歉)，
""",
    "assistant/refuse.status": r"""
[sorry]订单{order_id}(目前|现在)的状态是{status}，(没办法|不能|没法){action}。[rule_of]
@plain,warm [sorry]{order_id}(这单|)(目前|现在)的状态是{status}，(这种状态下|按规定)是(没法|不能){action}的。[rule_of]
@brief [sorry]{order_id}的状态是{status}，不能{action}。
@formal [sorry]订单{order_id}的当前状态为{status}，无法{action}。[rule_of]
""",
    "rule_of": r"""
=action:cancel,order_address,items,payment (只有待处理的订单才(可以|能)(取消或修改|{action})。|)
=action:return,exchange (只有已送达的订单才(可以|能)(退换|{action})。|)
*0.01 ()
""",
    "assistant/refuse.not_yours": r"""
[sorry]{order_id}(不在您的账户里|不属于您的账户|不在您名下)，我(不能|没法|无法)(透露|提供)(它的|相关的)信息。
@warm [sorry]{order_id}(不是您账户里的订单|不在您名下)，(为了|出于)保护(他人|对方)的(隐私|信息)，我(不方便|不能)(说|透露)具体情况。可以请(对方|下单的人|账户本人)(自己|)来联系我们。
@brief [sorry]{order_id}不在您名下，(无法|不能)(提供|查询)。
@formal [sorry]订单{order_id}不属于您的账户，(出于|基于)(隐私保护|信息安全)，(我们|)无法(提供|透露)(相关|)信息。
""",
    "assistant/refuse.unavailable": r"""
?variants [sorry]{product}(的|)[kind](目前|现在|暂时)(没货|没有货|缺货)。(有货的|能换的|可以换的)(有|还有)：{variants}\n您看看有没有(合适|中意)的？
?variants @warm [sorry]{product}[kind](刚好|正好|)(没货了|缺货)，您看看(这几款|下面这些)(行不行|合不合适)：{variants}
?variants @brief [sorry]{product}[kind]无货，(可换|有货)：{variants}\n(要哪款|换哪个)？
?variants @formal [sorry]{product}的[kind]目前缺货，可供选择的规格如下：{variants}\n请您(告知|说明)(想要|需要)(其中|)(哪一款|哪种规格)。
!variants [sorry]{product}(的|)[kind](目前|现在|暂时)(没货|没有货|缺货)，(其他|别的)(款式|规格)也(暂时|)没有(可换的|货)。
!variants @brief [sorry]{product}[kind]无货，(也|)没有其他可换的。
!variants @formal [sorry]{product}的[kind]目前缺货，且暂无其他可换规格。
""",
    "kind": "{wanted:kind}",
    "assistant/refuse.balance": r"""
[sorry]{method}(的|里的|)余额(不够|不足)，(这次|)(一共|)(需要|要){amount}。(请|麻烦)您(换|选)(一个|一种|别的)(支付方式|付款方式)。
@warm [sorry]{method}(里|)的钱(不太够|不够)，(需要|要)(付|){amount}(呢|)，您(换|选)(个|一种)别的(支付方式|方式)(好吗|可以吗)？
@brief [sorry]{method}余额不足{amount}，(请|)换一种支付方式。
@formal [sorry]{method}余额不足以支付{amount}，请您选择其他支付方式。
""",
    "assistant/refuse.once": r"""
[sorry]订单{order_id}的商品(已经|)(换|改)过一次了，(不能|没法)再(改|换|修改)。
@warm [sorry]{order_id}(这单|)(之前|已经|)(改|换)过(一次|)商品(了|)，(按规定|)每个订单只能换一次，(没法|不能)再(动|改)了。
@brief [sorry]{order_id}的商品(只能换一次|已换过一次)，(不能|无法)再改。
@formal [sorry]订单{order_id}的商品已更换过一次，(按规定|依照规定)(无法|不可)再次修改。
""",
    "assistant/refuse.irrelevant": r"""
@plain (这个|这方面)(我|)(帮不上忙|不太了解|回答不了)，我(只能|主要)(处理|负责)(订单和商品|店里的订单、商品和账户)(方面|相关|)的(事|问题)。
@warm (哈哈，|)(这个|这)(可|)(把我难住了|不是我的强项)，我只(会|能)帮您(处理|看)(订单、商品和账户|店里订单和商品)(的|相关的)(事|事情)(哈|)。
@brief (这个|抱歉，这个)(不在我的服务范围|帮不了您)，我只(处理|负责)订单和商品(问题|)。
@formal [sorry](该|此)(问题|请求)(超出|不在)我的服务范围，我仅可协助处理订单、商品及账户相关(事宜|问题)。
""",
    "assistant/refuse.same_method": r"""
[sorry]这个订单(本来|现在|目前)(就是|用的就是){method}(付|支付)的，(需要|得|请)(换|选)(另一种|别的|不一样的)(支付方式|付款方式)。
@warm [sorry]{method}(就是|正是)(这单|这个订单)(现在|目前)(用的|的)付款方式，您(换|选)(一个|)别的(好吗|可以吗)？
@brief [sorry]{method}(就是|已是)当前付款方式，请(换|选)(别的|另一种)。
@formal [sorry]{method}(即为|已是)该订单当前的支付方式，请您选择其他支付方式。
""",
    "assistant/transfer": TRANSFER_SENTENCE["zh"],
}

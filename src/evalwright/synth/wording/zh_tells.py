"""What a Chinese assistant reports from the tools: orders, statuses, products, sums; and what it could not find."""

from __future__ import annotations

RULES: dict[str, str] = {
    "assistant/not_found.user": r"""
?email @plain,warm (用|按)邮箱{email}(没有|没能|没)(查到|找到)(账户|对应的账户)(，可能是(拼写|输入)有出入|)。
?email @warm (不好意思|抱歉)，{email}(这个邮箱|)(没有查到|查不到)(对应的|)账户(，麻烦您再核对一下|)。
?email @brief {email}(查不到|没有对应的|未查到)账户。
?email @formal 很抱歉，(通过|根据)邮箱{email}未(能|)(查询|查找)到(相应|对应)的账户。
!email @plain,warm (不好意思|抱歉)，(按|用)(您给的|这个)信息(没有|没)(查到|找到)账户。
!email @brief (没有|未)查到(账户|对应账户)。
!email @formal 很抱歉，根据您提供的信息未能查到(相应|对应)的账户。
""",
    "assistant/not_found.order": r"""
@plain (我|)(没有|没)(查到|找到){order_id}这个订单，(麻烦|请)(您|)(再|)(核对|确认)一下(订单号|单号)。
@plain (系统里|这边)(没有|查不到){order_id}(这个订单|这个单号)，(是不是|会不会)(写错了一位|看错了|抄错了数字)？
@warm (不好意思|抱歉)，{order_id}(这边|)(查不到|没有查到)(记录|)，您方便再(看|核对)一下(订单号|单号)吗？
@brief (查不到|没有)订单{order_id}，请(核对|确认)(一下|)(单号|订单号)。
@formal 很抱歉，(系统中|)未查询到订单{order_id}，请您核对订单号(后重新提供|)。
""",
    "assistant/tell.order": r"""
@plain (我|)(查到|看到)了，订单{order.order_id}是{order.ordered_at}下的单，(目前|现在)状态是{order.status}，(商品|里面)有{order.items:items}。
@plain 订单{order.order_id}(目前|现在)的状态是{order.status}，(包含|里面有){order.items:items}。
@warm (帮您|给您)查到(啦|了)：{order.order_id}(这单|)(里|)有{order.items:items}，(目前|现在)的状态是{order.status}。
@brief {order.order_id}：{order.items:items}，{order.status}。
@brief 订单{order.order_id}，{order.ordered_at}下单，{order.status}，(含|有){order.items:items}。
@formal 经查询，订单{order.order_id}于{order.ordered_at}提交，当前状态为{order.status}，包含{order.items:items}。
""",
    "assistant/tell.status": r"""
订单{order.order_id}(目前|现在|当前)的状态是{order.status}[when]，(里面|商品)(有|是){order.items:items}。
@plain,warm (查到了|帮您查了一下|看到了)，{order.order_id}(目前|现在)的状态是{order.status}[when]。(商品|里面)是{order.items:items}。
=order.status:pending @plain,warm 订单{order.order_id}(还在待处理|目前还是待处理状态)，{order.ordered_at}下的单，里面有{order.items:items}。
=order.status:pending @brief {order.order_id}还在待处理，{order.ordered_at}下的单。
=order.status:processed @plain,warm 订单{order.order_id}(已经|)(处理完|处理好)了，(目前|现在)状态是已处理[track]。
=order.status:delivered @plain,warm 订单{order.order_id}(已经|)(在|于){order.delivered_at}送达了[track]。
=order.status:delivered @brief {order.order_id}，{order.delivered_at}已送达。
=order.status:cancelled @plain,warm 订单{order.order_id}(已经|)取消了，(款项|{order.payment_history.0.amount})(按原支付方式|原路)退回。
@brief {order.order_id}：{order.status}[when]，{order.items:items}。
@formal 经查询，订单{order.order_id}(的|)当前状态为{order.status}[when]，包含{order.items:items}。
""",
    "when": r"""
?order.delivered_at （{order.delivered_at}送达）
!order.delivered_at （{order.ordered_at}下单）
!order.delivered_at ()
?order.delivered_at ()
""",
    "track": r"""
?order.fulfillments.0.tracking_id ，(运单号|物流单号|快递单号)(是|为){order.fulfillments.0.tracking_id:zip}
!order.fulfillments.0.tracking_id ()
""",
    "assistant/tell.orders": r"""
?orders (查到了|看到了)，您(账户里|名下)(一共|)有(这些|以下)订单：{orders}
?orders @warm 都帮您(列|理|查)出来了(，您看看|)：{orders}
?orders @brief 您的订单：{orders}
?orders @formal 您账户(中|内)的订单如下：{orders}
!orders (查了一下|看了一下)，您(账户|名下)(目前|暂时)还没有订单。
!orders @brief (账户|名下)暂无订单。
""",
    "assistant/tell.variants": r"""
?variants {product}(目前|现在)有货的(有|款式有)(这些|以下几种)：{variants}
?variants @warm {product}(现在|目前)(能买到|有现货)的(有|是)(这几款|这些)(，您看看|)：{variants}
?variants @brief {product}有货：{variants}
?variants @formal {product}目前有货的规格如下：{variants}
!variants {product}(目前|现在|暂时)(都|全部)没有货。
!variants @brief {product}暂时无货。
""",
    "assistant/tell.product": r"""
?variants ?wanted 您(说的|要的|问的){wanted}，(查到|这边有)(这些|以下)(款式|)：{variants:stock}
?variants ?wanted @warm {wanted}(的情况|)帮您(查了|看了)(一下|)：{variants:stock}
?variants ?wanted @brief {wanted}：{variants:stock}
?variants ?wanted @formal 您咨询的{wanted}查询结果如下：{variants:stock}
?variants !wanted {product}(一共有|有)(这些|以下)(款式|规格)：{variants:stock}
?variants !wanted @warm {product}(的款式|)(都|)帮您(列|理)出来了：{variants:stock}
?variants !wanted @brief {product}：{variants:stock}
?variants !wanted @formal {product}的全部规格如下：{variants:stock}
!variants ?wanted (不好意思|抱歉)，(没有|店里没有)您(说的|要的){wanted}。
!variants !wanted {product}(目前|暂时)没有(可供|)(查询|选择)的规格。
""",
    "assistant/tell.catalogue": r"""
@plain (我们|店里)(目前|现在)(一共|)有{count}(种|类)商品，(比如|像){products}(等|，等等)。(您|)(对哪一种|想看哪种)(感兴趣|)？
@plain (店里|我们这儿)(在售的|)(有|共){count}种商品，(其中有|包括){products}等。
@warm (我们家|店里)(东西|商品)(还|)(挺|)(不少|多)的，一共{count}种，(像|比如){products}都有。(您|)(想看|对)(哪样|哪种)(感兴趣|)(，我给您细说|)？
@brief (共|一共){count}种，(如|比如){products}等。
@formal 本店目前在售商品共{count}种，包括{products}等。如需了解(具体|某种)商品，请告知。
""",
    "assistant/tell.total": r"""
@plain {items}(加起来|一共|合计)(是|){amount}。
@plain,warm (算好了|算了一下)，{items}(总共|一共)(是|){amount}。
@brief {items:order_names}(合计|一共|共计){amount}。
@formal 经核算，{items}合计{amount}。
""",
    "assistant/tell.refund_time": r"""
=method.source:gift_card @plain,warm 退到礼品卡的(款项|钱)(是|会)(即时|马上|立刻)到账(的|)。
=method.source:gift_card @warm (退|走)礼品卡的话(很快|不用等)，(钱|款项)(会|)(立刻|马上|即时)到(卡里|账)。
=method.source:gift_card @brief (礼品卡|退到礼品卡)，即时到账。
=method.source:gift_card @formal 退至礼品卡的款项即时到账。
=method.source:credit_card,paypal @plain,warm (退到|退回){method}(一般|通常|)(需要|要)5到7个工作日(到账|)。
=method.source:credit_card,paypal @warm {method}(这边|)(会|)(稍微|)(慢一些|要等几天)，(一般|)5到7个工作日(内|)(能|)到账，(请|)您(留意|关注)一下。
=method.source:credit_card,paypal @brief (预计|大约|)5到7个工作日(到|退回){method}。
=method.source:credit_card,paypal @formal 退至{method}的款项将在5到7个工作日内到账。
""",
    "assistant/tell.retry": r"""
@plain (系统|刚才系统)(有点|出了点)(小问题|不稳定|卡顿)，(我|)(马上|这就)再试一次，(请|麻烦)稍等。
@plain (刚刚|刚才)(那一步|查询)没有成功，(我|)(再|重新)(试|查)一次，(稍等|请稍候)。
@warm (不好意思|抱歉)，(系统|这边)刚(卡了一下|没反应过来)，我(再|重新)(试一遍|操作一次)，(您|)稍等(一下|片刻)(好吗|)？
@brief (系统暂时没响应|刚才没成功)，我再试一次，请稍等。
@formal (很抱歉|抱歉)，系统暂时未(响应|返回结果)，我将重新(尝试|查询)，请您稍候。
""",
    "assistant/unchanged": r"""
@plain (好的|没问题)，(那|)(这次|)(就|)(不做|没有做)(任何|)(改动|修改)，(一切|都)(保持|维持)(原样|不变)。
@plain (明白|好的)，我(没有|不会)(提交|操作)，(订单和账户|所有信息)(都|)(保持|)(不变|原样)。
@warm (好的|没关系)，(那|)先(不动|不改)，(都|一切)(还是原来的样子|保持原样)，您(想好了|有需要)(再|随时)(找我们|告诉我)。
@brief (好的|明白)，(未做|没有)(任何|)(改动|修改)。
@formal (好的|明白)，本次未作任何(变更|修改)，(原有|)信息保持不变。
""",
}

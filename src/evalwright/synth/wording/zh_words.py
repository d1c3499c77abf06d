"""Chinese words that many of the customer's sentences share: how to begin, how to ask, how to name an order.

These are parts, not sentences: a wish is put together from a lead, a request, a way of naming the order and a tail,
which vary independently. No production touches a value; spaces beside Latin letters and digits are set afterwards.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # 开场铺垫：第一件事
    "lead": """
!first *9 [lead_more]
?first *9 [lead_first]
""",
    "lead_first": """
*5 ()
@plain (是这样的|是这样|情况是这样)，
@plain 有(件|个)事(想|要)(处理|办|弄)一下，
@plain (想|要)(请|麻烦)你们帮个忙，
@plain (页面上|App 里)(没找到|找不到)(入口|在哪儿弄|怎么操作)，(只能|只好|就)来(问|找)客服了，
@polite (打扰一下|不好意思打扰了|打扰您了|抱歉打扰一下)，
@polite 有(件|个)(小事|事)想(麻烦|请教|拜托)(您|你们)，
@polite (不知道|不晓得)(现在|这会儿)方不方便，
@polite (第一次|头一回)(联系|找)客服，(说得不清楚请见谅|流程不太熟)，
@chatty (是这么个情况|事情是这样的|我跟你说下情况|说来话长，我长话短说)，
@chatty (那个|嗯|哎)，(有个事儿|想跟你说个事|想找你们问个事)，
@chatty (说出来|讲起来)(有点|挺)(不好意思|麻烦|好笑)的，
@chatty 我(刚才|刚刚)在(手机|App|网页)上(翻|找|点)了(半天|好一阵|好久)(都|也)(没弄明白|没找着)，
@chatty (我这人|我)(不太|不怎么)会(用|弄)(这个|你们这个)(App|系统)，
@upset (我(真|真的)(服|无语)了|真够折腾的|真是|唉)，
@upset 你们(这个|)(App|网站|系统)(太难用了|做得也太绕了|半天(点不开|没反应))，
@upset (找|点|翻)了(半天|十几分钟|一圈)(都|)(没找到|找不到)(在哪弄|入口)，
@upset (我(已经|都)|都)(不是第一次|第二次)(找|联系)你们了，
@casual (那啥|诶|那个|内个|话说)，
@casual (在吗|有人吗|在不在)，
@casual (问下|问个事|帮个忙|求助)，
@casual (app|App)(里)(没找着|没看到)(在哪|入口)，
@terse *2 (麻烦一下|有个事|问一下|麻烦处理|急事)，
@terse (办个事|要处理个事|帮个忙|看一下)，
@mixed (有个|一个)(小 request|quick question|小 case)，
@mixed (App|网站)上的(flow|page)(有点|太)(confusing|复杂)，
""",
    "lead_more": """
*2 (对了|哦对了|啊对)，
(另外|还有)，
还有(个|一个|件|一件)事，
(再问一下|再说个事|顺便问一下|再说一个)，
@polite (还想|想再)(麻烦|打扰)您(一下|一件事)，
@polite (不好意思|抱歉)，(还有一件事|再麻烦一下)，
@chatty (趁着|趁)(这会儿|现在)(你在|聊着)，(我再说个事|还有一个)，
@chatty (哎|哦)，(差点忘了|我想起来了)，
@upset (还没完|还有呢)，
@casual (哦对|对了对了|还有个)，
@mixed (one more thing|btw|By the way)，
""",
    # 收尾一句
    "tail": "¦[tail_words]¦",
    "tail_words": """
?first *7 ()
!first *14 ()
@plain (谢谢|麻烦了|谢了|多谢|辛苦)。
@plain ?first 要(什么|哪些)(信息|资料)(你|)(跟我说|说一声|告诉我)(就行|)。
@plain ?first (看看|你看)(怎么弄|怎么处理|行不行)(吧|)。
@polite *3 (谢谢您|麻烦您了|辛苦您了|多谢您|给您添麻烦了|有劳您了)。
@polite ?first (如果|要是)需要(核实|核对|补充)(什么|信息|资料)，我(随时|马上|这边)(提供|配合)。
@chatty ?first (不急|不着急)，你(慢慢|先)(弄|查|看)(哈|就行|着)。
@chatty ?first (要是|如果)(麻烦|不好弄)(就|)(跟我|直接)说(一声|)，(没事|不要紧)的。
@chatty (给你添麻烦了哈|先谢谢啦|辛苦你了|谢谢谢谢)。
@terse ?first *2 (谢谢|多谢|麻烦了|谢了|尽快|辛苦|麻烦尽快|急)。
@upset ?first (尽快|赶紧的|快点处理|别拖)。
@upset ?first (别|不要)(再|)让我(等|跑|折腾)(太久|半天|一圈)了。
@upset ?first (我|)(没|真没|可没)(那么多|)(时间|工夫)(跟你们|在这儿)耗。
@upset (今天|现在)(能|得)(给|)(弄好|解决)吧？
@casual (谢啦|谢谢哈|感谢|谢了哈|辛苦啦|麻烦了哈)。
@mixed (Thanks|thx|Thank you|谢谢，thanks)。
@mixed ?first (ASAP 最好|越快越好，thanks)。
""",
    # 请求前缀：后面接动词
    "help": """
@plain,casual,mixed,chatty *2 帮我
@plain,mixed (麻烦|请|麻烦你)帮我
@plain,chatty (给我|帮忙|帮我这边)
@polite *3 (麻烦您|请您|劳烦您|麻烦你|拜托您)帮我
@polite (想请您|想麻烦您)(帮忙|帮我)
@chatty (你|麻烦你|你就)(帮我|给我)
@terse *3 (帮我|请|)
@terse 直接
@upset (赶紧|马上|尽快|现在就|立刻)(帮我|给我)
@upset (麻烦你们|请你们)(赶紧|尽快|马上)
@casual (给我|帮忙|麻烦|帮|速速帮我)
@mixed (please |)(帮我|帮忙)
""",
    # 能……吗：后面接动词，以 [q] 结尾
    "can": """
@plain,chatty,mixed,casual (能|可以)(帮我|帮忙|给我|替我)
@plain (你们|这边)(能|可以)帮我
@polite (您|)(能|可以|方便)(帮我|帮忙)
@polite (可以|能)(请|麻烦)您(帮我|帮忙)
@chatty (你(们|)(那边|这边|)(能|可以)|能麻烦你)(帮我|给我)
@terse (能|可以|能帮我)
@upset (能不能赶紧|你们到底能不能|能不能现在就)(帮我|给我|)
@casual (能|可以)(帮我|给我|)
@mixed (can you |能|可以)帮我
""",
    "q": """
@plain,polite,chatty,terse,mixed *2 吗？
@plain,chatty (嘛|么)？
@polite (吗|么)？
@upset (？|啊？)
@casual (不|吗|嘛|呀)？
""",
    # 指称一个订单：名词短语
    "order": """
?order_id ?product [order_both]
?order_id !product [order_id]
!order_id ?product [order_product]
!order_id !product [order_vague]
""",
    "order_id": """
*2 订单{order_id}
*2 {order_id}这(单|个订单|笔订单|张单子)
{order_id}那(单|个订单|笔)
(单号|订单号|编号)(是|为|){order_id}的(那单|这单|那个订单|那笔|订单)
(我|我的|我那个|我这个)订单{order_id}
@terse,casual {order_id}
@casual 单号{order_id}
@mixed (order|订单|我的 order){order_id}
@mixed {order_id}这个 order
""",
    "order_both": """
(我|)(买|订|拍){product}的(那单|那个订单|那笔订单|订单)（{order_id}）
{order_id}（(就是|)买{product:that}的(那单|那个订单)）
{order_id}(这单|这个订单|这笔订单)（(里面有|买的是|有){product:that}）
(订单|单号|){order_id}（(买的|含|里面有){product}）
@mixed 买{product:that}的 order（{order_id}）
""",
    # 订单里的某一件
    "piece": """
?order_id ?product [piece_both]
?order_id !product [order_id]
!order_id ?product [order_product]
!order_id !product [order_vague]
""",
    "piece_both": """
(订单|单号|){order_id}(里|里面|中)的{product:thing}
{order_id}这(单|个订单)(里|)的{product:thing}
{product:that}（(单号|订单号|订单)(是|：|){order_id}）
我买的{product}（{order_id}）
@mixed {product:that}（order(号|no.|){order_id}）
""",
    "order_product": """
(我|)(买|拍|下单|订)的{product:that}
(之前|先前|那天)(买|下单|订|拍)的{product:that}
{product:that}(的订单|那单|那个订单|那笔订单)
(买|拍|订){product}的(那单|那个订单|那笔|订单)
(我账户里|我名下|我买的)那单{product}
@mixed {product:that}的(order|那个 order)
""",
    "order_vague": """
(我的|账户里的)(一个订单|一笔订单)
(我|)(之前|先前|那天)(下|拍|买)的(一单|一个订单|一笔单子)
(账户|账号)(里|下面)的一(个|笔)订单
(我|)(手头|手上|在你们这儿)的一(单|个单子)
我(名下|号上|这边)(一个|一笔|有个)单子
(我|)在(店里|你们家|你家)(下|买|订)的(东西|一单)
我(最近|近来|前头)下的(那单|一单)
@casual,chatty (我的|我下的|我拍的)一(单|个单子)
@mixed 我的一个 order
@terse (一个|我的)订单
""",
}

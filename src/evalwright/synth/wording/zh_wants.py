"""What Chinese customers want done with an order: look it up, cancel it, change it.

Each wish is a lead, one of many sentences in the customer's manner, and a tail (see `zh_words`).
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "user/want.status": "[lead][status][tail]",
    "status": """
@plain,polite 想(查|问|了解)(一下|下|)[order](现在|目前|)(是什么状态|到哪一步了|什么进度了|处理得怎么样了)。
@plain,chatty,mixed [order](现在|目前|这会儿)(什么情况|到哪了|怎么样了|到什么进度了)？
@plain,casual,chatty [help](查|看)(下|一下)[order](发了没|到哪了|啥进度)。
@plain [can](查|看)一下[order]的(进度|状态|物流|情况)[q]
@plain (下单之后|付完款)(就|)一直没(动静|消息)，[order](发货了吗|到底什么情况)？
@polite [can](查询|看|核实)一下[order](目前|现在)的(状态|进展|处理进度|物流情况)[q]
@polite 请问[order](现在|目前)(处理到哪一步|是什么状态|进展如何)了？
@polite [help]看看[order]，我想(确认|了解|知道)一下(进度|现在的状态|有没有发出)。
@chatty 我(就是|主要是)(心里没底|有点惦记|怕漏了消息)，想(看看|问问|打听一下)[order](走到哪儿了|到底怎么样了|现在是个什么状态)。
@chatty [order]，我(这两天|最近)(天天|一直)(盯着|等着)，[can](瞅|看)一眼(到哪一步了|是啥情况)[q]
@terse (查|看)(下|一下|)[order](的状态|的进度|)。
@terse [order](，状态|什么状态|到哪了|发了吗|进度如何|怎么样了|什么时候到)？
@terse (查|要|看)(个|一下)(进度|状态|物流)，[order]。
@terse [order](，请查进度|，查状态|，现在什么情况)。
@upset [order](到底|究竟)(怎么回事|什么情况|发没发|还要等多久)？
@upset [order](一点|半点)(消息|动静)都没有，[help](查查|看看)(到底|)(卡在哪|怎么回事|什么状态)。
@casual [order](啥情况|到哪啦|咋样了|啥进度了|有动静没)？
@casual (瞅|看|查)(眼|下)[order]呗，(想知道到哪了|看看啥状态)。
@mixed [help] check (一下|下)[order]的 (status|tracking|进度)。
@mixed [order]现在是什么 status？(ship 了吗？|)
""",
    "user/want.orders": "[lead][orders][tail]",
    "orders": """
@plain,polite 想(看看|查一下|确认一下|核对一下)我(账户|账号|名下)(里|下面|)(都|)有哪些订单。
@plain,mixed [can](列|查|看)一下我(所有|全部)的订单(情况|)[q]
@plain,chatty [help]把我(下过|买过|名下)的(单|订单)都(查|列|找)出来(看看|)。
@plain 我(记不清|搞不清楚|忘了)(自己|)(下过|买过|有)(几|哪几)单了，[help](看|查|对)一下。
@polite 请问(可以|能不能)(帮我|)(查看|核对)一下我(账户里|名下)的订单记录？
@polite [can]把我(近来|之前)的(订单|购买记录)(列|整理)一下[q]
@chatty 我(买东西|下单)没个记性，(都|)(搞不清|记不得)(哪单|哪个)是哪(单|个)了，[can](捋一捋|列个单子|过一遍)[q]
@chatty 家里(人|好几个人)(都|)用(我这个号|我的账户)(买|下单)，[can]看看(一共|总共|到底)有(哪些|几个)订单[q]
@terse (查|列)(一下|下|)我的(全部|所有|)订单。
@terse 我(都有|一共有|总共有|名下有|账户里有)(哪些|几个|多少)(订单|单)？
@terse (订单|购买|下单)(列表|记录|清单|明细)(，查下|，看一下|发我|)。
@upset 你们的订单页(面|)(一直|老是|根本)(刷不出来|打不开|转圈)，[help](查|看)(一下|)我(到底|)有哪些单。
@upset 我(连|)自己的订单(都|)(看不到|查不了)，[help](给我|)列出来。
@casual (看看|查查|瞅瞅)我(号里|名下|这儿)(都|)有(啥|哪些)(单|订单)？
@casual 我(都|)买(了|过)(些啥|点啥)来着，[can](查|看)下(订单|)[q]
@mixed [help] list 一下我(所有|全部)的 (order|orders)。
@mixed 我(account|账户)(里|下面)有哪些 order，[can] check 一下[q]
""",
    "user/want.cancel": "[lead][cancel][tail]",
    "cancel": """
@plain,mixed 我想(取消|撤销|撤掉)[order]。
@plain,chatty [order](我|)(不要了|不想要了|想取消)，[help](取消|撤)(了|掉|一下)吧。
@plain [help]把[order](取消|撤)(了吧|掉|一下)。
@plain,casual [order](还能|还可以|能)(取消|撤掉|撤)(吗|不)？
@plain [can](取消|撤掉)[order][q]
@polite [help](取消一下|撤销)[order]。
@polite 请问[order](现在|)还(可以|能|来得及)取消吗？
@polite [can]把[order]取消(掉|一下|)[q]
@polite [order](我|)(考虑之后|想了想|)(决定|打算)不要了，(可以|能)(取消|撤单)吗？
@chatty [order]我(琢磨|想|犹豫|纠结)了(半天|好久|一晚上)，(还是|觉得还是)(不要了|算了|取消吧)，[can](弄|处理|操作)一下[q]
@chatty 我(跟你说|想跟你商量下)，[order](能不能|可不可以)(不要了|给取消了|撤回来)？
@terse (取消|撤销|不要了，)[order]。
@terse [order](，|)(取消|不要了|撤单|帮取消|要取消)。
@terse (申请|要求|需要|想)(取消|撤单)：[order]。
@terse [order](能|可以|还能)(取消|撤)吗？
@upset [order]我不要了，[help](取消|撤)(掉|了)，别(再|)给我(发|寄)(出来|过来)。
@upset [help]把[order](取消了|撤了|取消掉)！
@upset [order]怎么(取消|撤)不(掉|了)啊？[help](处理|弄)一下。
@casual [order](不要啦|不想要了|不要了哈)，(取消掉|撤了)呗。
@casual 想(撤|取消|撤掉)[order]，(咋弄|怎么搞|能行不)？
@mixed [help] cancel (一下|掉)[order]。
@mixed [order](我想|可以|还能) cancel(一下|掉|)(吗？|，OK 吗？)
""",
    "user/want.order_address": "[lead][ship][tail]",
    "ship": """
@plain,chatty [order]的(收货|收件|配送)地址(要|想|得)(改|换)(一下|成另一个|个地方)。
@plain [help](改|换|更新)一下[order]的(收货|收件)地址。
@plain,mixed [can]把[order](改寄|换|寄)到(别的|另一个|另外一个)(地址|地方)[q]
@plain [order](地址填错了|的地址不对|地址有问题)，(趁没发货|没发的话)(想|能)(改一下|换一个)。
@polite [can](修改|更改|变更)一下[order]的(收货|配送|收件)地址[q]
@polite 请问[order](还|现在还)(能|可以)(修改|换)(收货地址|地址)吗？
@polite [order](需要|想)换一个(收货地址|收件地址|地方收货)，[help](改|调整)一下。
@chatty [order]，(千万|可)别(寄|发|送)到(原来|之前)(那个|的)地址(去|)，[can](换|改)(个|一个|一下)[q]
@chatty 我(刚|才)(反应过来|发现|想起来)，[order](填|写|留)的地址(收不了|不对|用不了)，得(改|换)一个。
@terse [order](改|换)(地址|收货地址|收件地址)。
@terse [order](要|需要|得|申请)(改|换|更新)(地址|收货地址|收件地址)。
@terse (改|换)(收货|收件|)地址：[order]。
@terse (改|换)(一下|下|)[order]的(收货|)地址。
@upset [order]的地址[help](改|换)(了|掉)，(寄|送)(错|丢)了(算谁的|你们负责|我可不认)？
@upset [order](地址|收货地址)(自己|我)(改不了|怎么都改不了)，[help]改(一下|)！
@casual [order](能|还能)(改|换)(个|下)(地址|收货地址)(不|吗)？
@casual (改|换)下[order]的地址(呗|哈)，(寄到|送)(别的|另一个)(地儿|地方)。
@mixed [order]的 (shipping address|address|地址) (想|要) (update|change|改)(一下|)。
@mixed [can] (update|change) (一下|)[order]的 (address|收货地址)[q]
""",
    "user/want.payment": "[lead][pay][tail]",
    "pay": """
@plain,mixed [order]想换(个|一个|一种)(付款|支付)方式。
@plain [help]把[order]的(付款|支付)方式(改|换)(一下|掉)。
@plain,casual [order](付款|支付)(方式|用的卡)(能|还能|可以)(换|改)(吗|不)？
@plain [order](扣款|付款)(的卡|用的方式)(选错了|不是我想用的)，(想|要)换(一个|别的)。
@polite [can](更换|修改|调整)(一下|)[order]的(支付|付款)方式[q]
@polite 请问[order](还|)(可以|能)(换|改用)(别的|另一种|其他)(支付|付款)方式吗？
@polite [order](我|)(想|希望)(改用|换成)(另一种|别的|另外一种)方式(支付|付款)，[help](处理|改)一下。
@chatty [order](当时|下单那会儿)(手一滑|没注意|没细看)，(付款|支付)(没选对|选得不太合适)，[can](换|改)(一个|一种)[q]
@chatty [order](钱|款)(我|)(想|打算)(从|走)(另一个|别的)(地方|账户)(出|付)，(不知道|也不知道)(能不能|可不可以)(改|换)。
@terse [order](换|改)(付款|支付)方式。
@terse [order](要|需要|想|得)(换|改|更换)(付款|支付)方式。
@terse (换|改|更换)(付款|支付)方式：[order]。
@terse [order](能|可以)(换|改)(付款|支付)方式吗？
@terse (换|改)(一下|)[order]的(付款方式|支付方式)。
@upset [order](怎么|为什么)(用|扣)(的|了)(那个|这个)(付款方式|账户)？[help](换|改)(掉|一个)。
@upset [order]的(付款|支付)方式(不对|搞错了)，[help](改|换)(过来|了)。
@casual [order](换个|改下)(付款|支付)方式(呗|行不|可以不)。
@casual (想|要)给[order](换|改)(个|下)(卡|付款方式|支付方式)。
@mixed [order]的 (payment|payment method) (想|要) (change|换|update) 一下。
@mixed [can] (switch|change)(一下|)[order]的 (payment|支付方式)[q]
""",
    "user/want.items": "[lead][modify][tail]",
    "modify": """
?product @plain,mixed [piece](还没发的话|)(我|)想(换|改)(个|一个|成别的)(规格|款|配置|选项)。
?product @plain [help](改|换)(一下|)[piece]的(规格|款式|选项)。
?product @plain,chatty [piece](规格|款式|选项)(选错了|没选对|选得不合适)，(想|要)(改|换)(一个|一下)。
?product @polite [can](修改|调整|更换)一下[piece]的(规格|款式|具体选项)[q]
?product @polite 请问[piece](没发货之前|现在|)(还|)(可以|能)(换|改)(规格|款式|别的款)吗？
?product @chatty [piece]，我(后来|回头|再)(一看|想了想)，(觉得|还是)(换|改)(个|成)(别的|另一种)(规格|款)(好|合适|更实用)(一些|点|)。
?product @terse [piece](换|改)(规格|款式|款)。
?product @terse [piece](要|需要|想|得)(换|改|调)(规格|款式|选项|一款)。
?product @terse (换|改|调)(规格|款式|选项)：[piece]。
?product @upset [piece](规格|款式)(不是我要的|不对)，[help](改|换)(过来|了)。
?product @upset [piece](改|换)个(规格|款)怎么这么(费劲|麻烦)，[help](弄|改)一下。
?product @casual [piece](能|还能)(换|改)(个|成)(别的|)(款|规格)(不|吗)？
?product @casual (想|打算)(把|给)[piece](换|改)(一下|个)(款|规格)。
?product @mixed [piece]想 (change|改|换) (一下|)(option|spec|规格)。
?product @mixed [can] (modify|change)(一下|)[piece]的 (option|spec)[q]
!product @plain,mixed [order]里(有件|有个|有一件)(东西|商品)(我|)想(换|改)(个|成别的)(规格|款|选项)。
!product @plain [order]还没(发|发货)吧？(想|要)(改|换)一下里面(的|)(东西|商品)的(规格|选项)。
!product @polite [can](修改|调整)一下[order]里(的商品|面商品的规格)[q]
!product @polite 请问[order]里的商品(还|现在还)(能|可以)(换|改)(规格|款式)吗？
!product @chatty [order]里(头|面)有(一样|个东西)，我(选的时候|当时)(没看仔细|太着急|手快)，(想|得)(换|改)(个|一下)(规格|款)。
!product @terse [order](改|换)(商品|规格|里面的东西)。
!product @terse [order]里的(东西|商品|一件)(要|需要|想|得)(换|改)(规格|款式|选项)。
!product @terse (换|改)(商品|规格|选项)：[order]。
!product @upset [order](东西|商品|规格)(选的|)不对，[help](改|换)(一下|过来)。
!product @casual [order](里|里面)(的东西|)(能|可以)(换|改)个(款|规格)(不|吗)？
!product @mixed [order]里的 (item|东西) 想 (change|换|modify) 一下 (option|规格)。
""",
    "user/want.profile_address": "[lead][profile][tail]",
    "profile": """
@plain,mixed 我(账户|账号|资料)里(的|)(默认|)(收货|)地址(要|得|该)(更新|改|换)(一下|了)。
@plain [help](改|更新|换)一下(账户|我账号|个人资料)(里的|的)(默认|)地址。
@plain,chatty (想|要)把(账户|账号)(里|上)的(默认|)(收货|)地址(换|改)(成新的|掉|一下)。
@polite [can](更新|修改|变更)一下我(账户|个人资料|账号)(里|中)的(默认|)地址[q]
@polite 请问(账户|个人资料|账号)里的(默认|)(收货地址|地址)(怎么|在哪里)(修改|更新)？[can](改|处理)一下[q]
@chatty (账户|账号)(里|上)(存|留|挂)的(还是|都是)(老|以前的|旧)地址，(每次|一)下单都(得|要)(手动改|重填)，[can](换|更新)(掉|成新的)[q]
@chatty 我(那个|的)(默认地址|账户地址)(早|老早)就(不对|过时|不能用)了，(一直|老)(忘了|没顾上|懒得)(改|换)，今天(正好|刚好)(弄一下|改了)。
@terse (改|更新|换)(一下|下)(账户|默认|资料里的)地址。
@terse (账户|默认)地址(要改|换一下|更新)。
@upset (账户|账号)(里|)(的|)(默认|)地址(我|自己)(怎么|死活|根本)(改不了|保存不上)，[help](改|弄)一下。
@upset 每次(都|)默认(成|到|用)(旧|老|以前的)地址，(烦|太烦)(死|)了，[help](换|改)掉。
@casual (账号|账户|默认)地址(改|换|更新)(下|一下)(呗|行不|哈)。
@casual (我|)(账户里|号里|默认)那个地址(不对了|旧的|过期了)，[can](换|改)(下|个)[q]
@mixed [help] update (一下|)我 (account|profile) 里的 (address|地址)。
@mixed 我的 (default address|profile 地址) (要|需要) (update|change|换)(一下|)。
""",
}

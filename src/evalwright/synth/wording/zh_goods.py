"""What Chinese customers want of goods: send them back, swap them, ask about them, add up prices; or speak to a person.

`goods` names what goes back, `one` the product to be swapped; both say the order where the customer gave it.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "goods": """
?order_id ?products *2 (订单|单号|){order_id}(里|里面|中|里边)的{products}
?order_id ?products {order_id}(这单|那单|这个订单)(里|)的{products}
?order_id ?products {products}（(订单|单号|订单号)(是|：|){order_id}）
?order_id !products (订单|单号|我的订单|编号|){order_id}(里|里面|中|)的(东西|商品|货)
?order_id !products {order_id}(这单|那单|这个订单|这笔订单)(的东西|里的商品|里买的|)
!order_id ?products (我|)(买|收到|到手|拿到)的{products}
!order_id ?products (之前|前阵子|上回|前些天)(买|下单|订)的{products}
!order_id ?products {products}
!order_id !products (收到|到手|买)的(东西|商品|一样东西)
!order_id !products (之前|前阵子|上次)(买|下单)的(东西|商品)
@mixed ?order_id ?products order {order_id}里的{products}
@mixed ?order_id !products {order_id}这个 order
""",
    "user/want.return": "[lead][send_back][tail]",
    "send_back": """
@plain,mixed [goods](想|要)退(掉|货|了|)。
@plain [help](办|申请|弄)(一下|个)退货，(就是|是)[goods]。
@plain,chatty [goods](我|)(不太满意|不合心意|不打算留了|用不上)，(想退掉|想退了|想退货)。
@plain [can](退|退掉)[goods][q]
@plain [goods]怎么(申请|办)退货？
@polite [can](办理|申请)(一下|)[goods]的退货[q]
@polite 请问[goods](可以|还能|能)退吗？
@polite [goods]我想(退回|退掉|申请退货)，[help](处理|登记|安排)一下。
@chatty [goods](到手|拆开|用了)(之后|以后)，我(怎么看|左看右看|试来试去)都(觉得不合适|不太满意|差点意思)，(还是|想着还是)(退了吧|退回去)。
@chatty (本来|原本)(挺期待的|还挺高兴)，(结果|谁知道)[goods](不太行|不如预期|让我有点失望)，[can](退|退掉)[q]
@terse (退货|退|申请退货)：[goods]。
@terse [goods](，|)(退货|退掉|要退|想退|申请退货)。
@terse [goods](能|可以|还能)退吗？
@terse (办|要|需要)(个|一下|)退货，[goods]。
@upset [goods]我要退(货|掉)！
@upset [goods](什么玩意儿|太让人失望|完全不能用|根本不值这个价)，[help](退|退货|办退货)。
@upset [help](退|退掉)[goods]，(没法要|留着闹心|不想再看见)(了|)。
@casual [goods](想退了|不想留了|退掉哈)，(咋整|咋弄|怎么退)？
@casual (退个货|想退货)，[goods]。
@mixed [goods]想 (return|退)(一下|)，(可以吗？|OK 吗？|怎么弄？)
@mixed [help] (return|申请 return)(一下|)[goods]。
""",
    "one": """
?order_id ?product *2 (订单|单号|){order_id}(里|里面|)的{product:thing}
?order_id ?product {product:that}（(订单|单号|){order_id}）
?order_id ?product {order_id}(这单|那单)(里|)的{product}
?order_id !product (订单|单号|我的订单|编号|){order_id}(里|里面|中|)的(一件东西|一样东西|一件商品)
?order_id !product {order_id}(这单|那单)里的(一样东西|一件商品)
!order_id ?product *2 (我|)(买|收到|到手|拿到)的{product:that}
!order_id ?product (之前|前阵子|上回|前些天)(买|下单|订)的{product:that}
!order_id ?product {product:that}
!order_id !product (收到|到手|买)的(一件东西|一样东西|一个东西)
!order_id !product (之前|前阵子|上次)(买|下单)的(一样东西|一件商品)
@mixed ?order_id ?product order {order_id}里的{product}
""",
    "user/want.exchange": "[lead][swap][tail]",
    "swap": """
@plain,mixed [one](想|要)换(一个|货|个别的款)。
@plain [help](办|申请|弄)(一下|个)换货，[one]。
@plain,chatty [one](不太合适|不是很合适)，想换成(别的|另一种|其他)(规格|款式|款)(，行吗？|。)
@plain [can]把[one](换|调换)(一下|成别的款|一款)[q]
@polite [can](办理|安排|申请)(一下|)[one]的换货[q]
@polite 请问[one](可以|还能|能)(换|调换)(成|)(别的|其他)(规格|款式)吗？
@polite [one]我想(换|调换)(一下|成另一款)，[help](处理|登记|看)一下。
@chatty [one]，(东西倒是没坏|质量倒没问题)，就是(选的|我挑的)(款|规格)(不太合适|不理想)，[can](换|调)(个|一个)[q]
@chatty (用|试)了(几次|一下)，[one](老是|总)(觉得别扭|不太顺手)，(退了又舍不得|退又不想退)，(想|要不)换(个|成)(别的款|别的规格)。
@terse (换货|换|申请换货)：[one]。
@terse [one](，|)(换货|要换|换一个|想换|申请换货)。
@terse [one](能|可以|还能)换(吗|一款吗)？
@terse (办|要|需要)(个|一下|)换货，[one]。
@upset [one](根本|完全)(不合适|没法用)，[help](换|调换)(一个|了)。
@upset [one]我要换(货|)，(别|千万别)(跟我说|告诉我)(换不了|不行)。
@casual [one](能|可以)换(个|一个)(别的|其他的|)(款|规格)(不|吗)？
@casual [one](想|打算)换(个|一个)(别的|其他)(款|规格)。
@casual (换个货|换货)哈，[one]。
@mixed [one]想 (exchange|换)(一下|成别的 option)。
@mixed [can] (exchange|换)(一下|)[one][q]
""",
    "user/want.product": """
?wanted [lead][in_stock][tail]
!wanted [lead][which_kinds][tail]
""",
    "in_stock": """
@plain,chatty (你们|店里|现在)(有|还有|有卖){wanted}吗？
@plain,mixed (想|打算)(买|入手|看看){wanted}，(还有货吗|有没有货|有现货吗)？
@plain {wanted}(现在|)(有货吗|卖多少钱|什么价)？
@polite 请问(贵店|你们|店里)(有|还有){wanted}(吗|在售吗|的库存吗)？
@polite [can](查|看)一下{wanted}(有没有货|还有没有库存|多少钱)[q]
@chatty (想|准备)(给家里|给朋友|给自己|给我妈)(添|买|换|挑)(一个|点东西)，看中(的是|了){wanted}，(不知道|也不晓得)(你们|店里)(有没有|卖不卖)。
@terse {wanted}，(有货|有|多少钱)？
@terse (有|有没有){wanted}？
@upset (找|翻|搜|刷)了(半天|一圈|好久|十来分钟)(没看到|都没有|愣没见着){wanted}，(到底|究竟|)(有没有|卖不卖|有货没货)？
@upset {wanted}(到底|究竟)(还|)(有没有货|卖不卖了)，(给句准话|直说吧|别让我猜)。
@casual (有|有没有){wanted}(啊|呀|卖|)？
@casual {wanted}(还有不|有货没|啥价)？
@mixed {wanted}(还|)有 stock 吗？(price 是多少？|)
@mixed [can] check (一下|){wanted}有没有货[q]
""",
    "which_kinds": """
@plain,chatty (你们|店里)(的|卖的){product}(都|)有(哪些|什么)(款|款式|规格|可选的)？
@plain,mixed (想|打算)(买|看看|入手|了解一下){product}，(都有什么选择|有哪些可选|有什么规格)？
@plain {product}(都|)(什么|多少)(价|钱|价位)，有(几种|哪几种)？
@polite 请问{product}(目前|现在)有哪些(规格|款式|型号)(可选|在售|有货)？
@polite [can](介绍|列)一下{product}的(规格|款式|可选项)(和价格|)[q]
@chatty 我(最近|这阵子)(想|琢磨着)(换|添|买)(一个|个|新的){product}，(又|可|但)不太懂，[can](说说|讲讲|介绍一下)(都有什么样的|有哪些款)[q]
@terse {product}(有哪些|有什么)(款|规格|型号)？
@terse {product}，(规格|款式)和(价格|价钱)。
@upset {product}的(页面|详情)(写得|)(乱七八糟|看不懂|根本打不开)，(到底|)有(哪些|几种)(款|规格)？
@casual {product}(都有啥|有啥|有哪些)(款|样的|规格)(呀|啊|)？
@casual (想买|求推荐|看看){product}，(有啥选择|都有啥样的)？
@mixed {product}有(哪些|什么) (option|model|规格)？(price 大概多少？|)
@mixed [can] list (一下|){product}的 (options|规格)[q]
""",
    "user/want.catalogue": "[lead][catalogue][tail]",
    "catalogue": """
@plain,chatty (你们|店里|你们店)都(卖|有)(什么|哪些)(东西|商品|品类)？
@plain,mixed (想|先)(看看|了解一下|知道)(你们|店里)(一共|总共|都)有(多少|哪些)(种|类|)商品。
@plain [can](列一下|说一下|介绍一下)(店里|你们)都有哪些(商品|品类)[q]
@polite 请问(贵店|你们|店里)(目前|现在|)(都有|都卖|在售)哪些(种类|品类|类别)的商品？
@polite [can](介绍|列|说明)一下(店里|你们)(都|)有(哪些|什么)(商品|品类)[q]
@chatty 我(头一回|第一次|刚)(逛|来|进)(你们|你家)(店|)，(也|还)不(知道|清楚)(都|)(卖|有)些啥，(给我|)(说说|讲讲|介绍介绍)(呗|吧)？
@chatty (快|马上)(过节|过生日)了，想(挑|选)(个|点)(礼物|东西)，(先|)(看看|问问)(你们|店里)都(卖|有)(什么|啥)。
@terse (你们|)(都|)卖(什么|哪些东西)？
@terse (发|要|求|看)(一下|个|下|)(商品|品类|产品|货品)(列表|清单|目录|种类)。
@terse (店里|你家|这儿|你们店)(有啥|卖啥|主营什么|经营哪些东西)？
@upset (你们|)(网站|首页)的分类(乱得我头疼|乱得够呛|看得我眼花)，直接(告诉我|说)(都|)卖(些|)什么。
@casual (你家|你们)(都|)(卖|有)(点|些)啥(呀|啊|)？
@casual (随便逛逛|来逛逛)，(都有啥|有啥卖的|都卖啥)？
@mixed (你们|店里)有(哪些|什么) (category|product)？
@mixed 想 (browse|看)(一下|)(你们|店里)的 (catalog|product list|产品种类)。
""",
    "sum": """
?order_id ?products (订单|单号|){order_id}(里|中)的{products}
?order_id !products (订单|单号|){order_id}(里|)(这些东西|所有商品|全部东西)
!order_id ?products (我|)(买|要|看中)的{products}
!order_id ?products {products}
!order_id !products (我|)(买|要)的(这些|那几样)
""",
    "user/want.total": "[lead][add_up][tail]",
    "add_up": """
@plain,chatty [sum](加起来|合起来|总共|一共)(是|要|)多少钱？
@plain,mixed [help](算|合计|加)一下[sum](一共|总共|的总价|)(多少|是多少)(钱|)。
@plain [can](算算|算一下)[sum](的总价|总共多少|合计多少)[q]
@polite 请问[sum](总价|合计|加起来)是多少？
@polite [can](核算|算|统计)一下[sum]的(总价|总金额|合计金额)[q]
@chatty 我(想|得)(记个账|跟家里报个数|对一下账)，[sum](加一块儿|拢共|一共)(花了|是|得)多少？
@chatty 我(数学|算术)(不好|一般)，[sum](总共|合起来)(到底|)多少钱来着？
@terse [sum](合计|总价|一共)(多少|)？
@terse (算|合计)(一下|)[sum]。
@upset [sum](到底|究竟)(多少钱|扣了我多少)？[help]算清楚。
@casual [sum](加一起|一共|拢共)(多少|多钱|多少钱)(呀|啊|)？
@casual (算下|帮算下)[sum](多少钱|总共多少)。
@mixed [sum]的 total 是多少？
@mixed [can] (calculate|算)(一下|)[sum]的 total[q]
""",
    "user/want.human": "[lead][person_about][person][tail]",
    "person_about": """
=topic:damaged_package (快递|包裹|纸箱|外箱)(送到|到手|收到)(的时候|时)(已经|就)(压扁|破|烂|湿透)了，
=topic:damaged_package (收到的|送来的)(包裹|箱子)(破了个大口子|一角全瘪了|被压得不成样子|外面全是水)，
=topic:damaged_package (快递|配送|送货)(把|将)(我的|)(箱子|包裹)(摔|压|弄)坏了，(照片我都拍了|我有照片|照片能发你们)，
=topic:complaint ?first (我要|我想)(投诉|反映)(一下|)(配送员|送货的态度|上次的服务|快递员的态度)，
=topic:complaint ?first (上次|之前)(联系|找)你们，(态度|服务)(实在|真的)(太差|让人不舒服|说不过去)，
=topic:complaint (我对|对)(你们|这次)的(服务|处理)(很|非常|十分)(不满意|有意见)，
=topic:complaint !first (这个|这种|你们这)(结果|答复|处理)(我|)(不满意|没法接受|接受不了)，
=topic:complaint !first (跟你|在这儿)(说|讲)(不清楚|不通)，
=topic:warranty (有个|我)(东西|商品)(想|要)(问|申请|了解)(保修|质保|维修)(的事|，|怎么弄，)
=topic:warranty (用了|买了)(几个月|一阵子)(的|)(东西|机器)(出了点毛病|坏了)，(想走|想申请|应该还在)(保修|质保)(期|)，
=topic:warranty (保修|质保)(卡|条款|期限)的(问题|事)(想|要)(确认|咨询)(一下|)，
=topic:bulk_order (我们公司|我们单位|学校这边)(想|要|打算)(批量|大批)(采购|订|买)(一些东西|一批东西)，
=topic:bulk_order (想|要)(团购|大量采购|一次订几十件)，(价格|优惠|合同)(想|得|要)(谈|单独聊)(一下|)，
=topic:bulk_order (公司|单位)(发福利|做活动)，(要订|准备买)(上百份|几十份|好几十件)，
=topic:invoice (想|要|需要)(开|补开|重开)(一张|)(发票|专票|增值税发票)，
=topic:invoice (发票|电子发票)(抬头|税号)(开错|写错|填错)了，
=topic:invoice (公司|单位)(报销|走账)(要|需要)(发票|专用发票)，
=topic:privacy (我想|我要)(知道|了解|问)你们(存了|收集了)我(哪些|什么)(个人信息|资料)，
=topic:privacy (想|要|希望)(删除|清掉)(我的|)(账户|账号)和(个人信息|所有资料)，
=topic:privacy (最近|这阵子)(老|总)(收到|接到)(推销|骚扰)(电话|短信)，(怀疑|担心)(信息|号码)(泄露|被卖)了，
""",
    "person": """
@plain,mixed (转|帮我转|麻烦转)(一下|)(人工|人工客服)(吧|)。
@plain (这个|这事)(得|想|要)(找|跟)(真人|人工)(说|谈|处理)。
@plain,chatty (能|可以)(让|找)(个|一位)(人工|真人)(客服|)(跟我|来)(聊聊|处理|说)吗？
@polite (麻烦|请|烦请)(您|)(帮我|)(转接|转)(一下|)(人工客服|人工|相关负责人)(，谢谢|)。
@polite (方便|可以)(转接|安排)(一位|)(人工客服|专人)(吗|处理吗)？
@chatty (机器人|系统)(估计|恐怕|大概)(也|)(处理|弄|搞)不了，(你|)(给我|帮我)(转|找)(个|)(真人|人工)(吧|呗)。
@terse (转人工|人工|找人工客服)。
@upset (给我|马上|赶紧|现在)(转|叫|换)(人工|真人|你们经理)(来|)！
@upset (别|不要)(跟我|)(绕|打太极|念稿子)了，(我要|直接)(找|转)(人工|真人)。
@casual (转个人工|来个真人|转人工)(呗|哈|行不)。
@casual (想|要)(找|跟)(真人|人工)(聊|说)(下|)。
@mixed (转|connect)(一下|)(人工|真人|human agent|real person)(吧|，please|)。
""",
}

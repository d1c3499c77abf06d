"""Facts that Chinese customers give: who they are, which order, which item, where to, paid how, and why.

A value is written as the shop has it, piece by piece; only the words around it vary.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "user/identify.email": """
@plain,mixed *2 (我的|我|账户|注册|注册用的|绑定的|登录|账号)(邮箱|邮箱地址)(是|：|为){email}。
@plain,chatty {email}，(这是|用的是|就是)(我的|我|注册的|账户的|这个)(邮箱|)。
@plain,casual,terse 邮箱(：|，|){email}。
@plain (账户|账号)(用|是用|绑)的(是|)(邮箱|){email}。
@plain (可以|你|能)(用|按|拿)(这个|)邮箱(查|搜|找)(：|，){email}。
@plain (收通知|收订单提醒|登录)(一直|)(用|走)的{email}。
@plain,casual (试试|搜一下|查){email}，应该(能出来|是它|查得到)。
@polite (登记|留)的(联系邮箱|电子邮箱)(应该|)是{email}，(您受累|劳您)(核对|查)一下。
@chatty {email}，(喏|诺|你看)，(我|)(常用|就认)这(一个|个)。
@chatty (说|报)个邮箱给你(哈|啊|)，{email}，(记下了吧|别打错啦|一个字母都别错)。
@terse (账号|账户|号){email}。
@upset (行|好)，邮箱给你，{email}。
@casual (发你了|给|诺)，{email}。
@polite (我的|我注册用的|账户绑定的|登记的)(邮箱|邮箱地址)(是|为){email}，(麻烦您|请您|您)(核对|查|核实|看)一下。
@polite (您可以|麻烦您)(用|按)这个邮箱(查询|查一下|核对)：{email}。
@polite (这边的|我的|我账户的)(邮箱|注册邮箱)(是|：){email}(，辛苦了|)。
@chatty (我想想|让我看看|稍等我翻一下)(啊|哈|)，(邮箱|注册邮箱|应该)(是|用的是){email}，(对，就是这个|没错|应该没记错)。
@chatty (我|)(平时|一直|买东西)(都|)(用|拿)(这个|)(邮箱|)(登录|下单|收信)：{email}。
@terse *3 {email}。
@terse (注册|)邮箱(是|){email}。
@upset (邮箱|注册邮箱)(是|：|){email}，(赶紧|快)(查|看)(吧|一下)。
@upset (邮箱|账户邮箱)(写|记)好了，{email}。
@upset {email}，(查吧|查得到吧|看清楚点)。
@casual {email}，(这个|邮箱|用这个查)。
@casual (我邮箱|邮箱|号是){email}(哈|，查下|)。
@mixed (我的|my|注册) email (是|：|is) {email}。
@mixed {email}，这是我(的|注册用的) (email|account)。
""",
    "user/identify.name_zip": """
@plain,mixed *2 (我|姓名|名字)(叫|是){last_name}{first_name}，(邮编|邮政编码)(是|){zip}。
@plain,terse {last_name}{first_name}，(邮编|){zip}。
@plain,casual (邮编|地址邮编){zip}，(名字|人)(叫|是){last_name}{first_name}。
@plain (收件人|账户名|收货人)(写|填|留)的{last_name}{first_name}，邮编那栏(是|填的){zip}。
@plain,chatty 那你(查|搜|找){last_name}{first_name}这个名字(吧|)，{zip}是(我的|)邮编。
@polite (账户|收货信息)里(登记|留)的名字(应该|)是{last_name}{first_name}，{zip}是(当时|我)填的邮编。
@polite 我姓{last_name}，{last_name}{first_name}，邮编(我报一下，|给您，){zip}。
@chatty 姓{last_name}，(全名|完整名字){last_name}{first_name}，住的(这片|地方)邮编{zip}。
@terse (姓名|查){last_name}{first_name}，(邮编|邮编：|邮政编码：){zip}。
@upset 名字{last_name}{first_name}，{zip}，(够了吧|还要什么|行了吧)？
@upset (登记|注册)(的|时)(就|)(写|填)的{last_name}{first_name}、{zip}，(查|看)去吧。
@casual (号主|收件人|名字){last_name}{first_name}，邮编(我记得|是){zip}。
@mixed {last_name}{first_name}（zip {zip}）。
@mixed 账户 under {last_name}{first_name}，邮编{zip}。
@plain (名字|姓名)：{last_name}{first_name}，邮编：{zip}。
@plain (账户|账号)(登记|注册)的(是|姓名是){last_name}{first_name}，(收货地址|地址)的邮编是{zip}。
@polite (我叫|本人|我是|这边是|我的名字是){last_name}{first_name}，(登记的|账户里的|收货地址的)邮编(是|为){zip}，(麻烦|请)(核对|查)(一下|)。
@polite 姓名(是|：){last_name}{first_name}，(邮编|邮政编码)(是|：){zip}，(谢谢|辛苦了|麻烦您了)。
@chatty (我|)(名字|大名)(叫|是){last_name}{first_name}，(邮编|我这儿的邮编)(好像是|应该是|嘛，是){zip}。
@chatty (那|)(就|)(用|按)名字(查|找)(吧|)，{last_name}{first_name}，(邮编|这边邮编)是{zip}。
@terse {last_name}{first_name}，{zip}。
@upset {last_name}{first_name}，邮编{zip}，(这下|这总|够)(查得到|行|清楚)了吧？
@upset (我|)(姓名|叫){last_name}{first_name}，邮编{zip}。(快点查|别再问了|赶紧的)。
@casual (叫|我){last_name}{first_name}，(邮编|邮政编码){zip}(哈|)。
@casual {last_name}{first_name}，{zip}(，查这个|，这个邮编|)。
@mixed (我的|) name (是|：){last_name}{first_name}，(zip code|zip|postcode) (是|){zip}。
""",
    "user/identify.email_again": """
@plain,mixed (不好意思|抱歉|啊)，(刚才|刚刚|前面)(打|写|发|输)错了，(应该|正确的|对的)是{email}。
@plain (那|)(换|试|查)(这个|另一个)(试试|看看|邮箱)：{email}。
@plain,chatty (我|可能|大概)(记错|搞混|写错)了，(你|再)(查|试|看)(一下|下){email}。
@polite (实在|真)(不好意思|抱歉)，(刚才|刚刚)(那个|的邮箱)(写|输|记)错了，(正确的|注册用的)(是|应该是){email}。
@polite (抱歉|对不起)，(麻烦|请)您(再|重新)(用|按)(这个|)(查|试|核对)(一下|)：{email}。
@chatty (哎呀|哎|咦)，(那是|刚才那个是)(我|)(以前用的|工作用的|另一个)邮箱，(这里|注册|买东西)(用|是用)的(应该|)是{email}。
@terse (写错了|输错了|更正)，{email}。
@terse (试试|那就|应该是){email}。
@upset (怎么|咋)(会|可能)(查不到|没有)？(那|再)(试试|查查){email}。
@upset (行吧|好吧|算了)，(那|可能)(是|用的是){email}，(再查|这回仔细查)。
@casual (打错|写错|手滑打错)了(哈|哈哈|)，{email}。
@casual (啊那|那试下|换这个){email}。
@mixed (sorry|oops|啊 sorry)，(typo 了|打错了|刚才的 email 错了)，(应该|)是{email}。
""",
    "user/lack.email": """
@plain,mixed (邮箱|注册邮箱)(我|)(记不清|不记得|忘)了，(能|可以)(用|拿)(别的|其他|另外的)(方式|信息)(查|核对)吗？
@plain (当时|注册)(用|填)的(哪个|什么)邮箱(我|)(想不起来|忘)了。
@plain,chatty (邮箱|那个邮箱)(早|很久)(就|)不(用|登)了，(记不得|想不起来)是哪个。
@polite (不好意思|抱歉)，(注册的|)邮箱(我|)(一时|实在|)(想不起来|记不清|不记得)了，(可以|能)(用|通过)(姓名|其他信息)(核实|查询)吗？
@polite (抱歉|很抱歉)，(我|)(手边|这边)(没有|查不到)(当时|)注册(用的|的)邮箱(，还有别的办法吗？|。)
@chatty (哎|唉)，我(好几个|有三四个)邮箱，(真|实在)(不知道|搞不清)(当初|当时)(用|填)的(哪个|哪一个)。
@chatty 邮箱是(我孩子|我老公|我闺女|朋友)(帮我|给我)(弄|注册)的，我(不知道|不清楚)(用的哪个|填的啥)。
@terse (邮箱|)(忘|不记得|记不清)了。
@terse 没(有|)邮箱(信息|)。
@upset (邮箱|)(谁|哪|我哪)(记得|还记得)(啊|那个)？(换|用)(个|)(别的|其他)(方式|办法)(查|)。
@upset (不记得|忘)了，(别|不要)老问邮箱(行不行|)。
@casual (邮箱|)(忘了|想不起来了|不记得)(，|)(咋办|换个方式行不|用别的查行吗)？
@casual (用|填)的(啥|哪个)邮箱(来着|)，(忘|想不起)(了|来了)。
@mixed (注册的|) email (忘|不记得|想不起来)了，(可以|能)(用|按)(别的|other info)(查|verify)吗？
""",
    "user/give.order_id": """
@plain,mixed *2 (订单号|单号|订单编号)(是|：|){order_id}。
@plain,chatty (是|就是)(订单|){order_id}(这单|这个|)。
@plain (找到|查到|看到)了，(订单号|单号|)(是|){order_id}。
@polite (订单号|单号|订单编号)(是|为){order_id}，(麻烦|请|劳烦)(您|)(查|看|核对)一下。
@polite (您|麻烦您)(查|看)(一下|)(订单|){order_id}。
@chatty (我|等我)(翻|找|看)(一下|了下)(短信|邮件|记录)(啊|)，(是|单号是|上面写的是){order_id}。
@chatty (喏|来|有的)，{order_id}，(应该|)(没错|就是它|就这个)。
@terse *2 {order_id}。
@terse (单号|订单号|订单){order_id}。
@upset {order_id}，(查|看)(吧|清楚)。
@upset (订单号|单号){order_id}，(快点|麻烦快点|赶紧)。
@casual {order_id}(这个|，这单|哈|)。
@casual (单号|订单){order_id}(，看下|，查下|哈)。
@mixed (order number|order ID|order no.) (是|：|){order_id}。
@mixed {order_id}，(这个 order|check 一下这个)。
""",
    "user/lack.order_id": """
?product @plain,mixed (订单号|单号)(我没记|找不到了|不记得了)，(买的|就|里面)是{product:that}。
?product @polite (不好意思|抱歉)，(订单号|单号)(我|)(没有留|没记下来|一时找不到)，(买的|订的)是{product:that}。
?product @chatty (单号|订单号)(我|)(哪|还真)(记得住|没留意)(呀|)，(反正|你看)(就是|是)(买|有){product:that}的(那单|那个|那回)。
?product @terse (单号|订单号)(忘了|没有|不记得)，{product:that}(那单|)。
?product @upset (单号|订单号)(没有|找不到|不知道)，{product:that}(，你们自己查|，查查不就有了|那单)。
?product @casual (单号|)(忘了|没存|不知道在哪看)，(就|是){product:that}(那单|)。
?product @mixed (order number|单号)(忘|找不到)了，(里面有|是买){product}(的那个 order|那单)。
!product @plain,mixed (订单号|单号)(我没记|找不到了|不记得了|手边没有)(，能(查到|帮我查)吗？|。)
!product @plain (不知道|不清楚)(订单号|单号)(在哪看|是多少)。
!product @polite (不好意思|抱歉)，(订单号|单号)(我|)(没有留|没记下来|一时找不到)，(可以|能)(帮我|麻烦您)(查|找)(一下|)吗？
!product @chatty (单号|订单号)(我|)(真没留意|还真没记|从来没记过)，(你那边|系统里)(应该|)(能|可以)(看到|查到)吧？
!product @terse (不记得|忘了|没有)(订单号|单号|)。
!product @upset (单号|订单号)(没有|找不到)，(你们|系统里)(自己|)(不能查|查不到)吗？
!product @casual (单号|)(忘了|没存|不知道)，(能查到不|你查查看)？
!product @mixed (order number|单号)(忘|不记得|找不到)了，[can] check (一下|)[q]
""",
    "user/describe.order": """
@plain,mixed (就是|是|应该是)(买|有|里面有){product:that}的(那单|那个订单|订单)。
@plain,chatty (里面有|那单里有|当时买的是|买了){product:that}。
@polite (是|应该是)(含有|包含|买了){product:that}的(那个订单|那一单)，(麻烦|请)(您|)(找|查)一下。
@polite (我记得|印象中)(买|订)的是{product:that}，(不知道|看看)(这样|)(能不能|好不好)(查|找)。
@chatty (我|)(就|只)记得(买|里头有|下单)的是{product:that}，(别的|其他)(真|)(想不起来|没印象)了。
@chatty (你|)(找找|看看)(有没有|哪单是){product:that}(的|，就是那个)。
@terse {product:that}(那单|那个|的订单)。
@terse (买|有){product}的。
@upset {product:that}(那单|，还能有哪单|，就一单)。
@upset (不就|就)是{product:that}(那单|)嘛。
@casual (有|买|带){product}(的|)(那个|那单)(哈|)。
@casual {product:that}(那单|那个|来着)。
@mixed (里面有|买了){product:that}的(那个|) order。
""",
    "user/correct.order_id": """
@plain,mixed (不对|等等|啊)，{wrong}(我看错了|不是这个|报错了)，(应该|要说的|我说的)是{order_id}。
@plain (更正|纠正)一下，(不是|要弄的不是){wrong}，(是|应该是){order_id}。
@polite (不好意思|抱歉|实在抱歉)，(我|)(看|说|报|记)错了，(不是|应该不是){wrong}，(正确的|对的)(单号|订单号|)(是|应该是){order_id}。
@polite (抱歉|不好意思)，{wrong}是我(看串|弄混|报错)了，(麻烦|请)(按|查|看){order_id}。
@chatty (哎呀|哎|嗐)，(我|)(看串行|搞混|眼花)了，{wrong}(是我|)(抄串了|念错了|看走眼了)，(我|)(要说|说)的是{order_id}。
@terse (不是|不对，不是){wrong}，(是|应为|应该是){order_id}。
@terse (更正|写错了)：{wrong}(改成|应为|换成){order_id}。
@upset (不是|我说的不是){wrong}，(是|要弄的是){order_id}，(别|可别)(弄错|搞混)了。
@casual (打错|看错|说错)了(哈|)，(不是|别管){wrong}，(是|看){order_id}。
@mixed (sorry|wait|oh wait)，(不是|not ){wrong}，(是|应该是){order_id}。
""",
    "user/give.items": """
@plain,mixed (是|就是|要弄的是)(里面的|那个|)[items]。
@plain,chatty (里面的|单子里的|其中的)[items](，别的不用动|，其他都没问题|，其他的留着|)。
@plain [items](，就这(些|个)|)。
@polite (是|就是|麻烦处理)[items]，(其他的|别的)(不用|无需)(动|处理|)。
@polite (涉及|要处理)的(是|商品是)[items]，(谢谢|麻烦了|辛苦了)。
@chatty (嗯|那个)，(就|就是)[items](，对|，剩下的我都留着|，别的都挺好)。
@terse *2 [items]。
@terse (只|就)[items]。
@upset [items]，(别|可别)(弄错|搞错)(了|)。
@upset (就是|不就是)[items](嘛|)，(别的|其他)(不用管|跟这没关系)。
@casual (就|是)[items](哈|，别的不动|)。
@mixed [items]，(其他的 item|别的)(不用动|keep|都 OK)。
""",
    "items": "{items:user_items}",
    "user/give.reason": """
=reason:no_longer_needed @plain,mixed (就是|因为|主要是)(不需要|用不上|不想要)了。
=reason:no_longer_needed @plain,chatty (东西|这单|现在)(我|)(已经|)(不需要|用不着|用不上)了。
=reason:no_longer_needed @plain,polite (后来|现在)(情况|安排|想法)(变|有变化)了，(不再|不)需要了。
=reason:no_longer_needed @polite (原因|主要)(是|就是)(暂时|现在|已经)不(再|)需要了(，抱歉|，给你们添麻烦了|)。
=reason:no_longer_needed @chatty (也|)没(啥|什么)(特别|大)的(原因|理由)，(就是|单纯)(不需要|用不上|家里有)了。
=reason:no_longer_needed @terse (不需要|用不上|不要)了。
=reason:no_longer_needed @upset (不需要|不想要|用不上)了(呗|，还要什么理由|，行不行)。
=reason:no_longer_needed @casual (不想要|用不着|不需要)(了|啦|了哈)。
=reason:no_longer_needed @mixed (no longer needed，就是|就是) (不需要|不 need)了。
=reason:ordered_by_mistake @plain,mixed (下|拍|点|买)错(单|)了。
=reason:ordered_by_mistake @plain,chatty (是误操作|属于手滑|纯属点错)，(不小心|没注意|一不留神)就(下了单|拍下来了|付款了)。
=reason:ordered_by_mistake @polite (是|因为)(我|)(自己|这边)(操作失误|下单时选错|不小心下错单)(了|)(，抱歉|)。
=reason:ordered_by_mistake @chatty (说来|)(不好意思|惭愧)，(就是|是)(手快|没看清|眼花)(，|)(下错|拍错|买错)(单|)了。
=reason:ordered_by_mistake @terse (下错|拍错|买错)(单|)了。
=reason:ordered_by_mistake @terse 误(拍|下单|操作)。
=reason:ordered_by_mistake @upset (下错|点错)单了(，有问题吗|，就这么简单|)。
=reason:ordered_by_mistake @casual (手滑|手误|手残)(，|)(下错|拍错|点错)(单|)了。
=reason:ordered_by_mistake @mixed (order|下单)(by mistake|错) 了，(不小心|手滑)(点的|)。
""",
}

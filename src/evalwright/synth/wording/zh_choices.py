"""What Chinese customers choose when asked: a variant, an address, a way to pay; and second thoughts about each."""

from __future__ import annotations

RULES: dict[str, str] = {
    "user/give.wanted": """
!wanted.1 *3 [want_one]
!wanted.1 [want_by_name]
?wanted.1 [want_several]
""",
    "want_one": """
@plain,mixed (想|要)(换|改)成{wanted}。
@plain (换|改)成{wanted}(吧|就行|就好)。
@plain,chatty (我|)(想要|要|看中)的是{wanted}。
@polite (希望|想)(换|改)成{wanted}，(麻烦|请)(您|)(看看|确认)(有没有货|行不行|能不能换)。
@polite (可以|能)(换|改)成{wanted}吗？
@chatty (我想|想来想去|琢磨了一下|比来比去)，(还是|)(要|换成|改成){wanted}(吧|比较好|合适)。
@chatty (有没有|要是有){wanted}？有的话(就|)(换|要)(那个|它|这个)。
@terse (换|改)成{wanted}。
@terse {wanted}。
@upset (我要|换成|本来要的就是){wanted}，(别|可别)(再|)(弄|搞|发)错(了|)。
@upset {wanted}，(就|只)(要|换)这个。
@casual (换|改)成{wanted}(哈|呗|就行|吧)。
@casual (来|要){wanted}(，有不|吧|)。
@mixed (想|要) (change|换|switch) 成{wanted}。
@mixed {wanted}，(这个 option|this one)(有吗？|就好。|可以吗？)
""",
    "want_by_name": """
@plain,mixed {wanted:its_name}(想|要|)(换|改)成{wanted:opts}。
@plain (把|){wanted:its_name}(换|改)成{wanted:opts}(吧|就行|就可以)。
@polite {wanted:its_name}(希望|想)(换|改)成{wanted:opts}，(不知道|看看)(有没有货|行不行|方便吗)。
@polite (请|麻烦您)把{wanted:its_name}(换|改)成{wanted:opts}。
@chatty {wanted:its_name}(嘛|呢|)，我(想要|打算换成|想换成){wanted:opts}(，看着舒服|，应该更合适|)。
@terse {wanted:its_name}(换|改|要){wanted:opts}。
@upset {wanted:its_name}(给我|)(换|改)成{wanted:opts}，(别|千万别)弄错。
@casual {wanted:its_name}(换|改)(成|个){wanted:opts}(呗|哈|吧)。
@mixed {wanted:its_name} (change|switch|换) 成{wanted:opts}(，thanks|)。
""",
    "want_several": """
@plain,mixed {wanted:wishes}。
@plain (两样|两个)都(要|想)换：{wanted:wishes}。
@polite (麻烦您|请)(这样|帮我这样)(换|改)：{wanted:wishes}(，谢谢|)。
@polite {wanted:wishes}，(不知道|看看)(都|)(有没有货|行不行)。
@chatty (我|)(说|理|捋)一下(啊|哈|)，{wanted:wishes}，(就这两样|一共两样|别的不动)。
@terse {wanted:wishes}。
@upset (听|看)(好|清楚)(了|)，{wanted:wishes}，(别|可别)(再|)(弄|搞)(错|混)(了|)。
@casual {wanted:wishes}(哈|，就这俩|，两个都换|)。
@mixed (两个 item|two items)，{wanted:wishes}。
""",
    "user/give.other_wanted": """
@plain,mixed (那|那就)(换成|改成|要)[either](吧|好了|)。
@plain (没有的话|没货的话|既然没有)，那[either](也行|也可以|呢)？
@polite (好的，|没关系，|了解，)那(可以|能)(换|改)成[either]吗？
@polite (这样的话|那)，(麻烦|请)(您|)(换|改)成[either](吧|)。
@chatty (啊，|唉，)(没有啊|可惜了|真不巧)，(那|那我)(退而求其次|换一个|想想)，(就|)[either](吧|好了|也凑合)。
@terse (那|那就|改)[either]。
@upset (这都没有|没货|怎么没有)？(那|那就|行吧，)[either](吧|总有了吧|)。
@casual (没有啊|好吧)，那[either](也行|吧)。
@casual (没有啊|好吧)，那[either](可以不|行不)？
@casual (那|)(换|来)[either](呗|吧|得了)。
@mixed (OK|那)，(换|change)成[either](吧|也 OK|)。
""",
    "either": """
{wanted:opts}
{wanted}
""",
    "user/mind.wanted": """
@plain,mixed (等等|等一下)，我(还是|改主意了，)(换成|改成|要)[either](吧|)。
@plain (我|)(想了想|改主意了)，(还是|)(要|换)[either](更合适|吧|好)。
@polite (不好意思|抱歉)，我想(改|换)一下，(还是|)(要|换成)[either]，(可以|行)吗？
@polite (抱歉|麻烦您了)，再(改|调)一下，(换成|要)[either](吧|)。
@chatty (哎|等会儿|慢着)，(我|)(又|)(纠结|犹豫|想)了(一下|半天)，(还是|觉得)[either](更好|更合适)，(你别嫌我烦|不好意思哈|改一下呗)。
@terse (等等|不|改一下)，[either]。
@upset (先|)别(急|动)，(我|)(要|改成)[either]。
@casual (等下|啊等等)，(还是|改成)[either](吧|哈|)。
@mixed (wait|hold on|等下)，我(改主意了|change mind 了)，(还是|)(要|换)[either]。
""",
    "place": "{address:full}",
    "user/give.address": """
@plain,mixed (新|新的|)(地址|收货地址)(是|：|为)[place]。
@plain,chatty (改|换)成(这里|这儿|这个地址|)：[place]。
@plain [place]，(就是|用)(这个|这个地址)(吧|)。
@polite (新的|要改的|正确的)(收货地址|地址)(是|为|如下：)[place]，(麻烦|请)(您|)(更新|改|核对)一下。
@polite (请|麻烦)(改|换|更新)(为|成)[place](，谢谢|，辛苦了|)。
@chatty (你|麻烦)(记|写)一下(啊|哈|)，[place]，(别|可别)(写错|漏字|写错门牌)了。
@chatty (地址|这边地址)(有点|稍微)(长|绕)，(我|)(发|打|写)(给你|全)：[place]。
@terse *2 [place]。
@terse (新|)地址：[place]。
@upset (记|看)(好|清楚)(了|)，[place]，(别|可别)(再|)(弄|写|填)错(了|)。
@upset (改|换)成[place]，(现在|马上)(改|换)。
@casual (地址|发你)(：|，)[place](，改这个|哈|)。
@casual (改|换)成[place](，就这儿|哈|)。
@mixed (新的|new) address (是|：)[place]。
""",
    "user/mind.address": """
@plain,mixed (等等|等一下|先别改)，(地址|)(还是|)(换|改)成[place](吧|)。
@plain 刚才(那个|的)地址不太(合适|方便)，(改成|用)这个：[place]。
@polite (不好意思|抱歉)，地址想再(改|换)一下，(改|换)成[place]。
@chatty (哎|等等|慢着)，(我|)(想起来|一琢磨)，(刚才|前面)(那个|那地方)(也|)(不太方便|收不了|没人)，(还是|干脆)(改|换)成[place](吧|)。
@terse (等等|不对|更正)，(地址|)(改|换)(成|)[place]。
@upset (先停|等等|别急着改)，(地址|)(不是那个|我说错了)，(改|换)成[place]。
@casual (等下|啊等等)，地址(换|改)一下，[place]。
@mixed (wait|hold on|sorry)，address 要再(改|change)一下，[place]。
""",
    "pay_with": "{method:mine}",
    "user/give.method": """
@plain,mixed (用|走|选)[pay_with](吧|就行|)。
@plain (钱|款项)(就|)(走|用)[pay_with](吧|好了|)。
@plain,chatty [pay_with](吧|就可以|就行)。
@polite (麻烦|请)(您|)(用|走|选)[pay_with](，谢谢|吧|)。
@polite (款项|钱)(可以|能)(用|走)[pay_with]吗？
@chatty (我|)(看看|想想)(哈|啊|)，(就|还是|那就)(用|走)[pay_with](吧|好了|方便)。
@chatty (钱这块|钱的话)，(走|用)[pay_with](吧|比较省心|)。
@terse [pay_with]。
@terse (用|走)[pay_with]。
@upset (用|走)[pay_with]，(别|可别)(弄|搞)错(了|)。
@upset [pay_with]，(赶紧|快点)(弄|办)(吧|)。
@casual (用|走|就)[pay_with](哈|呗|吧|)。
@casual [pay_with](就行|得了|吧)。
@mixed (use|用|就用)[pay_with](吧|，OK？|，thanks)。
@mixed (payment|钱)(走|用)[pay_with](就好|吧|)。
""",
    "user/mind.method": """
@plain,mixed (等等|等一下)，(钱|款项|)(还是|)(用|换成|走)[pay_with](吧|)。
@plain (我|)(改主意了|想了想)，(还是|)(用|走|换)[pay_with]。
@polite (不好意思|抱歉)，(能不能|可以的话)(换|改)成[pay_with]？
@polite (抱歉|麻烦您)，(还是|)(改|换)(用|成)[pay_with](吧|)。
@chatty (哎|等会儿|慢着)，(我|)(琢磨|想)了(想|一下)，(还是|)(用|走)[pay_with](吧|好了|更方便)。
@terse (等等|不|改)，(用|换)[pay_with]。
@upset (等等|先别动|别急)，(我|)(要|得)(用|换)[pay_with]。
@casual (等下|啊等等)，(还是|换)(用|走|)[pay_with](吧|哈|)。
@mixed (wait|hold on)，(还是|)(用|switch 到|换成)[pay_with](吧|)。
""",
    "user/pick.order": """
@plain,mixed (是|就是|应该是){order_id}(这单|这个|那个|)。
@plain (要|说)的是{order_id}(这一单|这个|)。
@polite (是|应该是){order_id}(这个|这一单|)，(麻烦|谢谢)(您|)(了|)。
@polite {order_id}，(就|)(处理|弄|看)这(个|一单)(就行|就好)，(谢谢|麻烦了|辛苦了)。
@chatty (哦|嗯|对对)，(就|我说的)是{order_id}(这个|那单|)，(别的|其他)(先|)(不动|不管)。
@terse *2 {order_id}。
@terse {order_id}(这单|这个)。
@upset {order_id}(这单|这个|)，(还能是哪个|别弄混了|快办吧)。
@casual {order_id}(这个|那个|哈|)。
@casual (就|是){order_id}(这单|那个)(啦|哈|)。
@mixed {order_id}，(this one|就这个 order)。
""",
}

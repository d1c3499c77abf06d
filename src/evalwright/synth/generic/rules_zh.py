"""Chinese for conversations about any tools, in the notation of the grammar."""

from __future__ import annotations

RULES: dict[str, str] = {
    "hello": r"""
*3 (你好|您好|嗨|哈喽)，
(早上好|下午好|晚上好)，
@casual,chatty (在吗|在不在|哈喽在吗)？
@polite 您好，(麻烦您了|打扰一下|想请您帮个忙)，
@chatty (又是我|今天事情真多|刚忙完)，
""",
    "why": r"""
(今天|这两天|这周)(正好|刚好|)在(处理|整理|安排)(几件事|一些事情)
(朋友|同事|家里人|我妈|室友)(托我|让我|叫我)(办一下|来问问|处理一下)
这件事(拖了好几天了|我惦记好久了|一直没顾上)
(我自己|我在网上|我在手机上)(弄了半天|找了好久|试了几次)(没弄明白|也没找到在哪儿|都没成功)
(过两天|周末|下周|月底)(要用|有安排|要出门)
(听朋友说|同事说|看介绍说)(这里可以办|找你就行|你能帮忙)
(上次|昨天|早上)(没弄完|弄到一半断了|没成)，(今天接着来|再试一次|又来了)
(趁|正好)(午休|孩子睡了|开会前有空|等车的时候)，(把这事办了|处理一下)
(家里|公司|团队|老板)(明天要用|等着要|这周就要)
我(习惯|喜欢)(提前弄好|事先确认清楚|把事情都理顺)
(本来|原本)(打算|想)(自己弄|打电话问)，(还是|后来想想)(找你|来这里)(快一点|方便)
我(第一次|头一回)用(这个|这里)，不太(熟|会)
我(正在路上|午休时间不多|手头有点急)
""",
    "soon": r"""
(谢谢|多谢|感谢|辛苦了|麻烦了)
(方便的话|可以的话|有空的话)(尽快|帮我看下|现在就弄)
(不着急|有点急|越快越好)(，谢谢|)
""",
    "want.to": r"""
我想
我(要|得|需要)
(帮我|麻烦帮我|请帮我|麻烦你帮我|劳烦帮我)
(想请你|想麻烦你|想让你)帮我
我(今天|现在|这会儿)(想|要|打算)
""",
    "wish": r"""
*3 [want.to]{tool:action}。
(能|可以|方便)帮我{tool:action}吗？
(能不能|可不可以|能否)帮我{tool:action}？
*2 (帮我|麻烦|请|麻烦你|请帮我){tool:action}。
@polite (请问|想问一下)(可以|方便)(帮我|请您){tool:action}吗？
@polite (劳驾|有劳您)帮我{tool:action}，(谢谢|不胜感激)。
@terse {tool:action}。
@terse 要{tool:action}。
@casual (帮我|来|给我){tool:action}(呗|吧|哈)。
@upset (我就想|我只是想){tool:action}，(怎么这么麻烦|别让我再等了|能快点吗)。
@upset {tool:action}到底(能不能办|怎么弄)？
@chatty (是这样的|事情是这样)，我想{tool:action}。
@mixed (help 一下|hi)，我(need|want) 你帮我{tool:action}。
(这里|你这边)(能|可以){tool:action}(吗|么)？
(怎么|怎样|如何)才能{tool:action}？
我这边(需要|想){tool:action}。
""",
    "user/want": r"""
?back *2 [back][wish.more]
!first !back *2 [further][wish.more]
?first !given *2 [hello][wish]
?first !given [wish]
?first !given [hello][wish][soon]。
?first !given [hello][why]，所以我想{tool:action}。
?first !given [why]，[wish]
?first !given [wish][why]。
?first ?given *3 [hello][wish]{given}。
?first ?given *2 [wish]{given}。
?first ?given [hello][why]，[wish]{given}。
?first ?given [wish]{given}，[soon]。
?first ?given [hello]{given}，[want.to]{tool:action}。
?first ?given {given}。[wish]
?first ?given [hello][wish][here]：{given}。
?first ?given [wish][why]。{given}。
?first ?given [hello][why]。[want.to]{tool:action}，{given}。
?first ?given {given}，[want.to]{tool:action}，[soon]。
""",
    "here": r"""
(信息|资料|具体信息|要的信息)(如下|是这些|在这儿)
(我把信息|我把资料)(发你|给你|都写上)
""",
    "back": r"""
(好吧|行|没关系|那算了)，(说正事|言归正传|那说回正事|其实我是来办事的)，
(随口问问|就问问而已)，(正事在这儿|其实是有事要办|来说正事)，
""",
    "further": r"""
(还有|另外|对了|再一个|顺便)，
(好的|好|行|嗯|可以)，(还有件事|再问一下|接下来|还有就是)，
(还有件事|再麻烦一下|再问一个)，
(谢谢|明白了|知道了)，(接下来|另外|还有)，
""",
    "wish.more": r"""
!given *2 [want.to]{tool:action}。
!given (能|可以)(也|再|)帮我{tool:action}吗？
!given (能不能|可不可以)(也|再|)帮我{tool:action}？
!given (再帮我|顺便帮我|也帮我){tool:action}。
?given *2 [want.to]{tool:action}，{given}。
?given (再帮我|顺便帮我|也帮我){tool:action}，{given}。
?given {given}，[want.to]{tool:action}。
""",
    "user/give": r"""
*2 {given}。
(好的|好|嗯|可以|行)，{given}。
(稍等|我看一下|等我找找|等一下)，{given}。
(给你|在这儿|你记一下|是这个)：{given}。
?single (应该是|是|就是){given:one}。
?single @terse,casual {given:one}
@polite 好的，{given}，(麻烦您了|谢谢|辛苦)。
@upset (又要填|真麻烦|行吧)，{given}。
@chatty (哦对|忘说了|差点忘了)，{given}。
@casual {given}(哈|哦|呢|)。
?many (都在这儿了|有点多|我一次发你)：{given}。
""",
    "user/pick": r"""
(就|我要|我说的是|应该是|选|用){given:one}(这个|吧|那个|)。
{given:one}(，就这个|，是这个|这个|吧|)。
@terse,casual {given:one}
@polite (麻烦|请)(用|选){given:one}。
@chatty (我想想|让我看看|嗯)，{given:one}吧。
(还是|那就){given:one}(吧|好了)。
""",
    "user/correct": r"""
(不好意思|抱歉|哎呀|啊)，(打错了|写错了|记错了|少看一位)，(应该是|是){given:one}。
(我再看看|等一下|我核对一下)，(正确的是|应该是|是){given:one}。
(输错一个数字|有个数字弄混了)，{given:one}。
@terse {given:one}
@upset (怎么会|奇怪)，那试试{given:one}。
@polite (实在抱歉|不好意思)，正确的{given.0.0:label}是{given:one}。
""",
    "user/change": r"""
(等等|等一下|不好意思|我想了想)，{given.0.0:label}(改成|换成|还是用){given:one}(吧|)。
(先别急|稍等)，{given.0.0:label}(要改一下|写错了)，(改为|应该是){given:one}。
(差一点|有个地方要改)：{given.0.0:label}(是|改成){given:one}。
""",
    "user/yes": r"""
(是的|对|对的|没错|嗯|可以|好的)(，就这样|，办吧|，请继续|，没问题|，确认|)。
(确认|我确认|同意|没问题)(，办吧|，请继续|，麻烦了|)。
(可以|好)，(就这么办|你弄吧|开始吧|继续)。
(我看过了|核对过了|都看了一遍)，(没问题|是对的|可以办)(，继续吧|)。
(完全正确|信息无误|就是这样)，(麻烦办一下|往下走吧|请办)。
@polite (是的|对的)，(麻烦您了|辛苦了|请办理)。
@terse (对|好|行|嗯|确认)
@upset (对对对|是|没错)，(快点办吧|就这样|赶紧的)。
@casual (行|ok|可以)(，就这样|，弄吧|)
""",
    "user/no": r"""
(不|算了|不用了|先不|等等)(，|，我想了想，)(先这样吧|我再考虑考虑|不改了|先不弄了|保持原样吧)。
(我改主意了|我再想想)，(先别动|先不办了|就保持原样)。
@terse (不用了|算了|先不)
@polite (不好意思|抱歉)，(我再考虑一下，先不办|暂时先不用了，谢谢)。
@upset (算了|不弄了)，(不是我要的|太麻烦了)。
""",
    "user/accept": r"""
(好吧|行吧|知道了|明白了|这样啊)(，|，那)(我再看看|谢谢|我晚点再试|我自己查一下|麻烦你了)。
@upset (行吧|真是的)，(那就算了|我找别人问)。
@terse (好吧|哦)
@polite (明白了|了解了)，谢谢您(的解释|帮忙查|)。
""",
    "user/thanks": r"""
(谢谢|多谢|谢啦|非常感谢|太感谢了)(，没别的事了|，就这些|，帮大忙了|，清楚了|)。
(好的|好|行|明白)，(谢谢|谢谢你|辛苦了|没问题了)。
(就这些|没有了|没别的了)，(谢谢|辛苦)。
(记下了|收到|清楚了|了解)，(那就没问题了|这样就行|可以放心了|我去转告一声)。
(又少一件事|总算理清了|挺好)，(谢谢你|辛苦你了|感谢)。
@terse (谢谢|谢了|ok)
@casual (谢啦|好嘞|太好了)(～|，谢谢|)
@upset (终于|总算)(好了|行了)，谢谢。
@polite (非常感谢|谢谢您)(的帮助|，辛苦了|)。
@chatty (比我想的快多了|你帮大忙了|这下放心了)，谢谢。
""",
    "user/bye": r"""
(没别的事了|就这样|先这样)(，再见|，拜拜|吧|)。
(再见|拜拜|回头见)(，谢谢|)。
(好|行)，(我先忙了|那就这样)。
""",
    "user/ask.help": r"""
[hello](你|这里)(能做什么|可以办哪些事|都能帮我干什么|有什么功能)？
[hello][why]，(想了解下|先问问)你能(办什么|帮哪些忙)？
(先问一下|好奇问问|随便问问)，(你都能处理哪些事情|这边能办什么|可以找你做什么)？
[hello](可以介绍一下|能说说)你(会做的事|能帮的忙)吗？
""",
    "user/ask.irrelevant": r"""
=topic:weather ([hello]|)(明天|周末|今晚)(山里|海边|你那边)(会下雨|会下雪|热不热)(吗|啊|呢)？
=topic:recipe ([hello]|)(红烧肉|番茄炒蛋|银耳汤|葱油饼)(怎么做|有什么做法)(比较好吃|简单|)？
=topic:joke ([hello]|)(讲个笑话|来个段子)(吧|听听|给我听)。
=topic:sports ([hello]|)(昨晚|周日)的(球赛|比赛|决赛)(谁赢了|结果怎么样)？
=topic:homework ([hello]|)(能帮我|可以帮我)(写|做)一下(历史|地理|生物)(作业|论文)吗？
=topic:stocks ([hello]|)(现在|这个月)(买黄金|买基金|抄底)(合适吗|好不好)？
=topic:film ([hello]|)(今晚|周末|带孩子)看(什么电影|哪部剧)(好|比较好)？
=topic:poem ([hello]|)(写|帮我写)一首(关于秋天|关于大海|写给猫咪)的(诗|小诗)(吧|)。
""",
    "assistant/ask": r"""
*2 (请|麻烦)(提供|告诉我|发一下){params}。
!again (好的|可以|没问题|好)，(请|麻烦您)(提供|告诉我|说一下){params}。
(请问|想跟您确认一下，){params}是(什么|多少)？
(方便告诉我|可以说一下){params}吗？
(要办理|为了继续|接下来)(的话|)，我(需要|还需要){params}。
!again @warm (很乐意帮您|没问题，我来帮您)，可以告诉我{params}吗？
@brief 请提供{params}。
!again @formal (好的|当然可以)，请您提供{params}。
?again (谢谢|好的|收到)，(还需要|再麻烦提供一下){params}。
""",
    "assistant/ask.choice": r"""
(这里|系统里|目前)有(几个|多个){param:label}：{options:choices}。(您要哪一个|请问是哪个|用哪一个)？
(请问您指的是|您说的是)(下面|其中)哪一个：{options:choices}？
{param:label}(可以选|有这些)：{options:choices}。(请选一个|您看用哪个)？
@brief {options:choices}，(哪个|选哪个)？
@warm (帮您查到了|我找到了)这些：{options:choices}。(您想要哪个|是哪一个呢)？
@formal (查询到以下|现有){param:label}：{options:choices}。请您确认是哪一个。
""",
    "assistant/summarise": r"""
!given (跟您确认一下|确认一下)：我将{tool:action}。(可以吗|是否继续)？
!given (接下来|下一步)我会{tool:action}，(您确认吗|可以办理吗)？
!again ?given (跟您确认一下|确认一下|核对一下)：我将{tool:action}，{given}。(可以吗|对吗|是否继续|确认办理吗)？
!again ?given (接下来|下一步)我(会|将){tool:action}：{given}。(请确认|没问题的话请回复“是”|您同意的话我就继续)。
!again ?given (马上|准备)为您{tool:action}，{given}。(您确认吗|是否同意|可以办理吗)？
!again ?given @brief {tool:action}：{given}。确认吗？
!again ?given @formal 即将为您{tool:action}，{given}。请您确认是否办理。
!again ?given @warm (都准备好了|信息齐了)，我来{tool:action}：{given}。您看(可以吗|对不对)？
?again (好的|没问题|已更改)，(现在是|改为){given}。(可以办理吗|请确认|这样对吗)？
?again (已更新|明白)：{given}。(确认吗|是否继续)？
""",
    "assistant/done": r"""
?fields *2 (办好了|已经完成|好了|处理完了|已办理)。{fields}。[offer]
?fields (操作成功|已为您办妥)。{fields}。[offer]
?fields @brief 好了，{fields}。
?fields @formal (已为您办理完成|该请求已处理)。{fields}。[offer]
!fields *2 (办好了|已经完成|处理完了)。[offer]
!fields (已为您办妥|操作成功)。[offer]
""",
    "offer": r"""
*2 (还有|请问还有)(其他|别的)(需要|事情|要帮忙的)吗？
(如果还有|有)(其他需要|别的问题)，(随时告诉我|直接说就行)。
还(需要我做点什么|要办别的|有什么要处理的)吗？
@brief 还有别的吗？
@formal 如需其他帮助，请随时告知。
""",
    "assistant/tell": r"""
?fields *3 (查到了|帮您查到了|查询结果如下|我看了一下|这是查到的信息)：{fields}。
?fields (系统显示|系统里的信息是)，{fields}。
?fields (查到了|找到了)。{fields}。[offer]
?fields @brief {fields}。
?fields @warm (帮您看过了|查好了)，{fields}。[offer]
?fields @formal 查询结果为：{fields}。
?found !more *2 (找到了|查到的有|结果是)：{found}。[offer]
?found !more (目前有|结果包括){found}。
?found ?more *2 (找到好几个，比如|结果里有|先给您列几个)：{found}。[offer]
?found ?more (结果比较多|不止这些)，前面几个是{found}。(要看哪个的详情吗|有您要的吗)？
?empty (抱歉|不好意思)，(没有找到符合的结果|没查到相关内容)。(要不要换个条件|您想换个试试吗)？
?empty (没有结果|查不到符合条件的)。[offer]
!fields !found !empty (已经查过了，没有更多内容|请求已完成，没有返回更多信息)。[offer]
""",
    "assistant/not_found": r"""
(抱歉|不好意思|嗯)，(没有找到|查不到){param:label}{value}(的记录|)。(麻烦再核对一下|是不是输错了|请您再看看)？
(系统里没有|查不到){param:label}{value}。(会不会有笔误|麻烦再确认一下|请再检查一遍)。
@brief {param:label}{value}不存在，请核对。
@formal 很遗憾，系统中没有{param:label}{value}的记录，请您核实。
""",
    "assistant/failed": r"""
(抱歉|不好意思)，(没有办成|这个操作被拒绝了|暂时办不了)，系统提示：{error}。
(我试了一下|已经尝试过)，系统返回：{error}。(什么都没有改动|很抱歉没能帮上)。
@brief (失败了|办不了)：{error}。
@formal 很抱歉，该请求未能完成，原因是：{error}。
""",
    "assistant/unchanged": r"""
(好的|没问题|明白|可以)，(什么都没有改动|我先不操作|保持原样)。[offer]
(没关系|行)，(没有做任何更改|一切保持原样)。(想好了随时找我|改主意了再告诉我)。
""",
    "assistant/bye.sorry": r"""
(很抱歉没能帮上忙|不好意思没办成)(，有需要再来找我|，祝您顺利|)。
(以后有需要|有其他事情)随时(找我|联系)。
@formal (给您带来不便|未能办理)，敬请谅解。
@brief 抱歉。
""",
    "assistant/bye": r"""
(不客气|不用谢|很高兴能帮到您|应该的)(，祝您生活愉快|，再见|，祝您今天顺利|)。
(祝您一切顺利|祝您愉快|再见|回头见)(，有需要随时来|)。
@formal (不客气|感谢您的咨询)，祝您愉快。
@brief (不客气|再见)。
@warm (能帮上忙真好|事情办好就好)(，祝您开心|，再见|)。
""",
    "assistant/tell.help": r"""
我可以帮您{tools}(等|)。(您想办哪一件|需要哪个|告诉我您的需求就行)。
(比如|我能做的有)：{tools}。(您需要哪一项|有您要的吗)？
@brief 可以{tools}。
@formal 我可以协助您{tools}。请问您需要什么帮助？
""",
    "assistant/refuse.irrelevant": r"""
(抱歉|不好意思)，(这个我帮不上忙|这不在我能处理的范围内|我没有这方面的工具)。(还有别的需要吗|其他方面可以找我)。
(这个问题|这件事)我(办不了|答不了)，(我只能处理工具范围内的事|手头的工具做不到)。(还有别的事吗|有别的可以帮您吗)？
@brief 这个我办不了，还有别的吗？
@formal 很抱歉，该请求超出了我的服务范围。请问还有什么可以帮您？
""",
}

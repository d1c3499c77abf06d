"""Chinese phrases by which a user agrees or declines; they are looked for clause by clause."""

from __future__ import annotations

import re


def _phrases(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


_ACTIONS = "办理|办|处理|操作|提交|执行|取消|修改|更改|改|退|换|弄|搞|动|进行|继续"
_ENDINGS = "的|啊|呀|吧|嘞|哒|滴|了|啦|哈|呢"

MEANS_YES = _phrases("没(?:有)?(?:什么|任何|啥)?(?:问题|意见|异议)", "没错|无误|没毛病|没(?:有)?不对")
"""Agreement with a no in it."""

BESIDE_THE_POINT = _phrases(
    "不好意思|对不起|不客气|差不多|不错|不(?:着)?急|不变|不(?:太)?(?:合适|合身|喜欢)了?|行行好|^对了$|的话$",
    "没(?:有)?(?:别的|其他|其它|什么别的)(?:要改的|要求|问题|事)?(?:了)?",
    "不用(?:再)?(?:改|等)(?:了|什么|别的)?|不会(?:再)?(?:改|变)(?:了)?",
    "可?(?:别|不用|不要|用不着)(?:再|老|一直|总)?(?:来回)?(?:问|确认|核对|啰嗦|啰唆|磨蹭|废话|折腾|拖|说|念叨|催|重复|绕).*",
    "别的(?:都)?(?:不|没)|别的|其他|其它|不麻烦|不怎么|要不|不然|不到|不小心|不过",
)
"""A no that is not about the proposal, and a yes that is none."""

UNWANTED = _phrases("不(?:再|太)?(?:需要|想要|用|要)(?:了|它|这个|这件|这单)")
"""A reason to cancel beside a yes, a no when it stands alone."""

NO = _phrases(
    f"不(?:想)?(?:{_ACTIONS}|折腾|用|要|行|可以|是|对|确认|同意|想|了|必|需要|好|打算)|别(?:给我|帮我|急着)?(?:了|{_ACTIONS})|^不$",
    "算了|作罢|罢了|得了|放弃|懒得|^否|暂停|先停|叫停|拉倒",
    "先(?:不|别|放|等|缓|保持|留)|暂(?:时)?(?:不|别|缓|保持)|还是(?:不|别|保持)|放一放|缓一缓|等一等|等等|等一下|等下|稍等|等我",
    "再(?:想|考虑|看看|think)|考虑(?:一下|下)|改(?:变)?主意|(?:保持|维持)(?:原样|现状|不变)|原样",
    r"\b(?:no|nope|not|hold|wait|never|forget)(?![a-z])",
)

STRONG_YES = _phrases(
    f"^(?:那|那就|嗯+|都|就|这样|这么|全都)?(?:好|行|可以|对|是|成|妥|中|可)(?:对|的|好)*(?:{_ENDINGS})?$",
    "^(?:好|行|是|对)(?:的|嘞|滴|呀|啊|就|没)",
    f"可以|确认|确定|同意|就按|按(?:这个|您|你|上面|此)|就这么(?:办|定|来|弄|处理)|就这样(?:办|定|来|弄|处理|{_ACTIONS})",
    f"请(?:帮我|您|你)?(?:直接)?(?:{_ACTIONS})|麻烦(?:您|你)?(?:帮我)?(?:{_ACTIONS})|(?<![谢感了])帮我(?:{_ACTIONS})",
    f"(?:来|下单|{_ACTIONS})(?:货|掉|了)?吧|^(?:往下|直接|就|去|快|快点|赶紧|马上|立刻|抓紧)?(?:{_ACTIONS})(?:吧|哈|起|一下)?$",
    r"往下(?:办|走)|走起|\b(?:ok|okay|yes|yep|sure|confirm|go ahead)(?![a-z])",
)
WEAK_YES = _phrases("^嗯+$|^(?:好|行)(?:了|吧)$|^就这(?:样|么)")
"""Agreement that a refusal after it outweighs: 行了，不办了."""

PROVISO = _phrases("但(?:是)?|不过|可是|只是|除了|如果|要是|先(?:把|帮|等)|等等|等一下|稍等|另外(?:把|改)|等我")
"""What makes a yes before it no plain yes."""

QUESTION = _phrases("(?:吗|呢|么)$|多久|什么时候|多少|是否|能不能|可不可以|几天")

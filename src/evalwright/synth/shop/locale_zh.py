"""Chinese: people and places of mainland China, from lists of our own, names with their pinyin."""

from __future__ import annotations

from collections.abc import Sequence

from .locale import City, Locale, Name, choose

_FIRST = """
浩然 haoran|子轩 zixuan|宇航 yuhang|博文 bowen|俊杰 junjie|天佑 tianyou|志强 zhiqiang|建国 jianguo
文博 wenbo|晓明 xiaoming|思远 siyuan|立新 lixin|振华 zhenhua|明辉 minghui|嘉豪 jiahao|泽宇 zeyu
一鸣 yiming|景行 jingxing|书恒 shuheng|昊天 haotian|家辉 jiahui|国栋 guodong|永康 yongkang|海涛 haitao
鹏飞 pengfei|晨曦 chenxi|子墨 zimo|启明 qiming|承志 chengzhi|向阳 xiangyang|少华 shaohua|光耀 guangyao
文涛 wentao|瑞霖 ruilin|楚河 chuhe|亦凡 yifan|远航 yuanhang|知行 zhixing|维安 weian|成林 chenglin
欣怡 xinyi|诗涵 shihan|雨桐 yutong|梓萱 zixuan|佳慧 jiahui|晓燕 xiaoyan|丽华 lihua|秀英 xiuying
婉清 wanqing|梦洁 mengjie|静怡 jingyi|若曦 ruoxi|思琪 siqi|慧敏 huimin|雅琴 yaqin|紫嫣 ziyan
语嫣 yuyan|美玲 meiling|春梅 chunmei|淑芬 shufen|月华 yuehua|素珍 suzhen|清妍 qingyan|可欣 kexin
心悦 xinyue|依诺 yinuo|芷若 zhiruo|采薇 caiwei|映雪 yingxue|沐晴 muqing|念慈 nianci|文静 wenjing
海燕 haiyan|晓雯 xiaowen|玉兰 yulan|凤霞 fengxia|桂芳 guifang|丹丹 dandan|娜 na|婷 ting
磊 lei|伟 wei|强 qiang|军 jun|勇 yong|涛 tao|斌 bin|超 chao
洋 yang|凯 kai|敏 min|静 jing|丽 li|艳 yan|芳 fang|洁 jie
颖 ying|琳 lin|雪 xue|倩 qian
"""
_LAST = """
王 wang|李 li|张 zhang|刘 liu|陈 chen|杨 yang|赵 zhao|黄 huang|周 zhou|吴 wu|徐 xu|孙 sun|胡 hu|朱 zhu|高 gao|林 lin
何 he|郭 guo|马 ma|罗 luo|梁 liang|宋 song|郑 zheng|谢 xie|韩 han|唐 tang|冯 feng|于 yu|董 dong|萧 xiao|程 cheng|曹 cao
袁 yuan|邓 deng|许 xu|傅 fu|沈 shen|曾 zeng|彭 peng|吕 lyu|苏 su|卢 lu|蒋 jiang|蔡 cai|贾 jia|丁 ding|魏 wei|薛 xue
叶 ye|阎 yan|余 yu|潘 pan|杜 du|戴 dai|夏 xia|钟 zhong|汪 wang|田 tian|任 ren|姜 jiang|范 fan|方 fang|石 shi|姚 yao
谭 tan|廖 liao|邹 zou|熊 xiong|金 jin|陆 lu|郝 hao|孔 kong|白 bai|崔 cui|康 kang|毛 mao|邱 qiu|秦 qin|江 jiang|史 shi
顾 gu|侯 hou|邵 shao|孟 meng|龙 long|万 wan|段 duan|章 zhang|钱 qian|汤 tang|尹 yin|黎 li|易 yi|常 chang|武 wu|乔 qiao
贺 he|赖 lai|龚 gong|文 wen|欧阳 ouyang|上官 shangguan|司马 sima|诸葛 zhuge
"""
_CITIES = """
北京市 北京市 1000 海淀区 朝阳区 丰台区 西城区
上海市 上海市 2000 浦东新区 徐汇区 杨浦区 静安区
天津市 天津市 3000 南开区 河西区 和平区
重庆市 重庆市 4000 渝北区 江北区 沙坪坝区
石家庄市 河北省 0500 长安区 裕华区 桥西区
太原市 山西省 0300 小店区 迎泽区 万柏林区
呼和浩特市 内蒙古自治区 0100 新城区 赛罕区
沈阳市 辽宁省 1100 沈河区 铁西区 皇姑区
大连市 辽宁省 1160 中山区 沙河口区 甘井子区
长春市 吉林省 1300 南关区 朝阳区 绿园区
哈尔滨市 黑龙江省 1500 南岗区 道里区 香坊区
南京市 江苏省 2100 鼓楼区 玄武区 建邺区
苏州市 江苏省 2150 姑苏区 吴中区 虎丘区
无锡市 江苏省 2140 梁溪区 滨湖区
杭州市 浙江省 3100 西湖区 拱墅区 滨江区 上城区
宁波市 浙江省 3150 海曙区 鄞州区 江北区
温州市 浙江省 3250 鹿城区 瓯海区
合肥市 安徽省 2300 蜀山区 包河区 庐阳区
福州市 福建省 3500 鼓楼区 仓山区 台江区
厦门市 福建省 3610 思明区 湖里区 集美区
南昌市 江西省 3300 东湖区 青山湖区
济南市 山东省 2500 历下区 市中区 历城区
青岛市 山东省 2660 市南区 市北区 崂山区
烟台市 山东省 2640 芝罘区 莱山区
郑州市 河南省 4500 金水区 中原区 二七区
洛阳市 河南省 4710 涧西区 洛龙区
武汉市 湖北省 4300 武昌区 洪山区 江汉区 汉阳区
宜昌市 湖北省 4430 西陵区 伍家岗区
长沙市 湖南省 4100 岳麓区 芙蓉区 雨花区
广州市 广东省 5100 天河区 越秀区 海珠区 番禺区
深圳市 广东省 5180 南山区 福田区 罗湖区 宝安区
佛山市 广东省 5280 禅城区 南海区
南宁市 广西壮族自治区 5300 青秀区 西乡塘区
海口市 海南省 5700 龙华区 美兰区
成都市 四川省 6100 武侯区 锦江区 青羊区 成华区
贵阳市 贵州省 5500 云岩区 南明区 观山湖区
昆明市 云南省 6500 五华区 盘龙区 官渡区
西安市 陕西省 7100 雁塔区 碑林区 未央区
兰州市 甘肃省 7300 城关区 七里河区
西宁市 青海省 8100 城西区 城东区
银川市 宁夏回族自治区 7500 兴庆区 金凤区
乌鲁木齐市 新疆维吾尔自治区 8300 天山区 水磨沟区
"""
_ROADS = """
人民路 中山路 解放路 建设路 和平路 新华路 文化路 胜利路 青年路 友谊路 学府路 健康路 光明路 滨河路 花园路 东风路 长江路
黄河路 泰山路 昆仑路 迎宾大道 科技路 创业大道 朝阳街 幸福街 兴业街 书院街 桃园路 梅岭路 竹林路 松柏路 玉兰路 丁香路
银杏路 梧桐街 槐荫路 临江路 湖滨路 春熙街 秋实路
"""
_ESTATES = """
阳光花园 锦绣家园 翠湖小区 金桂苑 紫荆花园 和谐小区 绿城雅居 碧水湾 云景苑 书香苑 凤凰城 丽景小区 御景园 安居小区 望江苑
梧桐苑 海棠花园 松涛小区 东方名苑 世纪新城 怡和家园 枫林小区 明月苑 兰亭小区 春江花园 星河湾 荷塘月苑 馨香苑 百合小区
瑞景花园
"""


def _names(text: str) -> tuple[Name, ...]:
    pairs = (pair.split() for line in text.split("\n") for pair in line.split("|") if pair)
    return tuple(Name(written, latin) for written, latin in pairs)


def _city(text: str) -> City:
    name, state, prefix, *districts = text.split()
    return City(name, state, prefix, tuple(districts))


_ROAD_NAMES = tuple(_ROADS.split())
_ESTATE_NAMES = tuple(_ESTATES.split())


def _lines(city: City, chances: Sequence[float]) -> tuple[str, str]:
    road, district, number, estate, flat = chances
    address1 = f"{choose(city.districts, district)}{choose(_ROAD_NAMES, road)}{1 + int(number * 388)}号"
    door = int(flat * 2880)  # 12 blocks of 2 entrances, 30 floors, 4 flats a floor
    block, rest = divmod(door, 240)
    entrance, rest = divmod(rest, 120)
    floor, side = divmod(rest, 4)
    return address1, f"{choose(_ESTATE_NAMES, estate)}{block + 1}栋{entrance + 1}单元{floor + 1}0{side + 1}室"


CHINESE = Locale(
    code="zh",
    country="中国",
    zip_length=6,
    money_factor=7,
    brands=("unionpay", "visa", "mastercard"),
    first_names=_names(_FIRST),
    last_names=_names(_LAST),
    cities=tuple(_city(line) for line in _CITIES.split("\n") if line),
    lines=_lines,
)

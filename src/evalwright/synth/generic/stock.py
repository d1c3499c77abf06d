"""Ordinary values in English and Chinese, from which people, places and things are made up.

Nothing here belongs to anybody: names are common ones put together at random, addresses end in `example.com`, and
telephone numbers come from ranges kept free for fiction.
"""

from __future__ import annotations

from typing import NamedTuple


class Stock(NamedTuple):
    """The word lists of one language."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    first_ascii: tuple[str, ...]
    last_ascii: tuple[str, ...]
    cities: tuple[str, ...]
    states: tuple[str, ...]
    country: str
    streets: tuple[str, ...]
    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]
    joint: str
    """What stands between an adjective and a noun."""
    colours: tuple[str, ...]
    rooms: tuple[str, ...]
    conditions: tuple[str, ...]
    categories: tuple[str, ...]
    brands: tuple[str, ...]
    topics: tuple[str, ...]
    notes: tuple[str, ...]
    genders: tuple[str, ...] = ("female", "male")


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


EN = Stock(
    first=_split(
        "Nora Liam Maya Oscar Ivy Hugo Clara Felix Ruth Simon Alma Theo Greta Noah Elsie Jonas Wanda Peter Lena Victor"
        " Anita Marco Stella Edgar Paula Henry Iris Caleb Dora Martin Sofia Ethan Joan Rafael Tessa Leon Olive Bruno"
    ),
    last=_split(
        "Holloway Brandt Osei Moreau Lindqvist Parker Okafor Keller Vance Romano Sato Whitfield Novak Delgado Hughes"
        " Barlow Ferreira Lang Mercer Quinn Adler Rossi Tanaka Fischer Boone Marsh Ellison Cole Petrov Hale Sharma"
    ),
    first_ascii=(),
    last_ascii=(),
    cities=_split("Portland Austin Denver Chicago Boston Seattle Phoenix Atlanta Nashville Oakland Madison Tucson"),
    states=_split("OR TX CO IL MA WA AZ GA TN CA WI NV"),
    country="USA",
    streets=_lines(
        """Maple Street
        Harbor Lane
        Juniper Road
        Quarry Avenue
        Mill Court
        Orchard Drive
        Canal Street
        Prospect Hill
        Larch Way
        Station Road"""
    ),
    adjectives=_split(
        "Silver Quiet Northern Amber Hidden Bright Paper Winter Copper Golden Little Open Crimson Distant Early Broken"
        " Velvet Green Hollow Lucky Salt Second Summer Wild Iron Gentle"
    ),
    nouns=_split(
        "Harbour Lantern River Meadow Signal Orchard Compass Garden Bridge Mountain Window Letter Island Forest Station"
        " Feather Mirror Kitchen Archive Voyage Anchor Circle Valley Engine Lighthouse Notebook"
    ),
    joint=" ",
    colours=_split("black white red blue green grey silver yellow"),
    rooms=_lines("living room\nbedroom\nkitchen\nbathroom\nstudy\nhallway\ngarage\nnursery"),
    conditions=_lines("sunny\nclear\npartly cloudy\nlight rain\novercast\nwindy\nfoggy\nsnow showers"),
    categories=_split("travel history science cooking music sports design health finance fiction"),
    brands=_split("Norvik Calder Ostara Bellweather Tamsin Kestrel Halden Fjord"),
    topics=_lines(
        """gardening for beginners
        local history
        healthy breakfast
        learning the guitar
        weekend hiking trails
        budget planning
        home repair
        modern architecture
        night photography
        bread baking"""
    ),
    notes=_lines(
        """please ring the bell twice
        I will be late by ten minutes
        the blue one, not the grey one
        leave it with the neighbour downstairs
        the second page is missing
        call me before you come
        everything works again since this morning
        the meeting has moved to the large room
        there is a scratch on the left side
        thank you for the quick help last week"""
    ),
)

ZH = Stock(
    first=_split("伟 静 磊 敏 婷 强 娜 洋 艳 杰 涛 雪 明 丽 超 慧 鹏 佳怡 子轩 雨桐 浩然 欣妍 思远 晓东 文博 梦洁"),
    last=_split("王 李 张 刘 陈 杨 黄 赵 周 吴 徐 孙 马 朱 胡 郭 何 林 罗 梁"),
    first_ascii=_split(
        "wei jing lei min ting qiang na yang yan jie tao xue ming li chao hui peng jiayi zixuan yutong haoran xinyan"
        " siyuan xiaodong wenbo mengjie"
    ),
    last_ascii=_split("wang li zhang liu chen yang huang zhao zhou wu xu sun ma zhu hu guo he lin luo liang"),
    cities=_split("杭州 成都 南京 武汉 苏州 西安 青岛 长沙 厦门 昆明 宁波 合肥"),
    states=_split("浙江 四川 江苏 湖北 江苏 陕西 山东 湖南 福建 云南 浙江 安徽"),
    country="中国",
    streets=_split("文三路 建设路 解放大道 人民南路 中山路 滨河街 学府路 和平大街 新华路 桂花巷"),
    adjectives=_split("银色 宁静 北方 明亮 冬日 金色 遥远 清晨 绿色 温柔 夏日 旧日 蓝色 无声 初春 漫长"),
    nouns=_split("港湾 灯塔 河流 草地 花园 大桥 群山 来信 小岛 森林 车站 羽毛 镜子 厨房 远航 山谷 笔记 海岸"),
    joint="的",
    colours=_split("黑色 白色 红色 蓝色 绿色 灰色 银色 黄色"),
    rooms=_split("客厅 卧室 厨房 浴室 书房 走廊 车库 儿童房"),
    conditions=_split("晴 多云 小雨 阴 大风 有雾 阵雪 晴转多云"),
    categories=_split("旅行 历史 科学 美食 音乐 体育 设计 健康 理财 小说"),
    brands=_split("诺维 卡德 星屿 海棠 青禾 云岭 木白 归野"),
    topics=_split("阳台种菜 本地历史 健康早餐 学弹吉他 周末徒步 家庭记账 房屋维修 现代建筑 夜景摄影 烤面包"),
    notes=_split(
        "到了请按两次门铃 我会晚到十分钟 要蓝色的那个不要灰色的 放在楼下邻居家就行 第二页缺了 来之前先打个电话"
        " 今天早上开始又正常了 会议改到大会议室了 左边有一道划痕 上周的事谢谢帮忙"
    ),
)


def stock(locale: str) -> Stock:
    """The word lists for a language."""
    return ZH if locale == "zh" else EN

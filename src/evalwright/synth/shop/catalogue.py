"""What the shop sells: fifty kinds of product with their options, English and Chinese side by side.

One block a product: its two names and the range of its prices in dollars, then one line an option with its values.
An option marked `^` is a grade: later values cost more. Everything else about a product (which combinations there
are, their ids and prices, what is in stock) is drawn by `world`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

_TEXT = """
Hiking Boots=登山靴 95-190
 size=尺码: size 7=39码, size 8=41码, size 9=42码, size 10=43码, size 11=44码
 color=颜色: brown=棕色, black=黑色, olive=橄榄绿
 material=材质: suede=反绒皮, leather=真皮
Running Shoes=跑步鞋 70-160
 size=尺码: size 6=38码, size 8=41码, size 9=42码, size 10=43码
 color=颜色: white=白色, navy=藏青色, coral=珊瑚色
 sole=鞋底: foam sole=泡棉底, rubber sole=橡胶底
Rain Jacket=防雨外套 60-140
 size=尺码: small=S码, medium=M码, large=L码, extra large=XL码
 color=颜色: yellow=黄色, navy=藏青色, gray=灰色
 hood=帽子: detachable hood=可拆卸帽, fixed hood=固定帽
T-Shirt=T恤 14-32
 size=尺码: small=S码, medium=M码, large=L码, extra large=XL码, double extra large=XXL码
 color=颜色: white=白色, black=黑色, red=红色, green=绿色
 neckline=领型: crew neck=圆领, V-neck=V领
Wool Sweater=羊毛衫 55-120
 size=尺码: small=S码, medium=M码, large=L码, extra large=XL码
 color=颜色: cream=米白色, charcoal=炭灰色, burgundy=酒红色
 style=款式: pullover=套头, cardigan=开衫
Jeans=牛仔裤 40-95
 waist=腰围: 28-inch waist=28腰, 30-inch waist=30腰, 32-inch waist=32腰, 34-inch waist=34腰
 color=颜色: dark blue=深蓝色, light blue=浅蓝色, black=黑色
 fit=版型: slim fit=修身, straight fit=直筒, loose fit=宽松
Winter Scarf=冬季围巾 18-48
 color=颜色: red=红色, beige=米色, navy=藏青色, plaid=格纹
 material=材质: acrylic=腈纶, wool=羊毛, cashmere=羊绒
 length=长度: regular length=常规款, extra long=加长款
Leather Belt=皮带 25-70
 size=尺寸: 32 inch=80厘米, 36 inch=90厘米, 40 inch=100厘米
 color=颜色: black=黑色, tan=浅棕色, dark brown=深棕色
 buckle=带扣: pin buckle=针扣, automatic buckle=自动扣
Sunglasses=太阳镜 35-130
 frame=镜框: black frame=黑框, tortoiseshell frame=玳瑁框, silver frame=银框
 lens=镜片: gray lenses=灰色镜片, green lenses=绿色镜片, brown lenses=茶色镜片
 coating=镀膜: polarized=偏光, non-polarized=非偏光
Wristwatch=手表 80-260
 strap=表带: leather strap=皮表带, steel strap=钢表带, silicone strap=硅胶表带
 dial=表盘: white dial=白色表盘, black dial=黑色表盘, blue dial=蓝色表盘
 movement=机芯: quartz=石英机芯, automatic=自动机械机芯
Backpack=双肩包 45-120
 capacity=容量^: 18 liters=18升, 24 liters=24升, 32 liters=32升
 color=颜色: gray=灰色, forest green=墨绿色, black=黑色
 laptop sleeve=电脑隔层: no laptop sleeve=无隔层, 14-inch sleeve=14英寸隔层, 16-inch sleeve=16英寸隔层
Suitcase=行李箱 85-240
 size=尺寸^: carry-on=20英寸登机款, medium=24英寸, large=28英寸
 color=颜色: silver=银色, red=红色, dark green=墨绿色
 shell=箱体: soft shell=软箱, hard shell=硬箱
Umbrella=雨伞 16-42
 color=颜色: black=黑色, blue=蓝色, striped=条纹
 handle=伞柄: straight handle=直柄, curved handle=弯柄
 opening=开合方式: manual opening=手动, automatic opening=自动
Water Bottle=保温水杯 15-45
 capacity=容量^: 350 ml=350毫升, 500 ml=500毫升, 750 ml=750毫升, 1000 ml=1000毫升
 color=颜色: steel=原钢色, mint=薄荷绿, black=黑色
 lid=杯盖: screw lid=旋盖, straw lid=吸管盖, flip lid=弹盖
Electric Kettle=电热水壶 28-95
 capacity=容量^: 1.0 liter=1.0升, 1.5 liters=1.5升, 1.7 liters=1.7升
 color=颜色: white=白色, black=黑色, stainless=不锈钢色
 temperature control=温控: no temperature control=无温控, five temperature steps=五档温控
Coffee Maker=咖啡机 60-280
 type=类型^: drip=滴滤式, capsule=胶囊式, espresso=意式浓缩
 capacity=水箱容量: 4 cups=4杯量, 8 cups=8杯量, 12 cups=12杯量
 color=颜色: black=黑色, silver=银色
Blender=料理机 40-170
 power=功率^: 500 W=500瓦, 800 W=800瓦, 1200 W=1200瓦
 jar=杯体: plastic jar=塑料杯, glass jar=玻璃杯
 color=颜色: red=红色, white=白色, black=黑色
Toaster=烤面包机 30-90
 slots=槽数^: 2 slots=两片槽, 4 slots=四片槽
 color=颜色: cream=奶油色, silver=银色, black=黑色
 browning levels=烘烤档位: 5 browning levels=5档烘烤, 7 browning levels=7档烘烤
Frying Pan=平底锅 25-85
 diameter=直径^: 8-inch=直径20厘米, 10-inch=直径26厘米, 12-inch=直径30厘米
 material=材质: aluminum=铝合金, stainless steel=不锈钢, cast iron=铸铁
 lid=锅盖: with lid=带盖, without lid=不带盖
Knife Set=刀具套装 45-180
 pieces=件数^: 3 pieces=三件套, 5 pieces=五件套, 8 pieces=八件套
 handle=刀柄: wooden handles=木柄, steel handles=钢柄, resin handles=树脂柄
 block=刀座: with block=带刀座, without block=不带刀座
Lunch Box=饭盒 14-40
 compartments=分格^: 1 compartment=单格, 2 compartments=两格, 3 compartments=三格
 color=颜色: blue=蓝色, pink=粉色, green=绿色
 material=材质: plastic=塑料, glass=玻璃, stainless steel=不锈钢
Mug=马克杯 9-24
 volume=容量: 300 ml=300毫升, 400 ml=400毫升
 color=颜色: white=白色, navy=藏青色, speckled=麻点釉, terracotta=陶土色
 finish=釉面: glossy=亮面, matte=哑光
Desk Lamp=台灯 30-110
 light=光源: warm light=暖白光, cool light=冷白光, adjustable light=可调色温
 color=颜色: white=白色, black=黑色, brass=黄铜色
 mount=安装方式: table base=底座式, desk clamp=夹持式
Floor Lamp=落地灯 60-190
 height=高度: 140 cm tall=高140厘米, 160 cm tall=高160厘米
 shade=灯罩: linen shade=亚麻灯罩, paper shade=纸质灯罩, metal shade=金属灯罩
 color=颜色: black=黑色, white=白色, oak=橡木色
Office Chair=办公椅 120-380
 back=椅背: mid-back=中背, high-back=高背
 upholstery=面料: mesh=网布, fabric=布艺, leather=皮革
 armrests=扶手: fixed armrests=固定扶手, adjustable armrests=可调扶手
Standing Desk=升降桌 240-520
 width=桌宽^: 120 cm wide=宽120厘米, 140 cm wide=宽140厘米, 160 cm wide=宽160厘米
 top=桌面: white top=白色桌面, walnut top=胡桃木色桌面, bamboo top=竹制桌面
 drive=升降方式: hand crank=手摇, electric=电动
Bookshelf=书架 50-180
 shelves=层数^: 3 shelves=三层, 4 shelves=四层, 5 shelves=五层
 color=颜色: white=白色, oak=橡木色, black=黑色
 material=材质: particleboard=刨花板, solid wood=实木
Bed Sheets=床单四件套 35-130
 size=尺寸^: twin=1.2米床, full=1.5米床, queen=1.8米床, king=2.0米床
 color=颜色: white=白色, sage=鼠尾草绿, light gray=浅灰色
 material=材质: cotton=纯棉, linen=亚麻
Pillow=枕头 20-75
 filling=填充: memory foam=记忆棉, down=羽绒, latex=乳胶
 firmness=软硬: soft=偏软, medium=适中, firm=偏硬
 size=尺寸: standard size=标准款, large size=加大款
Throw Blanket=盖毯 24-68
 size=尺寸^: 50 x 60 in=130×150厘米, 60 x 80 in=150×200厘米
 color=颜色: gray=灰色, mustard=姜黄色, teal=蓝绿色
 material=材质: fleece=抓绒, cotton=棉, wool=羊毛
Bath Towel=浴巾 12-36
 color=颜色: white=白色, sand=沙色, navy=藏青色, rose=玫瑰色
 weight=克重^: 400 gsm=400克重, 500 gsm=500克重, 600 gsm=600克重
 border=包边: plain border=素边, woven border=提花边
Wall Clock=挂钟 22-75
 diameter=直径^: 25 cm across=直径25厘米, 30 cm across=直径30厘米, 40 cm across=直径40厘米
 color=颜色: white=白色, black=黑色, wood=原木色
 numerals=数字: Arabic numerals=阿拉伯数字, Roman numerals=罗马数字, no numerals=无数字
Vacuum Cleaner=吸尘器 110-420
 type=类型^: handheld=手持式, upright=立式, robot=扫地机器人
 dust collection=集尘方式: with dust bag=尘袋式, bagless=尘杯式
 color=颜色: white=白色, red=红色, dark gray=深灰色
Air Purifier=空气净化器 90-310
 room size=适用面积^: up to 20 m²=适用20平方米, up to 40 m²=适用40平方米, up to 60 m²=适用60平方米
 filter=滤网: HEPA filter=HEPA滤网, carbon filter=活性炭滤网
 color=颜色: white=白色, gray=灰色
Humidifier=加湿器 32-98
 tank=水箱^: 2-liter tank=2升水箱, 4-liter tank=4升水箱, 6-liter tank=6升水箱
 color=颜色: white=白色, mint=薄荷绿, pink=粉色
 noise level=噪音: extra quiet=超静音款, regular noise=普通款
Desk Fan=台式风扇 24-80
 speeds=风速档位^: 3 speeds=3档风速, 6 speeds=6档风速
 color=颜色: white=白色, black=黑色, copper=古铜色
 power=供电: plug-in=插电款, rechargeable=充电款
Headphones=头戴式耳机 60-320
 connection=连接方式: wired=有线, wireless=无线
 noise canceling=降噪: no noise canceling=无降噪, noise canceling=主动降噪
 color=颜色: black=黑色, silver=银色, blue=蓝色
Earbuds=真无线耳机 35-210
 battery life=续航^: 5-hour battery=5小时续航, 8-hour battery=8小时续航, 12-hour battery=12小时续航
 color=颜色: white=白色, black=黑色, lavender=淡紫色
 water resistance=防水: IPX4=IPX4级防水, IPX7=IPX7级防水
Bluetooth Speaker=蓝牙音箱 38-190
 power=功率^: 10 W=10瓦, 20 W=20瓦, 40 W=40瓦
 color=颜色: black=黑色, red=红色, teal=蓝绿色
 protection=防护: waterproof=防水, splash-proof=防泼溅
Mechanical Keyboard=机械键盘 65-190
 switch=轴体: linear switches=线性轴, tactile switches=段落轴, clicky switches=有声轴
 layout=配列: 75 percent=75%配列, tenkeyless=87键, full size=104键
 backlight=背光: no backlight=无背光, white backlight=白色背光, RGB backlight=RGB背光
Wireless Mouse=无线鼠标 20-95
 color=颜色: black=黑色, white=白色, pink=粉色
 grip=握持: symmetrical=对称款, ergonomic=人体工学款
 battery=电池: AA battery=五号电池款, rechargeable=充电款
Laptop Stand=笔记本支架 22-80
 material=材质: aluminum=铝合金, wood=木质, plastic=塑料
 color=颜色: silver=银色, black=黑色, natural=原色
 height=高度: fixed height=固定高度, adjustable height=可调高度
Tablet=平板电脑 180-540
 screen=屏幕^: 8-inch screen=8英寸屏幕, 10-inch screen=10英寸屏幕, 12-inch screen=12英寸屏幕
 storage=存储^: 64 GB=64GB, 128 GB=128GB, 256 GB=256GB
 color=颜色: gray=灰色, gold=金色, black=黑色
Smart Watch=智能手表 95-350
 case=表壳^: 40 mm case=40毫米表壳, 44 mm case=44毫米表壳
 band=腕带: silicone band=硅胶腕带, leather band=皮质腕带, metal band=金属腕带
 color=颜色: black=黑色, rose gold=玫瑰金, silver=银色
Power Bank=充电宝 20-78
 capacity=容量^: 5000 mAh=5000毫安时, 10000 mAh=10000毫安时, 20000 mAh=20000毫安时
 color=颜色: white=白色, black=黑色, blue=蓝色
 ports=接口数: 1 port=单接口, 2 ports=双接口
Action Camera=运动相机 140-430
 resolution=分辨率^: 1080p=1080P, 4K=4K, 5K=5K
 bundle=套装: camera only=单机版, mount kit=支架套装, dive kit=潜水套装
 color=颜色: black=黑色, white=白色
Yoga Mat=瑜伽垫 18-72
 thickness=厚度^: 4 mm thick=4毫米厚, 6 mm thick=6毫米厚, 8 mm thick=8毫米厚
 color=颜色: purple=紫色, green=绿色, gray=灰色, blue=蓝色
 material=材质: PVC=PVC, natural rubber=天然橡胶
Bicycle Helmet=骑行头盔 35-125
 size=尺码: small=S码, medium=M码, large=L码
 color=颜色: white=白色, red=红色, matte black=哑光黑
 rear light=尾灯: with rear light=带尾灯, without rear light=不带尾灯
Camping Tent=露营帐篷 90-340
 capacity=人数^: for 2 people=双人款, for 4 people=四人款, for 6 people=六人款
 color=颜色: green=绿色, orange=橙色, sand=沙色
 season=季节: three-season=三季帐, four-season=四季帐
Board Game=桌游 20-65
 edition=版本^: basic edition=基础版, deluxe edition=豪华版
 players=玩家人数: 2 players=双人版, 4 players=四人版, 8 players=八人版
 theme=主题: trains=火车主题, castles=城堡主题, space=太空主题
"""


class Word(NamedTuple):
    """The same thing in both languages."""

    en: str
    zh: str


class Option(NamedTuple):
    """Something a customer chooses."""

    name: Word
    values: tuple[Word, ...]
    graded: bool
    """Whether later values cost more."""


class ProductType(NamedTuple):
    """One kind of product."""

    name: Word
    low: int
    high: int
    """The range of its prices, in cents of the English shop."""
    options: tuple[Option, ...]


def _word(text: str) -> Word:
    en, _, zh = text.partition("=")
    return Word(en.strip(), zh.strip())


def _option(line: str) -> Option:
    name, _, values = line.partition(":")
    return Option(_word(name.replace("^", "")), tuple(_word(value) for value in values.split(",")), "^" in name)


def _product(block: str) -> ProductType:
    head, *lines = block.split("\f")
    name, prices = head.rsplit(" ", 1)
    low, high = prices.split("-")
    return ProductType(_word(name), int(low) * 100, int(high) * 100, tuple(_option(line) for line in lines))


@cache
def catalogue() -> tuple[ProductType, ...]:
    """All there is, in a fixed order."""
    return tuple(_product(block) for block in _TEXT.strip().replace("\n ", "\f ").split("\n") if block)

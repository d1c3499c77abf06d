"""Chinese for the words that names of tools, parameters and fields are commonly made of."""

from __future__ import annotations

_PAIRS = (
    "order=订单 orders=订单 user=用户 users=用户 customer=客户 account=账户 product=商品 products=商品 item=商品"
    " address=地址 items=商品 id=编号 ids=编号 number=号码"
    " name=名称 title=标题 first=名 last=姓 email=邮箱 phone=电话"
    " street=街道 city=城市 state=状态 province=省份 country=国家 zip=邮编 postal=邮编 code=代码 date=日期 day=日期"
    " time=时间 start=开始 end=结束 hour=小时 hours=小时 minutes=分钟 days=天数 year=年份 month=月份 price=价格"
    " amount=金额 cost=费用 fee=费用 total=总计 balance=余额 payment=支付 method=方式 quantity=数量 count=数量"
    " type=类型 types=类型 category=类别 status=状态"
    " details=详情 detail=详情 info=信息 information=信息 list=列表 all=所有"
    " pending=待处理 delivered=已送达 processed=已处理"
    " cancelled=已取消 active=有效 reason=原因 summary=摘要 note=备注"
    " notes=备注 message=消息 text=内容 content=内容 body=正文 subject=主题 topic=主题 comment=评论 query=关键词"
    " keyword=关键词 search=搜索 expression=算式 formula=公式 result=结果 results=结果 weather=天气 forecast=预报"
    " temperature=温度 humidity=湿度 wind=风 speed=速度"
    " condition=天气状况 conditions=天气状况 location=地点 place=地点"
    " origin=出发地 destination=目的地 departure=出发 arrival=到达 station=车站 train=列车 trains=列车 flight=航班"
    " flights=航班 ticket=车票 tickets=车票 seat=座位 seats=座位 class=级别 passenger=乘客 hotel=酒店 hotels=酒店"
    " room=房间 rooms=房间 guest=客人 guests=人数 booking=预订 reservation=预订 book=图书 books=图书 author=作者"
    " genre=体裁 loan=借阅 loans=借阅记录 weeks=周数 week=周"
    " member=会员 library=图书馆 isbn=ISBN copies=册数 available=可用 availability=库存情况"
    " device=设备 devices=设备 light=灯 lights=灯 lamp=灯 brightness=亮度 color=颜色 colour=颜色 thermostat=温控器"
    " mode=模式 door=门 lock=门锁 scene=场景 volume=音量 level=级别 rating=评分 brand=品牌 model=型号 size=尺寸"
    " weight=重量 distance=距离 duration=时长 route=路线 traffic=路况 currency=货币 rate=汇率 exchange=兑换"
    " language=语言 file=文件 files=文件 document=文档 task=任务 tasks=任务 project=项目 event=活动 events=活动"
    " calendar=日历 meeting=会议 appointment=预约 doctor=医生 patient=患者 department=科室 restaurant=餐厅"
    " restaurants=餐厅 table=餐桌 party=用餐 people=人数 menu=菜单 dish=菜品 food=食物 recipe=菜谱 movie=电影"
    " movies=电影 song=歌曲 music=音乐 playlist=歌单 artist=歌手 news=新闻 article=文章 stock=股票 symbol=代码"
    " company=公司 employee=员工 invoice=发票 shipment=货运 package=包裹 delivery=配送 tracking=物流 refund=退款"
    " coupon=优惠券 discount=折扣 cart=购物车 store=门店 inventory=库存 new=新 current=当前 default=默认 unit=单位"
    " units=单位 limit=数量上限 page=页码 max=最高 min=最低 from=起始 to=目标 human=人工 agent=客服 agents=客服"
    " subscription=订阅 plan=套餐 password=密码 profile=资料 contact=联系人 history=记录 report=报告 data=数据"
    " created=创建时间 updated=更新时间 at=  on=开 off=关 score=得分 grade=成绩 course=课程 student=学生 teacher=老师"
    " reference=参考号 confirmation=确认 gender=性别 age=年龄 pet=宠物 car=车辆 vehicle=车辆 driver=司机 ride=行程"
    " address1=街道地址 address2=门牌 variant=规格 variants=规格 option=选项 options=选项 priority=优先级 due=截止"
    " deadline=截止日期 description=说明 url=网址 image=图片 photo=照片 video=视频 radius=范围 area=区域 zone=区域"
    " period=周期 value=数值 feature=功能 service=服务 request=请求 issue=问题 case=案例 id_card=身份证 gift=礼品"
    " card=卡 credit=信用 shipping=收货 billing=账单 line=行 full=完整 night=晚 nights=晚数 check=检查 in=入 out=出"
)
WORDS: dict[str, str] = dict(pair.split("=") for pair in _PAIRS.split() if not pair.endswith("="))
WHOLE: dict[str, str] = {
    "first_name": "名字", "last_name": "姓氏", "full_name": "姓名", "user_name": "用户名", "username": "用户名",
    "customer_name": "姓名", "passenger_name": "乘客姓名", "guest_name": "客人姓名", "zip_code": "邮编",
    "postal_code": "邮编", "order_id": "订单号", "order_number": "订单号", "flight_number": "航班号",
    "train_number": "车次", "train_id": "车次编号", "ticket_number": "票号", "phone_number": "电话号码",
    "tracking_id": "物流单号", "check_in": "入住日期", "check_out": "离店日期", "check_in_date": "入住日期",
    "check_out_date": "离店日期", "wind_speed": "风速", "created_at": "创建时间", "address1": "街道地址",
    "address2": "门牌号", "isbn": "ISBN", "party_size": "用餐人数", "departure_time": "发车时间",
    "arrival_time": "到达时间", "seats_available": "余票", "copies_available": "可借册数", "due_date": "到期日",
    "human_agents": "人工客服", "from_city": "出发城市", "to_city": "到达城市", "from_station": "出发站",
    "to_station": "到达站", "start_date": "开始日期", "end_date": "结束日期", "payment_method": "支付方式",
    "payment_method_id": "支付方式编号", "product_types": "商品种类", "exchange_rate": "汇率", "state_code": "省份",
}  # fmt: skip
VERBS: dict[str, tuple[str, ...]] = {
    "get": ("查一下", "查询", "看一下"), "fetch": ("查一下", "获取"), "retrieve": ("查一下", "调出"),
    "read": ("看一下", "读取"), "show": ("看一下", "查看"), "view": ("看一下", "查看"), "check": ("查一下", "看看"),
    "query": ("查一下", "查询"), "track": ("查一下", "跟踪"), "list": ("列一下", "看看", "列出"),
    "search": ("搜一下", "找一下", "搜索"), "find": ("找一下", "查一下", "查找"), "browse": ("看看", "浏览"),
    "lookup": ("查一下",), "compare": ("比较一下",), "count": ("数一下", "统计"), "calculate": ("算一下", "计算"),
    "compute": ("算一下", "计算"), "convert": ("换算一下", "换算"), "translate": ("翻译一下", "翻译"),
    "create": ("新建", "创建"), "add": ("添加", "加上"), "book": ("预订", "订一下"), "reserve": ("预订", "预留"),
    "schedule": ("安排", "预约"), "register": ("登记", "注册"), "place": ("下", "提交"), "submit": ("提交",),
    "order": ("订购", "下单买"), "buy": ("买", "购买"), "purchase": ("购买",), "borrow": ("借", "借阅"),
    "open": ("打开",), "start": ("启动", "开始"), "modify": ("修改", "改一下"), "update": ("更新", "改一下"),
    "change": ("更改", "换一下"), "set": ("设置", "调一下"), "edit": ("编辑", "修改"), "rename": ("重命名",),
    "adjust": ("调整", "调一下"), "turn": ("切换",), "switch": ("切换",), "enable": ("启用",), "disable": ("停用",),
    "lock": ("锁上",), "unlock": ("解锁", "打开"), "renew": ("续期", "续借"), "extend": ("延长",),
    "reschedule": ("改期", "重新安排"), "replace": ("更换",), "cancel": ("取消",), "delete": ("删除", "删掉"),
    "remove": ("移除", "删掉"), "close": ("关闭",), "return": ("退回", "退掉"), "exchange": ("更换", "换一下"),
    "refund": ("退款",), "pay": ("支付",), "stop": ("停止",), "send": ("发送", "发一下"), "notify": ("通知",),
    "transfer": ("转接到", "转给"), "escalate": ("转交",), "report": ("上报", "报一下"), "recommend": ("推荐一下",),
    "assign": ("分配",), "mark": ("标记",), "move": ("移动",), "make": ("做", "创建"), "play": ("播放",),
    "pause": ("暂停",), "rate": ("评价",), "rent": ("租", "租用"), "confirm": ("确认",), "approve": ("批准",),
    "estimate": ("估算一下",), "verify": ("核对一下",), "validate": ("核对一下",), "describe": ("介绍一下",),
}  # fmt: skip
VALUES: dict[str, str] = {
    "no longer needed": "不再需要", "ordered by mistake": "下错单了", "pending": "待处理", "delivered": "已送达",
    "processed": "已处理", "cancelled": "已取消", "active": "有效", "open": "开放", "closed": "已关闭",
    "confirmed": "已确认", "completed": "已完成", "returned": "已退回", "exchanged": "已更换", "paid": "已支付",
    "sent": "已发送", "on": "开", "off": "关", "locked": "已锁", "unlocked": "已解锁", "transferred": "已转接",
    "deleted": "已删除", "removed": "已移除", "renewed": "已续期", "scheduled": "已安排", "available": "可用",
    "overdue": "已逾期", "shipped": "已发货", "heat": "制热", "cool": "制冷", "eco": "节能", "standard": "标准",
    "express": "加急", "economy": "经济", "business": "商务", "updated": "已更新", "booked": "已预订",
    "reserved": "已预留", "submitted": "已提交", "borrowed": "已借出", "fiction": "小说", "history": "历史",
    "science": "科学", "low": "低", "medium": "中", "high": "高",
}  # fmt: skip

// Every word of the page, in English and Chinese; which of them is the browser's own wish.

const WORDS = {
  runs: ["Runs", "评测运行"],
  files: ["Data files", "数据文件"],
  no_runs: ["No runs here yet.", "这里还没有评测运行。"],
  run: ["Run", "运行"],
  state: ["State", "状态"],
  running: ["running", "进行中"],
  finished: ["finished", "已完成"],
  stopped: ["stopped", "已中断"],
  unreadable: ["unreadable", "无法读取"],
  changed: ["Changed", "更改时间"],
  model: ["Model", "模型"],
  dataset: ["Data set", "数据集"],
  score: ["Score", "得分"],
  interval: ["95% interval", "95% 区间"],
  items: ["items", "条"],
  answers: ["answers", "个回答"],
  of: ["of", "/"],
  answered: ["answered", "已回答"],
  open_items: ["Items", "逐条查看"],
  compare: ["Compare", "比较"],
  compare_hint: ["Pick two to compare, the older first.", "选择两个进行比较，先选旧的。"],
  against: ["against", "对比"],
  before: ["Before", "之前"],
  after: ["After", "之后"],
  size: ["Size", "大小"],
  name: ["Name", "名称"],
  verdict: ["Verdict", "判定"],
  tool: ["Tool", "工具"],
  id: ["Item", "条目"],
  reason: ["Reason", "原因"],
  search: ["Search text", "搜索文字"],
  all: ["all", "全部"],
  any_verdict: ["any verdict", "所有判定"],
  any_tool: ["any tool", "所有工具"],
  from: ["from", "从"],
  to: ["to", "到"],
  sort: ["Sort", "排序"],
  sort_order: ["file order", "文件顺序"],
  "sort_score": ["score, lowest first", "得分升序"],
  "sort_-score": ["score, highest first", "得分降序"],
  sort_verdict: ["verdict", "判定"],
  sort_tool: ["tool", "工具"],
  sort_id: ["item", "条目"],
  previous: ["Previous", "上一页"],
  next: ["Next", "下一页"],
  page: ["page", "页"],
  matching: ["matching", "条符合"],
  reading: ["still reading…", "仍在读取…"],
  nothing: ["Nothing matches.", "没有符合的条目。"],
  not_graded: ["Not graded yet: these are the answers as they come in.", "尚未评分：这里是陆续到达的回答。"],
  failed_requests: ["requests failed", "个请求失败"],
  show_them: ["show them", "查看"],
  show_reviews: ["back to the reviews", "返回评分"],
  back: ["Back", "返回"],
  expected: ["Expected", "期望"],
  given: ["Given", "实际"],
  argument: ["Argument", "参数"],
  same: ["same", "相同"],
  different: ["different", "不同"],
  missing: ["missing", "缺少"],
  extra: ["extra", "多余"],
  by_rule: ["equal by rule", "按规则相等"],
  no_call: ["no tool call", "没有调用工具"],
  conversation: ["Conversation", "对话"],
  reply: ["Reply", "回复"],
  review: ["Review", "评分"],
  raw: ["Raw JSON", "原始 JSON"],
  record: ["Record", "数据记录"],
  prediction: ["Answer", "回答"],
  config: ["Configuration", "配置"],
  copy_curl: ["Copy as curl", "复制为 curl"],
  copied: ["Copied.", "已复制。"],
  copy_failed: ["The browser did not allow copying: the command is shown below.", "浏览器不允许复制，命令见下方。"],
  no_file: ["The data file of this run is not there any more.", "此运行的数据文件已不存在。"],
  file_changed: ["The data file has changed since this run: the conversation is not shown.", "数据文件在运行后已更改，不显示对话。"],
  damaged: ["was damaged on disk and is left out. Set it aside and see what is owed:", "在磁盘上已损坏，未显示。可移出损坏的行并查看还欠什么："],
  not_there: ["The data file has no such record.", "数据文件中没有这条记录。"],
  error: ["error", "错误"],
  errors: ["errors", "错误"],
  warnings: ["warnings", "警告"],
  latency: ["Latency", "延迟"],
  tokens: ["Tokens", "Token 数"],
  finish: ["Finish", "结束原因"],
  fixed: ["fixed", "修复"],
  broken: ["broken", "退化"],
  both_wrong: ["both wrong", "都错"],
  both_right: ["both right", "都对"],
  unscored: ["unscored", "无得分"],
  kind_different: ["different answers", "回答不同"],
  only_one: ["answered by one side only", "只有一方回答"],
  working_out: ["Working out whether the difference is real…", "正在计算差异是否可信…"],
  keys_list: ["j k to step, Enter to open, / to search", "j k 移动，Enter 打开，/ 搜索"],
  keys_item: ["j k: next and previous, Esc: back", "j k 下一条/上一条，Esc 返回"],
  messages: ["Messages", "消息"],
  calls: ["Calls", "调用"],
  findings: ["Audit findings", "审查结果"],
  no_findings: ["The audit found nothing to say about it.", "审查没有发现问题。"],
  first_words: ["First words", "开头"],
  from_source: ["from", "来自"],
  nowhere: ["from nowhere", "没有来源"],
  more_values: ["more values", "个更多的值"],
  result_of: ["result of", "结果："],
  no_conversation: ["This line is no conversation.", "此行不是对话。"],
  system: ["system", "系统"],
  user: ["user", "用户"],
  assistant: ["assistant", "助手"],
  tool_role: ["tool", "工具"],
  expected_next: ["Expected next", "期望的下一步"],
  gone: ["The viewer does not answer. Is it still running?", "查看器没有响应，它还在运行吗？"],
  not_here: ["There is nothing at this address.", "这里没有内容。"],
  show_all: ["show all", "显示全部"],
  repeat: ["answer", "回答"],
  details: ["Details", "详情"],
};

export const chinese = (navigator.language || "en").toLowerCase().startsWith("zh");
document.documentElement.lang = chinese ? "zh" : "en";

export function w(key) {
  const found = Object.hasOwn(WORDS, key) ? WORDS[key] : null;
  return found ? found[chinese ? 1 : 0] : key;
}

// Where a value came from, in Chinese; in English the server's words are used as they are.
export function sourceWords(source) {
  if (!chinese) return source.words;
  const at = typeof source.message === "number" ? `第 ${source.message} 条消息` : "";
  const places = {
    result: `${source.tool || "工具"} 的结果（${at}${source.path ? `，${source.path}` : ""}）`,
    user: `用户${at}`,
    assistant: `助手${at}`,
    system: "系统提示",
    schema: `参数定义（${source.path || ""}）`,
    "free-form": "自由文本",
  };
  const place = Object.hasOwn(places, source.kind) ? places[source.kind] : source.words;
  return source.transform ? `${place}，经 ${source.transform}` : place;
}

export const count = (number) => Number(number).toLocaleString(chinese ? "zh-CN" : "en-US");

export function when(seconds) {
  return new Date(seconds * 1000).toLocaleString(chinese ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
}

export function share(value) {
  return typeof value === "number" ? value.toFixed(3) : "–";
}

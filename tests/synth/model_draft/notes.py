"""What a capable model would draft for the little notes server of the tests, in English and Chinese."""

LIST = """\
scenarios:
  - name: what notes there are
    wants:
      en: ["Which notes do I have?", "What have I written down(| so far)?", "I'd like to see my notes."]
      zh: ["我有哪些笔记？", "我都记了些什么？", "我想看看我的笔记。"]
    steps:
      - list_notes: {}
    tells: {en: ["Your notes are {list_notes.title}."], zh: ["您的笔记有{list_notes.title}。"]}
"""
GET = """\
scenarios:
  - name: look at a note
    wants:
      en: ["Could you open my note {note.title}?", "I'm looking for {note.title}.", "Please find {note.title}."]
      zh: ["帮我打开{note.title}这条笔记。", "我想看看{note.title}。", "{note.title}那条笔记在吗？"]
    knows: [note.title]
    steps:
      - list_notes: {}
        choose: {note: any}
        none: {en: ["You have no notes yet."], zh: ["您还没有笔记。"]}
      - get_note: {note_id: $note.note_id}
    tells:
      en: ["Here it is: {get_note.title}, filed as {get_note.note_id}."]
      zh: ["找到了：{get_note.title}，编号{get_note.note_id}。"]
"""
DELETE = """\
scenarios:
  - name: throw a note away
    wants:
      en: ["I don't need {note.title} any more.", "(Please|Can you) throw {note.title} away.", "{note.title} can go."]
      zh: ["{note.title}这条笔记不要了。", "请把{note.title}删掉。", "{note.title}可以删了。"]
    knows: [note.title]
    steps:
      - list_notes: {}
        choose: {note: any}
        none: {en: ["You have no notes to throw away."], zh: ["没有可以删的笔记。"]}
      - delete_note: {note_id: $note.note_id}
        confirms:
          en: ["I would delete {note.title}. Shall I?"]
          zh: ["要删除{note.title}吗？"]
    tells: {en: ["{delete_note.deleted} is gone."], zh: ["{delete_note.deleted}已经删除了。"]}
"""
GET_PICKED = """\
scenarios:
  - name: see what there is, then look at one
    wants:
      en: ["I'd like to look at one of my notes.", "Can you open a note?"]
      zh: ["我想看一条笔记。", "能打开一条笔记吗？"]
    steps:
      - list_notes: {}
        choose: {note: any}
        none: {en: ["There is no note yet."], zh: ["还没有笔记。"]}
        offers: {en: ["You have {list_notes.title}. Which one?"], zh: ["您有{list_notes.title}。要哪一条？"]}
        picks: {en: ["{note.title}, please.", "I mean {note.title}."], zh: ["{note.title}吧。", "{note.title}那条。"]}
      - get_note: {note_id: $note.note_id}
    tells:
      en: ["That is {get_note.title}, number {get_note.note_id}."]
      zh: ["{get_note.title}，编号{get_note.note_id}。"]
"""
DELETE_PICKED = """\
scenarios:
  - name: see what there is, then throw one away
    wants:
      en: ["I want to get rid of a note.", "Can you delete one of my notes?"]
      zh: ["我想删一条笔记。", "能帮我删掉一条笔记吗？"]
    steps:
      - list_notes: {}
        choose: {note: any}
        none: {en: ["There is nothing to delete."], zh: ["没有可以删的。"]}
        offers: {en: ["There are {list_notes.title}. Which of them?"], zh: ["有{list_notes.title}。删哪一条？"]}
        picks: {en: ["{note.title}, please.", "Let's say {note.title}."], zh: ["{note.title}吧。", "删{note.title}。"]}
      - delete_note: {note_id: $note.note_id}
        confirms: {en: ["So I delete {note.title}, all right?"], zh: ["那我就删除{note.title}了，可以吗？"]}
    tells: {en: ["I have deleted {delete_note.deleted}."], zh: ["{delete_note.deleted}删掉了。"]}
"""
GOOD = {
    "list_notes": [LIST],
    "list_notes > get_note": [GET],
    "list_notes > get_note, picked": [GET_PICKED],
    "list_notes > delete_note": [DELETE],
    "list_notes > delete_note, picked": [DELETE_PICKED],
}

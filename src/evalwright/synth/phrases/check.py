"""`evalwright phrases check`: what in phrase files cannot be said, is never reached, or lacks its other language.

Paths flow in, faults with file and line flow out. Files are checked as the pack that they belong to: a folder with one
folder for each language, whose files refer to each other. Our own packs must say all that their generator asks for; a
pack of others is held against that generator of ours whose moves it has, and may leave moves out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from evalwright.errors import UsageError

from .loader import PHRASES, WORDS, Fault, merged_sections, phrase_files, read_sections
from .spoken import ROLES, Spoken
from .vocabulary import Vocabulary, any_vocabulary, our_packs
from .voice import LANGUAGES

_HAN = range(0x4E00, 0xA000)


@dataclass(slots=True)
class PhraseCheck:
    """What was read, and what is wrong with it."""

    files: int = 0
    rules: int = 0
    faults: list[Fault] = field(default_factory=list)


def check_phrases(paths: Iterable[Path] = ()) -> PhraseCheck:
    """Check the packs of these files and folders; without any, our own."""
    done = PhraseCheck()
    given = list(paths)
    roots = dict.fromkeys(root for path in given for root in _packs_of(path))
    for root in roots if given else [pack.folder for pack in our_packs()]:
        _check_pack(root, done)
    done.faults.sort(key=lambda fault: (str(fault.path), fault.line or 0))
    return done


def _packs_of(path: Path) -> list[Path]:
    """The packs that a file or folder belongs to or holds; a file outside a folder of a language is one by itself."""
    if path.is_file():
        return [_pack_around(path.parent)] if _language_folder(path.parent) else [path]
    if not path.is_dir():
        raise UsageError.named("phrases.missing", path=path)
    inside = {file.parent for file in path.rglob(f"*{PHRASES}") if file.is_file()}
    if not inside:
        raise UsageError.named("phrases.none", path=path, ending=PHRASES)
    return sorted({_pack_around(folder) if _language_folder(folder) else folder for folder in inside})


def _language_folder(folder: Path) -> bool:
    return folder.absolute().name in LANGUAGES


def _pack_around(folder: Path) -> Path:
    """The folder above, as the user would write it."""
    return folder.parent if folder.name in LANGUAGES else folder.absolute().parent


def _files_of(root: Path) -> dict[str, list[Path]]:
    """The phrase files of a pack by language; without folders of languages, all under no language."""
    if root.is_file():
        return {"": [root]}
    files = {lang: phrase_files(root / lang) for lang in LANGUAGES if (root / lang).is_dir()}
    return files if any(files.values()) else {"": phrase_files(root)}


def _check_pack(root: Path, done: PhraseCheck) -> None:
    ours = any(root.resolve() == pack.folder.resolve() for pack in our_packs())
    spoken: list[Spoken] = []
    for lang, files in _files_of(root).items():
        faults: list[Fault] = []
        read = [section for path in files for section in read_sections(path, faults.append)]
        one = Spoken(lang, merged_sections(read, faults.append), faults)
        lists = [] if root.is_file() else phrase_files(root / lang, WORDS)
        for path in lists:
            merged_sections(list(read_sections(path, faults.append)), faults.append)
        one.check(_vocabulary(root, one), whole=ours)
        spoken.append(one)
        done.files += len(files) + len(lists)
        done.rules += len(one.sections)
    _compare(spoken)
    for one in spoken:
        done.faults += one.faults


def _vocabulary(root: Path, spoken: Spoken) -> Vocabulary:
    """What these phrases are for: that of our packs which has most of their moves."""
    lang = spoken.lang or _language_of(spoken)
    packs = our_packs()
    mine = [pack for pack in packs if pack.folder.resolve() == root.resolve()]
    known = [pack.vocabulary(lang) for pack in mine or packs]
    best = max(known, key=lambda vocabulary: len(vocabulary.moves.keys() & spoken.sections.keys()))
    return best if mine or best.moves.keys() & spoken.sections.keys() else any_vocabulary(lang)


def _language_of(spoken: Spoken) -> str:
    """The language of a file that stands in no folder of a language."""
    text = "".join(section.text() for section in spoken.sections.values())
    return "zh" if any(ord(character) in _HAN for character in text) else "en"


def _compare(spoken: list[Spoken]) -> None:
    """What one language says to whoever asks, the other must say too; the words that it is made of may differ."""
    for one in spoken:
        for other in LANGUAGES if one.lang else ():
            there = next((each.sections for each in spoken if each.lang == other), {})
            for name in one.sections:
                if other != one.lang and name.startswith(ROLES) and name not in there:
                    one.add(name, None, f"no_{other}", kind="one_language")

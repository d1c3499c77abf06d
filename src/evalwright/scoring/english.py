"""Text without Chinese into words, token for token as `nltk.word_tokenize` of NLTK 3.9 gives them.

The rules are those of the Penn Treebank with NLTK's quotes: marks stand alone, a full stop only at the end of a
sentence, clitics and a few contractions are parted, double quotes become `` and ''. Opening quotes and the last
full stop are settled per sentence; all other rules look at neighbouring characters alone and run once over all
sentences, joined by line breaks, which no rule reads as a space.
"""

from __future__ import annotations

import re

from .sentences import split_sentences

_QUOTE = re.compile("[\"'`«“‘„]")
_OPENING = re.compile("[«“‘„]|`+")
_AFTER_OPEN = re.compile(r"""([ (\[{<])("|'')""")
_APOSTROPHE = re.compile(r"(')(?!re|ve|ll|m|t|s|d|n)(\w)\b", re.IGNORECASE)
_CLOSERS = "])}>\"'»”’ "

_COMMA = re.compile(r"([:,])(\D)")
_MARK = re.compile(r"\.{2,}|[;@#$%&?!]")
_LOOSE_QUOTE = re.compile(r"([^'])' ")
_BRACKET = re.compile(r"[*\]\[(){}<>»”’]|--")
_SHORT_CLITIC = re.compile(r"([^' ])('[sSmMdD]|') ")
_LONG_CLITIC = re.compile(r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ")
_CONTRACTION = re.compile(
    r"\b(can(?=not)|d(?='ye)|gim(?=me)|gon(?=na)|got(?=ta)|lem(?=me)|more(?='n)|wan(?=na\s))('ye|'n|not|me|na|ta)\b",
    re.IGNORECASE,
)
_TIS = re.compile(r" ('t)(is)\b", re.IGNORECASE)
_TWAS = re.compile(r" ('t)(was)\b", re.IGNORECASE)


def split_english(text: str) -> list[str]:
    """The words in order."""
    text = "\n".join([_with_free_ends(sentence) for sentence in split_sentences(text)]) + "\n"
    text = _COMMA.sub(r" \1 \2", text)
    text = _MARK.sub(r" \g<0> ", text)
    text = _LOOSE_QUOTE.sub(r"\1 ' ", text)
    text = _BRACKET.sub(r" \g<0> ", text)
    text = text.replace("''", " '' ").replace('"', " '' ")
    text = f" {' '.join(text.split())} "
    if "'" in text:
        text = _SHORT_CLITIC.sub(r"\1 \2 ", text)
        text = _LONG_CLITIC.sub(r"\1 \2 ", text)
    text = _CONTRACTION.sub(r" \1 \2 ", text)
    if "'" in text:
        text = _TWAS.sub(r" \1 \2 ", _TIS.sub(r" \1 \2 ", text))
    return text.split()


def _with_free_ends(sentence: str) -> str:
    """Opening quotes set apart, then the last full stop."""
    if _QUOTE.search(sentence):
        sentence = _OPENING.sub(r" \g<0> ", sentence)
        if sentence.startswith('"'):
            sentence = f" `` {sentence[1:]}"
        sentence = sentence.replace("``", " `` ")
        sentence = _AFTER_OPEN.sub(r"\1 `` ", sentence)
        sentence = _APOSTROPHE.sub(r"\1 \2", sentence)
    whole = sentence.rstrip()
    stem = whole.rstrip(_CLOSERS)
    if stem.endswith(".") and len(stem) > 1 and stem[-2] != ".":
        return f"{stem[:-1]} . {whole[len(stem) :]} "
    return sentence

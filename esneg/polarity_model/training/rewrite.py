"""Rule-made rewrites of real sentences: same meaning (contractions, synonyms, framing) and opposite (a negated
auxiliary), and questions made of statements. Each returns None where its rule does not fit."""

from __future__ import annotations

import random
import re
from importlib.resources import files

AUXILIARIES = (
    *("is", "are", "was", "were", "can", "could", "will", "would", "should", "must", "may", "might"),
    *("has", "have", "had", "does", "do", "did"),
)
_CONTRACTED = {a: f"{a}n't" for a in AUXILIARIES if a not in {"may", "can", "will", "might"}}
_CONTRACTED |= {"can": "can't", "will": "won't"}
_AUX = re.compile(rf"\b({'|'.join(AUXILIARIES)})\b(?! not\b|n't|n’t)", re.I)
_NEGATED_AUX = re.compile(rf"\b({'|'.join(AUXILIARIES)}) not\b", re.I)
_BEFORE_AUX = re.compile(
    rf"^(?P<subject>(?:\S+ ){{1,6}}?)(?P<rest>(?:{'|'.join(AUXILIARIES)})(?:n't)?\b.*?)[.;\s]*$"
)
_FULL = {short: f"{aux} not" for aux, short in _CONTRACTED.items()} | {"cannot": "can not"}
_SHORT = re.compile(rf"\b({'|'.join(map(re.escape, _FULL))})\b", re.I)
_WH = re.compile(r"^(what|which|who|when|where|why|how)\b", re.I)
_SPANISH_WH = re.compile(
    r"^¿(Quién|Quiénes|Cuándo|Dónde|Por qué|Cómo|Qué) (?=[a-záéíóúñ]{3,}(?:ó|ía|aba|aron|ieron|uvo|ue|an|en|a|e)\b)"
)

SYNONYMS: dict[str, str] = dict(
    entry.split("=") for entry in (files(__package__) / "synonyms_en.txt").read_text("utf-8").split()
)
_FRAMES = (
    *("{q}", "please tell me: {q}", "{q} thanks", "Do you know {q}", "I was wondering, {q}"),
    *("Quick question: {q}", "Hi, {q}"),
)
_SPANISH_FRAMES = (
    "{q}",
    "por favor, {q}",
    "hola, {q}",
    "quisiera saber: {q}",
    "una pregunta: {q}",
    "{q} gracias",
)


def swap_contraction(text: str) -> str | None:
    """ "did not" to "didn't" or the other way round: nothing changes in meaning."""
    if (found := _NEGATED_AUX.search(text)) and found[1].lower() in _CONTRACTED:
        return text[: found.start()] + _like(_CONTRACTED[found[1].lower()], found[1]) + text[found.end() :]
    if found := _SHORT.search(text):
        return text[: found.start()] + _like(_FULL[found[1].lower()], found[1]) + text[found.end() :]
    return None


def negate(text: str, rng: random.Random) -> str | None:
    """Negates the first auxiliary of a statement or wh-question. A yes/no question is left alone: "Isn't it?" asks
    what "Is it?" asks."""
    found = _AUX.search(text)
    if (
        not found
        or found.start() == 0
        or "n't" in text
        or re.search(r"\b(not|no|never|nor|none)\b", text, re.I)
    ):
        return None
    aux = found[1].lower()
    follows_wh = bool(_WH.match(text)) and aux in {"do", "does", "did"}
    short = follows_wh or rng.random() < 0.5
    new = _CONTRACTED.get(aux) if short else f"{aux} not"
    return text[: found.start()] + new + text[found.end() :] if new else None


def negate_spanish(question: str) -> str | None:
    """¿Quién ganó ...? to ¿Quién no ganó ...?"""
    found = _SPANISH_WH.match(question)
    return f"{question[: found.end()]}no {question[found.end() :]}" if found else None


def paraphrase(text: str, rng: random.Random, *, spanish: bool = False) -> str:
    """The same question or statement in slightly other words; at worst, in other case or punctuation."""
    out = text if spanish else reword(text, rng)
    if rng.random() < 0.5:
        out = swap_contraction(out) or out
    if text.endswith("?") and rng.random() < 0.6:
        frames = _SPANISH_FRAMES if spanish else _FRAMES
        out = rng.choice(frames).format(q=out)
    elif (
        cut := re.match(r"^(In \d{4}|Today|Currently|At first|Later), (.+)\.$", out)
    ) and rng.random() < 0.8:
        out = f"{cut[2][0].upper()}{cut[2][1:]} {cut[1][0].lower()}{cut[1][1:]}."
    if rng.random() < 0.3:
        out = out.rstrip("?.")
    if rng.random() < 0.2:
        out = out.lower()
    return out


def reword(text: str, rng: random.Random) -> str:
    """Up to two words replaced by near-synonyms."""
    words = text.split(" ")
    swaps = [i for i, w in enumerate(words) if w.lower() in SYNONYMS]
    for i in rng.sample(swaps, min(len(swaps), 2)):
        words[i] = _like(SYNONYMS[words[i].lower()].replace("-", " "), words[i])
    return " ".join(words)


def question_of(sentence: str, rng: random.Random) -> str | None:
    """ "The species is not seen there." to "What is not seen there?": asks for the words before the auxiliary."""
    found = _BEFORE_AUX.search(sentence)
    if not found or len(found["rest"].split()) < 4:
        return None
    first = found["subject"].split()[0].lower()
    is_person = first in {"he", "she", "they", "we", "i", "you"}
    wh = rng.choice(("Who", "Which person") if is_person else ("What", "Which one", "What thing"))
    return f"{wh} {found['rest']}?"


def sentences(passage: str) -> list[str]:
    """A passage cut into sentences; enough for building data."""
    return [s.strip() for s in re.split(r"(?<=[.!?]) +(?=[A-Z¿¡ÁÉÍÓÚ\"“])", passage) if s.strip()]


def _like(new: str, old: str) -> str:
    return new[0].upper() + new[1:] if old[:1].isupper() else new

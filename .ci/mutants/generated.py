"""Careless changes at random places of the sources, by their syntax: see `sites`.

The changes are textual, so some do not compile; `.ci/mutate` leaves those out. Strings, comments and what this platform does
not compile are blank in the text that the patterns see, and every change lies in the body of a function, an accessor or a
property.
"""

import random
import re
import sys

# What a statement on one line looks like: a call, an assignment, or one that leaves the code around it.
CALL = re.compile(r"(?:_ = )?(?:(?:try|await)[!?]? )*[\w.?!$\[\]]+\(.*\)")
ASSIGNMENT = re.compile(r"[\w.?!$\[\]()]+ (?:[-+*/|&^]|&[-+])?= [^{}]+")
LEAVING = re.compile(r"return|continue|break")
NO_STATEMENT = re.compile(r"(?:let|var|case|default|return|fatalError|precondition|assert|super|self\.init|#)\b|[.)\]}]")
# A line that the next one goes on.
OPEN_END = re.compile(r"(?:[,(\[=+\-*/?:&|<>.]|\b(?:return|in|await|try|else))$")
GOES_ON = re.compile(r"[.?:&|+\-*/)\]=,]")

CONDITION = re.compile(r"\b(?:if|guard|while) (?!let |var |case |#)([^\n{},]+?)(?= \{| else\b)")
FURTHER_CONDITION = re.compile(r", (?!let |var |case |#)([^\n{},:]+)(?= \{| else\b|, )")
OPERAND = r"[\w.!?]+(?:\([^()\n]*\)|\[[^\[\]\n]*\])?"
SWAPPED = re.compile(rf"(?<![\w.)\]] )(?<![\w.])({OPERAND}) (<|>|<=|>=|-|/|%|<<|>>) ({OPERAND})(?![\w.(\[])")
CONJUNCT = re.compile(rf" (&&|\|\|) (!?{OPERAND}(?: (?:==|!=|<|>|<=|>=|===|!==) {OPERAND})?)(?= \{{| else\b| &&| \|\||\)|,|$)", re.M)
FIRST_CONJUNCT = re.compile(rf"(?<=[( ])(!?{OPERAND}(?: (?:==|!=|<|>|<=|>=|===|!==) {OPERAND})?) (&&|\|\|) ")
STEPS = [
    (re.compile(r" &?[-+] 1(?![\w.])"), ""),
    (re.compile(r"(?<= )&?\+= 1(?![\w.])"), "+= 2"),
    (re.compile(r"(?<= )&?-= 1(?![\w.])"), "-= 2"),
    (re.compile(r"(?<= )(==|!=|>|<|>=|<=) 0(?![\w.])"), r"\1 1"),
    (re.compile(r"(?<= )(==|!=|>|<|>=|<=) 1(?![\w.])"), r"\1 2"),
    (re.compile(r"(?<= )<(?= )"), "<="),
    (re.compile(r"(?<= )>(?= )"), ">="),
    (re.compile(r"(?<= )<=(?= )"), "<"),
    (re.compile(r"(?<= )>=(?= )"), ">"),
    (re.compile(r"\.\.<"), "..."),
]


def blank(text):
    """The text with blanks in place of what strings and comments say, so that places stay the same."""
    pattern = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/')
    return pattern.sub(lambda match: re.sub(r"[^\n\"]", " " if match[0][0] == "/" else "x", match[0]), text)


# What `canImport` does not find here.
ABSENT = {"Darwin", "SwiftUI", "os", "Musl"} if sys.platform == "linux" else {"Glibc", "Musl", "FoundationNetworking"}


def compiled(text):
    """The text with blank lines in place of what a debug build does not compile on this platform."""
    lines, branches = [], []
    for line in text.split("\n"):
        match = re.match(r"\s*#(if|elseif|else|endif)\b\s*(.*)", line)
        if match and match[1] == "endif":
            branches.pop()
        elif match:
            isMet = match[1] == "else" or isCompiled(match[2].strip())
            wasMet = match[1] != "if" and branches.pop()[1]
            branches.append((isMet and not wasMet, isMet or wasMet))
        lines.append(line if all(isActive for isActive, _ in branches) else " " * len(line))
    return "\n".join(lines)


def isCompiled(condition):
    match = re.fullmatch(r"(!?)canImport\((\w+)\)", condition)
    return not match or (match[2] in ABSENT) == bool(match[1])


def statements(text):
    """The statements of one line that can go."""
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    for index, (at, line) in enumerate(lines):
        code = line.strip()
        if not code or code.count("(") != code.count(")") or NO_STATEMENT.match(code) and not LEAVING.fullmatch(code):
            continue
        before = next((l.strip() for _, l in reversed(lines[:index]) if l.strip()), "")
        after = next((l.strip() for _, l in lines[index + 1 :] if l.strip()), "")
        if OPEN_END.search(before) and not re.search(r"\bcase .*:$|\bdefault:$|\bin$", before) or GOES_ON.match(after):
            continue
        if CALL.fullmatch(code) or ASSIGNMENT.fullmatch(code) or LEAVING.fullmatch(code):
            start = at + len(line) - len(line.lstrip())
            yield "delete", (start, start + len(code)), ""


def sites(text):
    """The possible changes: what kind, where, and what takes the place."""
    bare = compiled(blank(text))
    yield from statements(bare)
    for match in CONDITION.finditer(bare):
        yield "negate", match.span(1), f"!({text[slice(*match.span(1))]})"
    for match in FURTHER_CONDITION.finditer(bare):
        # Else it is an element of a tuple or an argument.
        if not re.search(r"\b(?:if|guard|while) ", bare[bare.rfind("\n", 0, match.start()) + 1 : match.start()]):
            continue
        yield "drop", match.span(), ""
        yield "negate", match.span(1), f"!({text[slice(*match.span(1))]})"
    for match in CONJUNCT.finditer(bare):
        yield "drop", match.span(), ""
    for match in FIRST_CONJUNCT.finditer(bare):
        yield "drop", match.span(), ""
    for match in SWAPPED.finditer(bare):
        left, right = text[slice(*match.span(1))], text[slice(*match.span(3))]
        if left != right:
            yield "swap", match.span(), f"{right} {match[2]} {left}"
    for pattern, replacement in STEPS:
        for match in pattern.finditer(bare):
            yield "step", match.span(), match.expand(replacement)


def isBalanced(code):
    """Whether a change of the code leaves the parentheses around it in pairs."""
    depth = 0
    for character in blank(code):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return False
    return depth == 0


def sample(texts, count, seed, isInBody):
    """`count` changes of all files, each as likely as the others.

    - texts: the text of each file by its name
    - isInBody: whether a place of a file lies in the body of a function
    """
    found = []
    for name, text in sorted(texts.items()):
        seen = set()
        for kind, span, replacement in sites(text):
            if (span, replacement) not in seen and isBalanced(text[slice(*span)]) and isInBody(name, span):
                seen.add((span, replacement))
                found.append((name, kind, span, replacement))
    chosen = random.Random(seed).sample(found, min(count, len(found)))
    mutants = []
    for number, (name, kind, span, replacement) in enumerate(chosen, 1):
        text = texts[name]
        line = text.count("\n", 0, span[0]) + 1
        mutants.append(
            {
                "id": f"s{seed}-{number}-{kind}",
                "file": name,
                "line": line,
                "span": span,
                "original": text[slice(*span)],
                "mutated": replacement,
            }
        )
    return mutants, len(found)

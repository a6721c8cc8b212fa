"""Careless changes at random places of the sources, by their syntax: see `sites`.

The changes are textual, so some do not compile; `.ci/mutate` leaves those out. Every change lies in the body of a function, an
accessor or a property. What is blank in the text that the patterns see is never changed, since no test here can tell:

- comments, and strings, so also the words of messages
- what this platform does not compile, the versions of other platforms in `#available`, and the branch for older systems
- `reserveCapacity` with its argument, and `hasher.combine`: both change only how long something takes
- `withExtendedLifetime(x) {}`: in a debug build a value lives to the end of its scope anyway
- `_ = x.load(ordering: …)`: it only tells the thread sanitizer of an order

The checks that a debug build makes of its own fields (`SELF_CHECKS`) are not weakened, by leaving one or a part of one out:
they notice faults, and are not noticed. They are negated as everything else. What is only hard to test is not left out.
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
FURTHER_CONDITION = re.compile(r", (?!let |var |case |#)([^\n{},:]+?)(?= \{| else\b|, )")
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


# What changes nothing but the time, the memory or the order that the thread sanitizer sees.
UNSEEN = re.compile(
    r"(?m)^[ \t]*(?:[\w.]+\.reserveCapacity\(.*\)|hasher\.combine\(.*\)|_ = [\w.]+\.load\(ordering: \.\w+\)"
    r"|(?:defer \{ )?withExtendedLifetime\(\w+\) \{ ?\}(?: \})?)$"
)
AVAILABLE = re.compile(r"#available\(([^)\n]*)\)")
# The functions and properties in which a debug build checks its own fields.
SELF_CHECKS = re.compile(r"\b(?:func|var) (?:checkPairs|turnChangesHands|isConsistent|isCleared)\b")


def seen(text):
    """The text with blanks in place of what has no effect that a test could see, and of branches for older systems."""
    text = UNSEEN.sub(lambda match: " " * len(match[0]), text)
    for match in reversed([*AVAILABLE.finditer(text)]):
        start = match.start(1)
        text = text[:start] + " " * len(match[1]) + text[match.end(1) :]
        isGuard = re.search(r"\bguard[^\n]*$", text[: match.start()])
        # A further condition beside this one may lead to the other branch on this platform, too.
        rest = re.match(r"\) else \{" if isGuard else r"\) \{", text[match.end(1) :])
        if not rest:
            continue
        block = match.end(1) + rest.end()
        if not isGuard:
            other = re.match(r"\s*else \{", text[closing(text, block) :])
            if not other:
                continue
            block = closing(text, block) + other.end()
        end = closing(text, block) - 1
        text = text[:block] + re.sub(r"[^\n]", " ", text[block:end]) + text[end:]
    return text


def closing(text, position):
    """Where the braces that are open at a place are closed: the place behind the last one."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        position += 1
    return position


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
    bare = seen(compiled(blank(text)))
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


def weakens(kind, code, header):
    """Whether a change takes a self-check, or a part of one, away."""
    isLess = code.startswith("check(") or kind == "drop" and "||" not in code
    return isLess and bool(SELF_CHECKS.search(header))


def sample(texts, count, seed, header):
    """`count` changes of all files, each as likely as the others.

    - texts: the text of each file by its name
    - header: of a place in a file: what stands before the body around it; None if the place may not be changed
    """
    found = []
    for name, text in sorted(texts.items()):
        known = set()
        for kind, span, replacement in sites(text):
            code = text[slice(*span)]
            around = header(name, span) if (span, replacement) not in known and isBalanced(code) else None
            if around is not None and not weakens(kind, code, around):
                known.add((span, replacement))
                found.append((name, kind, span, replacement))
    chosen = random.Random(seed).sample(found, min(count, len(found)))
    mutants = []
    for number, (name, kind, span, replacement) in enumerate(chosen, 1):
        text = texts[name]
        line = text.count("\n", 0, span[0]) + 1
        mutants.append(
            {
                "id": f"s{seed}-{number}-{kind}",
                "seed": seed,
                "file": name,
                "line": line,
                "span": span,
                "original": text[slice(*span)],
                "mutated": replacement,
            }
        )
    return mutants, len(found)

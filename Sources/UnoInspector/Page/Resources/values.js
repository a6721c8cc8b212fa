"use strict";

// A value is a string, a number, true, false, null, or an array:
//   [0, text]                        a value that describes itself, such as a date
//   [1, count, element, …]           a list; `count` is larger than the number of elements if the end was left out
//   [2, count, element, …]           a set
//   [3, count, key, value, …]        a dictionary; a key is a text
//   [shape, part, …]                 a struct, a tuple, or a case of an enum: shapes[shape] is [name, label, …]
// A path into a value is a list of indices of these arrays.

const TEXT = 0, LIST = 1, SET = 2, DICTIONARY = 3;
let shapes = [];

const isComposite = (value) => Array.isArray(value) && value[0] !== TEXT;
const isCase = (value) => isComposite(value) && value[0] > DICTIONARY && shapes[value[0]][0].startsWith(".");
/** A case whose only payload is composite: it is shown with the parts of the payload as its own. */
const isWrapper = (value) => isCase(value) && value.length === 2 && !shapes[value[0]][1] && isComposite(value[1]);

/** The parts of a composite value, each with its label and its path in it. */
function partsOf(value) {
    const [shape, count] = value;
    if (shape === LIST || shape === SET) {
        return value.slice(2).map((part, i) => ({ label: shape === LIST ? `[${i}]` : "•", path: [i + 2], value: part }));
    }
    if (shape === DICTIONARY) {
        const parts = [];
        for (let i = 2; i < value.length; i += 2) {
            parts.push({ label: `[${visible(value[i])}]`, path: [i + 1], value: value[i + 1] });
        }
        return parts;
    }
    if (isWrapper(value)) return partsOf(count).map((part) => ({ ...part, path: [1, ...part.path] }));
    return value.slice(1).map((part, i) => ({ label: shapes[shape][i + 1] || `${i}`, path: [i + 1], value: part }));
}

const partCount = (value) =>
    isWrapper(value) ? partCount(value[1]) : value[0] > DICTIONARY ? value.length - 1 : value[1];

/** Characters that are invisible, or that turn the text around them, as escapes. */
const hidden = /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
function visible(text) {
    return text.replace(hidden, (c) => (c === "\n" ? "\\n" : c === "\t" ? "\\t" : `\\u{${c.charCodeAt(0).toString(16)}}`));
}
const quoted = (text) => `"${visible(text.replace(/["\\]/g, "\\$&"))}"`;

/** The value on one line, as Swift would write it; ends with … beyond the limit. */
function lineOf(value, limit = 300) {
    let text = "";
    const list = (open, items, write, close) => {
        text += open;
        for (let i = 0; i < items.length && text.length < limit; i++) {
            if (i > 0) text += ", ";
            write(items[i], i);
        }
        text += close;
    };
    const write = (value) => {
        if (text.length >= limit) return;
        if (typeof value === "string") text += quoted(value.length > limit ? value.slice(0, limit) : value);
        else if (value === null) text += "nil";
        else if (!Array.isArray(value)) text += value;
        else if (value[0] === TEXT) text += visible(value[1]);
        else if (value[0] > DICTIONARY) {
            const [name, ...labels] = shapes[value[0]];
            if (value.length === 1 && isCase(value)) text += name;
            else list(`${name}(`, value.slice(1), (part, i) => ((text += labels[i] ? `${labels[i]}: ` : ""), write(part)), ")");
        } else if (value[0] === DICTIONARY && value.length === 2) text += "[:]";
        else {
            const left = value[1] - partsOf(value).length;
            const items = left > 0 ? [...partsOf(value), null] : partsOf(value);
            list("[", items, (part) => {
                if (part === null) text += `… ${grouped(left)} more`;
                else if (value[0] === DICTIONARY) text += `${part.label.slice(1, -1)}: `;
                if (part) write(part.value);
            }, "]");
        }
    };
    write(value);
    return text.length > limit ? text.slice(0, limit) + "…" : text;
}

/** What a row shows of a composite value that is open. */
function headOf(value) {
    if (isWrapper(value)) return `${shapes[value[0]][0]} ${headOf(value[1])}`;
    if (value[0] > DICTIONARY) return shapes[value[0]][0];
    const left = value[1] - partsOf(value).length;
    return `${grouped(value[1])} ${["", "element", "member", "entr"][value[0]]}`
        + (value[0] === DICTIONARY ? (value[1] === 1 ? "y" : "ies") : value[1] === 1 ? "" : "s")
        + (left > 0 ? `, of which ${grouped(left)} are not in the page` : "");
}

/** The cases of an action from the outside in, as in ["search", "query", "typed"]. */
function casesOf(value) {
    const cases = [];
    while (isCase(value)) {
        cases.push(shapes[value[0]][0].slice(1));
        if (value.length !== 2 || shapes[value[0]][1]) break;
        value = value[1];
    }
    return cases;
}

const grouped = (number) => number.toLocaleString("en");

function duration(microseconds) {
    const ms = microseconds / 1000;
    if (ms < 1000) return `${ms.toFixed(ms < 10 ? 2 : 1)} ms`;
    const s = ms / 1000, pad = (n) => `${Math.floor(n)}`.padStart(2, "0");
    if (s < 60) return `${s.toFixed(3)} s`;
    const minutes = `${pad((s / 60) % 60)}:${(s % 60).toFixed(3).padStart(6, "0")}`;
    return s < 3600 ? minutes : `${Math.floor(s / 3600)}:${minutes}`;
}

/**
 * Applies changes to a value, which stays as it is. A change is [path, value], or for elements of a collection
 * [path, index, how many to take out, what to put in, count afterwards].
 *
 * @param owned the arrays that nothing else refers to; they are changed instead of copied.
 */
function applied(root, changes, owned = new Set()) {
    const own = (value) => {
        if (owned.has(value)) return value;
        const copy = value.slice();
        owned.add(copy);
        return copy;
    };
    for (const [path, ...change] of changes) {
        const isSplice = change.length > 1, depth = isSplice ? path.length : path.length - 1;
        if (depth < 0) {
            root = change[0];
            continue;
        }
        let node = (root = own(root));
        for (let i = 0; i < depth; i++) node = node[path[i]] = own(node[path[i]]);
        if (isSplice) {
            node.splice(change[0], change[1], ...change[2]);
            node[1] = change[3];
        } else node[path[depth]] = change[0];
    }
    return root;
}

const valueAt = (root, path) => path.reduce((value, i) => value?.[i], root);

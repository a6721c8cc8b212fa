class StateTree {
    constructor(page) {
        this.page = page;
        this.tree = $("#tree");
        /** What the user has opened (true) and closed (false), by path. */
        this.opened = new Map();
        this.active = "";
        const make = () => {
            const row = element("div", { className: "row", role: "treeitem" });
            const [arrow, label, value] = ["arrow", "label", "value"].map((className) => element("span", { className }));
            arrow.ariaHidden = "true";
            row.append(arrow, label, value, element("span", { className: "only", textContent: "only these", title: "Only the steps that change this (f)" }));
            row.addEventListener("click", (event) => this.clicked(this.lines[row.index], event));
            return row;
        };
        this.rows = new Rows(this.tree, 22, make, (row, index) => this.fill(row, this.lines[index], index));
        this.tree.addEventListener("keydown", (event) => this.key(event));
        $("#only-changed").addEventListener("change", () => this.show());
    }

    show(state = this.state, changes = this.changes) {
        Object.assign(this, { state, changes });
        this.marks = new Map();
        this.ancestors = new Set();
        const mark = (path, value) => {
            this.marks.set(path.join(), value);
            for (let depth = path.length - 1; depth >= 0; depth--) this.ancestors.add(path.slice(0, depth).join());
        };
        for (const change of changes) {
            if (!change.added) mark(change.path, change);
            else {
                mark([...change.path, 0], {});
                if (change.removed.length > 0) this.marks.set(change.path.join(), { isShorter: true });
                change.added.forEach((_, i) => mark([...change.path, change.at + i], { isNew: true }));
            }
        }
        this.layOut();
    }

    layOut() {
        this.lines = [];
        if (this.state !== undefined) this.addLine("state", this.state, [], 0, false);
        this.rows.show(this.lines.length);
        this.setActive(this.active);
    }

    addLine(label, value, path, depth, isInside) {
        const key = path.join();
        // The case of a payload whose parts are shown as those of the case has no line of its own.
        const change = this.marks.get(key) ?? (isWrapper(value) ? this.marks.get([...path, 1].join()) : undefined);
        const leads = this.ancestors.has(key);
        if ($("#only-changed").checked && !change && !leads && !isInside && depth > 0) return;
        const canOpen = isComposite(value) && partCount(value) > 0;
        const isOpen = canOpen && (this.opened.get(key) ?? (leads || depth === 0 || (depth <= 2 && partCount(value) <= 12 && value[0] > DICTIONARY)));
        this.lines.push({ label, value, path, key, depth, change, isInside, canOpen, isOpen });
        if (!isOpen) return;
        for (const part of partsOf(value)) {
            this.addLine(part.label, part.value, [...path, ...part.path], depth + 1, isInside || (!!change && !change.isShorter));
        }
    }

    fill(row, line, index) {
        const { label, value, depth, change, isInside, canOpen, isOpen } = line;
        const [arrow, labelBox, valueBox] = row.children;
        row.id = `field-${index}`;
        row.className = `row${change ? " changed" : ""}${isInside ? " inside" : ""}${line.key === this.active ? " active" : ""}`;
        row.ariaLevel = depth + 1;
        row.ariaSelected = line.key === this.active;
        if (canOpen) row.ariaExpanded = isOpen;
        else row.removeAttribute("aria-expanded");
        row.style.paddingLeft = `${6 + depth * 16}px`;
        arrow.textContent = canOpen ? (isOpen ? "▾" : "▸") : "";
        labelBox.textContent = `${visible(label)}: `;
        const kind = isComposite(value) ? "composite" : value === null ? "null" : Array.isArray(value) ? "text" : typeof value;
        valueBox.className = `value ${kind}`;
        const now = isOpen ? headOf(value) : lineOf(value);
        if (change && "after" in change && !isOpen) {
            valueBox.replaceChildren(...difference(change.before, value));
        } else valueBox.textContent = now;
        row.ariaLabel = `${visible(label)}: ${now}` + (!change ? "" : change.isNew ? ", new" : change.isShorter ? ", elements were removed"
            : ", changed" + (change.before === undefined ? "" : ` from ${lineOf(change.before, 100)}`));
    }

    setActive(key, reveals = false) {
        let index = this.lines.findIndex((line) => line.key === key);
        if (index < 0) index = 0;
        this.active = this.lines[index]?.key ?? "";
        this.tree.setAttribute("aria-activedescendant", `field-${index}`);
        for (const row of this.rows.pool) row.classList.toggle("active", this.lines[row.index]?.key === this.active);
        if (reveals) this.rows.reveal(index);
    }

    /** Opens what is around a path, and goes there. */
    reveal(path) {
        for (let depth = 0; depth < path.length; depth++) this.opened.set(path.slice(0, depth).join(), true);
        this.layOut();
        this.setActive(path.join(), true);
    }

    toggle(line, isOpen = !line.isOpen) {
        if (!line.canOpen || line.isOpen === isOpen) return;
        this.opened.set(line.key, isOpen);
        this.layOut();
    }

    clicked(line, event) {
        this.setActive(line.key);
        if (event.target.className === "only") this.page.filterField(line.path);
        else this.toggle(line);
    }

    key(event) {
        const index = this.lines.findIndex((line) => line.key === this.active), line = this.lines[index];
        if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
        const go = (to) => this.setActive(this.lines[Math.max(0, Math.min(to, this.lines.length - 1))].key, true);
        const parent = () => this.lines.findLastIndex((other, place) => place < index && other.depth < line.depth);
        switch (event.key) {
        case "ArrowDown": go(index + 1); break;
        case "ArrowUp": go(index - 1); break;
        case "PageDown": go(index + this.rows.perPage); break;
        case "PageUp": go(index - this.rows.perPage); break;
        case "Home": go(0); break;
        case "End": go(this.lines.length - 1); break;
        case "ArrowRight": line.isOpen ? go(index + 1) : this.toggle(line, true); break;
        case "ArrowLeft": line.isOpen ? this.toggle(line, false) : go(parent()); break;
        case "Enter": this.toggle(line); break;
        case "f": this.page.filterField(line.path); break;
        default: return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}

/** The old value struck out and the new one. */
function difference(before, after) {
    if (before === undefined) return [element("ins", { textContent: lineOf(after) })];
    return [element("del", { textContent: lineOf(before, 120) }), " → ", element("ins", { textContent: lineOf(after) })];
}

class Page {
    constructor(data) {
        this.recording = new Recording(data);
        this.selected = 0;
        this.chain = [];
        this.results = [];
        this.listed = Array.from(this.recording.entries.keys());
        this.query = [];
        this.timeline = new Timeline(this);
        this.tree = new StateTree(this);
        this.list = new Rows($("#list"), 26, () => this.makeRow(), (row, index) => this.fillRow(row, this.listed[index], index));
        this.readGraph();
        this.showSummary();
        this.fillFilters();
        this.listen();
        this.filter();
        this.select(this.addressed() ?? (data.live ? this.recording.count - 1 : 0));
        this.prepare();
    }

    /** Keeps the states of all steps, a part at a time, so that each jump is quick. */
    prepare(index = 0) {
        if (index >= this.recording.count) return;
        this.recording.prepare(Math.min(index, this.recording.count - 1));
        (globalThis.requestIdleCallback ?? setTimeout)(() => this.prepare(index + 4000));
    }

    // ---- The list

    makeRow() {
        const row = element("div", { className: "row", role: "option" });
        row.append(...["number", "time", "cause", "action", "count"].map((className) =>
            element(className === "action" ? "bdi" : "span", { className })));
        row.addEventListener("click", () => this.select(this.listed[row.index]));
        return row;
    }

    fillRow(row, index, place) {
        const entry = this.recording.entries[index], [number, time, cause, action, count] = row.children;
        row.id = `step-${index}`;
        row.style.setProperty("--cause", `var(--${entry.cause})`);
        row.ariaPosInSet = place + 1;
        row.ariaSetSize = this.listed.length;
        row.ariaSelected = index === this.selected;
        row.classList.toggle("related", this.chain.includes(index) || this.results.includes(index));
        number.textContent = entry.number === undefined ? "–" : `#${entry.number}`;
        time.textContent = duration(entry.time);
        cause.textContent = causeNames[entry.cause];
        this.mark(action, this.line(entry));
        action.classList.toggle("behind", entry.action === undefined);
        count.textContent = entry.outcome ? "refused" : entry.changes ? `Δ${entry.changes.length}` : "";
        count.className = entry.outcome ? "refused" : "count";
        row.title = this.recording.place(entry) ?? "";
    }

    /** What the list says of an entry. */
    line(entry) {
        if (entry.action !== undefined) return lineOf(entry.action);
        const effect = this.recording.effectOfNumber.get(entry.effect), behind = this.recording.actionBehind(entry);
        if (effect) return `by ${visible(effect.id ?? "an effect without an id")}`;
        if (entry.outcome && entry.number === undefined) return entry.outcome;
        return behind === undefined ? causeSentences[entry.cause] : `after ${lineOf(behind)}`;
    }

    /** Writes a text with what the search has found in it marked. */
    mark(box, text) {
        const lower = text.toLowerCase(), word = this.query[0];
        const found = word ? lower.indexOf(word) : -1;
        // Some letters change their length with their case.
        if (found < 0 || lower.length !== text.length) return void (box.textContent = text);
        const end = found + word.length;
        box.replaceChildren(text.slice(0, found), element("mark", { textContent: text.slice(found, end) }), text.slice(end));
    }

    isListed(index) {
        return !this.isFiltered || this.place(index, true) >= 0;
    }

    /** The place of an entry in the list, or of the last one before it; -1 if there is none. */
    place(index, isExact = false) {
        let low = 0, high = this.listed.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.listed[middle] <= index) low = middle + 1;
            else high = middle;
        }
        return isExact && this.listed[low - 1] !== index ? -1 : low - 1;
    }

    // ---- Filters

    fillFilters() {
        const { recording } = this;
        const fill = (select, all, counts, name) => {
            const values = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 200), { value: chosen } = select;
            select.replaceChildren(new Option(all, ""), ...values.map(([value, count]) => new Option(`${name(value)} (${grouped(count)})`, value)));
            select.value = chosen;
        };
        const [causes, kinds] = [new Map(), new Map()];
        recording.entries.forEach((entry, index) => {
            causes.set(entry.cause, (causes.get(entry.cause) ?? 0) + 1);
            const kind = recording.kind(index);
            if (kind) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        });
        fill($("#cause"), "all causes", causes, (cause) => causeNames[cause]);
        fill($("#kind"), "all actions", kinds, visible);
        $("#legend").replaceChildren(...Object.keys(causeNames).filter((cause) => causes.has(cause)).map((cause) => {
            const item = element("li", {}, element("i"), causeNames[cause]);
            item.style.setProperty("--cause", `var(--${cause})`);
            return item;
        }));
    }

    filter() {
        const { recording } = this, text = $("#search").value.trim();
        const number = /^#(\d+)$/.exec(text)?.[1];
        this.query = number ? [] : text.toLowerCase().split(/\s+/).filter(Boolean);
        this.listed = [];
        this.listFrom(0);
        this.list.show(this.listed.length);
        this.timeline.changed();
        const wanted = number ? recording.entries.findIndex((entry) => entry.number === Number(number)) : -1;
        if (wanted >= 0) this.select(wanted);
        else this.list.reveal(Math.max(0, this.place(this.selected)));
    }

    /** Lists the entries from one on that the filters let pass. */
    listFrom(start) {
        const { recording } = this, cause = $("#cause").value, kind = $("#kind").value, changing = $("#changing").checked;
        for (let index = start; index < recording.count; index++) {
            const entry = recording.entries[index];
            if (cause && entry.cause !== cause) continue;
            if (changing && !entry.changes) continue;
            if (kind && recording.kind(index) !== kind) continue;
            if (this.field && !entry.changes?.some((change) => touches(change, this.field.path))) continue;
            if (this.query.length && !this.query.every((word) => recording.text(index).includes(word))) continue;
            this.listed.push(index);
        }
        this.isFiltered = this.listed.length < recording.count;
        $("#found").textContent = this.isFiltered
            ? `${grouped(this.listed.length)} of ${grouped(recording.count)} entries` : `${grouped(recording.count)} entries`;
        $("#field").hidden = !this.field;
        $("#field").textContent = this.field ? `changes ${this.field.label} ×` : "";
    }

    /** Adds what has happened since. Who looks at the last entry of the list goes on looking at the last one. */
    append(batches) {
        const { recording, listed } = this, start = recording.count, last = listed.at(-1);
        const follows = !this.playing && (last === undefined || this.selected === last);
        this.timeline.grow(() => batches.forEach((batch) => recording.append(batch)));
        this.listFrom(start);
        $("#slider").max = recording.count - 1;
        this.list.show(listed.length);
        // These look at all entries.
        this.counting ??= setTimeout(() => {
            this.counting = undefined;
            this.showSummary();
            this.fillFilters();
        }, 300);
        if (follows && listed.at(-1) !== last) this.select(listed.at(-1));
        else this.showSelected();
    }

    filterField(path) {
        this.field = path ? { path, label: this.recording.label(path, this.recording.state(this.selected)) || "the state" } : undefined;
        this.filter();
    }

    clearFilters() {
        $("#search").value = $("#cause").value = $("#kind").value = "";
        $("#changing").checked = false;
        this.filterField(undefined);
    }

    // ---- The selected entry

    select(index) {
        if (index < 0 || index >= this.recording.count) return;
        const { recording } = this;
        this.selected = index;
        this.chain = [];
        for (let cause = recording.causeOf[index]; cause >= 0 && this.chain.length < 50; cause = recording.causeOf[cause]) this.chain.push(cause);
        $("#slider").value = index;
        $("#slider").ariaValueText = this.entryText(index);
        const place = this.place(index, true);
        if (place >= 0) this.list.reveal(place);
        $("#list").setAttribute("aria-activedescendant", `step-${index}`);
        this.timeline.reveal(index);
        const entry = recording.entries[index], changes = recording.changes(index);
        this.tree.show(recording.state(index), changes);
        $("#state-of").textContent = entry.number === undefined ? "unchanged" : `after step ${grouped(entry.number)}`;
        this.showChanges(changes);
        this.showSelected();
        this.lightGraph(entry);
        this.announce(index, changes);
    }

    /** Shows what later entries may add to the selected one. */
    showSelected() {
        const { recording, selected: index } = this, entry = recording.entries[index];
        this.results = recording.results(index);
        $("#position").textContent = `${grouped(index + 1)} of ${grouped(recording.count)} · ${duration(entry.time)}`;
        this.list.draw(true);
        this.showDetails(index, entry);
    }

    announce(index, changes) {
        clearTimeout(this.announcing);
        // A screen reader that reads the list says the row by itself; this adds what has changed, once the keys rest.
        this.announcing = setTimeout(() => {
            if (!this.playing) {
                $("#announcement").textContent = `${this.entryText(index)}. ` + (changes.length ? `Changed: ${changes.map((change) => change.label || "the state").join(", ")}` : "The state is unchanged");
            }
            history.replaceState(null, "", `#${index + 1}`);
        }, 300);
    }

    addressed() {
        const number = Number(location.hash.slice(1));
        return number >= 1 && number <= this.recording.count ? number - 1 : undefined;
    }

    showChanges(changes) {
        const items = changes.slice(0, 100).map((change) => {
            const button = element("button", { type: "button", textContent: change.label || "state" });
            button.addEventListener("click", () => this.tree.reveal(change.path));
            const item = element("li", {}, button, ": ");
            if (!change.added) item.append(...difference(change.before, change.after));
            else {
                item.append(`${grouped(change.before[1])} → ${headOf(change.after)}`);
                for (const [tag, sign, values] of [["del", "−", change.removed], ["ins", "+", change.added]]) {
                    item.append(...values.slice(0, 5).map((value) => element(tag, { className: "line", textContent: `${sign} ${lineOf(value)}` })));
                    if (values.length > 5) item.append(element(tag, { className: "line", textContent: `${sign} ${grouped(values.length - 5)} more` }));
                }
            }
            return item;
        });
        if (changes.length > 100) items.push(element("li", { className: "none", textContent: `${grouped(changes.length - 100)} more` }));
        if (!changes.length) items.push(element("li", { className: "none", textContent: "The step has not changed the state." }));
        $("#changes").replaceChildren(...items);
    }

    showDetails(index, entry) {
        const { recording } = this, behind = recording.actionBehind(entry);
        globalThis.live?.select(entry);
        $("#step-title").textContent = entry.action === undefined ? this.line(entry) : lineOf(entry.action, 4000);
        const facts = [["Step", entry.number === undefined ? "none" : grouped(entry.number)], ["Cause", causeSentences[entry.cause]]];
        const since = index > 0 ? ` (+${duration(entry.time - recording.entries[index - 1].time)})` : "";
        facts.push(["Time", duration(entry.time) + since]);
        if (entry.event !== undefined) facts.push(["Event", grouped(entry.event)]);
        if (entry.action === undefined && behind !== undefined) facts.push(["Began with", lineOf(behind), "code"]);
        facts.push(["Place", recording.place(entry) ?? "not known", "code"]);
        facts.push(["Outcome", entry.outcome ?? (entry.cause === "cancelled" ? "cancelled" : "accepted"), entry.outcome ? "refused" : ""]);
        $("#facts").replaceChildren(...facts.flatMap(([name, value, className]) =>
            [element("dt", { textContent: name }), element("dd", { className: className ?? "" }, ...breakable(value))]));
        this.showLinks($("#causes"), this.chain, "Nothing in the recording.");
        this.showLinks($("#results"), this.results, "No further step.");
        const effects = (recording.effectsAt.get(index) ?? []).slice(0, 50).map((effect) => {
            const { from, to, cancelled, id } = effect;
            const what = [[from, "registered"], [cancelled, "cancelled"], [to, "ended"]].filter(([at]) => at === index).map(([, word]) => word);
            return element("li", {}, this.link(`${what.join(", ")}: ${visible(id ?? "no id")}`, from),
                element("div", { className: "note", textContent: this.effectNote(effect) }));
        });
        $("#effects").replaceChildren(...(effects.length ? effects : [element("li", { className: "none", textContent: "None registered, cancelled or ended." })]));
    }

    link(text, index) {
        const button = element("button", { type: "button", textContent: text });
        button.addEventListener("click", () => this.select(index));
        return button;
    }

    showLinks(list, indices, none) {
        const links = indices.slice(0, 50).map((index) => element("li", {}, this.link(this.entryText(index), index)));
        list.replaceChildren(...(links.length ? links : [element("li", { className: "none", textContent: none })]));
    }

    entryText(index) {
        const entry = this.recording.entries[index];
        return `${entry.number === undefined ? "" : `#${entry.number} `}${causeNames[entry.cause]}: ${this.line(entry)}`;
    }

    effectNote(effect) {
        const { entries, count } = this.recording, { from, to, cancelled } = effect;
        const time = (index) => entries[Math.max(0, index)].time;
        const end = to === undefined ? `runs for ${duration(time(count - 1) - time(from))} so far` : `ran for ${duration(time(to) - time(from))}`;
        return `effect ${effect.number}, ${end}${cancelled === undefined ? "" : ", cancelled"}\n${this.recording.place(effect) ?? ""}`.trim();
    }

    effectText(effect) {
        return `${visible(effect.id ?? "no id")}\n${this.effectNote(effect)}`;
    }

    showSummary() {
        const { recording } = this, { entries, effects, notes, droppedSteps } = recording;
        const steps = entries.reduce((count, entry) => count + (entry.number === undefined ? 0 : 1), 0);
        $("#summary").textContent = [
            `${recording.stateType}, ${recording.actionType}`, `${grouped(steps)} steps`, `${grouped(effects.length)} effects`,
            duration(entries.at(-1).time), ...(droppedSteps ? [`${grouped(droppedSteps)} earlier steps dropped`] : []), ...notes,
        ].map(visible).join(" · ");
    }

    // ---- The graph

    readGraph() {
        const figure = $("#graph"), svg = figure.querySelector("svg");
        figure.hidden = !svg;
        if (!svg) return;
        const dialog = $("#graph-dialog");
        $("#enlarge").addEventListener("click", () => {
            dialog.firstElementChild.append(svg);
            dialog.showModal();
            this.parts.findLast(({ box }) => box?.classList.contains("lit"))?.box.scrollIntoView({ block: "nearest", inline: "nearest" });
        });
        figure.lastElementChild.addEventListener("click", () => $("#enlarge").click());
        dialog.addEventListener("close", () => figure.lastElementChild.append(svg));
        const boxes = [...svg.querySelectorAll("g")], lines = [...svg.querySelectorAll("path")];
        // The picture has the boxes in the order of the parts, and a line to each part but the first.
        this.parts = (this.recording.parts ?? []).map((part, i) => ({ ...part, box: boxes[i], line: i > 0 ? lines[i - 1] : undefined }));
    }

    lightGraph(entry) {
        const cases = entry.action === undefined ? undefined : casesOf(entry.action);
        for (const { path, box, line } of this.parts ?? []) {
            const isLit = !!cases && path.every((name, i) => cases[i] === name);
            box?.classList.toggle("lit", isLit);
            line?.classList.toggle("lit", isLit);
        }
    }

    // ---- Moving

    move(by) {
        const { listed } = this, place = this.place(this.selected);
        const isListed = listed[place] === this.selected;
        const next = place + by + (by < 0 && !isListed ? 1 : 0);
        if (listed.length) this.select(listed[Math.max(0, Math.min(next, listed.length - 1))]);
    }

    play(isPlaying = !this.playing) {
        cancelAnimationFrame(this.playing);
        this.playing = undefined;
        $("#play").ariaPressed = isPlaying;
        $("#play").textContent = isPlaying ? "Pause" : "Play";
        if (!isPlaying) return this.select(this.selected);
        if (this.place(this.selected) >= this.listed.length - 1) this.select(this.listed[0] ?? 0);
        let last = performance.now(), due = 0;
        const tick = (now) => {
            this.playing = requestAnimationFrame(tick);
            due += ((now - last) / 1000) * Number($("#speed").value);
            last = now;
            if (due < 1) return;
            this.move(Math.floor(due));
            due %= 1;
            if (this.place(this.selected) >= this.listed.length - 1) this.play(false);
        };
        this.playing = requestAnimationFrame(tick);
    }

    listen() {
        const { timeline, list } = this, on = (id, event, action) => $(id).addEventListener(event, action);
        $("#slider").max = this.recording.count - 1;
        on("#slider", "input", (event) => this.select(Number(event.target.value)));
        on("#first", "click", () => this.move(-Infinity));
        on("#last", "click", () => this.move(Infinity));
        on("#previous", "click", () => this.move(-1));
        on("#next", "click", () => this.move(1));
        on("#play", "click", () => this.play());
        on("#zoom-in", "click", () => timeline.zoom(0.5));
        on("#zoom-out", "click", () => timeline.zoom(2));
        on("#axis", "change", (event) => timeline.setAxis(event.target.value));
        on("#search", "input", () => this.filter());
        for (const id of ["#cause", "#kind", "#changing"]) on(id, "change", () => this.filter());
        on("#field", "click", () => this.filterField(undefined));
        on("#help-button", "click", () => $("#help").showModal());
        on("#search", "keydown", (event) => {
            if (event.key === "Enter" || event.key === "ArrowDown") $("#list").focus();
            if (event.key === "Enter" && this.place(this.selected, true) < 0) this.move(1);
        });
        addEventListener("hashchange", () => this.select(this.addressed() ?? this.selected));
        const keys = {
            ArrowDown: () => this.move(1), ArrowRight: () => this.move(1), ArrowUp: () => this.move(-1), ArrowLeft: () => this.move(-1),
            PageDown: () => this.move(list.perPage), PageUp: () => this.move(-list.perPage),
            Home: () => this.move(-Infinity), End: () => this.move(Infinity), " ": () => this.play(),
            "/": () => $("#search").select(), "?": () => $("#help").showModal(), Escape: () => this.clearFilters(),
            c: () => this.select(this.chain[0] ?? -1), "+": () => timeline.zoom(0.5), "-": () => timeline.zoom(2),
            p: () => globalThis.live?.pause(), s: () => globalThis.live?.step(), a: () => globalThis.live?.sendAgain(),
            g: () => $("#graph").hidden || $("#enlarge").click(),
            t: () => (($("#axis").value = timeline.isTimed ? "steps" : "time"), timeline.setAxis($("#axis").value)),
        };
        addEventListener("keydown", (event) => {
            const { target, key } = event, isTyping = target.matches("input[type=search], select");
            if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") || !keys[key]) return;
            if (isTyping && key !== "Escape") return;
            if (target.matches("button, input[type=checkbox]") && key === " ") return;
            event.preventDefault();
            if (isTyping) $("#list").focus();
            keys[key]();
        });
    }
}

/** A text that may break after a slash. */
function breakable(text) {
    return text.split(/(?<=\/)/).flatMap((part, i) => (i > 0 ? [element("wbr"), part] : [part]));
}

/** Whether a change of the state is one of the value at a path, or of a part of it, or of what is around it. */
function touches([path, ...change], field) {
    const common = Math.min(path.length, field.length);
    for (let depth = 0; depth < common; depth++) if (path[depth] !== field[depth]) return false;
    return change.length === 1 || field.length <= path.length || field[path.length] >= change[0];
}

const data = JSON.parse($("#recording").textContent);
if (data.entries.length) globalThis.page = new Page(data);
else $("main").replaceWith(element("p", { id: "found", textContent: "The recording is empty." }));

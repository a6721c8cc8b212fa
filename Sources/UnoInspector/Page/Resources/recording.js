// The page's data: `entries` are steps, and what came between them: `cause` is "refused" for an action that was refused before it
// came to a step, "cancelled" for an event that was cancelled from outside. Each has its `time` in microseconds; it may have
// `number` (of the step), `event`, `effect` (the number of the effect it comes from), `place` (in `places`), `outcome` (if it
// differs from accepted), `action`, and `changes` (of the state; see `applied`). `effects` have `number`, `id`, `place`, `event`, and the
// entries `from`, `to` and `cancelled`: where they were registered, ended, and were cancelled.

class Recording {
    static interval = 64;

    constructor(data) {
        Object.assign(this, data);
        shapes = data.shapes;
        this.count = this.entries.length;
        /** states[k] is the state before the entry k * interval. */
        this.states = [data.initial];
        this.effectOfNumber = new Map(this.effects.map((effect) => [effect.number, effect]));
        this.findCauses();
        this.assignLanes();
    }

    /** The state after an entry; undefined if there is none. */
    state(index) {
        if (index === this.last?.index) return this.last.state;
        const { interval } = Recording;
        this.prepare(index);
        let state = this.states[Math.floor((index + 1) / interval)];
        if (this.last && this.last.index === index - 1) state = this.stateAfter(index, index + 1, this.last.state);
        else state = this.stateAfter(Math.floor((index + 1) / interval) * interval, index + 1, state);
        this.last = { index, state };
        return state;
    }

    /** Keeps the states up to an entry. Each differs from the one before in what has changed and shares the rest. */
    prepare(index) {
        const { interval } = Recording, needed = Math.floor((index + 1) / interval);
        while (this.states.length <= needed) {
            const end = this.states.length * interval;
            this.states.push(this.stateAfter(end - interval, end, this.states.at(-1)));
        }
    }

    stateAfter(start, end, state) {
        const owned = new Set();
        for (let i = start; i < end; i++) {
            const { changes } = this.entries[i];
            if (changes) state = applied(state, changes, owned);
        }
        return state;
    }

    /** What an entry has changed: [{ path, label, before, after }]; for elements of a collection also { at, removed, added }. */
    changes(index) {
        const { changes } = this.entries[index];
        if (!changes) return [];
        const before = this.state(index - 1), after = this.state(index);
        return changes.map(([path, ...change]) => {
            const result = { path, label: this.label(path, after), before: valueAt(before, path), after: valueAt(after, path) };
            if (change.length === 1) return result;
            const [at, count, added] = change;
            return { ...result, at, removed: result.before.slice(at, at + count), added };
        });
    }

    /** A path in words, as in `results[3].name`. */
    label(path, root) {
        let text = "";
        path.forEach((index, depth) => {
            const value = valueAt(root, path.slice(0, depth));
            if (!isComposite(value)) return;
            const shape = value[0];
            const label = shape === DICTIONARY ? `[${visible(value[index - 1] ?? "")}]`
                : shape <= SET ? `[${index - 2}]` : isWrapper(value) ? "" : shapes[shape][index] || `${index - 1}`;
            text += label === "" || label.startsWith("[") || text === "" ? label : `.${label}`;
        });
        return text;
    }

    /** `causeOf[i]` is the entry that led to entry i; -1 if there is none or it is not known. */
    findCauses() {
        this.causeOf = [];
        this.firstOfEvent = new Map();
        this.latestOfEvent = new Map();
        this.entries.forEach((entry, index) => this.findCause(entry, index));
    }

    findCause({ cause, number, event, effect }, index) {
        const found = cause === "fedBack" || cause === "effect" ? this.effectOfNumber.get(effect)?.from
            : cause === "held" ? this.firstOfEvent.get(event) : cause === "next" ? this.latestOfEvent.get(event) : undefined;
        this.causeOf[index] = found < index ? found : -1;
        if (event === undefined || number === undefined) return;
        if (cause === "sent") this.firstOfEvent.set(event, index);
        this.latestOfEvent.set(event, index);
    }

    /**
     * Adds what has happened since: `items` are entries, in order, each with what it did to effects (`heard`); an item without an
     * entry belongs to the entry before. `places` and `shapes` are new ones.
     */
    append({ items, places, shapes: more }) {
        shapes.push(...more);
        this.places.push(...places);
        for (const { entry, heard } of items) {
            if (entry) this.entries.push(entry);
            this.count = this.entries.length;
            for (const { change, ...effect } of heard) this.hear(change, effect, Math.max(0, this.count - 1));
            if (entry) this.findCause(entry, this.count - 1);
        }
    }

    hear(change, effect, index) {
        if (change === "registered") {
            effect.from = index;
            this.effects.push(effect);
            this.effectOfNumber.set(effect.number, effect);
            return this.assignLane(effect, this.laneGroups[0]);
        }
        const known = this.effectOfNumber.get(effect.number);
        if (!known) return;
        known[change === "cancelled" ? "cancelled" : "to"] = index;
        this.noteEffect(known, index);
    }

    /** The action of an entry or, if it has none, the one that its event began with. */
    actionBehind(entry) {
        if (entry.action !== undefined) return entry.action;
        return this.entries[this.firstOfEvent.get(entry.event)]?.action;
    }

    results(index) {
        const results = [];
        for (let i = index + 1; i < this.count && results.length < 50; i++) if (this.causeOf[i] === index) results.push(i);
        return results;
    }

    /** Gives each effect a lane, long ones apart. */
    assignLanes() {
        this.laneGroups = [[], []];
        this.effectsAt = new Map();
        for (const effect of this.effects) {
            const { from, to = Infinity } = effect;
            this.assignLane(effect, this.laneGroups[to - from > 200 ? 1 : 0]);
        }
    }

    /** The first lane that is free while the effect runs; those beyond the last lane have none. */
    assignLane(effect, lanes) {
        const { from, to, cancelled } = effect;
        let number = lanes.findIndex((lane) => (lane.at(-1).to ?? Infinity) < from);
        if (number < 0 && lanes.length < 20) number = lanes.push([]) - 1;
        if (number >= 0) lanes[number].push(effect);
        effect.lane = lanes[number];
        for (const index of new Set([from, cancelled, to])) this.noteEffect(effect, index);
    }

    noteEffect(effect, index) {
        if (index === undefined) return;
        const effects = this.effectsAt.get(index) ?? [];
        if (!effects.includes(effect)) effects.push(effect);
        this.effectsAt.set(index, effects);
    }

    get lanes() {
        return this.laneGroups.flat();
    }

    place(entry) {
        return entry.place === undefined ? undefined : this.places[entry.place];
    }

    /** What the search looks through. */
    text(index) {
        this.texts ??= [];
        return (this.texts[index] ??= this.makeText(this.entries[index]).toLowerCase());
    }

    makeText(entry) {
        const effect = this.effectOfNumber.get(entry.effect)?.id ?? "";
        const action = entry.action === undefined ? "" : lineOf(entry.action, 4000);
        return `${action}\n${this.place(entry) ?? ""}\n${effect}\n${entry.outcome ?? ""}`;
    }

    kind(index) {
        this.kinds ??= [];
        const { action } = this.entries[index];
        return (this.kinds[index] ??= action === undefined ? "" : casesOf(action).map((name) => `.${name}`).join(""));
    }
}

const causeNames = {
    start: "start", sent: "sent", fedBack: "fed back", held: "held", next: "next", effect: "effect", transformer: "transformer",
    shared: "shared", finish: "finish", refused: "refused", cancelled: "cancelled",
};
const causeSentences = {
    start: "The graph started", sent: "The action was sent", fedBack: "An effect fed the action back",
    held: "A part held the action until now", next: "A handler named it as the next one", effect: "An effect changed the state, or has ended",
    transformer: "A stream transformer yielded a state", shared: "A shared value changed", finish: "The graph began to finish",
    refused: "The action was refused before it came to a step", cancelled: "The event was cancelled from outside",
};

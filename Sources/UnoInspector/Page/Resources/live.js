/** Connects a page to the program that serves it: new entries are added as they come, and commands go to the program. */
class Live {
    constructor({ position, sends, hasClock }) {
        this.sends = sends;
        this.batches = [];
        $("#program").hidden = false;
        $("#pause").hidden = $("#step-clock").hidden = !hasClock;
        for (const row of document.querySelectorAll("tr.live")) row.hidden = false;
        $("#pause").addEventListener("click", () => this.pause());
        $("#step-clock").addEventListener("click", () => this.step());
        $("#send-again").addEventListener("click", () => this.sendAgain());
        const source = new EventSource(`events?${position}`), on = (type, hear) => source.addEventListener(type, hear);
        on("open", () => this.show("live"));
        // The browser connects again by itself, and says which event was the last one that it has got; not after a refusal.
        on("error", () => this.show(source.readyState === EventSource.CLOSED ? "refused" : "connecting"));
        on("message", ({ data }) => this.receive(JSON.parse(data)));
        on("clock", ({ data }) => this.showClock(data === "true"));
        on("reload", () => (source.close(), this.reload()));
        on("end", () => (source.close(), this.show("ended")));
        this.show("connecting");
    }

    /** What comes within a moment is shown at once. */
    receive(batch) {
        if (!globalThis.page) return this.reload();
        if (this.batches.push(batch) > 1) return;
        setTimeout(() => globalThis.page.append(this.batches.splice(0)), 30);
    }

    reload() {
        const { page } = globalThis;
        // The numbers of entries may be others then, and who looks at the last one wants to see the last one.
        if (page?.selected === page?.recording.count - 1) history.replaceState(null, "", location.pathname);
        location.reload();
    }

    show(connection) {
        $("#connection").className = connection;
        $("#connection").textContent = {
            live: "Live", connecting: "Connecting…", ended: "The program has ended", refused: "Not connected; load the page again",
        }[connection];
        $("#pause").disabled = $("#step-clock").disabled = $("#send-again").disabled = connection !== "live";
    }

    showClock(isPaused) {
        this.isPaused = isPaused;
        $("#pause").ariaPressed = isPaused;
        $("#pause").textContent = isPaused ? "Go on" : "Pause clock";
    }

    select(entry) {
        this.selected = entry;
        $("#send-again").hidden = !this.sends || entry.action === undefined || entry.number === undefined;
    }

    pause() {
        if (!$("#pause").hidden) this.command(this.isPaused ? "resume" : "pause");
    }

    step() {
        if (!$("#step-clock").hidden) this.command("step");
    }

    sendAgain() {
        if (!$("#send-again").hidden) this.command(`send?${this.selected.number}`);
    }

    async command(name) {
        let text = "The program does not answer";
        try {
            text = await (await fetch(name, { method: "POST" })).text();
        } catch {}
        $("#answer").textContent = text.trim();
    }
}

if (data.live) {
    globalThis.live = new Live(data.live);
    if (globalThis.page) globalThis.live.select(globalThis.page.recording.entries[globalThis.page.selected]);
}

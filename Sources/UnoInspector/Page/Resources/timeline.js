class Timeline {
    static top = 20;
    static stepHeight = 22;
    static laneHeight = 17;

    constructor(page) {
        this.page = page;
        this.recording = page.recording;
        this.axis = "steps";
        this.lanes = $("#lanes canvas");
        this.overview = $("#overview canvas");
        this.fit();
        this.width = this.lanes.clientWidth;
        this.start = -0.5;
        this.end = Math.min(120, Math.max(20, this.recording.count)) - 0.5;
        this.readColors();
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (this.readColors(), this.changed()));
        new ResizeObserver(() => this.changed()).observe($("#timeline"));
        this.listen();
    }

    fit() {
        const laneCount = Math.max(3, Math.min(this.recording.lanes.length, 6));
        $("#lanes").style.height = `${this.laneY(laneCount) + 12}px`;
    }

    /** Calls what adds entries. If all were in view, the new ones are, too, as long as they are few. */
    grow(add) {
        const [low, high] = this.bounds, showsAll = this.start <= low && this.end >= high;
        add();
        this.fit();
        if (showsAll) this.end = Math.max(this.end, this.isTimed ? this.bounds[1] : Math.min(this.bounds[1], this.start + 120));
        this.changed();
    }

    readColors() {
        const style = getComputedStyle(document.documentElement);
        this.color = (name) => style.getPropertyValue(`--${name}`).trim();
        this.mono = `11px ${this.color("mono")}`;
    }

    // Positions: the number of the entry, or its time.
    get isTimed() {
        return this.axis === "time";
    }
    position(index) {
        return this.isTimed ? this.recording.entries[Math.max(0, Math.min(index, this.recording.count - 1))].time : index;
    }
    get bounds() {
        const last = this.position(this.recording.count - 1), room = this.isTimed ? Math.max(1, last / 100) : 0.5;
        return [-room, last + room];
    }
    x(position) {
        return ((position - this.start) / (this.end - this.start)) * this.width;
    }
    /** The first entry whose position is not below a position. */
    firstFrom(position) {
        let low = 0, high = this.recording.count;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.position(middle) < position) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    nearest(x) {
        const position = this.start + (x / this.lanes.clientWidth) * (this.end - this.start);
        const after = Math.min(this.firstFrom(position), this.recording.count - 1), before = Math.max(0, after - 1);
        return position - this.position(before) < this.position(after) - position ? before : after;
    }

    setAxis(axis) {
        const [first, last] = [this.firstFrom(this.start), this.firstFrom(this.end)];
        this.axis = axis;
        this.start = this.position(first);
        this.end = Math.max(this.position(last), this.start + 1);
        this.moveTo(this.start);
        this.reveal(this.page.selected);
        this.changed();
    }
    moveTo(start, width = this.end - this.start) {
        const [low, high] = this.bounds;
        width = Math.min(width, high - low);
        this.start = Math.max(low, Math.min(start, high - width));
        this.end = this.start + width;
        this.changed(false);
    }
    zoom(factor, center = this.position(this.page.selected)) {
        const [low, high] = this.bounds, width = this.end - this.start;
        const least = Math.min(high - low, this.isTimed ? 1000 : 10);
        const next = Math.max(least, Math.min(width * factor, high - low));
        this.moveTo(center - ((center - this.start) / width) * next, next);
    }
    reveal(index) {
        const position = this.position(index), width = this.end - this.start, room = width * 0.1;
        if (position < this.start + room || position > this.end - room) this.moveTo(position - width / 2);
        else this.changed(false);
    }

    /** @param all whether the overview may look different, too. */
    changed(all = true) {
        if (all) this.histogram = undefined;
        this.frame ??= requestAnimationFrame(() => {
            this.frame = undefined;
            this.drawOverview();
            this.drawLanes();
        });
    }

    context(canvas) {
        const scale = devicePixelRatio, { clientWidth: width, clientHeight: height } = canvas;
        if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
            canvas.width = Math.round(width * scale);
            canvas.height = Math.round(height * scale);
        }
        const context = canvas.getContext("2d");
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        return { context, width, height };
    }

    /** Of each column of the overview, how many entries of the list have which cause. */
    makeHistogram(width) {
        const columns = Array.from({ length: Math.max(1, Math.ceil(width / 2)) }, () => ({}));
        const [low, high] = this.bounds;
        let highest = 1;
        for (const index of this.page.listed) {
            const place = Math.floor(((this.position(index) - low) / (high - low)) * columns.length);
            const column = columns[Math.min(place, columns.length - 1)], { cause } = this.recording.entries[index];
            column[cause] = (column[cause] ?? 0) + 1;
            column.all = (column.all ?? 0) + 1;
            highest = Math.max(highest, column.all);
        }
        return { columns, highest, width };
    }

    drawOverview() {
        const { context, width, height } = this.context(this.overview);
        if (this.histogram?.width !== width) this.histogram = this.makeHistogram(width);
        const { columns, highest } = this.histogram, step = width / columns.length;
        for (const cause of Object.keys(causeNames)) {
            context.fillStyle = this.color(cause);
            columns.forEach((column, place) => {
                if (!column[cause]) return;
                const part = (column[cause] / highest) * (height - 4);
                column.top = column.top ?? height;
                context.fillRect(place * step, column.top - part, step + 0.5, part);
                column.top -= part;
            });
        }
        for (const column of columns) delete column.top;
        const [low, high] = this.bounds, x = (position) => ((position - low) / (high - low)) * width;
        const [left, right] = [x(this.start), x(this.end)];
        context.fillStyle = this.color("panel");
        context.globalAlpha = 0.4;
        context.fillRect(0, 0, left, height);
        context.fillRect(right, 0, width - right, height);
        context.globalAlpha = 1;
        context.strokeStyle = this.color("dim");
        context.strokeRect(left + 0.5, 0.5, Math.max(2, right - left - 1), height - 1);
        context.fillStyle = this.color("accent");
        context.fillRect(x(this.position(this.page.selected)) - 1, 0, 2, height);
    }

    laneY(lane) {
        return Timeline.top + Timeline.stepHeight + 14 + lane * Timeline.laneHeight;
    }

    drawLanes() {
        const { context, width, height } = this.context(this.lanes);
        this.width = width;
        const { entries, causeOf } = this.recording, { selected } = this.page;
        const first = Math.max(0, this.firstFrom(this.start) - 1);
        const last = Math.min(this.recording.count - 1, this.firstFrom(this.end));
        const spacing = width / Math.max(1, last - first);
        context.font = this.mono;
        this.drawAxis(context, width, height);
        context.fillStyle = this.color("selected");
        const middle = this.x(this.position(selected));
        context.fillRect(middle - Math.max(2, Math.min(spacing, 12) / 2), Timeline.top - 3, Math.max(4, Math.min(spacing, 12)), height);
        this.drawEffects(context, width, height);

        // The steps; where many share a pixel, the last one is seen.
        const size = Math.max(1.5, Math.min(spacing - 1.5, 10));
        let drawn = -Infinity;
        for (let index = first; index <= last; index++) {
            const x = this.x(this.position(index));
            if (x - drawn < 0.5 && index !== selected) continue;
            drawn = x;
            context.fillStyle = this.color(entries[index].cause);
            context.globalAlpha = this.page.isListed(index) ? 1 : 0.25;
            context.fillRect(x - size / 2, Timeline.top, size, Timeline.stepHeight - (entries[index].changes ? 0 : 8));
        }
        context.globalAlpha = 1;

        const related = new Set([selected, ...this.page.chain, ...this.page.results]);
        if (spacing > 5) {
            for (let index = first; index <= last; index++) {
                if (causeOf[index] >= 0 && !related.has(index)) this.drawArrow(context, index, "line");
            }
        }
        for (const index of related) if (index === selected || causeOf[index] >= 0) this.drawArrow(context, index, "accent");
        context.strokeStyle = this.color("text");
        context.lineWidth = 1.5;
        context.strokeRect(middle - size / 2 - 1.5, Timeline.top - 1.5, size + 3, Timeline.stepHeight + 3);
        context.lineWidth = 1;
    }

    drawAxis(context, width, height) {
        context.strokeStyle = this.color("line");
        context.fillStyle = this.color("dim");
        const ideal = (this.end - this.start) / Math.max(1, width / 110);
        const power = 10 ** Math.floor(Math.log10(ideal));
        const unit = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= ideal));
        for (let tick = Math.ceil(Math.max(0, this.start) / unit) * unit; tick <= this.end; tick += unit) {
            const x = Math.round(this.x(tick)) + 0.5;
            context.globalAlpha = 0.6;
            context.beginPath();
            context.moveTo(x, 0);
            context.lineTo(x, height);
            context.stroke();
            context.globalAlpha = 1;
            context.fillText(this.isTimed ? duration(tick).replace(/\.000$/, "") : grouped(tick), x + 4, 11);
        }
    }

    drawEffects(context, width, height) {
        const { effect } = this.recording.entries[this.page.selected];
        let surplus = 0;
        this.recording.lanes.forEach((lane, number) => {
            // Effects in a lane follow each other.
            let low = 0, high = lane.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (this.position(lane[middle].to ?? this.recording.count) < this.start) low = middle + 1;
                else high = middle;
            }
            const y = this.laneY(number), isInView = low < lane.length && this.position(lane[low].from) <= this.end;
            if (y + Timeline.laneHeight > height) return void (surplus += isInView);
            let drawn = -Infinity;
            for (let place = low; place < lane.length && this.position(lane[place].from) <= this.end; place++) {
                const bar = lane[place], left = this.x(this.position(bar.from));
                const right = bar.to === undefined ? width + 4 : Math.max(left + 2, this.x(this.position(bar.to)));
                if (right - drawn < 1) continue;
                drawn = right;
                context.fillStyle = this.color("bar");
                context.strokeStyle = this.color(bar.number === effect ? "accent" : "bar-line");
                context.globalAlpha = bar.cancelled === undefined ? 1 : 0.55;
                context.fillRect(left, y, right - left, Timeline.laneHeight - 4);
                if (right - left > 3) context.strokeRect(left + 0.5, y + 0.5, right - left - 1, Timeline.laneHeight - 5);
                context.globalAlpha = 1;
                this.drawText(context, bar, Math.max(0, left) + 5, y + 10, Math.min(right, width) - 5);
            }
        });
        if (surplus === 0) return;
        context.fillStyle = this.color("dim");
        context.textAlign = "right";
        context.fillText(`${surplus} more lane${surplus > 1 ? "s" : ""} of effects`, width - 6, height - 3);
        context.textAlign = "left";
    }

    drawText(context, effect, left, bottom, right) {
        const room = Math.floor((right - left) / 6.7);
        if (room < 3) return;
        const text = visible(effect.id ?? "effect") + (effect.cancelled === undefined ? "" : " (cancelled)");
        context.fillStyle = this.color("bar-text");
        context.fillText(text.length > room ? text.slice(0, room - 1) + "…" : text, left, bottom);
    }

    /** From the effect that an entry comes from up to it, and from the step that asked for the effect down to that. */
    drawArrow(context, index, color) {
        const entry = this.recording.entries[index], effect = this.recording.effectOfNumber.get(entry.effect);
        const x = this.x(this.position(index)), bottom = Timeline.top + Timeline.stepHeight + 1;
        context.strokeStyle = context.fillStyle = this.color(color === "line" ? "dim" : color);
        context.globalAlpha = color === "line" ? 0.45 : 1;
        context.lineWidth = color === "line" ? 1 : 1.5;
        context.beginPath();
        if (effect) {
            const lane = this.recording.lanes.indexOf(effect.lane);
            const y = Math.min(lane < 0 ? Infinity : this.laneY(lane), this.lanes.clientHeight);
            context.moveTo(x, y);
            context.lineTo(x, bottom + 4);
            if (effect.from >= 0) {
                const from = this.x(this.position(effect.from));
                context.moveTo(from, bottom);
                context.lineTo(from, y);
            }
        } else if (this.recording.causeOf[index] >= 0) {
            const from = this.x(this.position(this.recording.causeOf[index]));
            context.moveTo(from, bottom);
            context.bezierCurveTo(from, bottom + 11, x, bottom + 11, x, bottom + 4);
        } else {
            context.globalAlpha = 1;
            return;
        }
        context.stroke();
        context.beginPath();
        context.moveTo(x, bottom);
        context.lineTo(x - 3, bottom + 5);
        context.lineTo(x + 3, bottom + 5);
        context.fill();
        context.globalAlpha = 1;
        context.lineWidth = 1;
    }

    /** What is at a point of the lanes: { entry } or { effect }. */
    hit(x, y) {
        const number = Math.floor((y - this.laneY(0)) / Timeline.laneHeight), lane = this.recording.lanes[number];
        if (y < this.laneY(0)) return { entry: this.nearest(x) };
        const effect = lane?.findLast((bar) => this.x(this.position(bar.from)) <= x + 1);
        if (!effect) return {};
        const right = effect.to === undefined ? Infinity : this.x(this.position(effect.to));
        return x <= Math.max(right, this.x(this.position(effect.from)) + 2) + 1 ? { effect } : {};
    }

    listen() {
        const tooltip = $("#tooltip"), box = $("#lanes");
        let drag;
        box.addEventListener("pointerdown", (event) => {
            drag = { x: event.clientX, start: this.start, moved: false };
            box.setPointerCapture(event.pointerId);
        });
        box.addEventListener("pointermove", (event) => {
            if (drag && (drag.moved || Math.abs(event.clientX - drag.x) > 3)) {
                drag.moved = true;
                tooltip.hidden = true;
                box.classList.add("dragged");
                const width = this.end - this.start;
                return this.moveTo(drag.start - ((event.clientX - drag.x) / this.lanes.clientWidth) * width, width);
            }
            const { entry, effect } = this.hit(event.offsetX, event.offsetY);
            tooltip.hidden = entry === undefined && !effect;
            if (tooltip.hidden) return;
            tooltip.textContent = effect ? this.page.effectText(effect) : this.page.entryText(entry);
            tooltip.style.left = `${Math.min(event.clientX + 14, innerWidth - tooltip.offsetWidth - 8)}px`;
            tooltip.style.top = `${Math.min(event.clientY + 16, innerHeight - tooltip.offsetHeight - 8)}px`;
        });
        box.addEventListener("pointerup", (event) => {
            const { entry, effect } = drag?.moved ? {} : this.hit(event.offsetX, event.offsetY);
            drag = undefined;
            box.classList.remove("dragged");
            const index = effect ? effect.from : entry;
            if (index >= 0) this.page.select(index);
        });
        box.addEventListener("pointercancel", () => (drag = undefined));
        box.addEventListener("pointerleave", () => (tooltip.hidden = true));
        box.addEventListener("wheel", (event) => {
            event.preventDefault();
            const width = this.end - this.start, { clientWidth } = this.lanes;
            if (event.ctrlKey || event.metaKey) {
                this.zoom(1.002 ** event.deltaY, this.start + (event.offsetX / clientWidth) * width);
            } else this.moveTo(this.start + ((event.deltaX || event.deltaY) / clientWidth) * width);
        }, { passive: false });
        const seek = (event) => {
            const [low, high] = this.bounds;
            const position = low + (event.offsetX / this.overview.clientWidth) * (high - low);
            this.page.select(Math.min(this.firstFrom(position), this.recording.count - 1));
        };
        this.overview.addEventListener("pointerdown", (event) => (this.overview.setPointerCapture(event.pointerId), seek(event)));
        this.overview.addEventListener("pointermove", (event) => event.buttons && seek(event));
    }
}

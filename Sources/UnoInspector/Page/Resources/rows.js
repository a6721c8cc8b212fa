const $ = (selector) => document.querySelector(selector);

function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

/** A list of any length in a scrolling element: only the rows in view exist. */
class Rows {
    /** @param fill gets the element and the index of a row that comes into view or has changed. */
    constructor(container, height, make, fill) {
        Object.assign(this, { container, height, make, fill, count: 0, pool: [] });
        this.extent = container.appendChild(element("div", { className: "extent", role: "presentation" }));
        container.addEventListener("scroll", () => this.draw(), { passive: true });
        new ResizeObserver(() => this.draw()).observe(container);
    }

    get perPage() {
        return Math.max(1, Math.floor(this.container.clientHeight / this.height));
    }

    show(count) {
        this.count = count;
        this.extent.style.height = `${count * this.height}px`;
        this.draw(true);
    }

    /** Scrolls, if need be, so that a row and some around it are in view. */
    reveal(index) {
        const { container, height } = this, top = index * height, room = Math.min(3, Math.floor(this.perPage / 4)) * height;
        if (top - room < container.scrollTop) container.scrollTop = top - room;
        else if (top + height + room > container.scrollTop + container.clientHeight) {
            container.scrollTop = top + height + room - container.clientHeight;
        }
    }

    draw(all = false) {
        const start = Math.max(0, Math.floor(this.container.scrollTop / this.height) - 4);
        const end = Math.min(this.count, start + this.perPage + 10);
        while (this.pool.length < end - start) this.pool.push(this.container.appendChild(this.make()));
        const free = [];
        const rows = new Map();
        for (const row of this.pool) {
            if (row.index >= start && row.index < end && !row.hidden) rows.set(row.index, row);
            else free.push(row);
        }
        for (let index = start; index < end; index++) {
            let row = rows.get(index);
            if (row && !all) continue;
            row ??= free.pop();
            row.index = index;
            row.hidden = false;
            row.style.transform = `translateY(${index * this.height}px)`;
            this.fill(row, index);
        }
        for (const row of free) row.hidden = true;
    }
}

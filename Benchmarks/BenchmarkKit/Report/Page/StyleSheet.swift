/// The style sheet of the page, for light and dark mode.
enum StyleSheet {
    /// For the page.
    static let css = """
        \(palette)
        body { margin: 0 auto; padding: 32px 24px 64px; max-width: 900px; background: var(--page); color: var(--ink);
               font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        h1 { font-size: 26px; margin: 0 0 4px; }
        h2 { font-size: 19px; margin: 48px 0 2px; }
        p { margin: 0 0 12px; color: var(--faint); }
        a { color: inherit; }
        nav a { margin-right: 12px; white-space: nowrap; }
        svg { display: block; width: 100%; min-width: 720px; height: auto; margin: 12px 0; font: 12px system-ui, sans-serif; }
        \(marks)
        .point:hover circle:last-child { stroke: var(--ink); stroke-width: 2; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
        th, td { padding: 3px 12px 3px 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
        th { color: var(--faint); font-weight: 500; }
        th:first-child, td:first-child { text-align: left; }
        .met { color: var(--good); } .missed, .failed { color: var(--bad); }
        summary { cursor: pointer; color: var(--faint); }
        """

    /// For a chart that is a file of its own: an image on a page that has another style.
    static let standalone = """
        \(palette)
        svg { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; }
        .page { fill: var(--page); }
        \(marks)
        """

    /// The colours: each text has a contrast of at least 4.5 to 1 with the page, each mark of at least 3 to 1.
    private static let palette = """
        :root {
          color-scheme: light dark;
          --page: #fcfcfb; --ink: #16161a; --faint: #5c5c66; --line: #e3e3e6; --good: #0b6e4f; --bad: #b3261e;
          --blue: #2a6fd1; --aqua: #12906b; --orange: #d9591c; --red: #c62f3f; --violet: #5b44b8;
          --green: #5d8a00; --grey: #6d6d78;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #17171a; --ink: #f1f1f3; --faint: #a3a3ad; --line: #34343a; --good: #4cc38a; --bad: #ff7d72;
            --blue: #6aa5f5; --aqua: #3cc79a; --orange: #f28a4b; --red: #f0707c; --violet: #a493f2;
            --green: #a3cc45; --grey: #a0a0ab;
          }
        }
        """

    /// What charts consist of.
    private static let marks = """
        svg text { fill: var(--ink); }
        svg .tick, svg .axis { fill: var(--faint); }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        .blue { --own: var(--blue); } .aqua { --own: var(--aqua); } .orange { --own: var(--orange); }
        .red { --own: var(--red); } .violet { --own: var(--violet); } .green { --own: var(--green); }
        .grey { --own: var(--grey); }
        .series polyline { fill: none; stroke: var(--own); stroke-width: 2; stroke-linejoin: round; }
        .series.dashed polyline, .series.dashed .swatch { stroke-dasharray: 5 4; }
        .series .leader { stroke-width: 1; stroke-dasharray: none !important; opacity: .45; }
        .series .swatch { stroke: var(--own); stroke-width: 2; }
        .series circle { fill: var(--own); stroke: var(--page); stroke-width: 1.5; }
        .series.dashed circle { fill: var(--page); stroke: var(--own); stroke-width: 2; }
        .series .spread { stroke: var(--own); stroke-width: 1.5; opacity: .55; }
        .series .target, .series.dashed .target { fill: transparent; stroke: none; }
        svg .one { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 3; }
        .series .bar { stroke: var(--own); stroke-width: 10; }
        """
}

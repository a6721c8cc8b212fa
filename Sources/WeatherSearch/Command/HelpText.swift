import SocketKit

extension CommandLineOptions {
    static let help = """
        usage: weather-search [--query TEXT] [--live] [--limit N] [--data FILE] [--date YYYY-MM-DD]
                              [[--record FILE] [--inspect] | --serve ADDRESS | --host ADDRESS [--lease SECONDS]] [--trace FILE]
               weather-search --status ADDRESS
               weather-search --connect ADDRESS [--query TEXT]
               weather-search --graph [FORMAT]

        Searches cities by the beginning of their name and tells the weather of one.

        On a terminal the results follow the typing: arrows choose, Enter shows the weather, Escape leaves.
        When standard input is not a terminal, every line of it is one query, of at most \(LineBuffer.limit) bytes.

          --query TEXT       answer one query and exit; "paris, us" narrows it to a country
          --live             ask open-meteo.com for the weather; without it the sun's day is computed here
          --limit N          show at most N cities (\(limits.lowerBound) to \(limits.upperBound); 10)
          --data FILE        read the cities from FILE, tab-separated with the columns
                             \(CityFile.Column.names.prefix(4).joined(separator: ", ")),
                             \(CityFile.Column.names.dropFirst(4).joined(separator: ", "))
          --date YYYY-MM-DD  tell the sun's day on that date, at noon local time; not with --live
          --record FILE      at the end, write a page for a browser to FILE that shows what the search has done, step by step
          --inspect          serve a page for a browser on this machine that shows what the search does, pauses the time that
                             typing waits, and sends actions again; prints its address, whose secret part keeps others out;
                             for debugging; while the time is paused, a query that waits keeps the program
          --trace FILE       write what the search does to FILE as it happens, for ui.perfetto.dev or chrome://tracing;
                             the names of actions, without what is typed
          --serve ADDRESS    answer queries over a socket until SIGTERM, SIGINT or SIGHUP; then answer what has arrived,
                             within 5 seconds; ADDRESS is a port of 127.0.0.1, or the path of a Unix socket, which begins
                             with /, ./ or ../; one line is one query, and a line with a dot ends each answer;
                             a line that begins with ! says why there is no answer; a client that is silent for
                             \(times.silentTime.components.seconds) s at first, within a line for \(times.lineTime.components.seconds) s or after an answer for \(times.idleTime.components.seconds) s is let go
          --status ADDRESS   tell what the server at ADDRESS does, even if it is full; it answers the line \(QueryServer.statusRequest)
          --host ADDRESS     let another process use a runtime of this one, until a signal as above; a second one waits
          --lease SECONDS    let go of that process when it is silent for so long (\(leases.lowerBound) to \(leases.upperBound); 30)
          --connect ADDRESS  answer queries with the runtime of the process at ADDRESS, and wait a minute for another one
                             when that has gone
          --graph [FORMAT]   show what the search is made of: \(GraphFormat.list); tree
          --help, -h         show this

        exit status: 0 success; 1 no city matches; 64 wrong command line; 65 damaged file of cities, or a line too long;
        66 file of cities cannot be read; 69 no weather report, or no server that answers; 70 unexpected error, or a server
        that had to be ended; 74 output, terminal or socket failed
        of --status: 0 the server takes clients; 69 no server answers; 75 it answers, and takes no more clients at present;
        76 what answers is not such a server

        """

    private static let times = QueryServer.Limits().connections
}

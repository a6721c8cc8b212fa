import SocketKit
import UnoInspector

/// The exit status of the program, following `sysexits.h`.
enum ExitStatus: Int32, Sendable {
    case success = 0
    /// No city matches.
    case noMatch = 1
    /// EX_USAGE: the command line is wrong.
    case usage = 64
    /// EX_DATAERR: the file of cities is damaged, or a line of input is too long.
    case damagedData = 65
    /// EX_NOINPUT: the file of cities cannot be read.
    case missingData = 66
    /// EX_UNAVAILABLE: there is no weather report, or no server.
    case unavailable = 69
    /// EX_SOFTWARE: an unexpected error.
    case internalError = 70
    /// EX_IOERR: the output cannot be written, the terminal cannot be set up, or a socket has failed.
    case inputOutput = 74
    /// EX_TEMPFAIL: the server answers, and takes no more clients.
    case temporaryFailure = 75
    /// EX_PROTOCOL: what answers is not such a server.
    case protocolError = 76

    /// The more severe of two statuses.
    func combined(with other: ExitStatus) -> ExitStatus {
        rawValue >= other.rawValue ? self : other
    }
}

extension ExitStatus {
    /// The exit status for `error`.
    init(of error: any Error) {
        self =
            switch error {
            case is UsageError: .usage
            case let error as CityFileError: error.isDamage ? .damagedData : .missingData
            case is WeatherServiceError, is ServerUnavailable, is RemoteSearch.ActionRefused: .unavailable
            case is TextOutput.Failure, is Program.PageFailure, is TraceFileError, is Socket.Failure,
                is Listener.Obstacle:
                .inputOutput
            default: .internalError
            }
    }
}

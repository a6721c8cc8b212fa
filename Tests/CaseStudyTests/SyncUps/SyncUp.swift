import UnoArchitecture
import UnoStorage

/// A daily meeting of a team.
struct SyncUp: Sendable, Codable, Equatable, Identifiable {
    struct Attendee: Sendable, Codable, Equatable, Identifiable {
        let id: Int
        var name = ""
    }
    struct Meeting: Sendable, Codable, Equatable, Identifiable { let id: Int, transcript: String }

    let id: Int
    var title = ""
    var minutes = 5
    var attendees: IdentifiedArrayOf<Attendee> = []
    var meetings: IdentifiedArrayOf<Meeting> = []

    var secondsPerAttendee: Int { minutes * 60 / max(attendees.count, 1) }
}

typealias SyncUps = Shared<IdentifiedArrayOf<SyncUp>>

/// Where new ids come from.
struct NewID: FeatureDependency {
    let next: @Sendable () -> Int
    static var unprovided: NewID { NewID(next: Unprovided.function("NewID.next", returning: 0)) }
}

/// The words that the microphone hears.
struct Speech: FeatureDependency {
    let words: @Sendable () -> AsyncStream<String>
    static var unprovided: Speech {
        Speech(words: Unprovided.function("Speech.words", returning: .init { $0.finish() }))
    }
}

enum ClockKey: FeatureDependency { static var unprovided: any Clock<Duration> { ContinuousClock() } }

/// Something that the user is asked.
enum Question: Sendable, Equatable { case delete, endEarly }

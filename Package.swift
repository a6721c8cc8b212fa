// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// For the macros, which every user of the package compiles and which run for a millisecond a use: in release they took a
/// quarter of a clean build (`Benchmarks/compile-time`). SwiftPM allows such flags in dependencies since tools version 6.2.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What features are written with; tests of all of it depend on all.
let libraries: [Target.Dependency] = [
    "UnoArchitecture", "UnoPresentation", "UnoLifting", "UnoStateMachines", "UnoStorage", "UnoOperation",
    "UnoDistributed", "UnoInspector",
]
let testLibraries: [Target.Dependency] = [
    "UnoTesting", "UnoPresentationTesting", "UnoStateMachinesTesting", "UnoStorageTesting", "TestSupport",
]

let package = Package(
    name: "UnoArchitecture",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "UnoArchitecture", targets: ["UnoArchitecture"]),
        .library(name: "UnoPresentation", targets: ["UnoPresentation"]),
        .library(name: "UnoLifting", targets: ["UnoLifting"]),
        .library(name: "UnoStateMachines", targets: ["UnoStateMachines"]),
        .library(name: "UnoStorage", targets: ["UnoStorage"]),
        .library(name: "UnoOperation", targets: ["UnoOperation"]),
        .library(name: "UnoInspector", targets: ["UnoInspector"]),
        .library(name: "UnoTesting", targets: ["UnoTesting"]),
        .library(name: "UnoPresentationTesting", targets: ["UnoPresentationTesting"]),
        .library(name: "UnoStateMachinesTesting", targets: ["UnoStateMachinesTesting"]),
        .library(name: "UnoStorageTesting", targets: ["UnoStorageTesting"]),
        .library(name: "UnoDistributed", targets: ["UnoDistributed"]),
        .executable(name: "weather-search", targets: ["WeatherSearch"]),
    ],
    targets: [
        .target(name: "AsyncKit"),
        .target(name: "UnoArchitecture", dependencies: ["AsyncKit", "UnoMacrosPlugin"]),
        // The macros, and the plug-in that the compiler runs them in: no dependencies, so no swift-syntax to build.
        .target(name: "UnoMacros", swiftSettings: unoptimized),
        .macro(name: "UnoMacrosPlugin", dependencies: ["UnoMacros"], swiftSettings: unoptimized),
        .target(name: "UnoPresentation", dependencies: ["UnoArchitecture", "AsyncKit", "UnoMacrosPlugin"]),
        .target(name: "UnoLifting", dependencies: ["UnoArchitecture", "AsyncKit"]),
        .target(name: "UnoStateMachines", dependencies: ["UnoArchitecture", "UnoMacrosPlugin"]),
        // Shared values, in memory or kept; needs Foundation.
        .target(name: "UnoStorage", dependencies: ["UnoArchitecture", "AsyncKit"]),
        .target(name: "UnoOperation", dependencies: ["UnoArchitecture", "AsyncKit"]),
        // Looks at graphs and at what they do; needs Foundation.
        .target(
            name: "UnoInspector",
            dependencies: ["UnoArchitecture", "AsyncKit", "ValueKit", "SocketKit"],
            resources: [.embedInCode("Page/Resources")]
        ),
        // Connections with limits, for the inspector's page and for the example's server.
        .target(name: "SocketKit"),
        // Compares values field by field and writes them as source, for tests and for replays.
        .target(name: "ValueKit", dependencies: ["UnoArchitecture"]),
        .target(name: "UnoTesting", dependencies: ["UnoArchitecture", "AsyncKit", "ValueKit"]),
        // Apart from `UnoTesting`, so that a test builds only what the feature imports.
        .target(
            name: "UnoPresentationTesting",
            dependencies: ["UnoPresentation", "UnoTesting", "UnoArchitecture", "AsyncKit", "ValueKit"]
        ),
        .target(
            name: "UnoStateMachinesTesting",
            dependencies: ["UnoStateMachines", "UnoTesting", "UnoArchitecture", "AsyncKit"]
        ),
        .target(
            name: "UnoStorageTesting",
            dependencies: ["UnoStorage", "UnoTesting", "UnoArchitecture", "AsyncKit", "ValueKit"]
        ),
        // Runtimes and groups of runtimes on other nodes, over any actor system.
        .target(name: "UnoDistributed", dependencies: ["UnoArchitecture", "UnoOperation", "AsyncKit"]),
        .executableTarget(
            name: "WeatherSearch",
            dependencies: [
                "UnoArchitecture", "UnoPresentation", "UnoOperation", "UnoDistributed", "UnoInspector", "SocketKit",
            ],
            resources: [.copy("Resources/cities.tsv"), .copy("Resources/ATTRIBUTION.md")]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: libraries + ["AsyncKit", "BenchmarkKit", "AllocationCounter", "EnqueueCounter"],
            path: "Benchmarks/Program"
        ),
        .target(name: "BenchmarkKit", path: "Benchmarks/BenchmarkKit"),
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .target(name: "EnqueueCounter", path: "Benchmarks/EnqueueCounter"),
        .target(
            name: "LocationPart", dependencies: ["UnoArchitecture", "UnoLifting"], path: "Tests/Parts/LocationPart"),
        .target(name: "WeatherPart", dependencies: ["UnoArchitecture", "UnoLifting"], path: "Tests/Parts/WeatherPart"),
        .target(
            name: "RepositoryPart", dependencies: ["UnoArchitecture", "UnoLifting"], path: "Tests/Parts/RepositoryPart"),
        .target(
            name: "TestSupport",
            dependencies: ["AsyncKit", "UnoArchitecture", "UnoTesting"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "AsyncKitTests", dependencies: ["AsyncKit", "UnoArchitecture", "UnoTesting", "TestSupport"]),
        .target(
            name: "MacroChecking",
            dependencies: ["UnoMacros", "UnoArchitecture"],
            path: "Tests/MacroChecking"
        ),
        .executableTarget(name: "MacroCheck", dependencies: ["MacroChecking", "UnoMacros"], path: "Tests/MacroCheck"),
        .testTarget(
            name: "UnoMacrosTests",
            dependencies: libraries + ["UnoMacros", "MacroChecking", "TestSupport"],
            exclude: ["Expansion/Fixtures", "Mistakes/Mistakes.swift", "Mistakes/UpdateMistakes.swift"]
        ),
        .target(
            name: "MainActorModule",
            dependencies: ["UnoArchitecture", "UnoPresentation"],
            path: "Tests/MainActorModule",
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "UnoArchitectureTests",
            dependencies: libraries + testLibraries + [
                "AsyncKit", "LocationPart", "WeatherPart", "RepositoryPart", "MainActorModule",
            ]
        ),
        // Features that users of such a library write, in public interface only.
        .testTarget(
            name: "CaseStudyTests",
            dependencies: libraries + testLibraries
        ),
        .testTarget(
            name: "UnoStorageTests",
            dependencies: ["UnoStorage", "UnoArchitecture", "UnoTesting", "TestSupport"]
        ),
        .testTarget(
            name: "UnoTestingTests",
            dependencies: libraries + testLibraries + ["AsyncKit", "ValueKit"]
        ),
        .testTarget(
            name: "UnoDistributedTests",
            dependencies: libraries + testLibraries + ["AsyncKit"]
        ),
        .testTarget(
            name: "UnoInspectorTests",
            dependencies: libraries + testLibraries + ["AsyncKit", "SocketKit"]
        ),
        // The spellings of the plans; the package outside compiles the same files.
        .testTarget(
            name: "SpellingTests",
            dependencies: libraries + testLibraries,
            path: "Tests/Outside/SpellingTests"
        ),
        .testTarget(name: "SocketKitTests", dependencies: ["SocketKit", "UnoTesting", "TestSupport"]),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
        .testTarget(
            name: "WeatherSearchTests",
            dependencies: ["WeatherSearch", "SocketKit"] + libraries + testLibraries
        ),
    ],
    swiftLanguageModes: [.v6]
)

/// The upcoming features of language mode 7, each with the proposal it comes from.
let upcomingFeatures = [
    "ExistentialAny",  // SE-0335
    "InternalImportsByDefault",  // SE-0409
    "MemberImportVisibility",  // SE-0444
    "NonisolatedNonsendingByDefault",  // SE-0461
    "InferIsolatedConformances",  // SE-0470
    "ImmutableWeakCaptures",  // SE-0481
]

/// The gate sets `UNO_STRICT`: its builds fail on a warning and omit debug information, which would take an eighth of their time. A
/// user's build with a newer compiler may warn.
let strict: [SwiftSetting] =
    Context.environment["UNO_STRICT"] == nil
    ? [] : [.treatAllWarnings(as: .error), .unsafeFlags(["-Xfrontend", "-gnone"])]

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + upcomingFeatures.map { .enableUpcomingFeature($0) } + strict
}

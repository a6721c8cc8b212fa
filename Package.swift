// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// For the macros, which every user of the package compiles and which run for a millisecond a use: in release they took a
/// quarter of a clean build (`Benchmarks/compile-time`). SwiftPM allows such flags in dependencies since tools version 6.2.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "UnoArchitecture",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "UnoArchitecture", targets: ["UnoArchitecture"]),
        .library(name: "UnoStorage", targets: ["UnoStorage"]),
        .library(name: "UnoTesting", targets: ["UnoTesting"]),
        .library(name: "UnoDistributed", targets: ["UnoDistributed"]),
        .executable(name: "weather-search", targets: ["WeatherSearch"]),
    ],
    targets: [
        .target(name: "AsyncKit"),
        .target(name: "UnoArchitecture", dependencies: ["AsyncKit", "UnoMacrosPlugin"]),
        // The macros, and the plug-in that the compiler runs them in: no dependencies, so no swift-syntax to build.
        .target(name: "UnoMacros", swiftSettings: unoptimized),
        .macro(name: "UnoMacrosPlugin", dependencies: ["UnoMacros"], swiftSettings: unoptimized),
        // Apart from the architecture, which does without Foundation.
        .target(name: "UnoStorage", dependencies: ["UnoArchitecture"]),
        .target(name: "UnoTesting", dependencies: ["UnoArchitecture", "AsyncKit"]),
        // Runtimes on other nodes, over any actor system.
        .target(name: "UnoDistributed", dependencies: ["UnoArchitecture", "AsyncKit"]),
        .executableTarget(
            name: "WeatherSearch",
            dependencies: ["UnoArchitecture", "UnoDistributed"],
            resources: [.copy("Resources/cities.tsv"), .copy("Resources/ATTRIBUTION.md")]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "UnoArchitecture", "AsyncKit", "UnoDistributed", "BenchmarkKit", "AllocationCounter", "EnqueueCounter",
            ],
            path: "Benchmarks/Program"
        ),
        .target(name: "BenchmarkKit", path: "Benchmarks/BenchmarkKit"),
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .target(name: "EnqueueCounter", path: "Benchmarks/EnqueueCounter"),
        .target(name: "LocationPart", dependencies: ["UnoArchitecture"], path: "Tests/Parts/LocationPart"),
        .target(name: "WeatherPart", dependencies: ["UnoArchitecture"], path: "Tests/Parts/WeatherPart"),
        .target(name: "RepositoryPart", dependencies: ["UnoArchitecture"], path: "Tests/Parts/RepositoryPart"),
        .target(name: "TestSupport", dependencies: ["AsyncKit"], path: "Tests/TestSupport"),
        .testTarget(name: "AsyncKitTests", dependencies: ["AsyncKit", "UnoArchitecture", "UnoTesting", "TestSupport"]),
        .target(
            name: "MacroChecking",
            dependencies: ["UnoMacros", "UnoArchitecture"],
            path: "Tests/MacroChecking"
        ),
        .executableTarget(name: "MacroCheck", dependencies: ["MacroChecking", "UnoMacros"], path: "Tests/MacroCheck"),
        .testTarget(
            name: "UnoMacrosTests",
            dependencies: ["UnoMacros", "MacroChecking", "UnoArchitecture", "TestSupport"]
        ),
        .target(
            name: "MainActorModule",
            dependencies: ["UnoArchitecture"],
            path: "Tests/MainActorModule",
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "UnoArchitectureTests",
            dependencies: [
                "UnoArchitecture", "AsyncKit", "UnoStorage", "UnoTesting", "UnoDistributed", "TestSupport",
                "LocationPart", "WeatherPart", "RepositoryPart", "MainActorModule",
            ]
        ),
        // Features that users of such a library write, in public interface only.
        .testTarget(
            name: "CaseStudyTests",
            dependencies: ["UnoArchitecture", "UnoStorage", "UnoTesting", "TestSupport"]
        ),
        .testTarget(
            name: "UnoStorageTests",
            dependencies: ["UnoStorage", "UnoArchitecture", "UnoTesting", "TestSupport"]
        ),
        .testTarget(
            name: "UnoTestingTests",
            dependencies: ["UnoTesting", "UnoArchitecture", "AsyncKit", "TestSupport"]
        ),
        .testTarget(
            name: "UnoDistributedTests",
            dependencies: ["UnoDistributed", "UnoArchitecture", "AsyncKit", "UnoTesting", "TestSupport"]
        ),
        // The spellings of the plans; the package outside compiles the same files.
        .testTarget(
            name: "SpellingTests",
            dependencies: ["UnoArchitecture", "UnoTesting"],
            path: "Tests/Outside/SpellingTests"
        ),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
        .testTarget(
            name: "WeatherSearchTests",
            dependencies: ["WeatherSearch", "UnoArchitecture", "UnoTesting", "TestSupport"]
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

/// The gate sets `UNO_STRICT`, so that all of its builds fail on a warning. A user's build with a newer compiler does not.
let warnings: [SwiftSetting] = Context.environment["UNO_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + upcomingFeatures.map { .enableUpcomingFeature($0) } + warnings
}

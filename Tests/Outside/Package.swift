// swift-tools-version: 6.2
import PackageDescription

// A package that uses this one as its users do. `.ci/outside` copies it, adds the code that the documentation shows to
// ExampleTests, StoryTests and Tutorials, and builds it.

func products(_ names: [String]) -> [Target.Dependency] { names.map { .product(name: $0, package: "UnoArchitecture") } }

/// The example on the page of each module, in a target that depends on that product, and on those whose types it shows.
func example(_ name: String, beside others: [String] = []) -> Target {
    let dependencies = products(
        ["UnoArchitecture"] + others.filter { $0 != name } + (name == "UnoArchitecture" ? [] : [name]))
    let path = "Products/\(name)"
    return name.hasSuffix("Testing")
        ? .testTarget(name: "\(name)Example", dependencies: dependencies, path: path)
        : .target(name: "\(name)Example", dependencies: dependencies, path: path)
}

let all = products([
    "UnoArchitecture", "UnoLifting", "UnoPresentation", "UnoPresentationTesting", "UnoStateMachines",
    "UnoStateMachinesTesting", "UnoStorage", "UnoStorageTesting",
    "UnoOperation", "UnoInspector",
    "UnoTesting", "UnoDistributed",
])

let package = Package(
    name: "Outside",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "UnoArchitecture", path: "../..")],
    targets: [
        .executableTarget(
            name: "Misuse",
            dependencies: products(["UnoArchitecture"]),
            path: "Misuse"
        ),
        .testTarget(name: "ExampleTests", dependencies: all, path: "ExampleTests"),
        // The spellings that features may be written in.
        .testTarget(name: "OutsideSpellingTests", dependencies: all, path: "SpellingTests"),
        .testTarget(name: "StoryTests", dependencies: all, path: "StoryTests"),
        // The targets of the tutorials, each with the dependencies that its tutorial asks for.
        .target(name: "Places", dependencies: products(["UnoArchitecture"]), path: "Tutorials/Places"),
        .testTarget(
            name: "PlacesTests", dependencies: ["Places"] + products(["UnoTesting"]), path: "Tutorials/PlacesTests"),
        .target(
            name: "Account", dependencies: products(["UnoArchitecture", "UnoStateMachines"]), path: "Tutorials/Account"),
        .testTarget(
            name: "AccountTests",
            dependencies: ["Account"] + products(["UnoTesting", "UnoStateMachinesTesting"]),
            path: "Tutorials/AccountTests"
        ),
        // Stand-ins for packages of servers, which this package does not depend on, and the code that bridges to them.
        .target(name: "Logging", path: "Bridges/Logging"),
        .target(name: "Metrics", path: "Bridges/Metrics"),
        .target(name: "Tracing", path: "Bridges/Tracing"),
        .target(name: "UnixSignals", path: "Bridges/UnixSignals"),
        .target(name: "ServiceLifecycle", dependencies: ["Logging", "UnixSignals"], path: "Bridges/ServiceLifecycle"),
        .testTarget(
            name: "BridgeTests",
            dependencies: all + ["Logging", "Metrics", "Tracing", "ServiceLifecycle", "UnixSignals"],
            path: "Bridges/Tests",
            // The bridges import every module whose members they use, as users with this feature have to.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        example("UnoArchitecture"),
        example("UnoPresentation"),
        example("UnoPresentationTesting", beside: ["UnoPresentation", "UnoTesting"]),
        example("UnoLifting"),
        example("UnoStateMachines"),
        example("UnoStateMachinesTesting", beside: ["UnoStateMachines", "UnoTesting"]),
        example("UnoStorage"),
        example("UnoStorageTesting", beside: ["UnoStorage"]),
        example("UnoOperation"),
        example("UnoInspector"),
        example("UnoTesting"),
        example("UnoDistributed"),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// A package that uses this one as its users do. `.ci/outside` copies it, adds the code that the documentation shows to
// ExampleTests and StoryTests, and builds it.

let products: [Target.Dependency] = [
    .product(name: "UnoArchitecture", package: "UnoArchitecture"),
    .product(name: "UnoStorage", package: "UnoArchitecture"),
    .product(name: "UnoTesting", package: "UnoArchitecture"),
    .product(name: "UnoDistributed", package: "UnoArchitecture"),
]

let package = Package(
    name: "Outside",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "UnoArchitecture", path: "../..")],
    targets: [
        .executableTarget(
            name: "Misuse",
            dependencies: [.product(name: "UnoArchitecture", package: "UnoArchitecture")],
            path: "Misuse"
        ),
        .testTarget(name: "ExampleTests", dependencies: products, path: "ExampleTests"),
        // The spellings that features may be written in.
        .testTarget(name: "OutsideSpellingTests", dependencies: products, path: "SpellingTests"),
        .testTarget(name: "StoryTests", dependencies: products, path: "StoryTests"),
    ],
    swiftLanguageModes: [.v6]
)

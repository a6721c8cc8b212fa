// swift-tools-version: 6.2
import PackageDescription

// A program that depends on a version of a package that depends on a version of this one.

let package = Package(
    name: "Through",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(url: "https://example.com/Between.git", from: "1.0.0")
    ],
    targets: [
        .executableTarget(
            name: "Through",
            dependencies: [.product(name: "Counting", package: "Between")],
            path: "Sources"
        )
    ]
)

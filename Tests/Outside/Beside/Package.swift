// swift-tools-version: 6.2
import PackageDescription

// A package that uses another module `AsyncKit` beside this package, whose internal module has that name, too.

let package = Package(
    name: "Beside",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(name: "UnoArchitecture", path: "../../.."),
        .package(path: "OtherKit"),
    ],
    targets: [
        .executableTarget(
            name: "Beside",
            dependencies: [
                .product(
                    name: "UnoArchitecture",
                    package: "UnoArchitecture",
                    moduleAliases: ["AsyncKit": "UnoAsyncKit"]
                ),
                .product(name: "AsyncKit", package: "OtherKit"),
            ],
            path: "Sources"
        )
    ],
    swiftLanguageModes: [.v6]
)

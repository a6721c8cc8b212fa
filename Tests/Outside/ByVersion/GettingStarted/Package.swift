// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Scoreboard",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(url: "https://example.com/UnoArchitecture.git", from: "0.1.0")
    ],
    targets: [
        .executableTarget(
            name: "Scoreboard",
            dependencies: [.product(name: "UnoArchitecture", package: "UnoArchitecture")]
        ),
        .testTarget(
            name: "ScoreboardTests",
            dependencies: ["Scoreboard", .product(name: "UnoTesting", package: "UnoArchitecture")]
        ),
    ]
)

// swift-tools-version: 6.2
import PackageDescription

// A library with a feature, between this package and `Through`.

let package = Package(
    name: "Between",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Counting", targets: ["Counting"])],
    dependencies: [
        .package(url: "https://example.com/UnoArchitecture.git", from: "0.1.0")
    ],
    targets: [
        .target(
            name: "Counting",
            dependencies: [.product(name: "UnoArchitecture", package: "UnoArchitecture")],
            path: "Sources"
        )
    ]
)

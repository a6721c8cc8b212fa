// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OtherKit",
    products: [.library(name: "AsyncKit", targets: ["AsyncKit"])],
    targets: [.target(name: "AsyncKit", path: "Sources")]
)

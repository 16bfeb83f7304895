// swift-tools-version: 6.2
// A module in place of Foundation for the packages of the installed programs, which use little of it: see the Makefile.

import PackageDescription

let package = Package(
  name: "FoundationStandIn",
  products: [.library(name: "FoundationEssentials", type: .static, targets: ["FoundationEssentials"])],
  targets: [.target(name: "FoundationEssentials", path: "Sources")],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz targets, one program; `README.md` describes how to build and run it.

import PackageDescription

let package = Package(
  name: "fuzz",
  dependencies: [
    // Declares the product `Fuzzed` where PLATEN_FUZZ is set.
    .package(name: "platen", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Fuzz", dependencies: [.product(name: "Fuzzed", package: "platen")], path: "Sources",
      exclude: ["Tests"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// Part of Platen: the targets, grouped by floor. `Sources/README.md` walks through them.

import PackageDescription

/// What every Swift target is compiled with.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Swift's own libraries inside the program: it starts in 9 ms instead of 15, and runs where there is
/// no Swift. Flags for the linker alone, so that objects serve the tests as well, which can only be
/// linked to the shared libraries. A package with such flags cannot be depended on: hence the variable.
let staticRuntime: [LinkerSetting] =
  Context.environment["PLATEN_STATIC"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-static-stdlib", "-Xlinker", "-L\(Context.packageDirectory)/.build/static"]
        // What the static FoundationEssentials, which ArgumentParser uses, does not name itself.
        + ["_FoundationCollections", "_FoundationCShims", "stdc++"].map { "-l\($0)" })
  ]

/// - Parameter isStrict: whether the compiler warns of every unsafe construct that is not marked.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], isStrict: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: house + (isStrict ? [.strictMemorySafety()] : []))
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: house)
}

/// The modules that the fuzz targets in `Tests/Fuzz` use, declared only for these.
let fuzzed: [Product] =
  Context.environment["PLATEN_FUZZ"] == nil
  ? []
  : [
    .library(
      name: "Fuzzed",
      targets: [
        "Archive", "Azgaar", "CSV", "Canvas", "Cards", "Database", "Diagrams", "Exports",
        "Instances", "JSON", "Mathematics", "Meetings", "PDF", "Pipeline", "Pixels", "Readers",
        "Recipes", "Talks", "TestSupport", "Text", "Tokens", "Typesetting", "Values", "Vectors",
        "Wire", "WorldFoundry", "Worldsmith", "Writers",
      ])
  ]

let package = Package(
  name: "platen",
  products: fuzzed + [
    .executable(name: "platen", targets: ["platen"]),
    // Reads worlds and draws them, without the manifest and the engine.
    .library(
      name: "PlatenMaps",
      targets: [
        "Atlas", "Azgaar", "WorldFoundry", "Cartography", "Drawing", "Canvas", "PDF", "Pixels",
        "SVG",
      ]),
    // The engine alone: stages, plan, scheduler, outputs. It knows no format.
    .library(name: "PlatenPipeline", targets: ["Pipeline"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // MARK: Doors to C: a module map and a shim with only what Swift cannot call
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pango", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    // Its package has no pkg-config file.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
    // One kind of job needs each of these two, so each has a room of its own.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CQR", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CMalloc"),
    // Types alone: the library is loaded when an SVG is first drawn.
    .systemLibrary(name: "CRSVG", providers: [.apt(["librsvg2-2"])]),
    // Loaded when a picture of that form is first written.
    .systemLibrary(name: "CTIFF", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    // Opened when it is needed, so without the flags to link it.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CProcess"),

    // MARK: Ground floor: no format, no picture, no world
    room("Diagnostics"),
    room("Text", isStrict: true),
    room("Digests", ["CCrypto"]),
    room("JSON", ["Diagnostics"], isStrict: true),
    room("CSV"),
    // JSON, YAML and TOML as values with their places.
    room("Values", ["CYAML", "Diagnostics", "JSON"], isStrict: true),
    room("Geometry", ["Digests"]),
    room("Pixels", ["CPNG", "CJPEG", "CDeflate", "Diagnostics", "Text"], isStrict: true),
    // SVG and WebP, through libraries that are loaded when they are first used.
    room("Libraries", ["Diagnostics"]),
    room("Vectors", ["CCairo", "CRSVG", "Diagnostics", "Libraries", "Pixels"], isStrict: true),
    // JPEG, WebP and TIFF, row by row where they can be.
    room("Rasters", ["CJPEG", "CTIFF", "CWebP", "Diagnostics", "Libraries", "Pixels", "Text"]),
    room("Archive", ["CZip", "CDeflate", "Diagnostics", "Text"], isStrict: true),
    room("Database", ["CSQLite", "Diagnostics"], isStrict: true),
    room("QRCodes", ["CQR", "Diagnostics", "Geometry"]),
    // Pyramids of tiles: which there are, what they are called, MBTiles, the page that shows them.
    room("Tiles", ["Database", "Diagnostics", "Geometry", "JSON", "Text"], isStrict: true),

    // MARK: Hubs: where readers and writers meet
    room("Atlas", ["Geometry", "Digests"]),
    room("Drawing", ["Geometry", "Diagnostics", "Digests"]),
    room("Documents", ["Diagnostics", "Digests", "JSON", "Text"], isStrict: true),

    // MARK: In: files become worlds
    room(
      "Azgaar", ["Atlas", "Geometry", "Diagnostics", "JSON", "Archive", "Text"], isStrict: true),
    // Land and water are found among any cells as Azgaar finds them, hence that import.
    room(
      "WorldFoundry",
      ["Atlas", "Azgaar", "Geometry", "Diagnostics", "Digests", "JSON", "Archive", "Text"],
      isStrict: true),
    room("Worldsmith", ["Atlas", "Azgaar", "Geometry", "JSON"], isStrict: true),

    // MARK: Out: worlds become data
    room(
      "Exports",
      [
        "Atlas", "Azgaar", "CSV", "Diagnostics", "Geometry", "JSON", "Text", "WorldFoundry",
      ],
      isStrict: true),

    // MARK: In: files become documents
    room("Readers", ["Documents", "Diagnostics", "Digests", "JSON", "CMark"], isStrict: true),
    room(
      "Talks",
      [
        "CGumbo", "CSV", "Diagnostics", "Diagrams", "Documents", "JSON", "Mathematics", "Readers",
        "Text", "Values",
      ],
      isStrict: true),

    // MARK: In: files become design tokens
    room("Tokens", ["Diagnostics", "JSON", "Text", "Values"], isStrict: true),
    room(
      "Meetings",
      ["CSV", "Database", "Diagnostics", "Digests", "Documents", "JSON", "Readers", "Text"],
      isStrict: true),

    // MARK: Between: worlds become scenes
    room("Cartography", ["Atlas", "Drawing", "Geometry", "Diagnostics", "Heraldry", "Text"]),
    room("Heraldry", ["Atlas", "Drawing", "Geometry", "Diagnostics"], isStrict: true),
    room("Charts", ["Drawing", "Geometry"]),
    room("Mathematics", ["Diagnostics", "Drawing", "Geometry"], isStrict: true),
    room("Diagrams", ["Diagnostics", "Drawing", "Geometry"], isStrict: true),

    // MARK: Talks as they are given: no network, no clock
    room("Rehearsal", ["CSV", "Charts", "Diagnostics", "Documents", "JSON"], isStrict: true),
    // HTTP and WebSocket as bytes.
    room("Wire", ["CCrypto", "Text"], isStrict: true),

    // MARK: Between: documents become pages
    room(
      "Typesetting",
      ["Diagrams", "Documents", "Drawing", "Geometry", "Diagnostics", "Mathematics", "Text"]),

    // MARK: Out: scenes become pictures
    room(
      "Canvas",
      ["Drawing", "Geometry", "Pixels", "Diagnostics", "Digests", "CCairo", "CPango"],
      isStrict: true),

    // Scenes as vectors for browsers and editors.
    room("SVG", ["Canvas", "Diagnostics", "Digests", "Drawing", "Geometry", "Pixels", "Text"]),
    // Pages by Canvas, made one tagged, linked document.
    room(
      "PDF",
      ["Canvas", "Drawing", "Geometry", "Diagnostics", "Digests", "CDeflate", "Text"]),
    // MARK: Out: tokens and pictures become catalogues and trees of icons
    room("Assets", ["Diagnostics", "JSON", "Pixels", "Text", "Tokens", "Values"]),

    // Rows of content and looks of cards: cards, sheets and booklets.
    room(
      "Cards",
      [
        "CSV", "Diagnostics", "Documents", "Drawing", "Geometry", "JSON", "QRCodes", "Tokens",
        "Values",
      ], isStrict: true),

    // MARK: Out: documents become files
    room("Writers", ["Archive", "Diagnostics", "Digests", "Documents", "Text"]),
    // Decks as presentations: boxes where the typesetter puts them.
    room(
      "Presentations",
      [
        "Archive", "Diagnostics", "Digests", "Documents", "Drawing", "Geometry", "Mathematics",
        "Text", "Typesetting",
      ]),

    // MARK: Engine: runs stages and knows no format
    room("Pipeline", ["Diagnostics", "Digests", "JSON"], isStrict: true),

    // What a run did, told to build servers, collectors and people.
    room("Reports", ["Diagnostics", "Digests", "JSON", "Pipeline", "Pixels", "Text"]),

    // Sockets, the one place for them: the loop that shows a talk to browsers.
    room("Serving", ["Diagnostics", "Pipeline", "Rehearsal", "Wire"]),

    // MARK: Servers that jobs are made from
    room(
      "Instances", ["CCurl", "CProcess", "Diagnostics", "JSON", "Pipeline"], isStrict: true),

    // MARK: Glue and door
    room(
      "Recipes",
      [
        "Archive", "Assets", "Atlas", "Azgaar", "Canvas", "Cards", "Cartography", "Charts",
        "Database",
        "Diagnostics", "Diagrams", "Digests", "Documents", "Drawing", "Exports", "Geometry",
        "Heraldry", "Instances",
        "JSON",
        "Mathematics",
        "Meetings", "PDF", "Pipeline", "Pixels", "Presentations", "QRCodes", "Rasters", "Readers",
        "Rehearsal", "SVG", "Talks", "Text", "Tiles", "Tokens", "Typesetting", "Values", "Vectors",
        "WorldFoundry", "Worldsmith", "Writers",
      ]),
    .executableTarget(
      name: "platen",
      dependencies: [
        "Archive", "Digests", "Exports", "Recipes", "Pipeline", "Diagnostics",
        "Instances", "JSON",
        "Rehearsal", "Reports", "Serving", "Text", "Values",
        "CMalloc", "CProcess",
        // For their versions only.
        "CCairo", "CPango", "CPNG", "CDeflate", "CZip",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house, linkerSettings: staticRuntime),

    // MARK: Tests
    // Ignores SIGPIPE in the test process from its start.
    .target(name: "CBrokenPipes", path: "Tests/CBrokenPipes"),
    .target(
      name: "TestSupport", dependencies: ["CBrokenPipes", "Diagnostics", "Pixels"],
      path: "Tests/TestSupport",
      swiftSettings: house),
    .systemLibrary(
      name: "CTLS", path: "Tests/CTLS", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
    // Real servers on this machine, as well- or ill-behaved as a test asks.
    .target(
      name: "Loopback", dependencies: ["CTLS"], path: "Tests/Loopback", swiftSettings: house),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("TextTests", ["Text"]),
    tests("DigestsTests", ["Digests"]),
    tests("JSONTests", ["JSON", "Diagnostics"]),
    tests("GeometryTests", ["Geometry", "Digests"]),
    tests("PixelsTests", ["Pixels", "Diagnostics", "CDeflate"]),
    tests("ArchiveTests", ["Archive", "Diagnostics", "Text"]),
    tests("AtlasTests", ["Atlas", "Geometry", "Digests"]),
    tests("DrawingTests", ["Drawing", "Geometry", "Digests"]),
    tests("DocumentsTests", ["Documents", "Diagnostics", "Digests", "JSON"]),
    tests("AzgaarTests", ["Azgaar", "Atlas", "Geometry", "JSON", "Diagnostics", "Digests"]),
    tests(
      "WorldFoundryTests",
      [
        "WorldFoundry", "Atlas", "Azgaar", "Geometry", "JSON", "Archive", "Diagnostics",
        "Worldsmith",
      ]),
    tests(
      "ExportsTests",
      [
        "Exports", "Archive", "Atlas", "Azgaar", "Diagnostics", "Digests", "Geometry", "JSON",
        "Text", "WorldFoundry", "Worldsmith",
      ]),
    tests(
      "CartographyTests",
      [
        "Cartography", "Atlas", "Azgaar", "Canvas", "Drawing", "Geometry", "Diagnostics",
        "Heraldry", "Pixels",
      ]),
    tests(
      "HeraldryTests",
      ["Heraldry", "Atlas", "Canvas", "Diagnostics", "Drawing", "Geometry", "Pixels"]),
    tests(
      "ChartsTests", ["Charts", "Canvas", "Drawing", "Geometry", "Pixels"], exclude: ["Pictures"]),
    tests(
      "DiagramsTests", ["Diagrams", "Canvas", "Drawing", "Geometry", "Pixels"],
      exclude: ["Pictures"]),
    tests(
      "MathematicsTests",
      ["Mathematics", "Canvas", "Drawing", "Geometry", "Pixels"], exclude: ["Pictures"]),
    tests(
      "CanvasTests",
      ["Canvas", "Drawing", "Geometry", "PDF", "Pixels", "Diagnostics", "Digests", "Text"],
      exclude: ["Pictures"]),
    tests(
      "WritersTests",
      [
        "Text", "Writers", "Readers", "Meetings", "Documents", "Diagnostics", "Archive",
        "Typesetting",
        "PDF", "Canvas", "Drawing", "Geometry",
      ]),
    tests(
      "PresentationsTests",
      [
        "Presentations", "Typesetting", "Documents", "Archive", "Diagnostics", "Canvas", "Drawing",
        "Geometry", "Pixels",
      ]),
    tests(
      "TypesettingTests",
      ["Typesetting", "Documents", "Drawing", "Geometry", "Diagnostics", "Canvas"]),
    tests(
      "SVGTests",
      ["SVG", "Canvas", "Diagnostics", "Drawing", "Geometry", "Pixels", "Vectors"]),
    tests("PDFTests", ["PDF", "Canvas", "Drawing", "Geometry", "Diagnostics", "Text"]),
    tests(
      "InstancesTests",
      ["Instances", "CProcess", "Loopback", "Diagnostics", "JSON", "Pipeline"]),
    tests("PipelineTests", ["Pipeline", "Diagnostics", "Digests", "JSON"]),
    tests("ReportsTests", ["Reports", "Diagnostics", "Digests", "JSON", "Pipeline", "Pixels"]),
    tests(
      "ReadersTests", ["Readers", "Documents", "Diagnostics", "JSON"], exclude: ["Campaigns"]),
    tests("CSVTests", ["CSV"]),
    tests("ValuesTests", ["Values", "Diagnostics", "JSON"], exclude: ["yaml.md"]),
    tests("TalksTests", ["Talks", "Readers", "Documents", "Diagnostics", "JSON"]),
    tests("WireTests", ["Wire"]),
    tests("ServingTests", ["Serving", "Wire", "Rehearsal", "Diagnostics", "JSON"]),
    tests("RehearsalTests", ["Rehearsal", "Charts", "Documents", "Diagnostics", "JSON"]),
    tests("AssetsTests", ["Assets", "Tokens", "Pixels", "Diagnostics", "JSON", "Values"]),
    tests(
      "CardsTests",
      [
        "Cards", "CSV", "Canvas", "Diagnostics", "Documents", "Drawing", "Geometry", "Pixels",
        "Tokens", "Values",
      ]),
    tests("LibrariesTests", ["Libraries", "Diagnostics"]),
    tests("RastersTests", ["Rasters", "Diagnostics", "Libraries", "Pixels", "Text"]),
    tests("VectorsTests", ["Vectors", "Pixels", "Diagnostics"]),
    tests("TokensTests", ["Text", "Tokens", "Diagnostics", "JSON"]),
    tests(
      "MeetingsTests",
      [
        "Meetings", "Readers", "Documents", "Diagnostics", "JSON", "Database", "QRCodes",
        "CSQLite", "Text",
      ]),
    tests("WorldsmithTests", ["Worldsmith", "Azgaar", "Atlas", "Diagnostics", "Geometry"]),
    tests(
      "RecipesTests",
      [
        "Archive", "Assets", "Atlas", "Azgaar", "Canvas", "Cartography", "Charts", "Diagnostics",
        "Digests",
        "Documents",
        "Drawing", "Geometry", "Instances", "JSON", "Loopback", "Meetings", "Pipeline", "Pixels",
        "Readers",
        "Recipes",
        "Rehearsal", "Text", "Typesetting", "Values", "Worldsmith", "Writers",
      ], exclude: ["Manifests"]),
    tests("TilesTests", ["Database", "Diagnostics", "Geometry", "Tiles"]),
    tests("CommandTests", ["Diagnostics", "JSON", "Loopback", "Vectors"], exclude: ["Commands"]),
    // Compiled as a package of somebody else would be: without the house's settings.
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["Azgaar", "Canvas", "Cartography", "Pixels", "TestSupport", "Worldsmith"]),
  ],
  swiftLanguageModes: [.v6]
)

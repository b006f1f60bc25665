// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// Part of Platen: the targets, folder by folder. `Sources/README.md` describes how they fit together.

import PackageDescription

/// What every Swift target is compiled with.
let settings: [SwiftSetting] = [
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
        // No symbol is exported, which -static-stdlib would do with all: a tenth of the program.
        + ["-Xlinker", "--version-script=\(Context.packageDirectory)/.build/static/exports.map"]
        // What the static FoundationEssentials, which ArgumentParser uses, does not name itself.
        + ["_FoundationCollections", "_FoundationCShims", "stdc++"].map { "-l\($0)" })
  ]

/// A library of C, of the same name in `Sources/Bindings`.
///
/// - Parameters:
///   - pkgConfig: what pkg-config calls it; nil where its flags are not wanted or there are none.
///   - apt: the packages of Debian that it is in.
func binding(_ name: String, _ pkgConfig: String? = nil, apt: [String] = []) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Bindings/\(name)", pkgConfig: pkgConfig,
    providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// A library in a folder of `Sources`.
///
/// - Parameter isStrict: whether the compiler warns of every unsafe construct that is not marked.
func module(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], isStrict: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", exclude: exclude,
    swiftSettings: settings + (isStrict ? [.strictMemorySafety()] : []))
}

/// Settings of tests. Those that only call what they test compile in less than half the time without
/// optimization; those that search and enumerate themselves would run twice as long.
func testSettings(optimized: Bool) -> [SwiftSetting] {
  optimized ? settings : settings + [.unsafeFlags(["-Onone"])]
}

/// The tests of all modules in a folder of `Sources`, in the folder of `Tests` of the same name: one
/// target, since each target loads the macros of Swift Testing anew.
func tests(
  _ folder: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  optimized: Bool = false
) -> Target {
  .testTarget(
    name: "\(folder)Tests", dependencies: dependencies, path: "Tests/\(folder)", exclude: exclude,
    swiftSettings: testSettings(optimized: optimized))
}

/// The modules that the fuzz targets in `Tests/Fuzz` use, declared only for these.
let fuzzed: [Product] =
  Context.environment["PLATEN_FUZZ"] == nil
  ? []
  : [
    .library(
      name: "Fuzzed",
      targets: [
        "Archive", "Azgaar", "CSV", "Canvas", "Database", "Exports", "Figures", "Instances", "JSON",
        "JobKit", "Jobs", "Manuscripts", "Meetings", "PDF", "Pipeline", "Pixels", "Readers", "Rows",
        "Talks", "TestSupport", "Text", "Tokens", "Typesetting", "Values", "Vaults", "Vectors",
        "Wire", "WorldFoundry", "Worldsmith", "Writers",
      ])
  ]

let package = Package(
  name: "platen",
  products: fuzzed + [
    .executable(name: "platen", targets: ["platen"]),
    // Each is one import: a module that exports those it is made of again.
    .library(name: "PlatenMaps", targets: ["PlatenMaps"]),
    .library(name: "PlatenDocuments", targets: ["PlatenDocuments"]),
    .library(name: "PlatenAssets", targets: ["PlatenAssets"]),
    .library(name: "PlatenPipeline", targets: ["PlatenPipeline"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // MARK: Bindings to C: a module map, and a shim with only what Swift cannot call
    binding("CCairo", "cairo", apt: ["libcairo2-dev"]),
    binding("CPango", "pango", apt: ["libpango1.0-dev"]),
    binding("CPNG", "libpng", apt: ["libpng-dev"]),
    binding("CJPEG", "libturbojpeg", apt: ["libturbojpeg0-dev"]),
    binding("CDeflate", "libdeflate", apt: ["libdeflate-dev"]),
    binding("CZip", "libzip", apt: ["libzip-dev"]),
    binding("CCrypto", "libcrypto", apt: ["libssl-dev"]),
    binding("CYAML", "yaml-0.1", apt: ["libyaml-dev"]),
    binding("CExpat", "expat", apt: ["libexpat1-dev"]),
    binding("CMark", "libcmark-gfm", apt: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
    binding("CGumbo", "gumbo", apt: ["libgumbo-dev"]),
    binding("CSQLite", "sqlite3", apt: ["libsqlite3-dev"]),
    binding("CQR", "libqrencode", apt: ["libqrencode-dev"]),
    // Opened when an SVG is first drawn, so declared without flags to link it.
    binding("CRSVG", apt: ["librsvg2-2"]),
    // Opened when an image of its format is first written; so is the next.
    binding("CTIFF", apt: ["libtiff-dev"]),
    binding("CWebP", apt: ["libwebp-dev"]),
    // Opened when a server is first asked.
    binding("CCurl", apt: ["libcurl4-openssl-dev"]),
    binding("CMalloc"),
    binding("CProcess"),

    // MARK: Base: no format of a subject, no image, no world
    // The system's C library, under one name.
    module("Libc", in: "Base"),
    // Errors and warnings: severity, place, message, hints; near misses.
    module("Diagnostics", in: "Base", ["Libc"]),
    // Escaping for XML, HTML and addresses, Base64, hexadecimal digits, directions, luminance, counted
    // nouns, days, byte sinks, formats of files.
    module("Text", in: "Base", ["Libc"], isStrict: true),
    // SHA-256; canonical digests of values.
    module("Digests", in: "Base", ["CCrypto"]),
    // JSON read from bytes by position, written key by key.
    module("JSON", in: "Base", ["Diagnostics", "Libc"], isStrict: true),
    // JSON, YAML and TOML as one value with its place.
    module("Values", in: "Base", ["CYAML", "Diagnostics", "Digests", "JSON"], isStrict: true),
    // Comma-separated values that no spreadsheet runs as formulas, and the way back.
    module("CSV", in: "Base"),
    // The changes between two versions of tables, as text, CSV and JSON.
    module("Comparison", in: "Base", ["CSV", "Diagnostics", "JSON"]),
    // Points to polygons: Delaunay, Voronoi, outlines of regions, curves, clipping.
    module("Geometry", in: "Base", ["Digests", "Libc"]),
    // Gzip; ZIP read with limits and written deterministically.
    module("Archive", in: "Base", ["CDeflate", "CZip", "Diagnostics", "Text"], isStrict: true),
    // SQLite files read with nothing trusted, and written row by row.
    module("Database", in: "Base", ["CSQLite", "Diagnostics"], isStrict: true),
    // Rows of tables from JSON, CSV, workbooks and SQL dumps, linked by their ids.
    module(
      "Rows", in: "Base",
      ["Archive", "CExpat", "CSV", "Diagnostics", "Digests", "JSON", "Libc", "Text"], isStrict: true
    ),

    // MARK: Graphics: drawings, images, and how one becomes the other
    // A resolved drawing: groups, paths, glyphs, images; paths and numbers of SVG read.
    module(
      "Drawing", in: "Graphics", ["Diagnostics", "Digests", "Geometry", "JSON", "Libc", "Text"]),
    // Bitmaps; PNG and JPEG; other sizes of images.
    module(
      "Pixels", in: "Graphics", ["CDeflate", "CJPEG", "CPNG", "Diagnostics", "Libc", "Text"],
      isStrict: true
    ),
    // Shared libraries opened when they are first used.
    module("Libraries", in: "Graphics", ["Diagnostics", "Libc"]),
    // SVG drawn into bitmaps by librsvg in a process of its own, or read as shapes.
    module(
      "Vectors", in: "Graphics",
      [
        "CCairo", "CExpat", "CRSVG", "Diagnostics", "Drawing", "Geometry", "Libc", "Libraries",
        "Pixels",
      ], isStrict: true),
    // JPEG, WebP and TIFF written row by row.
    module(
      "Rasters", in: "Graphics",
      ["CJPEG", "CTIFF", "CWebP", "Diagnostics", "Libc", "Libraries", "Pixels", "Text"]),
    // Drawings painted with Cairo in bands, or written as the content of pages; fonts.
    module(
      "Canvas", in: "Graphics",
      [
        "CCairo", "CPango", "Diagnostics", "Digests", "Drawing", "Geometry", "Libc", "Pixels",
        "Text",
      ],
      isStrict: true),
    // Pages as one tagged, linked, outlined document.
    module(
      "PDF", in: "Graphics",
      ["CDeflate", "Canvas", "Diagnostics", "Digests", "Drawing", "Geometry", "Text"]),
    // Drawings as SVG with named layers.
    module(
      "SVG", in: "Graphics",
      ["Canvas", "Diagnostics", "Digests", "Drawing", "Geometry", "Libc", "Pixels", "Text"]),
    // Charts of numbers and times, diagrams of Mermaid, formulas of LaTeX and MathML.
    module(
      "Figures", in: "Graphics", ["Diagnostics", "Digests", "Drawing", "Geometry", "Libc"],
      exclude: ["Diagrams/README.md", "Mathematics/README.md"], isStrict: true),
    // The modules of a QR code.
    module("QRCodes", in: "Graphics", ["CQR", "Diagnostics", "Geometry", "Libc"]),

    // MARK: Documents: texts, pages and files of words
    // A document as a tree of blocks and inlines, or as a deck of slides.
    module(
      "Documents", in: "Documents", ["Diagnostics", "Digests", "Libc", "Text"],
      isStrict: true),
    // Markdown and campaigns as documents.
    module(
      "Readers", in: "Documents",
      ["CMark", "Comparison", "Diagnostics", "Digests", "Documents", "JSON", "Libc", "Text"],
      isStrict: true),
    // Documents and decks as pages and printed sheets: lines, notes, tables, contents, index.
    module(
      "Typesetting", in: "Documents",
      [
        "Diagnostics", "Documents", "Drawing", "Figures", "Geometry", "Libc", "Text",
      ]),
    // Documents as DOCX, EPUB, HTML, Markdown and plain text.
    module(
      "Writers", in: "Documents",
      ["Archive", "CExpat", "Diagnostics", "Digests", "Documents", "Text"]),
    // Markdown files as one book: links, numbers, citations, includes.
    module(
      "Manuscripts", in: "Documents",
      ["Diagnostics", "Digests", "Documents", "Figures", "Readers", "Text", "Values"]),
    // Looks of books in every format; charts and covers.
    module(
      "Books", in: "Documents",
      [
        "Diagnostics", "Digests", "Documents", "Drawing", "Figures", "Geometry", "Readers", "Text",
        "Typesetting", "Values", "Writers",
      ]),
    // Notes of folders that people edit: names, links, and merging.
    module(
      "Vaults", in: "Documents",
      ["Diagnostics", "Digests", "Documents", "JSON", "Text", "Writers"], isStrict: true),
    // Decks as PPTX.
    module(
      "Presentations", in: "Documents",
      [
        "Archive", "Diagnostics", "Digests", "Documents", "Drawing", "Figures", "Geometry", "Text",
        "Typesetting", "Writers",
      ]),

    // MARK: Maps: worlds: read, made, drawn, exported
    // A world in plain terms: its cells, its references repaired, and what every reader of worlds
    // gives.
    module("Atlas", in: "Maps", ["Diagnostics", "Digests", "Geometry", "Libc", "Text"]),
    // Saves and JSON exports of Azgaar's Fantasy Map Generator.
    module(
      "Azgaar", in: "Maps",
      ["Archive", "Atlas", "Diagnostics", "Drawing", "Geometry", "JSON", "Libc", "Text"],
      isStrict: true),
    // Native JSON and `.wfmap` of World Foundry.
    module(
      "WorldFoundry", in: "Maps",
      ["Archive", "Atlas", "Diagnostics", "Digests", "Geometry", "JSON", "Text"],
      isStrict: true),
    // Sample worlds, written as saves.
    module("Worldsmith", in: "Maps", ["Atlas", "Geometry", "JSON", "Text"], isStrict: true),
    // The data of a world: JSON, GeoJSON, CSV, `.platenworld`.
    module(
      "Exports", in: "Maps",
      [
        "Atlas", "CSV", "Comparison", "Diagnostics", "Digests", "Geometry", "JSON", "Text",
        "WorldFoundry",
      ],
      isStrict: true),
    // Coats of arms as drawings.
    module(
      "Heraldry", in: "Maps", ["Atlas", "Diagnostics", "Drawing", "Geometry", "Libc"],
      isStrict: true),
    // A world as a drawing: layers, labels, looks; regions, sizes, posters and maps of stories.
    module(
      "Cartography", in: "Maps",
      [
        "Atlas", "Diagnostics", "Digests", "Documents", "Drawing", "Geometry", "Heraldry", "Libc",
        "Text",
      ]),
    // The quickest ways between towns, leg by leg.
    module(
      "Routing", in: "Maps", ["Atlas", "CSV", "Diagnostics", "Geometry", "JSON"], isStrict: true),
    // Worlds as books: facts, sentences, chapters.
    module(
      "Gazetteers", in: "Maps",
      [
        "Atlas", "Cartography", "Diagnostics", "Digests", "Documents", "Geometry", "Libc",
        "Routing", "Vaults",
      ]),
    // Pyramids of tiles, MBTiles, the page that shows them.
    module(
      "Tiles", in: "Maps", ["Database", "Diagnostics", "Geometry", "JSON", "Libc", "Text"],
      exclude: ["README.md"], isStrict: true),

    // Scenes, journals and pictures for virtual tabletops.
    module(
      "Tabletop", in: "Maps",
      [
        "Atlas", "Cartography", "Diagnostics", "Digests", "Documents", "Gazetteers", "Geometry",
        "JSON", "Libc", "Text",
      ], isStrict: true),

    // MARK: Talks: talks read, and given live
    // Folders of slides and built decks of Toboggan, and decks of other programs.
    module(
      "Talks", in: "Talks",
      [
        "CGumbo", "CSV", "Diagnostics", "Documents", "Figures", "JSON", "Libc", "Readers",
        "Rehearsal", "Text", "Values", "Writers",
      ], isStrict: true),
    // A talk being given: its state machine, viewers, log and report.
    module(
      "Rehearsal", in: "Talks", ["CSV", "Diagnostics", "Documents", "Figures", "JSON", "Text"],
      isStrict: true),

    // MARK: Meetings: what rooms leave behind
    // Rooms of Bedrud, Zoom, Teams, Meet and Jitsi as minutes, recaps, reports and tables.
    module(
      "Meetings", in: "Meetings",
      [
        "CSV", "Database", "Diagnostics", "Digests", "Documents", "Drawing", "Figures", "Geometry",
        "JSON", "QRCodes", "Readers", "Text", "Writers",
      ],
      isStrict: true),

    // MARK: Assets: icons, colors, catalogs
    // Design tokens in, Swift, Kotlin, CSS, JSON and Android resources out.
    module(
      "Tokens", in: "Assets", ["Diagnostics", "JSON", "Libc", "Text", "Values"], isStrict: true),
    // Asset catalogs and sets of icons for every system.
    module(
      "Assets", in: "Assets",
      [
        "Diagnostics", "Drawing", "Geometry", "JSON", "Libc", "Pixels", "Text", "Tokens", "Values",
        "Vectors",
      ]),

    // MARK: Cards: rows of content as cards
    // Rows fitted into cards, sheets and booklets.
    module(
      "Cards", in: "Cards",
      [
        "Diagnostics", "Digests", "Documents", "Drawing", "Geometry", "Libc", "QRCodes", "Readers",
        "Rows", "Text", "Tokens", "Values",
      ], isStrict: true),

    // MARK: Engine: runs stages and knows no format
    // Stages, plan, scheduler, runner, store, outputs, record.
    module("Pipeline", in: "Engine", ["Diagnostics", "Digests", "JSON", "Libc"], isStrict: true),
    // What follows a run: deliveries, notifications; JUnit, traces, metrics, dependency files, terminal,
    // web page.
    module(
      "Reports", in: "Engine",
      ["Archive", "Diagnostics", "Digests", "JSON", "Libc", "Pipeline", "Pixels", "Text"]),
    // Named servers that jobs get their inputs from; caches that machines share.
    module(
      "Instances", in: "Engine",
      ["CCurl", "CProcess", "Diagnostics", "JSON", "Libc", "Pipeline", "Text"],
      isStrict: true),

    // MARK: Jobs: the kinds of job
    // The manifest and its schema, what a kind of job is, and what the kinds share.
    module(
      "JobKit", in: "Jobs",
      [
        "Books", "Canvas", "Database", "Diagnostics", "Digests", "Documents", "Drawing",
        "Figures", "Geometry", "Instances", "JSON", "Libc", "PDF", "Pipeline", "Pixels",
        "Reports", "Text", "Typesetting", "Values", "Vaults", "Vectors", "Writers",
      ]),
    // Jobs that draw worlds, convert their data, or list those of a folder.
    module(
      "MapJobs", in: "Jobs",
      [
        "Archive", "Atlas", "Azgaar", "Canvas", "Cartography", "Diagnostics", "Digests",
        "Documents", "Drawing", "Exports", "Geometry", "Heraldry", "JSON", "JobKit", "Pipeline",
        "Pixels", "Rasters", "Readers", "Routing", "Rows", "SVG", "Tabletop", "Text", "Tiles",
        "Values", "Vectors", "WorldFoundry",
      ]),
    // Jobs that make books of campaigns, or list those of a folder.
    module(
      "CampaignJobs", in: "Jobs",
      [
        "Atlas", "Books", "Canvas", "Cartography", "Comparison", "Diagnostics", "Digests",
        "Documents", "Drawing", "Geometry", "JSON", "JobKit", "MapJobs", "PDF", "Pipeline",
        "Pixels", "Readers",
        "Text", "Typesetting", "Values", "Vaults", "Writers",
      ]),
    // Jobs that make slides, handouts, scripts and statistics of talks.
    module(
      "TalkJobs", in: "Jobs",
      [
        "Books", "Canvas", "Diagnostics", "Digests", "Documents", "Drawing", "Figures", "Geometry",
        "JSON", "JobKit", "Pipeline", "Pixels", "Presentations", "Rasters", "Readers", "Rehearsal",
        "SVG", "Talks", "Text", "Typesetting", "Values", "Vectors", "Writers",
      ]),
    // Jobs that make minutes, recaps, invitations and tables of meetings.
    module(
      "MeetingJobs", in: "Jobs",
      [
        "Archive", "Books", "CampaignJobs", "Canvas", "Database", "Diagnostics", "Digests",
        "Documents", "Drawing", "Geometry", "JSON", "JobKit", "Meetings", "Pipeline", "Readers",
        "Rows", "Text", "Typesetting", "Values", "Writers",
      ]),
    // Jobs that make icons, colors and images for programs and sites.
    module(
      "AssetJobs", in: "Jobs",
      [
        "Assets", "Canvas", "Diagnostics", "Digests", "Drawing", "Geometry", "JSON", "JobKit",
        "PDF", "Pipeline", "Pixels", "Rasters", "Text", "Tokens", "Values", "Vectors",
      ]),
    // Jobs that make cards, badges, reports and booklets of rows.
    module(
      "CardJobs", in: "Jobs",
      [
        "Canvas", "Cards", "Cartography", "Diagnostics", "Digests", "Documents", "Drawing",
        "Geometry", "JSON", "JobKit", "Pipeline", "Pixels", "Rows", "Text", "Tokens", "Values",
        "Vectors",
      ]),
    // Jobs that make books of worlds.
    module(
      "GazetteerJobs", in: "Jobs",
      [
        "Atlas", "Books", "Canvas", "Cartography", "Diagnostics", "Digests", "Documents", "Drawing",
        "Exports", "Gazetteers", "Geometry", "Heraldry", "JobKit", "MapJobs", "Pipeline", "Pixels",
        "Rasters", "Tabletop", "Text", "Values", "Vaults",
      ]),
    // Jobs that make books of Markdown files.
    module(
      "DocumentJobs", in: "Jobs",
      [
        "Books", "Canvas", "Diagnostics", "Digests", "Documents", "Drawing", "Figures", "Geometry",
        "JSON", "JobKit", "Manuscripts", "Pipeline", "Pixels", "Readers", "Text", "Values",
      ]),
    // Jobs that list, describe and draw changes.
    module(
      "DiffJobs", in: "Jobs",
      [
        "Atlas", "Books", "CampaignJobs", "Canvas", "Cartography", "Comparison", "Diagnostics",
        "Digests",
        "Documents", "Drawing", "Exports", "Geometry", "JobKit", "MapJobs", "Pipeline", "Pixels",
        "Readers", "SVG", "Values",
      ]),
    // The table of kinds of job, and which kind an input is of.
    module(
      "Jobs", in: "Jobs",
      [
        "Archive", "AssetJobs", "Assets", "Atlas", "Azgaar", "Books", "CampaignJobs", "Canvas",
        "CardJobs", "Cards", "Cartography", "Database", "Diagnostics", "DiffJobs", "DocumentJobs",
        "Documents", "Drawing", "Exports", "GazetteerJobs", "Heraldry", "Instances", "JobKit",
        "Libraries",
        "MapJobs",
        "MeetingJobs", "Meetings", "PDF", "Pipeline", "Pixels", "Presentations", "QRCodes",
        "Rasters", "Readers", "Rehearsal", "Reports", "Routing", "Rows", "SVG", "Tabletop",
        "TalkJobs", "Talks", "Text", "Tiles", "Tokens", "Typesetting", "Values", "Vaults",
        "Vectors", "WorldFoundry", "Worldsmith", "Writers",
      ]),

    // MARK: Products: libraries for other packages
    // Worlds read, drawn and exported, with one import.
    module(
      "PlatenMaps", in: "Products",
      [
        "Atlas", "Azgaar", "Canvas", "Cartography", "Diagnostics", "Drawing", "Exports",
        "Geometry", "Heraldry", "PDF", "Pixels", "SVG", "Text", "Tiles", "WorldFoundry",
        "Worldsmith",
      ]),
    // Documents and decks as pages and files of words.
    module(
      "PlatenDocuments", in: "Products",
      [
        "Canvas", "Diagnostics", "Documents", "Drawing", "Geometry", "Meetings", "PDF", "Pixels",
        "Presentations", "Readers", "Talks", "Text", "Typesetting", "Writers",
      ]),
    // Design tokens, catalogs, icons and cards.
    module(
      "PlatenAssets", in: "Products",
      [
        "Assets", "Canvas", "Cards", "Diagnostics", "Drawing", "Geometry", "PDF", "Pixels",
        "Rows", "Text", "Tokens", "Values", "Vectors",
      ]),
    // The engine.
    module(
      "PlatenPipeline", in: "Products",
      [
        "Diagnostics", "Digests", "Pipeline",
      ]),

    // MARK: Command: the command line and its servers
    // HTTP/1.1 and WebSocket as bytes, with limits; no socket.
    module("Wire", in: "Command", ["CCrypto", "Text"], isStrict: true),
    // The Model Context Protocol as values: lines of clients in, answers and work out; no process.
    module("ModelContext", in: "Command", ["JSON", "Text"], isStrict: true),
    // The loop with sockets: a talk, a run in progress and a preview, for browsers.
    module(
      "Serving", in: "Command",
      ["Diagnostics", "JSON", "Libc", "QRCodes", "Rehearsal", "Text", "Wire"]),
    // One file a subcommand, reporters, exit statuses.
    .executableTarget(
      name: "platen",
      dependencies: [
        "Assets", "Atlas", "CCairo", "CDeflate", "CMalloc", "CPNG", "CPango", "CProcess", "CSV",
        "CZip", "CampaignJobs", "Cartography", "Comparison", "Diagnostics", "DiffJobs", "Digests",
        "Exports", "Instances", "JSON", "JobKit", "Jobs", "Libc", "MapJobs", "Meetings",
        "ModelContext", "Pipeline", "Readers", "Rehearsal", "Reports", "Routing", "Serving",
        "TalkJobs", "Text", "Values",
      ] + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Sources/Command/platen", swiftSettings: settings, linkerSettings: staticRuntime),

    // MARK: Tests: beside what they share, one target a folder
    // Ignores SIGPIPE in the test process from its start.
    .target(name: "CBrokenPipes", path: "Tests/Support/CBrokenPipes"),
    .target(
      name: "TestSupport",
      dependencies: [
        "CBrokenPipes", "Diagnostics", "Documents", "JSON", "Libc", "Pixels", "Text",
      ],
      path: "Tests/Support/TestSupport", swiftSettings: settings),
    .systemLibrary(
      name: "CTLS", path: "Tests/Support/CTLS", pkgConfig: "libssl",
      providers: [.apt(["libssl-dev"])]),
    // Real servers on this machine, as well- or ill-behaved as a test asks.
    .target(
      name: "Loopback", dependencies: ["CTLS", "Libc"], path: "Tests/Support/Loopback",
      swiftSettings: settings),
    tests(
      "Base",
      [
        "Archive", "CSV", "Diagnostics", "Digests", "Geometry", "JSON", "Rows", "TestSupport",
        "Text", "Values",
      ], exclude: ["ValuesTests/yaml.md"]),
    tests(
      "Graphics",
      [
        "CDeflate", "Canvas", "Diagnostics", "Digests", "Drawing", "Figures", "Geometry", "Libc",
        "Libraries", "PDF", "Pixels", "Rasters", "SVG", "TestSupport", "Text", "Vectors",
      ],
      exclude: [
        "CanvasTests/Pictures", "ChartsTests/Pictures", "DiagramsTests/Pictures",
        "MathematicsTests/Pictures",
      ], optimized: true),
    tests(
      "Documents",
      [
        "Archive", "Books", "Canvas", "Comparison", "Diagnostics", "Digests", "Documents",
        "Drawing",
        "Geometry", "JSON", "Libc", "Manuscripts", "Meetings", "PDF", "Pixels", "Presentations",
        "Readers",
        "TestSupport", "Text", "Typesetting", "Vaults", "Writers",
      ], exclude: ["ReadersTests/Campaigns"]),
    tests(
      "Maps",
      [
        "Archive", "Atlas", "Azgaar", "CProcess", "Canvas", "Cartography", "Comparison", "Database",
        "Diagnostics", "Digests", "Documents", "Drawing", "Exports", "Gazetteers", "Geometry",
        "Heraldry", "JSON", "Pixels",
        "Routing", "Tabletop", "TestSupport", "Text", "Tiles", "Vaults", "WorldFoundry",
        "Worldsmith",
      ], exclude: ["CartographyTests/Pictures"], optimized: true),
    tests(
      "Talks",
      [
        "Diagnostics", "Documents", "JSON", "Readers", "Rehearsal", "Talks", "TestSupport",
      ]),
    tests(
      "Meetings",
      [
        "CSQLite", "Canvas", "Database", "Diagnostics", "Documents", "Drawing", "Geometry", "JSON",
        "Meetings", "QRCodes", "Readers", "TestSupport", "Text",
      ]),
    tests(
      "Assets",
      [
        "Assets", "Diagnostics", "Drawing", "Geometry", "JSON", "Pixels", "TestSupport", "Text",
        "Tokens", "Values",
      ]),
    tests(
      "Cards",
      [
        "CSV", "Canvas", "Cards", "Diagnostics", "Documents", "Drawing", "Geometry", "Rows",
        "TestSupport", "Text", "Tokens", "Values",
      ]),
    // Optimized where the engine itself is measured.
    tests(
      "Engine",
      [
        "CProcess", "Diagnostics", "Digests", "Instances", "JSON", "Libc", "Loopback", "Pipeline",
        "Pixels", "Reports", "TestSupport",
      ], optimized: Context.environment["PLATEN_BENCH"] != nil),
    tests(
      "Jobs",
      [
        "Archive", "Assets", "Atlas", "Azgaar", "Books", "CampaignJobs", "Canvas", "CardJobs",
        "Cartography", "Comparison", "Diagnostics", "DiffJobs", "Digests", "Documents", "Drawing",
        "Exports", "Figures",
        "Geometry", "Instances", "JSON", "JobKit", "Jobs", "Loopback", "MapJobs", "MeetingJobs",
        "Meetings", "Pipeline", "Pixels", "Rasters", "Readers", "Rehearsal", "Reports",
        "Tabletop", "TalkJobs", "Talks", "TestSupport", "Text", "Tokens", "Typesetting", "Values",
        "Vaults", "Vectors", "Worldsmith", "Writers",
      ], exclude: ["JobKitTests/Manifests", "MapJobsTests/Symbols"]),
    tests(
      "Command",
      [
        "Diagnostics", "JSON", "Libc", "Loopback", "ModelContext", "Rehearsal", "Serving",
        "TestSupport", "Vectors", "Wire",
      ], exclude: ["CommandTests/Assistants", "CommandTests/Commands"]),
    // What fuzz targets begin with; the fuzz package in the same folder compiles the targets as well.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Archive", "Atlas", "Azgaar", "CDeflate", "CPango", "CSV", "CZip", "Canvas", "Database",
        "Diagnostics", "Digests", "Documents", "Drawing", "Exports", "Figures", "Geometry",
        "Instances", "JSON", "JobKit", "Jobs", "Manuscripts", "Meetings", "PDF", "Pipeline",
        "Pixels", "Readers", "Rows", "Talks", "TestSupport", "Text", "Tokens", "Typesetting",
        "Values", "Vaults", "Vectors", "Wire", "WorldFoundry", "Worldsmith", "Writers",
      ], path: "Tests/Fuzz/Sources", exclude: ["Driver"],
      swiftSettings: testSettings(optimized: false)),
    // Which folders of Sources import which.
    .testTarget(
      name: "StructureTests", dependencies: ["TestSupport"], path: "Tests/Structure",
      swiftSettings: testSettings(optimized: false)),
    // Compiled as a package of somebody else would be: without the settings above.
    .testTarget(
      name: "ProductsTests",
      dependencies: [
        "PlatenAssets", "PlatenDocuments", "PlatenMaps", "PlatenPipeline", "TestSupport",
      ], path: "Tests/Products/ProductsTests"),
  ],
  swiftLanguageModes: [.v6]
)

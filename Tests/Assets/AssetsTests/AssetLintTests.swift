// SPDX-License-Identifier: MIT
// Part of Platen: tests of what is found wrong in catalogs, and of what is not.

import Assets
import Diagnostics
import Foundation
import Pixels
import TestSupport
import Testing

private func tree(_ files: [String: [UInt8]]) -> FileTree {
  FileTree(Array(files.keys)) { files[$0] ?? [] }
}

private func codes(_ files: [String: [UInt8]]) -> [String] {
  CatalogLint.findings(in: tree(files)).diagnostics.map(\.code.rawValue)
}

private let info = Array("{\"info\":{\"author\":\"xcode\",\"version\":1}}".utf8)

private func picture(
  _ width: Int, _ height: Int, alpha: Bool = false, corner: Double = 0
) throws -> [UInt8] {
  var rgba: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      // Distance into the square of a corner with round edge.
      let radius = corner * Double(width)
      let dx = max(radius - Double(min(x, width - 1 - x)), 0)
      let dy = max(radius - Double(min(y, height - 1 - y)), 0)
      let isCut = corner > 0 && (dx * dx + dy * dy).squareRoot() > radius
      rgba += isCut ? [0, 0, 0, 255] : [UInt8(150 + x * 60 / width), 170, 90, 255]
    }
  }
  return try CompactPNG.encode(
    Bitmap(width: width, height: height, rgba: rgba), alpha ? .withAlpha : .opaque)
}

private func icon(_ file: String) -> [UInt8] {
  Array(
    """
    {"images":[{"filename":"\(file)","idiom":"universal","platform":"ios","size":"1024x1024"}],
    "info":{"author":"xcode","version":1}}
    """.utf8)
}

@Suite struct AssetLintTests {
  @Test func aSoundCatalogHasNothingToSay() throws {
    let found = codes([
      "Contents.json": info, "Colors/Contents.json": info,
      "AppIcon.appiconset/Contents.json": icon("i.png"),
      "AppIcon.appiconset/i.png": try picture(1024, 1024),
    ])
    #expect(found.isEmpty, "\(found)")
  }

  @Test func whatIsCutShortOrForNoSystemIsSaid() throws {
    let whole = try picture(1024, 1024)
    for count in [whole.count - 1, whole.count - 12, 200, 60] {
      let found = codes([
        "Contents.json": info, "A.appiconset/Contents.json": icon("i.png"),
        "A.appiconset/i.png": Array(whole.prefix(count)),
      ])
      #expect(found == ["catalog.image"], "\(count)")
    }
    func color(_ name: String, _ value: String) -> [String] {
      codes([
        "Contents.json": info,
        "c.colorset/Contents.json": Array(
          """
          {"colors":[{"idiom":"universal","appearances":[{"appearance":"\(name)",
          "value":"\(value)"}],"color":{"color-space":"srgb","components":{"red":"0.1",
          "green":"0.2","blue":"0.3","alpha":"1"}}}],"info":{"author":"xcode","version":1}}
          """.utf8),
      ])
    }
    #expect(color("luminosity", "dark").isEmpty)
    #expect(color("contrast", "high").isEmpty)
    #expect(color("luminosity", "drak") == ["catalog.appearance"])
    #expect(color("luminosty", "dark") == ["catalog.appearance"])
  }

  @Test func aSetWithNothingInItIsSaid() {
    let tree = FileTree(["Contents.json"], empty: ["Colors/c.colorset"]) { _ in info }
    let found = CatalogLint.findings(in: tree).diagnostics
    #expect(found.map(\.code.rawValue) == ["catalog.contents"])
    #expect(found.first?.place?.file == "Colors/c.colorset")
  }

  @Test func icons() throws {
    func found(_ bytes: [UInt8], named name: String = "i.png") -> [String] {
      codes([
        "Contents.json": info, "A.appiconset/Contents.json": icon("i.png"),
        "A.appiconset/\(name)": bytes,
      ])
    }
    #expect(found(try picture(1024, 1024, alpha: true)) == ["catalog.alpha"])
    #expect(found(try picture(512, 512)) == ["catalog.size"])
    #expect(found(try picture(1024, 1024, corner: 0.2)) == ["catalog.corners"])
    #expect(
      found(try picture(1024, 1024), named: "j.png") == [
        "catalog.missing", "catalog.unassigned",
      ])
    #expect(found([1, 2, 3]) == ["catalog.image"])
  }

  @Test(arguments: [(false, [String]()), (true, ["catalog.tinted"])])
  func tintedIconsAreGray(_ hasColor: Bool, _ wanted: [String]) throws {
    let list = """
      {"images":[{"filename":"t.png","idiom":"universal","platform":"ios","size":"1024x1024",
      "appearances":[{"appearance":"luminosity","value":"tinted"}]}],"info":{"author":"xcode","version":1}}
      """
    let gray = Bitmap(
      width: 1024, height: 1024,
      rgba: [UInt8](repeating: 128, count: 1024 * 1024 * 4))
    let found = codes([
      "Contents.json": info, "A.appiconset/Contents.json": Array(list.utf8),
      "A.appiconset/t.png": hasColor
        ? try picture(1024, 1024) : try CompactPNG.encode(gray, .withAlpha),
    ])
    #expect(found == wanted)
  }

  /// Art that reaches into corners does not count as a corner cut off.
  @Test func artInCorners() throws {
    func squares(_ isInk: (Int, Int) -> Bool) throws -> [UInt8] {
      var rgba: [UInt8] = []
      for y in 0..<1024 {
        for x in 0..<1024 { rgba += isInk(x, y) ? [20, 40, 60, 255] : [240, 220, 180, 255] }
      }
      return try CompactPNG.encode(Bitmap(width: 1024, height: 1024, rgba: rgba), .opaque)
    }
    let icons = [
      try squares { x, y in x + y < 300 },  // a ribbon over the corner
      try squares { x, y in x < 200 && y < 200 },  // a square in it
      try squares { x, y in (x - 512) * (x - 512) + (y - 512) * (y - 512) < 160_000 },
      try squares { x, _ in x % 128 < 64 },
    ]
    for bytes in icons {
      #expect(
        codes([
          "Contents.json": info, "A.appiconset/Contents.json": icon("i.png"),
          "A.appiconset/i.png": bytes,
        ]).isEmpty)
    }
  }

  @Test func images() throws {
    let set = Array(
      """
      {"images":[{"filename":"a.png","idiom":"universal","scale":"1x"},
      {"filename":"a2.png","idiom":"universal","scale":"2x"},{"idiom":"universal","scale":"3x"}],
      "info":{"author":"xcode","version":1}}
      """.utf8)
    let right = codes([
      "Contents.json": info, "a.imageset/Contents.json": set,
      "a.imageset/a.png": try picture(11, 7), "a.imageset/a2.png": try picture(22, 13),
    ])
    #expect(right == ["catalog.scale"])
    let wrong = CatalogLint.findings(
      in: tree([
        "Contents.json": info, "a.imageset/Contents.json": set,
        "a.imageset/a.png": try picture(11, 7), "a.imageset/a2.png": try picture(33, 21),
      ]))
    #expect(wrong.diagnostics.map(\.severity) == [.warning, .note])
    #expect(wrong.images == 1)
  }

  @Test func files() throws {
    #expect(codes(["a.colorset/x.txt": []]) == ["catalog.contents", "catalog.contents"])
    #expect(codes(["Contents.json": Array("{}".utf8)]) == ["catalog.info"])
    #expect(codes(["Contents.json": Array("{".utf8)]) == ["catalog.json"])
    #expect(codes(["Contents.json": Array("[]".utf8)]) == ["catalog.contents"])
    #expect(
      codes(["Contents.json": info, "g/Contents.json": info, "g/stray.png": []])
        == ["catalog.unassigned"])
    let odd = Array(
      "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"sgrb\",\"components\":{}}}],\"info\":{}}"
        .utf8)
    #expect(codes(["Contents.json": info, "c.colorset/Contents.json": odd]) == ["catalog.color"])
  }

  @Test func whatLiesLooseIsSaid() {
    #expect(
      codes(["Contents.json": info, "stray.png": [], ".DS_Store": []])
        == ["catalog.unassigned"])
    // A group needs no list of its own.
    #expect(codes(["Contents.json": info, "g/stray.png": []]) == ["catalog.unassigned"])
    #expect(
      codes(["Contents.json": info, "icons.v2/Contents.json": info]) == ["catalog.group"])
    // What is in a set's own folder is no group's.
    #expect(
      codes([
        "Contents.json": info, "s.stickerpack/Contents.json": info,
        "s.stickerpack/a.sticker/Contents.json": info, "s.stickerpack/a.sticker/a.png": [],
      ]).isEmpty)
  }

  @Test(arguments: [
    ("\"0.5\"", nil as Diagnostic.Severity?), ("0.5", nil), ("\"255\"", nil), ("245", nil),
    ("\"0xF5\"", nil), ("\"1.5\"", .warning), ("\"300\"", .warning), ("\"-0.1\"", .warning),
    ("\"0xGG\"", .error), ("\"half\"", .error), ("true", .error),
  ]) func components(_ red: String, _ severity: Diagnostic.Severity?) {
    let set = Array(
      """
      {"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":
      {"red":\(red),"green":"0.500","blue":"0.500","alpha":"1.000"}}}],"info":{}}
      """.utf8)
    let found = CatalogLint.findings(
      in: tree(["Contents.json": info, "c.colorset/Contents.json": set]))
    #expect(found.diagnostics.map(\.severity) == (severity.map { [$0] } ?? []))
    #expect(found.diagnostics.allSatisfy { $0.message.hasPrefix("red is") || red == "true" })
  }

  @Test func aFaultIsToldOnce() throws {
    let set = Array(
      """
      {"images":[{"filename":"a.png","idiom":"universal","scale":"1x"},
      {"filename":"a.png","idiom":"universal","scale":"1x"},
      {"filename":"a.png","idiom":"universal","scale":"1x"}],"info":{}}
      """.utf8)
    #expect(
      codes(["Contents.json": info, "a.imageset/Contents.json": set, "a.imageset/a.png": [1]])
        == ["catalog.double", "catalog.image"])
  }

  @Test(arguments: [
    ("TanStack App", true), ("React App", true), ("App", true), ("my-app", true),
    ("Vite App", true), ("Harbour", false), ("Reaction", false), ("Apples", false),
  ]) func shortNames(_ name: String, _ isPlaceholder: Bool) {
    let manifest = Array("{\"name\":\"Harbour\",\"short_name\":\"\(name)\",\"icons\":[]}".utf8)
    let found = WebManifestLint.findings(
      of: "manifest.json", in: tree(["manifest.json": manifest]))
    #expect(found.contains { $0.code == "webmanifest.placeholder" } == isPlaceholder)
  }

  @Test func webManifests() throws {
    let bad = Array(
      """
      {"name":"Create Harbour App Sample","theme_color":"#000000",
      "icons":[{"src":"a.png","sizes":"192x192"},{"src":"gone.png","sizes":"512x512"}]}
      """.utf8)
    let found = WebManifestLint.findings(
      of: "manifest.json", in: tree(["manifest.json": bad, "a.png": try picture(100, 100)]))
    #expect(
      found.map(\.code.rawValue) == [
        "webmanifest.placeholder", "webmanifest.color", "webmanifest.size", "webmanifest.missing",
        "webmanifest.maskable",
      ])
  }

  @Test func android() throws {
    let found = AndroidLint.findings(
      in: tree([
        "mipmap-mdpi/ic_launcher_foreground.png": try picture(108, 105),
        "mipmap-mdpi/ic_launcher.png": try picture(40, 40),
        "mipmap-hdpi/ic_launcher_foreground.png": try picture(162, 162),
        "mipmap-hdpi/ic_launcher_background.png": try picture(162, 162),
        "mipmap-anydpi-v26/ic_launcher.xml": Array(
          "<adaptive-icon><background/></adaptive-icon>".utf8),
      ]))
    #expect(
      found.map(\.code.rawValue).sorted() == [
        "android.layer", "android.layer", "android.safe", "android.size", "android.square",
      ])
  }

  @Test(.enabled(if: Shared.isPresent)) func theRealCatalog() throws {
    let root = "assets/Assets.xcassets"
    let files = Shared.files(in: root, suffix: "").filter { path in
      var isFolder: ObjCBool = false
      let full = Shared.root.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    let real = FileTree(files.map { String($0.dropFirst(root.count + 1)) }) {
      try Shared.bytes(root + "/" + $0)
    }
    let findings = CatalogLint.findings(in: real)
    #expect(findings.colors == 29 && findings.images == 16 && findings.icons == 1)
    let said = findings.diagnostics
    func count(_ code: String) -> Int { said.count { $0.code.rawValue == code } }
    #expect(count("catalog.alpha") == 1)
    #expect(count("catalog.corners") == 1)
    #expect(count("catalog.unassigned") == 1)
    #expect(count("catalog.scale") == 16)
    #expect(said.count == 19, "\(said.map(\.text))")
  }
}

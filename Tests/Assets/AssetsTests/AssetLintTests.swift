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
    #expect(found(try picture(512, 512)) == ["catalog.size"])
    #expect(found(try picture(1024, 1024, corner: 0.2)) == ["catalog.corners"])
    #expect(
      found(try picture(1024, 1024), named: "j.png") == [
        "catalog.missing", "catalog.unassigned",
      ])
    #expect(found([1, 2, 3]) == ["catalog.image"])
  }

  /// Icons with an alpha channel: stores refuse transparent pixels, and have refused opaque icons with
  /// a channel; no store looks at small ones, and alternate icons are not the store's.
  @Test func transparencyIsJudgedByPixels() throws {
    func found(
      _ picture: [UInt8], size: String = "1024x1024", idiom: String = "universal",
      besides: [String: [UInt8]] = [:], named set: String = "AppIcon"
    ) -> [String] {
      let list = """
        {"images":[{"filename":"i.png","idiom":"\(idiom)","size":"\(size)","scale":"1x"}],
        "info":{"author":"xcode","version":1}}
        """
      let files = [
        "Contents.json": info, "\(set).appiconset/Contents.json": Array(list.utf8),
        "\(set).appiconset/i.png": picture,
      ]
      return CatalogLint.findings(in: tree(files.merging(besides) { $1 })).diagnostics
        .filter { $0.code == .catalogAlpha }.map { "\($0.severity)" }
    }
    func see(_ side: Int) throws -> [UInt8] {
      var rgba = [UInt8](repeating: 200, count: side * side * 4)
      for i in stride(from: 3, to: rgba.count, by: 4) { rgba[i] = i < side * 40 ? 100 : 255 }
      return try CompactPNG.encode(Bitmap(width: side, height: side, rgba: rgba), .withAlpha)
    }
    let solid = try picture(1024, 1024, alpha: true)
    #expect(found(solid) == ["warning"])
    #expect(found(try picture(1024, 1024)) == [])
    #expect(found(try see(1024)) == ["error"])
    #expect(found(try picture(48, 48, alpha: true), size: "48x48", idiom: "watch") == [])
    #expect(found(try see(48), size: "48x48", idiom: "watch") == ["warning"])
    #expect(found(try see(1024), idiom: "mac") == [])
    let other: [String: [UInt8]] = ["AppIcon.appiconset/Contents.json": info]
    #expect(found(solid, besides: other, named: "Alternate") == [])
    #expect(found(try see(1024), besides: other, named: "Alternate") == ["warning"])
  }

  @Test(arguments: [
    ("\"idiom\":\"iphon\"", "unknown idiom \"iphon\", so Xcode ignores the entry"),
    (
      "\"idiom\":\"universal\",\"platform\":\"ioss\"",
      "unknown platform \"ioss\", so Xcode ignores the entry"
    ),
    (
      "\"idiom\":\"universal\",\"scale\":\"4x\"",
      "unknown scale \"4x\", so Xcode ignores the entry"
    ),
    (
      "\"idiom\":\"universal\",\"size\":\"sixty\"",
      "invalid size \"sixty\", so Xcode ignores the entry"
    ),
  ]) func valuesThatXcodeDoesNotKnow(_ entry: String, _ message: String) throws {
    let list = "{\"images\":[{\"filename\":\"i.png\",\(entry)}],\"info\":{\"version\":1}}"
    let found = CatalogLint.findings(
      in: tree([
        "Contents.json": info, "a.imageset/Contents.json": Array(list.utf8),
        "a.imageset/i.png": try picture(9, 9),
      ])
    ).diagnostics
    #expect(found.map(\.message) == [message] && found.first?.code == .catalogValue)
  }

  @Test func whatElseXcodeFinds() throws {
    func set(_ text: String, _ file: [UInt8], named name: String = "i.png") -> [String] {
      codes([
        "Contents.json": info, "a.imageset/Contents.json": Array(text.utf8),
        "a.imageset/\(name)": file,
      ])
    }
    let one = "{\"images\":[{\"filename\":\"i.png\",\"idiom\":\"universal\"}],\"info\":{}"
    #expect(
      set(one + ",\"properties\":{\"template-rendering-intent\":\"templat\"}}", try picture(9, 9))
        == ["catalog.value"])
    #expect(
      set(one.replacing("\"info\":{}", with: "\"info\":{\"version\":2}") + "}", try picture(9, 9))
        == ["catalog.info"])
    #expect(
      set("{\"images\":{\"filename\":\"i.png\"},\"info\":{}}", try picture(9, 9)).first
        == "catalog.contents")
    // A JPEG called PNG, and an SVG that is cut off.
    #expect(set(one + "}", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0]) == ["catalog.image"])
    let vector = one.replacing("i.png", with: "i.svg") + "}"
    #expect(set(vector, Array("<svg><g></svg>".utf8), named: "i.svg") == ["catalog.image"])
    #expect(set(vector, Array("<svg><g/></svg>".utf8), named: "i.svg") == [])
    // HEIC is one of Apple's own formats.
    let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 12)
    #expect(set(one.replacing("i.png", with: "i.heic") + "}", heic, named: "i.heic") == [])
  }

  @Test func setsOfOneName() {
    let list = Array("{\"images\":[],\"info\":{}}".utf8)
    func found(_ group: [UInt8]) -> [String] {
      codes([
        "Contents.json": info, "a.imageset/Contents.json": list, "G/Contents.json": group,
        "G/a.imageset/Contents.json": list, "a.colorset/Contents.json": info,
      ]).filter { $0 == "catalog.double" }
    }
    #expect(found(info) == ["catalog.double"])
    let namespace = "{\"info\":{},\"properties\":{\"provides-namespace\":true}}"
    #expect(found(Array(namespace.utf8)) == [])
    // Layers of a stack are called by their stack.
    let layers = ["Front", "Back"].map { "I.solidimagestack/\($0).solidimagestacklayer" }
    #expect(
      !codes([
        "Contents.json": info, layers[0] + "/Content.imageset/Contents.json": list,
        layers[1] + "/Content.imageset/Contents.json": list,
      ]).contains("catalog.double"))
  }

  @Test func laddersHaveWhatUploadsNeed() throws {
    func found(_ entries: [(idiom: String, size: String, scale: String, pixels: Int)]) throws
      -> [String]
    {
      var files: [String: [UInt8]] = ["Contents.json": info]
      var list: [String] = []
      for (index, entry) in entries.enumerated() {
        files["A.appiconset/\(index).png"] = try picture(entry.pixels, entry.pixels)
        list.append(
          "{\"filename\":\"\(index).png\",\"idiom\":\"\(entry.idiom)\",\"size\":\"\(entry.size)\","
            + "\"scale\":\"\(entry.scale)\"}")
      }
      files["A.appiconset/Contents.json"] = Array(
        "{\"images\":[\(list.joined(separator: ","))],\"info\":{}}".utf8)
      return CatalogLint.findings(in: tree(files)).diagnostics.map(\.message)
    }
    let phone = [("iphone", "60x60", "2x", 120), ("iphone", "60x60", "3x", 180)]
    let store = ("ios-marketing", "1024x1024", "1x", 1024)
    #expect(try found(phone + [store]) == [])
    #expect(try found(phone) == ["no icon for the store (1,024 pixels)"])
    #expect(try found([phone[0], store]) == ["no icon for 60 points at 3x (180 pixels)"])
    #expect(try found([("watch", "24x24", "2x", 48)]) == [])
  }

  @Test func symbolsAreTemplates() {
    func found(_ svg: String) -> [String] {
      codes([
        "Contents.json": info,
        "s.symbolset/Contents.json": Array(
          "{\"symbols\":[{\"filename\":\"s.svg\",\"idiom\":\"universal\"}],\"info\":{}}".utf8),
        "s.symbolset/s.svg": Array(svg.utf8),
      ])
    }
    #expect(
      found("<svg><g id='Guides'/><g id='Symbols'><g id='Regular-M'><path d='M0 0'/></g></g></svg>")
        == [])
    #expect(found("<svg><path d='M0 0'/></svg>") == ["catalog.symbol"])
    #expect(found("<svg><g id='Symbols'>") == ["catalog.symbol"])
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

// SPDX-License-Identifier: MIT
// Part of Platen: tests of assets jobs: what they make, known before anything runs, and whose files are
// whose.

import Assets
import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing

private let dot =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
private let colors =
  "colors: { sea: { light: \"#0F4C66\", dark: \"#0B3446\" }, lamp: \"#FFC94D\" }\n"

@Suite struct AssetJobTests {
  @Test func everyFileIsKnownBeforehand() throws {
    let shop = try AssetFolder([
      "icon.svg": dot, "tokens.yaml": colors, "images/pier~dark.svg": dot, "images/pier.svg": dot,
      "platen.yaml": """
      version: 1
      jobs:
        - assets: icon.svg
          tokens: tokens.yaml
          images: images
          outputs: [A.xcassets, { file: res/, platform: android }, i.ico, t.css]
      """,
    ])
    let paths = try shop.jobs()[0].outputs.map(\.path)
    #expect(Set(paths).count == paths.count)
    for path in [
      "A.xcassets/Contents.json", "A.xcassets/AppIcon.appiconset/icon-1024-tinted.png",
      "A.xcassets/Colors/sea.colorset/Contents.json", "A.xcassets/Images/Contents.json",
      "A.xcassets/Images/pier.imageset/pier-dark@3x.png", "res/values-night/colors.xml",
      "res/drawable-night-xxhdpi/pier.png", "i.ico", "t.css",
    ] { #expect(paths.contains(path), "\(path)") }
    let result = try shop.run()
    #expect(result.totals.failed == 0 && result.totals.built == 1)
    let root = shop.folder.appendingPathComponent("out").path
    for path in paths { #expect(FileManager.default.fileExists(atPath: root + "/" + path)) }
    // Made again from what lies there, the list is the same.
    #expect(try shop.jobs()[0].outputs.map(\.path) == paths)
    let before = try paths.map { try shop.read("out/" + $0) }
    try shop.run()
    #expect(try paths.map { try shop.read("out/" + $0) } == before)
  }

  /// PDF, JPEG and HEIC files are copied into catalogs, from folders and from other catalogs.
  @Test func imagesThatCatalogsTakeAsTheyAreStayAsTheyAre() throws {
    let pdf = "%PDF-1.4 a page"
    let jpeg = "\u{0}"
    let list = """
      {"images":[{"filename":"a.pdf","idiom":"universal"},
        {"filename":"b.heic","idiom":"universal","appearances":[{"appearance":"luminosity",
        "value":"dark"}]}],"info":{"author":"xcode","version":1},
        "properties":{"preserves-vector-representation":true}}
      """
    let shop = try AssetFolder([
      "images/pier.svg": dot, "images/plan.pdf": pdf, "images/pier.pdf": pdf,
      "images/sea@2x.jpg": jpeg, "Old.xcassets/Old.imageset/Contents.json": list,
      "Old.xcassets/Old.imageset/a.pdf": pdf,
      "Old.xcassets/Old.imageset/b.heic": "\u{0}\u{0}\u{0}\u{18}ftypheic",
      "platen.yaml": """
      version: 1
      jobs:
        - assets: images
          images: [Old.xcassets]
          vectors: [plan]
          outputs: [A.xcassets, { file: res/, platform: android }]
      """,
    ])
    try shop.write([0xFF, 0xD8, 0xFF, 0xE0], to: "images/sea@2x.jpg")
    let job = try shop.jobs()[0]
    let paths = job.outputs.map(\.path)
    for path in [
      "plan.imageset/plan.pdf", "sea.imageset/sea@2x.jpg", "Old.imageset/Old.pdf",
      "Old.imageset/Old-dark.heic",
    ] { #expect(paths.contains("A.xcassets/Images/" + path), "\(path)") }
    #expect(!paths.contains { $0.hasPrefix("res/") && $0.contains("plan") })
    #expect(try shop.run().totals.failed == 0)
    let images = "out/A.xcassets/Images/"
    #expect(try shop.read(images + "plan.imageset/plan.pdf") == Array(pdf.utf8))
    let plan = try ContentsValue(parsing: shop.read(images + "plan.imageset/Contents.json"))
    #expect(plan["images"]?.list?.map { $0["filename"]?.text } == ["plan.pdf"])
    #expect(plan["images"]?.list?.first?["scale"] == nil)
    #expect(plan["properties"]?["preserves-vector-representation"] != nil)
    let old = try ContentsValue(parsing: shop.read(images + "Old.imageset/Contents.json"))
    #expect(old["properties"]?["preserves-vector-representation"] == .bool(true))
    let sea = try ContentsValue(parsing: shop.read(images + "sea.imageset/Contents.json"))
    #expect(sea["images"]?.list?.first?["scale"]?.text == "2x")
    // An image that is drawn comes before one of the same variant.
    #expect(!paths.contains { $0.hasSuffix("pier.pdf") })
    // Bytes of another format do not go into a catalog.
    try shop.write(Array(pdf.utf8), to: "images/sea@2x.jpg")
    #expect(try shop.run().totals.failed == 1)
  }

  @Test func whatOthersPutThereStays() throws {
    let theirs =
      "{\"images\":[{\"filename\":\"mine.png\",\"idiom\":\"universal\","
      + "\"platform\":\"ios\",\"size\":\"1024x1024\"}],\"info\":{\"author\":\"mira\",\"version\":1}}"
    let shop = try AssetFolder([
      "icon.svg": dot, "out/A.xcassets/AppIcon.appiconset/Contents.json": theirs,
      "out/A.xcassets/AppIcon.appiconset/mine.png": "a picture",
      "out/A.xcassets/Notes.txt": "a note",
      "platen.yaml": "version: 1\njobs: [{ assets: icon.svg, outputs: [A.xcassets] }]\n",
    ])
    try shop.run()
    let set = "out/A.xcassets/AppIcon.appiconset/"
    let contents = try ContentsValue(parsing: shop.read(set + "Contents.json"))
    let images = contents["images"]?.list
    #expect(
      images?.map { $0["filename"]?.text } == [
        "mine.png", "icon-1024-dark.png", "icon-1024-tinted.png",
      ])
    #expect(contents["info"]?["author"]?.text == "mira")
    #expect(try shop.read(set + "mine.png") == Array("a picture".utf8))
    #expect(try shop.read("out/A.xcassets/Notes.txt") == Array("a note".utf8))
    // The same again changes nothing; a picture Platen made follows its master.
    let dark = try shop.read(set + "icon-1024-dark.png")
    try shop.run()
    #expect(try ContentsValue(parsing: shop.read(set + "Contents.json")) == contents)
    #expect(try shop.read(set + "icon-1024-dark.png") == dark)
    try shop.write(Array(dot.replacing("r='3'", with: "r='2'").utf8), to: "icon.svg")
    try shop.run()
    #expect(try shop.read(set + "icon-1024-dark.png") != dark)
    // One that somebody changed is theirs from then on.
    try shop.write(Array("changed".utf8), to: set + "icon-1024-dark.png")
    try shop.run()
    #expect(try shop.read(set + "icon-1024-dark.png") == Array("changed".utf8))
    #expect(
      try shop.jobs()[0].left == [
        "A.xcassets/AppIcon.appiconset/icon-1024-dark.png",
        "A.xcassets/AppIcon.appiconset/icon-1024.png",
      ])
  }

  @Test func withoutARecordNothingThatLiesThereIsPlatens() throws {
    let set = "out/U.xcassets/AppIcon.appiconset/"
    let shop = try AssetFolder([
      "icon.svg": dot, set + "icon-1024.png": "a picture of mine",
      "platen.yaml": "version: 1\njobs: [{ assets: icon.svg, outputs: [U.xcassets] }]\n",
    ])
    func left(_ result: RunResult) -> [String?] {
      result.record.jobs[0].warnings.filter { $0.code == "catalog.foreign" }.map { $0.place?.file }
    }
    let first = try shop.render()
    #expect(first.totals.failed == 0)
    #expect(left(first) == ["U.xcassets/AppIcon.appiconset/icon-1024.png"])
    #expect(try shop.read(set + "icon-1024.png") == Array("a picture of mine".utf8))
    let dark = try shop.read(set + "icon-1024-dark.png")
    // What is as it would be made is nothing to speak of; what was drawn otherwise may be anybody's.
    #expect(left(try shop.render()) == ["U.xcassets/AppIcon.appiconset/icon-1024.png"])
    try shop.write(Array(dot.replacing("r='3'", with: "r='2'").utf8), to: "icon.svg")
    #expect(left(try shop.render()).count == 3)
    #expect(try shop.read(set + "icon-1024-dark.png") == dark)
    #expect(try shop.read(set + "icon-1024.png") == Array("a picture of mine".utf8))
  }

  @Test(arguments: [("U.xcassets", "AppIcon.appiconset/icon-1024.png"), ("web/", "favicon.ico")])
  func whatRenderNotedItMakesAnew(_ output: String, _ file: String) throws {
    let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
    let picture = "out/\(folder)/\(file)"
    let shop = try AssetFolder([
      "icon.svg": dot, "colors.yaml": colors,
      "platen.yaml":
        "version: 1\njobs: [{ assets: icon.svg, tokens: colors.yaml, outputs: [\(output)] }]\n",
    ])
    var notes = RenderedFiles()
    func render(replacing: Bool = false) throws -> [String] {
      let job = try shop.render(knowing: notes, replacing: replacing).record.jobs[0]
      notes.note(job, withoutFilesOf: .catalogForeign)
      // As it lies on the disk from one time to the next.
      let text = notes.text(of: folder)
      notes = RenderedFiles()
      notes.read(text, in: folder)
      return job.warnings.filter { $0.code == .catalogForeign }.compactMap { $0.place?.file }
    }
    #expect(try render() == [])
    let first = try shop.read(picture)
    try shop.write(Array(dot.replacing("r='3'", with: "r='2'").utf8), to: "icon.svg")
    try shop.write(Array(colors.replacing("0F4C66", with: "0F4C67").utf8), to: "colors.yaml")
    #expect(try render() == [])
    let second = try shop.read(picture)
    #expect(first != second)
    // What somebody changed since is theirs, until somebody says otherwise.
    try shop.write(Array("mine".utf8), to: picture)
    #expect(try render() == ["\(folder)/\(file)"])
    #expect(try render() == ["\(folder)/\(file)"])
    #expect(try shop.read(picture) == Array("mine".utf8))
    #expect(try render(replacing: true) == [])
    #expect(try shop.read(picture) == second)
    #expect(try render() == [])
  }

  @Test func aListIsNotWrittenWithoutItsPictures() throws {
    let shop = try AssetFolder([
      "icon.svg": "<svg",
      "platen.yaml": "version: 1\njobs: [{ assets: icon.svg, outputs: [U.xcassets] }]\n",
    ])
    #expect(try shop.run().totals.failed == 1)
    #expect(throws: (any Error).self) {
      try shop.read("out/U.xcassets/AppIcon.appiconset/Contents.json")
    }
  }

  @Test func aListThatWasThereIsNeverPlatensAlone() throws {
    let theirs =
      "{\"images\":[{\"idiom\":\"universal\",\"scale\":\"1x\"}],\"info\":{\"author\":\"mira\"}}"
    let list = "A.xcassets/pic.imageset/Contents.json"
    let shop = try AssetFolder([
      "images/pic.svg": dot, "images/pin.svg": dot, "out/" + list: theirs,
      "platen.yaml": "version: 1\njobs: [{ assets: images, outputs: [A.xcassets] }]\n",
    ])
    for _ in 0..<3 {
      let record = try shop.run().record
      let shared = record.jobs.flatMap(\.outputs).filter(\.isShared).map(\.path)
      #expect(shared == [list])
      let read = try RunRecord(json: record.json)
      #expect(read.jobs.flatMap(\.outputs).filter(\.isShared).map(\.path) == shared)
    }
    let written = try #require(SharedList(shop.read("out/" + list)))
    #expect(written.names == ["pic.png", "pic@2x.png", "pic@3x.png"])
    let rest = try #require(written.bytes(without: ["pic.png", "pic@2x.png", "x.png"]))
    #expect(SharedList(rest)?.names == ["pic@3x.png"])
    #expect(try ContentsValue(parsing: rest)["images"]?.list?.count == 3)
    #expect(try ContentsValue(parsing: rest)["info"]?["author"]?.text == "mira")
    #expect(written.bytes(without: ["x.png"]) == nil)
    #expect(SharedList(Array("[]".utf8)) == nil)
  }

  /// A square picture.
  private func png(_ side: Int) throws -> [UInt8] {
    let shop = try AssetFolder([
      "icon.svg": dot,
      "platen.yaml":
        "version: 1\njobs: [{ assets: icon.svg, outputs: [{ file: i.png, size: \(side) }] }]\n",
    ])
    try shop.run()
    return try shop.read("out/i.png")
  }

  private func list(_ files: [String?]) -> String {
    let slots = files.enumerated().map { index, file in
      let name = file.map { "\"filename\":\"\($0)\"," } ?? ""
      return "{\(name)\"idiom\":\"universal\",\"scale\":\"\(index + 1)x\"}"
    }
    return "{\"images\":[\(slots.joined(separator: ","))],\"info\":{\"author\":\"mira\"}}"
  }

  @Test(arguments: ["out/A.xcassets/**/*.png", "out/A.xcassets", "out/A.xcassets/G"])
  func aCatalogIsInputAndOutput(_ images: String) throws {
    let set = "out/A.xcassets/G/"
    let shop = try AssetFolder([
      "icon.svg": dot, set + "small.imageset/Contents.json": list(["one.png", nil, nil]),
      set + "big.imageset/Contents.json": list([nil, nil, "large.png"]),
      "out/A.xcassets/AppIcon.appiconset/Contents.json": "{\"images\":[]}",
      "platen.yaml": """
      version: 1
      jobs:
        - { assets: icon.svg, images: "\(images)", outputs: [{ file: A.xcassets, icon-sizes: none }] }
      """,
    ])
    try shop.write(png(60), to: set + "small.imageset/one.png")
    try shop.write(png(180), to: set + "big.imageset/large.png")
    try shop.write(png(64), to: "out/A.xcassets/AppIcon.appiconset/AppIcon.png")
    let first = try shop.run()
    #expect(first.totals.failed == 0 && first.totals.built == 1)
    #expect(AssetImageFacts(try shop.read(set + "big.imageset/big.png"))?.width == 60)
    #expect(AssetImageFacts(try shop.read(set + "big.imageset/big@2x.png"))?.width == 120)
    // What would have to be enlarged is not made, and that is said.
    #expect(
      first.record.jobs[0].warnings.filter { $0.code == "assets.small" }.map(\.message) == [
        "2x and 3x are omitted: the image has 60 × 60 pixels, but one.png at 1x requires 180 × 180"
      ])
    let there = try FileManager.default.subpathsOfDirectory(
      atPath: shop.folder.appendingPathComponent("out/A.xcassets").path)
    #expect(!there.contains { $0.hasSuffix("AppIcon.imageset") || $0.contains("small@") })
    let outputs = try shop.jobs()[0].outputs.map(\.path)
    let second = try shop.run()
    #expect(second.totals.built == 0 && second.totals.failed == 0)
    #expect(second.record.jobs[0].outputs.map(\.path) == outputs)
    let digests = first.record.jobs[0].outputs.map(\.digest)
    #expect(second.record.jobs[0].outputs.map(\.digest) == digests)
  }

  @Test(arguments: [("pic.svg", 0, true), ("pic.png", 180, true), ("pic.png", 90, false)])
  func theOneThatIsThereSaysHowLargeTheOthersAre(
    _ name: String, _ side: Int, _ isMade: Bool
  ) throws {
    let set = "out/A.xcassets/pic.imageset/"
    let shop = try AssetFolder([
      set + "Contents.json": list(["mine.png", nil, nil]),
      "platen.yaml": "version: 1\njobs: [{ assets: images, outputs: [A.xcassets] }]\n",
    ])
    try shop.write(side == 0 ? Array(dot.utf8) : png(side), to: "images/" + name)
    try shop.write(png(50), to: set + "mine.png")
    let result = try shop.run()
    #expect(
      result.record.jobs[0].warnings.contains { $0.code == "assets.small" } == !isMade)
    for scale in 2...3 {
      let file = try? shop.read(set + "pic@\(scale)x.png")
      #expect((file != nil) == isMade)
      if let file { #expect(AssetImageFacts(file)?.width == 50 * scale) }
    }
  }

  @Test func whereAllIsSomebodysThatIsSaid() throws {
    let set = "out/A.xcassets/pic.imageset/"
    let shop = try AssetFolder([
      "images/pic.svg": dot, set + "Contents.json": list(["a.png", "b.png", "c.png"]),
      set + "a.png": "a", set + "b.png": "b", set + "c.png": "c",
      "out/A.xcassets/Contents.json": "{}",
      "platen.yaml": "version: 1\njobs: [{ assets: images, outputs: [A.xcassets] }]\n",
    ])
    for _ in 0..<2 {
      let result = try shop.run()
      #expect(result.record.jobs[0].outputs.isEmpty)
      let codes = result.record.jobs[0].warnings.map(\.code.rawValue)
      #expect(codes == ["catalog.foreign", "catalog.foreign", "catalog.foreign"])
      #expect(result.totals.built == 0 && result.totals.upToDate == 1)
      #expect(result.totals.warnings == 3)
    }
  }

  /// Folders of apps and sites hold files of people's own, some of them under Platen's names.
  @Test(arguments: [
    ("res/", "android", "res/values/colors.xml"), ("web/", "web", "web/tokens.css"),
  ])
  func filesOfPeoplesOwnStayInFolders(_ out: String, _ platform: String, _ file: String) throws {
    let job = "{ assets: t.yaml, outputs: [{ file: \(out), platform: \(platform) }] }"
    let shop = try AssetFolder([
      "t.yaml": "colors: { ink: \"#111111\" }\nstrings: { en: { hello: Hi } }\n",
      "out/" + file: "mine", "platen.yaml": "version: 1\njobs: [\(job)]\n",
    ])
    for _ in 0..<2 {
      let result = try shop.run()
      #expect(result.record.jobs[0].warnings.map(\.code.rawValue) == ["catalog.foreign"])
      #expect(try shop.read("out/" + file) == Array("mine".utf8))
    }
    // What is gone is made, and is Platen's from then on: put right where somebody changes it.
    try FileManager.default.removeItem(at: shop.folder.appendingPathComponent("out/" + file))
    #expect(try shop.run().record.jobs[0].warnings.isEmpty)
    let made = try shop.read("out/" + file)
    try shop.write(Array("changed".utf8), to: "out/" + file)
    #expect(try shop.run().record.jobs[0].warnings.isEmpty)
    #expect(try shop.read("out/" + file) == made)
  }

  /// An unnamed site is called after its icon or its folder, and names that are common to all
  /// sites are reported: `platen check` would.
  @Test(arguments: [
    ("harbour.svg", "web/", "harbour", false), ("icon.svg", "harbour/public/", "harbour", false),
    ("icon.svg", "sites/Tide Tables/www/", "Tide Tables", false),
    ("logo.svg", "web/", "logo", true),
    ("app-icon.svg", "build/static/", "app-icon", true),
  ])
  func aSiteIsCalledWhatSomebodyChose(
    _ icon: String, _ out: String, _ name: String, _ isReported: Bool
  ) throws {
    for title in ["", "title: App, "] {
      let shop = try AssetFolder([
        icon: dot,
        "platen.yaml": "version: 1\njobs: [{ assets: \(icon), \(title)outputs: [\(out)] }]\n",
      ])
      let warnings = try shop.run().record.jobs[0].warnings.filter { $0.code == "assets.title" }
      #expect(warnings.count == (isReported && title.isEmpty ? 1 : 0))
      #expect(warnings.allSatisfy { $0.hints.first?.contains("title: ") == true })
      let manifest = String(
        decoding: try shop.read("out/" + out + "manifest.webmanifest"), as: UTF8.self)
      #expect(manifest.contains("\"\(title.isEmpty ? name : "App")\""))
    }
  }

  @Test func namesOfColorsKeepTheirCase() throws {
    let shop = try AssetFolder([
      "tokens.yaml":
        "colors: { LaunchBackground: \"#112233\", sea: \"#0F4C66\", dawn-glow: \"#fff\" }\n",
      "out/A.xcassets/Colors/LaunchBackground.colorset/Contents.json":
        "{\"colors\":[{\"idiom\":\"universal\"}]}",
      "out/A.xcassets/Colors/Sea.colorset/Contents.json": "{\"colors\":[]}",
      "platen.yaml": "version: 1\njobs: [{ assets: tokens.yaml, outputs: [A.xcassets] }]\n",
    ])
    let paths = try shop.jobs()[0].outputs.map(\.path).filter { $0.contains(".colorset") }
    #expect(
      paths
        == ["LaunchBackground", "Sea", "dawnGlow"].map {
          "A.xcassets/Colors/\($0).colorset/Contents.json"
        })
  }

  @Test(arguments: [("T.swift", "Swift"), ("T.kt", "Kotlin")])
  func valuesOfOtherModesThatSourceLacksAreTold(_ output: String, _ language: String) throws {
    func warnings(of dark: String) throws -> [String] {
      let shop = try AssetFolder([
        "tokens.yaml": "colors: { sea: { light: \"#000\", dark: \"#fff\" } }\n"
          + "spacing: { gap: { light: 8, dark: \(dark) }, edge: 4 }\n",
        "platen.yaml": "version: 1\njobs: [{ assets: tokens.yaml, outputs: [\(output)] }]\n",
      ])
      return try shop.jobs()[0].warnings.map(\.message)
    }
    #expect(try warnings(of: "8") == [])
    #expect(
      try warnings(of: "9") == [
        "\(language) has one value of spacing.gap for all modes, the one for light"
      ])
  }

  @Test func whatHasNoPicturesIsSaid() throws {
    let shop = try AssetFolder([
      "icon.svg": dot, "notes/a.txt": "a note",
      "platen.yaml":
        "version: 1\njobs: [{ assets: icon.svg, images: notes, outputs: [A.xcassets] }]\n",
    ])
    #expect(try shop.run().record.jobs[0].warnings.map(\.code) == ["assets.image"])
  }

  @Test func whatOfACatalogIsNotReadIsTold() throws {
    let list = """
      {"images": [{"idiom": "universal", "filename": "a.svg"}, {"idiom": "iphone", "filename": "b.svg"}],
       "properties": {"template-rendering-intent": "template"}}
      """
    let files = [
      "B.xcassets/Pier.imageset/Contents.json": list, "B.xcassets/Pier.imageset/a.svg": dot,
      "B.xcassets/Pier.imageset/b.svg": dot,
      "B.xcassets/Group/Sea.colorset/Contents.json": "{\"colors\": []}",
    ]
    func warnings(_ job: String) throws -> [String] {
      let manifest = "version: 1\njobs: [{ \(job), outputs: [A.xcassets] }]\n"
      let shop = try AssetFolder(files.merging(["platen.yaml": manifest, "icon.svg": dot]) { $1 })
      return try shop.jobs()[0].warnings.map { "\($0.code.rawValue) \($0.place?.file ?? "")" }
    }
    let picture = "assets.image B.xcassets/Pier.imageset/b.svg"
    let template = "assets.template B.xcassets"
    #expect(
      try warnings("assets: B.xcassets") == [picture, template, "assets.set B.xcassets"])
    #expect(
      try warnings("assets: icon.svg, images: B.xcassets, template-images: [Pier]") == [picture])
  }

  @Test func picturesOfWhichNothingIsToldArePassedOver() throws {
    let shop = try AssetFolder([
      "icon.svg": dot, "images/pier.svg": dot, "images/pier~hover.svg": dot,
      "images/~dark.svg": dot,
      "platen.yaml":
        "version: 1\njobs: [{ assets: icon.svg, images: images, outputs: [A.xcassets] }]\n",
    ])
    let warnings = try shop.jobs()[0].warnings
    #expect(
      warnings.map { "\($0.code.rawValue) \($0.place?.file ?? "")" } == [
        "assets.image images/pier~hover.svg", "assets.image images/~dark.svg",
      ])
  }

  @Test(arguments: [("images", 1), ("[images, images/tabs]", 0)])
  func picturesInFoldersWithinAreTold(_ images: String, _ count: Int) throws {
    let shop = try AssetFolder([
      "icon.svg": dot, "images/pier.svg": dot, "images/tabs/lights.svg": dot,
      "images/notes/a.txt": "a note",
      "platen.yaml":
        "version: 1\njobs: [{ assets: icon.svg, images: \(images), outputs: [A.xcassets] }]\n",
    ])
    let warnings = try shop.run().record.jobs[0].warnings
    #expect(warnings.map(\.code) == Array(repeating: "assets.image", count: count))
    #expect(warnings.allSatisfy { $0.place?.file == "images/tabs" })
  }

  /// A person's color set at a place Platen would fill stays to the last byte, also when the token is
  /// gone and Platen's is removed; so does one that was changed since.
  @Test func colorsOfOthersOutliveTheirTokens() throws {
    func color(_ red: String) -> String {
      """
      {"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":
      {"red":"\(red)","green":"0.000","blue":"0.000","alpha":"1.000"}}}],"info":{"author":"mira"}}
      """
    }
    let folder = "out/A.xcassets/Colors/"
    let shop = try AssetFolder([
      "tokens.yaml": "colors: { mine: \"#112233\", sea: \"#0F4C66\", lamp: \"#FFC94D\" }\n",
      folder + "mine.colorset/Contents.json": color("0.700"),
      "platen.yaml": "version: 1\njobs: [{ assets: tokens.yaml, outputs: [A.xcassets] }]\n",
    ])
    try shop.run()
    try shop.write(Array(color("0.300").utf8), to: folder + "sea.colorset/Contents.json")
    for tokens in [
      "colors: { mine: \"#112233\", sea: \"#0F4C66\" }\n", "colors: { lamp: \"#FFC94D\" }\n",
    ] {
      try shop.write(Array(tokens.utf8), to: "tokens.yaml")
      let result = try shop.run()
      #expect(result.totals.failed == 0)
      // What would be pruned is only what the record calls Platen's and is as it was.
      for orphan in result.record.orphans {
        #expect(!orphan.path.contains("mine.colorset"))
      }
      #expect(
        try shop.read(folder + "mine.colorset/Contents.json") == Array(color("0.700").utf8))
      #expect(
        try shop.read(folder + "sea.colorset/Contents.json") == Array(color("0.300").utf8))
    }
  }

  @Test(.enabled(if: Shared.isPresent)) func theRealCatalogConverges() throws {
    let shop = try AssetFolder([
      "icon.svg": dot,
      "images/meditation.svg": dot,
      "platen.yaml": """
      version: 1
      jobs: [{ assets: icon.svg, images: images, outputs: [Assets.xcassets] }]
      """,
    ])
    let from = Shared.root.appendingPathComponent("assets/Assets.xcassets")
    let to = shop.folder.appendingPathComponent("out/Assets.xcassets")
    try FileManager.default.createDirectory(
      at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: from, to: to)
    func files() throws -> [String: [UInt8]] {
      let walk = FileManager.default.enumerator(atPath: to.path)
      var found: [String: [UInt8]] = [:]
      while let name = walk?.nextObject() as? String {
        let path = to.appendingPathComponent(name)
        if let data = try? Data(contentsOf: path) { found[name] = [UInt8](data) }
      }
      return found
    }
    let before = try files()
    try shop.run()
    let after = try files()
    // Nothing is gone, and of what was there only the lists of the two sets are others.
    let changed = before.filter { after[$0.key] != $0.value }.keys.sorted()
    #expect(
      changed == [
        "AppIcon.appiconset/Contents.json", "Images/meditation.imageset/Contents.json",
      ])
    #expect(
      Set(after.keys).subtracting(before.keys) == [
        "AppIcon.appiconset/icon-1024-dark.png", "AppIcon.appiconset/icon-1024-tinted.png",
        "Images/meditation.imageset/meditation@2x.png",
        "Images/meditation.imageset/meditation@3x.png",
      ])
    try shop.run()
    #expect(try files() == after)
  }

  @Test(.enabled(if: Shared.isPresent)) func theRealCatalogIsInputAndOutput() throws {
    let shop = try AssetFolder([
      "icon.svg": dot,
      "platen.yaml": """
      version: 1
      jobs:
        - assets: icon.svg
          images: "out/Assets.xcassets/Images/Journeys/*.imageset/*.png"
          outputs: [{ file: Assets.xcassets, icon-sizes: none }]
      """,
    ])
    let to = shop.folder.appendingPathComponent("out/Assets.xcassets")
    try FileManager.default.createDirectory(
      at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Shared.root.appendingPathComponent("assets/Assets.xcassets"), to: to)
    let before = try FileManager.default.subpathsOfDirectory(atPath: to.path).sorted()
    for _ in 0..<2 {
      // Pictures at 1x alone are too small for others: each of the fifteen says so.
      #expect(shop.faults() == [])
      #expect(try shop.run().totals.failed == 0)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: to.path).sorted() == before)
    }
  }

  @Test(arguments: [
    ("assets: icon.svg, outputs: [web/x/]", "assets.platform"),
    ("assets: icon.svg, outputs: [t.css]", "assets.lacking"),
    ("assets: tokens.yaml, outputs: [i.ico]", "assets.lacking"),
    ("assets: icon.svg, background: red, outputs: [i.ico]", "assets.color"),
    ("assets: icon.svg, background: \"{color.sea}\", outputs: [i.ico]", "assets.color"),
    ("assets: icon.svg, dark: tokens.yaml, outputs: [i.ico]", "assets.input"),
    ("assets: icon.svg, tokens: icon.svg, outputs: [t.css]", "assets.input"),
    ("assets: tokens.yaml, outputs: [{ file: T.swift, type-name: 1a }]", "manifest.value"),
    ("assets: tokens.yaml, outputs: [{ file: T.kt, package: a.1 }]", "manifest.value"),
    ("assets: tokens.yaml, outputs: [L.strings]", "assets.lacking"),
    ("assets: tokens.yaml, outputs: [f.plist]", "assets.lacking"),
    ("assets: twice, outputs: [A.xcassets]", "assets.image"),
    ("assets: odd.txt, outputs: [A.xcassets]", "assets.input"),
    ("assets: bad.yaml, outputs: [t.css]", "tokens.cycle"),
  ])
  func whatIsWrongIsSaidBeforeAnythingRuns(_ job: String, _ code: String) throws {
    let shop = try AssetFolder([
      "icon.svg": dot, "tokens.yaml": colors, "twice/a.png": "", "twice/a.svg": dot, "odd.txt": "",
      "bad.yaml": "colors: { a: \"{color.a}\" }", "platen.yaml": "version: 1\njobs: [{ \(job) }]\n",
    ])
    #expect(shop.faults() == [code])
  }

  /// A foreground that hides its ground is a small tile on Android and where a site's icon is masked.
  @Test(arguments: [("", 2), ("foreground: dot.svg, ", 0), ("foreground: icon.svg, ", 2)])
  func anOpaqueForegroundIsSaid(_ more: String, _ count: Int) throws {
    let shop = try AssetFolder([
      "icon.svg": dot.replacing(
        "<circle", with: "<rect width='9' height='9' fill='#123456'/><circle"),
      "dot.svg": dot,
      "platen.yaml": """
      version: 1
      jobs: [{ assets: icon.svg, \(more)outputs: [A.xcassets, i.ico, res/, web/] }]
      """,
    ])
    let result = try shop.run()
    #expect(result.totals.failed == 0)
    let said = result.record.jobs[0].warnings.filter { $0.code.rawValue == "assets.opaque" }
    #expect(said.count == count)
    #expect(said.allSatisfy { $0.place?.file == "icon.svg" })
  }

  /// A picture that would take gigabytes is refused by its first bytes, and its limit is named.
  @Test(arguments: [[0, 0, 0x40, 0], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func aHugePictureIsRefused(_ side: [UInt8]) throws {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let file = head + Array("IHDR".utf8) + side + side + [8, 6, 0, 0, 0]
    for job in ["assets: huge.png", "assets: icon.svg, images: images"] {
      let shop = try AssetFolder([
        "icon.svg": dot,
        "platen.yaml": "version: 1\njobs: [{ \(job), outputs: [A.xcassets] }]\n",
      ])
      try shop.write(file, to: "huge.png")
      try shop.write(file, to: "images/huge.png")
      let result = try shop.run()
      let errors = result.record.jobs[0].errors
      #expect(errors.first?.code.rawValue == "png.too-large", "\(job)")
      #expect(errors.first?.hints.first?.contains("33554432") == true)
    }
  }

  @Test func aMissingFileIsAJobThatFails() throws {
    for input in ["gone.svg", "gone.yaml"] {
      let shop = try AssetFolder([
        "platen.yaml": "version: 1\njobs: [{ assets: \(input), outputs: [A.xcassets, t.ico] }]\n"
      ])
      let result = try shop.run()
      #expect(result.totals.failed == 1, "\(input)")
    }
  }

  @Test func missingImagesAreReportedAtTheirKey() throws {
    let shop = try AssetFolder([
      "tokens.yaml": "colors: { sea: \"#000001\" }\n",
      "platen.yaml": """
      version: 1
      jobs:
        - assets: tokens.yaml
          images: art/nope
          outputs: [A.xcassets]
      """,
    ])
    let error = try #require(try shop.run().record.jobs.first?.errors.first)
    #expect(error.message == "no such file: art/nope")
    #expect(error.place?.line == 4 && error.place?.column == 13)
  }
}

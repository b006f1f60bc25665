// SPDX-License-Identifier: MIT
// Part of Platen: tests of who owns what in a catalog that people edit, too.

import Assets
import Diagnostics
import TestSupport
import Testing
import Tokens

@Suite struct MergeTests {
  private let icon = CatalogSet(
    icon: "AppIcon", slots: IconSlots.single, filename: CatalogSet.iconFile)

  private func scales(_ name: String, properties: ContentsValue? = nil) -> CatalogSet {
    CatalogSet(
      folder: name + ".imageset",
      slots: (1...3).map { scale in
        .init(
          ImageVariant(name: name).contents(scale: scale),
          filename: scale == 1 ? "\(name).png" : "\(name)@\(scale)x.png")
      }, properties: properties)
  }

  /// Merging, taking what was written for Platen's own, merging again.
  private func again(
    _ merge: CatalogMerge, _ set: CatalogSet, _ existing: CatalogMerge.Existing
  ) -> CatalogMerge {
    var after = existing
    after.files.formUnion(merge.files)
    after.own.formUnion(merge.files)
    if let contents = merge.contents {
      after.contents = contents
      after.files.insert("Contents.json")
      after.own.insert("Contents.json")
    }
    return CatalogMerge(set, into: after)
  }

  @Test func nothingThere() {
    let merge = CatalogMerge(icon, into: .init())
    #expect(merge.contents == icon.contents)
    #expect(merge.files == ["icon-1024.png", "icon-1024-dark.png", "icon-1024-tinted.png"])
    #expect(merge.notes.isEmpty)
    #expect(again(merge, icon, .init()) == merge)
  }

  @Test func emptySlotsAreFilledAndForeignOnesStay() throws {
    let theirs = try ContentsValue(
      parsing: Array(
        """
        {"images":[{"filename":"photo.jpeg","idiom":"universal","scale":"1x"},
        {"idiom":"universal","scale":"2x","expected-size":"12"},{"idiom":"universal","scale":"3x"},
        {"idiom":"ipad","scale":"1x","filename":"pad.png"}],"info":{"author":"mira","version":1}}
        """.utf8))
    let existing = CatalogMerge.Existing(
      contents: theirs, files: ["Contents.json", "photo.jpeg", "pad.png"])
    let set = scales("photo")
    let merge = CatalogMerge(set, into: existing)
    #expect(merge.files == ["photo@2x.png", "photo@3x.png"])
    #expect(
      merge.notes.map(\.message) == ["photo.jpeg was not written by Platen: it is kept as is"])
    let images = merge.contents?["images"]?.list
    #expect(
      images?.map { $0["filename"]?.text } == [
        "photo.jpeg", "photo@2x.png", "photo@3x.png", "pad.png",
      ])
    #expect(images?[1]["expected-size"]?.text == "12")
    #expect(merge.contents?["info"]?["author"]?.text == "mira")
    #expect(again(merge, set, existing).contents == merge.contents)
    #expect(again(merge, set, existing).files == merge.files)
  }

  @Test func aForeignIconKeepsItsPicture() throws {
    let theirs = try ContentsValue(
      parsing: Array(
        """
        {"images":[{"filename":"AppIcon.png","idiom":"universal","platform":"ios",
        "size":"1024x1024"}],"info":{"author":"xcode","version":1}}
        """.utf8))
    let existing = CatalogMerge.Existing(
      contents: theirs, files: ["Contents.json", "AppIcon.png", "README.md"])
    let merge = CatalogMerge(icon, into: existing)
    #expect(merge.files == ["icon-1024-dark.png", "icon-1024-tinted.png"])
    #expect(merge.contents?["images"]?.list?.count == 3)
    #expect(merge.contents?["images"]?.list?.first?["filename"]?.text == "AppIcon.png")
  }

  @Test func aFileOfTheSameNameThatSomebodyElseWroteStays() {
    let existing = CatalogMerge.Existing(files: ["icon-1024.png"])
    let merge = CatalogMerge(icon, into: existing)
    #expect(!merge.files.contains("icon-1024.png"))
    #expect(merge.contents?["images"]?.list?.first?["filename"] == nil)
    #expect(merge.notes.count == 1)
    // Its slot is named by nobody now, and stays that way.
    #expect(!again(merge, icon, existing).files.contains("icon-1024.png"))
  }

  @Test func whatPlatenWroteIsReplacedAndWhatItNoLongerWantsGoes() {
    let first = CatalogMerge(icon, into: .init())
    let own: Set<String> = first.files.union(["Contents.json"])
    let plain = CatalogSet(
      icon: "AppIcon", slots: [IconSlots.single[0]], filename: CatalogSet.iconFile)
    let second = CatalogMerge(
      plain, into: .init(contents: first.contents, files: own, own: own))
    #expect(second.contents == plain.contents)
    #expect(second.files == ["icon-1024.png"])
  }

  @Test func aPictureSomebodyChangedIsTheirs() {
    let first = CatalogMerge(icon, into: .init())
    let files: Set<String> = first.files.union(["Contents.json"])
    let edited = CatalogMerge.Existing(
      contents: first.contents, files: files, own: files.subtracting(["icon-1024-dark.png"]))
    let merge = CatalogMerge(icon, into: edited)
    #expect(merge.files == ["icon-1024.png", "icon-1024-tinted.png"])
    #expect(merge.contents == first.contents)
  }

  @Test func colorsOfOthers() throws {
    let paper = ColorSet([
      .init(.light, TokenColor(hex: "#ffffff")), .init(.dark, TokenColor(hex: "#000000")),
    ])
    let set = CatalogSet(color: "paper", paper)
    let empty = try ContentsValue(
      parsing: Array(
        "{\"colors\":[{\"idiom\":\"universal\"}],\"info\":{\"author\":\"xcode\",\"version\":1}}"
          .utf8))
    let filled = CatalogMerge(set, into: .init(contents: empty, files: ["Contents.json"]))
    #expect(ColorSet(try #require(filled.contents)) == paper)

    let other = ColorSet([.init(.light, TokenColor(hex: "#ff0000"))]).contents
    let theirs = CatalogMerge(set, into: .init(contents: other, files: ["Contents.json"]))
    #expect(theirs.contents == nil)
    #expect(theirs.notes.map(\.code) == ["catalog.foreign"])

    let ours = CatalogMerge(
      set, into: .init(contents: other, files: ["Contents.json"], own: ["Contents.json"]))
    #expect(ours.contents == set.contents)

    // The same colors in another spelling are nothing to write.
    let same = try ContentsValue(
      parsing: Array(
        """
        {"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":
        {"red":"0xFF","green":"255","blue":1.0,"alpha":"1"}}},{"idiom":"universal","appearances":
        [{"appearance":"luminosity","value":"dark"}],"color":{"color-space":"srgb","components":
        {"red":"0","green":"0","blue":"0","alpha":"1.0"}}}],"info":{"author":"xcode","version":1}}
        """.utf8))
    let spelled = CatalogMerge(set, into: .init(contents: same, files: ["Contents.json"]))
    #expect(spelled.contents == nil && spelled.notes.isEmpty)
  }

  @Test func propertiesAreAddedAndTheirsStay() throws {
    let template = ContentsValue.sorted([
      "preserves-vector-representation": .bool(true),
      "template-rendering-intent": .text("template"),
    ])
    var contents = scales("tab").contents
    contents["properties"] = .sorted(["template-rendering-intent": .text("original")])
    let set = scales("tab", properties: template)
    let merge = CatalogMerge(set, into: .init(contents: contents, files: ["Contents.json"]))
    let properties = merge.contents?["properties"]
    #expect(properties?["template-rendering-intent"]?.text == "original")
    #expect(properties?["preserves-vector-representation"] == .bool(true))
    #expect(merge.notes.count == 1)
  }

  @Test func aContentsThatIsNoTableIsLeft() {
    let merge = CatalogMerge(
      icon, into: .init(contents: .list([]), files: ["Contents.json"]))
    #expect(merge.contents == nil && merge.files.isEmpty && merge.notes.count == 1)
  }
}

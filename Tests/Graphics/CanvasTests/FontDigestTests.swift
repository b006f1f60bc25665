// SPDX-License-Identifier: MIT
// Part of Platen: what the digest of a set of fonts depends on, and what not.

import Canvas
import Digests
import Drawing
import Foundation
import TestSupport
import Testing

@Suite struct FontDigestTests {
  /// A folder of fonts as the system's, with links to some of its files.
  private struct Folder {
    let scratch: Scratch

    init(_ files: [String]) throws {
      scratch = try Scratch()
      for file in files { try add(file) }
    }

    /// - Parameter source: what the file is to hold; its own contents where not given.
    func add(_ file: String, holding source: String? = nil) throws {
      let place = scratch.url.appendingPathComponent(file)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.createSymbolicLink(
        atPath: place.path,
        withDestinationPath: "\(FontFolders.debian)/\(source ?? file)")
    }

    func digest(_ families: [String], files: [String] = []) throws -> Digest {
      try FontSet(files: files, folders: FontFolders([scratch.path])).digest(for: families) {
        Digest.of([UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))))
      }
    }
  }

  private static let regular = "truetype/dejavu/DejaVuSans.ttf"
  private static let bold = "truetype/dejavu/DejaVuSans-Bold.ttf"
  private static let lato = "truetype/lato/Lato-Regular.ttf"
  private static let hebrew = "truetype/noto/NotoSerifHebrew-Regular.ttf"
  private static let runic = "truetype/noto/NotoSansRunic-Regular.ttf"
  private static let emoji = "truetype/noto/NotoColorEmoji.ttf"
  private static let cabin = "opentype/cabin/Cabin-Regular.otf"

  @Test func theFolderIsNoPartOfIt() throws {
    let files = [FontDigestTests.regular, FontDigestTests.lato]
    #expect(try Folder(files).digest(["Lato"]) == Folder(files).digest(["Lato"]))
  }

  /// One file more, less or of other contents, wherever text may come to it.
  @Test func everythingThatMayBeDrawnFromCounts() throws {
    var seen: [Digest: String] = [:]
    func see(_ name: String, _ digest: Digest) {
      if let other = seen.updateValue(name, forKey: digest) {
        Issue.record("\(name) and \(other) have one digest")
      }
    }
    let folder = try Folder([FontDigestTests.regular])
    see("plain", try folder.digest(["Cabin"]))
    for (name, file) in [
      ("a second weight", FontDigestTests.bold), ("a last resort", FontDigestTests.lato),
      ("a script's font", FontDigestTests.hebrew), ("another script's", FontDigestTests.runic),
      ("emoji", FontDigestTests.emoji), ("the family itself", FontDigestTests.cabin),
    ] {
      try folder.add(file)
      see(name, try folder.digest(["Cabin"]))
    }
    try folder.add(FontDigestTests.cabin, holding: FontDigestTests.lato)
    see("other contents", try folder.digest(["Cabin"]))
    see(
      "the user's own file",
      try folder.digest(
        ["Cabin"], files: ["\(FontFolders.debian)/\(FontDigestTests.cabin)"]))
    // Comfortaa is stood in for by Inter, Balsamiq Sans by Cabin.
    see("a substitute", try folder.digest(["Balsamiq Sans"]))
    see("none", try folder.digest(["Comfortaa"]))
    see("another order", try folder.digest(["Comfortaa", "Cabin"]))
    see("the first order", try folder.digest(["Cabin", "Comfortaa"]))
  }

  @Test func whatCannotBeReachedDoesNotCount() throws {
    let folder = try Folder([FontDigestTests.regular])
    let before = try folder.digest(["DejaVu Sans"])
    try folder.add(FontDigestTests.cabin)
    #expect(try folder.digest(["DejaVu Sans"]) == before)
  }

  @Test func eachFileIsReadOnceAndFaultsArePassedOn() throws {
    let set = try FontSet()
    let files = set.files(for: ["EB Garamond", "Cinzel", "EB Garamond 08"])
    var requested: [String] = []
    _ = set.digest(for: ["EB Garamond", "Cinzel", "EB Garamond 08"]) { path in
      requested.append(path)
      return Digest.of(path)
    }
    #expect(requested.sorted() == files)
    #expect(files.count > 10 && !files.contains { $0.contains("Inter-") })
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try set.digest(for: ["Lato"]) { _ in throw Unreadable() }
    }
  }

  /// Whatever is written, no face is opened whose file was not named before.
  @Test(arguments: [
    ["EB Garamond"], ["Lato"], ["Cinzel", "Papyrus"], ["Nothing"], ["Noto Sans Vai"],
  ])
  func nothingElseIsOpened(families: [String]) throws {
    let set = try FontSet()
    let files = Set(set.files(for: families))
    let library = try FontLibrary(set)
    for text in [
      "Plain", "Ærøskøbing", "Κόρη", "Мир", "שלום", "سلام", "ᚠᚢᚦ", "नमस्ते", "日本 한국", "🏰", "⚔ ∑", "ꔀ",
      "\u{10FFFD}",
    ] {
      for (weight, isItalic) in [(400, false), (700, false), (900, true)] {
        let request = FontRequest(
          families: families, size: 10, weight: weight, isItalic: isItalic)
        _ = library.shape(text, font: request)
      }
    }
    #expect(!library.openedFaces.isEmpty)
    for face in library.openedFaces {
      #expect(files.contains(try #require(set.path(of: face))), "\(face.name)")
    }
  }
}

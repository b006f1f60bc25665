// SPDX-License-Identifier: MIT
// Part of Platen: which fonts are found, and what text becomes in them.

import Canvas
import Diagnostics
import Digests
import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@Suite struct WordStartTests {
  @Test func thaiBreaksBetweenWords() throws {
    let library = try FontLibrary(FontSet())
    #expect(library.wordStarts(in: "สวัสดีชาวโลก") == [18, 27])
    #expect(library.wordStarts(in: "ก") == [])
    #expect(library.wordStarts(in: "") == [])
    #expect(library.wordStarts(in: "สวัสดี\0ชาวโลก").contains(28))
  }
}

@Suite struct LevelTests {
  @Test func zerosEndNoText() throws {
    let library = try FontLibrary(FontSet())
    let text = "a" + String(repeating: "\0", count: 4096) + "א"
    let levels = library.embeddingLevels(of: text, isRightToLeft: nil)
    #expect(levels == [UInt8](repeating: 0, count: 4097) + [1])
    #expect(library.embeddingLevels(of: "\0א", isRightToLeft: nil) == [1, 1])
  }
}

@Suite struct FontSetTests {
  @Test func requestsFindTheNearestFace() throws {
    let set = try FontSet()
    func name(_ family: String, _ weight: Int, _ isItalic: Bool) -> String? {
      set.match(family, weight: weight, isItalic: isItalic)?.face.face.name
    }
    #expect(name("EB Garamond", 400, false) == "EBGaramond12-Regular.otf#0")
    #expect(name("eb garamond", 400, true) == "EBGaramond12-Italic.otf#0")
    #expect(name("EB Garamond", 900, false) == "EBGaramond12-Bold.otf#0")
    // There is no bold italic: the italic is emboldened.
    #expect(name("EB Garamond", 700, true) == "EBGaramond12-Italic.otf#0+bold")
    #expect(name("Lato", 700, true) == "Lato-BoldItalic.ttf#0")
    #expect(name("Lato", 600, false) == "Lato-Semibold.ttf#0")
    #expect(name("Nothing of that name", 400, false) == nil)
  }

  /// Bold words in italic text are darker, in the same place, and as wide as those they replace.
  @Test func emboldenedLettersAreDarker() throws {
    let set = try FontSet()
    func ink(_ weight: Int, _ family: String) throws -> (dark: Int, width: Double) {
      let library = try FontLibrary(set)
      let shaped = library.shape(
        "Blessings", font: FontRequest(families: [family], size: 80, weight: weight, isItalic: true)
      )
      let bitmap = try ImageCanvas.bitmap(
        of: Scene(
          size: Size(width: 400, height: 120), background: .white,
          nodes: shaped.nodes(at: Point(20, 80), paint: .color(.black))), width: 400, height: 120,
        fonts: library)
      let dark = stride(from: 0, to: bitmap.rgba.count, by: 4).count { bitmap.rgba[$0] < 128 }
      return (dark, shaped.width)
    }
    for family in ["EB Garamond", "Gentium"] {
      let (plain, bold) = (try ink(400, family), try ink(700, family))
      #expect(Double(bold.dark) > 1.2 * Double(plain.dark), "\(family)")
      #expect(bold.width >= plain.width)
    }
    let face = FontFace(name: "EBGaramond12-Italic.otf#0+bold")
    #expect(set.path(of: face)?.hasSuffix("/EBGaramond12-Italic.otf") == true)
  }

  @Test func everyFamilyOfTheCatalogIsHereOrNamesItsPackage() throws {
    let set = try FontSet()
    #expect(set.families.count > 20)
    for family in set.families {
      #expect(family.package?.hasPrefix("fonts-") == true)
      if !family.isPresent {
        let said = set.check([family.name])
        #expect(said.first?.hints.first?.contains(family.package ?? "?") == true)
      }
    }
  }

  @Test func whatIsMissingIsSaid() throws {
    let set = try FontSet()
    #expect(set.check(["EB Garamond", "Lato"]).isEmpty)
    let said = set.check(["Almendra SC", "Almendra SC", "EB Garamnd"])
    #expect(said.map(\.code) == ["fonts.substituted", "fonts.unknown"])
    #expect(said[1].hints == ["did you mean \"EB Garamond\"?"])
  }

  @Test func aMachineWithoutFontsIsTold() throws {
    let scratch = try Scratch()
    let set = try FontSet(folders: FontFolders([scratch.path]))
    #expect(set.families.allSatisfy { !$0.isPresent })
    let said = set.check(["Vollkorn"])
    #expect(said.map(\.code) == ["fonts.missing"])
    #expect(said.first?.hints == ["install it with: apt-get install fonts-vollkorn"])
    #expect {
      try FontLibrary(set)
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "fonts.none"
    }
  }

  /// A damaged file of the catalog is skipped, and reported.
  @Test func damagedFilesAreTold() throws {
    let scratch = try Scratch()
    for (file, bytes) in [
      ("truetype/gentium/Gentium-R.ttf", Data("no font".utf8)),
      (
        "truetype/dejavu/DejaVuSans.ttf",
        try Data(
          contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
      ),
    ] {
      try scratch.write(bytes, to: file)
    }
    let set = try FontSet(folders: FontFolders([scratch.path]))
    #expect(set.check(["Gentium", "DejaVu Sans"]).map(\.code) == ["fonts.unreadable"])
    let shaped = try FontLibrary(set).shape(
      "a", font: FontRequest(families: ["Gentium", "DejaVu Sans"], size: 5))
    #expect(shaped.runs.first?.font.face.name == "DejaVuSans.ttf#0")
  }

  /// Fedora and home folders have folders of their own, and other extensions.
  @Test func filesAreFoundByTheirNamesInOtherLayouts() throws {
    let scratch = try Scratch()
    for (file, source) in [
      ("system/dejavu-sans-fonts/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans.ttf"),
      ("own/a/b/ebgaramond12-regular.OTF", "opentype/ebgaramond/EBGaramond12-Regular.otf"),
      ("own/DejaVuSans-Bold.otf", "truetype/dejavu/DejaVuSans-Bold.ttf"),
      ("own/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"),
      ("own/NotoSansRunic-Regular.ttf", "truetype/noto/NotoSansRunic-Regular.ttf"),
    ] {
      try scratch.write("", to: file)
      try FileManager.default.removeItem(atPath: scratch(file))
      try FileManager.default.createSymbolicLink(
        atPath: scratch(file), withDestinationPath: "\(FontFolders.debian)/\(source)")
    }
    let folders = FontFolders([scratch("none"), scratch("system"), scratch("own")])
    #expect(folders.found == [scratch("system"), scratch("own")])
    let set = try FontSet(folders: folders)
    // The first folder counts.
    #expect(
      set.match("DejaVu Sans")?.face.path == scratch("system/dejavu-sans-fonts/DejaVuSans.ttf"))
    #expect(
      set.match("DejaVu Sans", weight: 700)?.face.path == scratch("own/DejaVuSans-Bold.otf"))
    #expect(set.match("EB Garamond")?.face.path == scratch("own/a/b/ebgaramond12-regular.OTF"))
    #expect(set.match("Noto Sans Runic") != nil)
    #expect(set.match("Vollkorn") == nil)
    // The same files give the same text wherever they are.
    let shaped = try FontLibrary(set).shape(
      "Sea", font: FontRequest(families: ["EB Garamond"], size: 12))
    let usual = try FontLibrary(FontSet()).shape(
      "Sea", font: FontRequest(families: ["EB Garamond"], size: 12))
    #expect(
      shaped.runs.map(\.font.face) == usual.runs.map(\.font.face) && shaped.width == usual.width)
    // A new file or folder is noticed.
    let places = FontSet.places(for: [], in: folders)
    #expect(folders.listed.contains(scratch("own/a/b")) && places.contains(scratch("none")))
    #expect(places.contains(scratch("own/DejaVuSans-Bold.otf")))
  }

  @Test func foldersOfFontsFollowTheXDGSpecification() {
    func folders(_ variables: [String: String]) -> [String] {
      FontFolders.paths { variables[$0] }
    }
    #expect(folders([:]) == ["/usr/local/share/fonts", "/usr/share/fonts"])
    #expect(
      folders(["XDG_DATA_DIRS": "/nix/share/:relative::/usr/share", "HOME": "/home/a"]) == [
        "/nix/share/fonts", "/usr/share/fonts", "/usr/local/share/fonts",
        "/home/a/.local/share/fonts",
      ])
    #expect(
      folders(["XDG_DATA_HOME": "/data", "HOME": "/home/a"]).last == "/data/fonts")
  }

  @Test func usersFilesComeFirst() throws {
    let path = try #require(
      FontSet().path(of: FontFace(name: "DejaVuSans-Bold.ttf#0")))
    let set = try FontSet(files: [path])
    let match = try #require(set.match("DejaVu Sans"))
    #expect(match.family.package == nil)
    #expect(match.face.weight == 700)
    #expect(match.face.face.name.hasPrefix("DejaVuSans-Bold.ttf@"))
    let digest = Digest.of([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).description
    #expect(match.face.face.name == "DejaVuSans-Bold.ttf@\(digest.prefix(12))#0")
    // It can be shaped with and painted by another library.
    let request = FontRequest(families: ["DejaVu Sans"], size: 10)
    let nodes = try FontLibrary(set).shape("own", font: request)
      .nodes(at: Point(2, 12), paint: .color(.black))
    let bitmap = try ImageCanvas.bitmap(
      of: Scene(size: Size(width: 30, height: 20), background: .white, nodes: nodes), width: 30,
      height: 20, fonts: FontLibrary(set))
    #expect(!bitmap.isBlank)
  }

  @Test(arguments: ["/nowhere/at-all.ttf", "/etc/passwd", "/"])
  func filesThatAreNoFontsAreRefused(path: String) {
    #expect {
      try FontSet(files: [path])
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "fonts.unreadable"
    }
  }

  /// The head of a font and not one table behind it; the address sanitizer sees what is not let go.
  @Test func fontsWithoutGlyphsAreRefused() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      [0, 1, 0, 0] + [UInt8](repeating: 0, count: 8), to: "no-glyphs.ttf")
    #expect {
      try FontSet(files: [file])
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.message == "\(file) holds no glyphs"
    }
  }
}

@Suite struct ShapingTests {
  static let texts = [
    "", " ", "a", "Kingdom of Ardenfell", "office fjord", "السلام عليكم", "מלך 12 kings",
    "Port 🏰⚓️ 👩‍👩‍👧‍👦 🇩🇪", "e\u{301}o\u{308}", "\u{301}", "漢字かな", "हिन्दी", "ᚠᚢᚦ", "a\nb\tc",
    "\u{202E}abc\u{202C}", "1️⃣", "ﷺ", "ไทย", "\u{200D}\u{FE0F}", "x\u{0}y",
  ]

  static func request(_ family: String, size: Double = 10, spacing: Double = 0) -> FontRequest {
    FontRequest(families: [family], size: size, letterSpacing: spacing)
  }

  @Test(arguments: texts)
  func glyphsClustersAndAdvancesAddUp(text: String) throws {
    let fonts = try FontLibrary(FontSet())
    for family in ["EB Garamond", "DejaVu Sans", "Amiri", "Noto Color Emoji", "Cinzel"] {
      let shaped = fonts.shape(text, font: ShapingTests.request(family))
      var advance = 0.0
      for run in shaped.runs {
        #expect(run.glyphs.count == run.advances.count)
        #expect(run.clusters.reduce(0) { $0 + $1.glyphCount } == run.glyphs.count)
        #expect(run.clusters.reduce(0) { $0 + $1.byteCount } == run.source.utf8.count)
        #expect(run.clusters.allSatisfy { $0.byteCount > 0 && $0.glyphCount > 0 })
        advance += run.advances.reduce(0, +)
      }
      #expect(abs(advance - shaped.width) < 1e-9)
      #expect(shaped.ascent > 0 && shaped.descent > 0)
      #expect(
        shaped.runs.reduce(0) { $0 + $1.source.unicodeScalars.count } == text.unicodeScalars.count)
    }
  }

  @Test(arguments: texts)
  func sizeOnlyScales(text: String) throws {
    let fonts = try FontLibrary(FontSet())
    let small = fonts.shape(text, font: ShapingTests.request("EB Garamond", size: 1))
    let large = fonts.shape(text, font: ShapingTests.request("EB Garamond", size: 64))
    #expect(large.width == small.width * 64)
    for (a, b) in zip(small.runs, large.runs) {
      #expect(a.glyphs.map { $0.position * 64 } == b.glyphs.map(\.position))
      #expect(a.source == b.source)
    }
  }

  @Test func thePastDoesNotMatter() throws {
    let set = try FontSet()
    let used = try FontLibrary(set)
    for text in ShapingTests.texts {
      for family in ["Noto Sans", "Vollkorn", "Amiri", "Lato"] {
        _ = used.shape(text, font: ShapingTests.request(family))
      }
    }
    for text in ShapingTests.texts {
      let fresh = try FontLibrary(set)
      let request = ShapingTests.request("Goudy Bookletter 1911")
      #expect(fresh.shape(text, font: request) == used.shape(text, font: request))
    }
  }

  @Test func plainTextOpensOneFile() throws {
    let fonts = try FontLibrary(FontSet())
    _ = fonts.shape("Ardenfell, Tŷn & Öre", font: ShapingTests.request("EB Garamond"))
    #expect(fonts.openedFaces.map(\.name) == ["EBGaramond12-Regular.otf#0"])
  }

  @Test func linesAreInVisualOrder() throws {
    let fonts = try FontLibrary(FontSet())
    // Hebrew runs to the left, numbers in it to the right, Latin after it stands on its left.
    let shaped = fonts.shape("מלך 12 kings", font: ShapingTests.request("DejaVu Sans"))
    #expect(shaped.runs.map(\.source) == ["kings", " ", "12", "מלך "])
    let xs = shaped.runs.flatMap { $0.glyphs.map(\.position.x) }
    #expect(xs == xs.sorted())
  }

  @Test func lettersAreSpacedAfterEveryCluster() throws {
    let fonts = try FontLibrary(FontSet())
    let plain = fonts.shape("Tara", font: ShapingTests.request("DejaVu Sans"))
    let spaced = fonts.shape("Tara", font: ShapingTests.request("DejaVu Sans", spacing: 0.5))
    #expect(abs(spaced.width - plain.width - 4 * 0.5 * 10) < 1e-9)
    // Ligatures are undone, joined scripts stay joined.
    let office = fonts.shape("ffi", font: ShapingTests.request("Linux Libertine", spacing: 0.1))
    #expect(office.runs[0].glyphs.count == 3)
    let joined = fonts.shape("ffi", font: ShapingTests.request("Linux Libertine"))
    #expect(joined.runs[0].glyphs.count == 1)
    let arabic = fonts.shape("سلام", font: ShapingTests.request("Amiri", spacing: 0.5))
    #expect(arabic == fonts.shape("سلام", font: ShapingTests.request("Amiri")))
  }

  @Test func whatNobodyHasIsListed() throws {
    let fonts = try FontLibrary(FontSet())
    let shaped = fonts.shape("a\u{10FFFD}b\u{10FFFD}", font: ShapingTests.request("EB Garamond"))
    #expect(shaped.missing == ["\u{10FFFD}"])
    #expect(shaped.runs.flatMap(\.glyphs).contains { $0.id == 0 })
    #expect(fonts.shape("Ardenfell", font: ShapingTests.request("EB Garamond")).missing.isEmpty)
  }

  @Test func emojiSequencesAreOnePicture() throws {
    let fonts = try FontLibrary(FontSet())
    for emoji in ["🏰", "👩‍👩‍👧‍👦", "🇩🇪", "1️⃣"] {
      let shaped = fonts.shape(emoji, font: ShapingTests.request("EB Garamond"))
      #expect(shaped.runs.count == 1)
      #expect(shaped.runs[0].font.face.name == "NotoColorEmoji.ttf#0")
      #expect(shaped.runs[0].glyphs.count == 1, "\(emoji)")
    }
  }

  @Test(
    arguments: [
      (nil, "李明", 2), ("en", "李明", 2), ("fa", "李明", 2), ("zh", "李明", 2), ("zh-TW", "李明", 3),
      ("ja", "李明", 0), ("ko", "李明", 1), ("en", "東京タワー", 0), ("en", "かな", 0), ("en", "한글", 1),
    ] as [(String?, String, Int)])
  func charactersHaveTheFormsOfTheirLanguage(language: String?, text: String, face: Int) throws {
    let fonts = try FontLibrary(FontSet())
    let shaped = fonts.shape(
      text, font: FontRequest(families: ["EB Garamond"], size: 9, language: language))
    #expect(Set(shaped.runs.map(\.font.face.name)) == ["NotoSansCJK-Regular.ttc#\(face)"])
  }

  @Test func unknownFamiliesFallBack() throws {
    let fonts = try FontLibrary(FontSet())
    let shaped = fonts.shape("a", font: FontRequest(families: ["No such", "Nor this"], size: 5))
    #expect(shaped.runs[0].font.face.name == "EBGaramond12-Regular.otf#0")
    #expect(fonts.shape("a", font: FontRequest(families: [], size: .nan)).width == 0)
  }

  @Test func longTextIsShaped() throws {
    let fonts = try FontLibrary(FontSet())
    let text = String(repeating: "Ardenfell ﷺ 🏰 ", count: 3000)
    let shaped = fonts.shape(text, font: ShapingTests.request("EB Garamond"))
    #expect(shaped.width > 100_000)
  }
}

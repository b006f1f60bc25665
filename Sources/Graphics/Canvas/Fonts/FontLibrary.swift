// SPDX-License-Identifier: MIT
// Part of Platen: opens faces when they are needed and shapes text with them.

internal import Diagnostics
public import Drawing
internal import Geometry

/// The open fonts of one worker: what measures text and what draws it.
///
/// Not for sharing between threads; make one per worker from the process's `FontSet` and keep it,
/// for its caches of faces, outlines and shaped lines are what makes it fast. What it returns
/// depends on the set and the request alone, never on what was shaped before: fallback is decided
/// in a fixed order, and only faces that are needed are opened.
public final class FontLibrary: TextMeasuring {
  public let set: FontSet
  private var files: [FontFace: FontFile] = [:]
  private var data: [String: FontData] = [:]
  private var broken: [FontFace: Failure] = [:]
  private var lines: [LineKey: ShapedText] = [:]
  private let shaper: Shaper
  /// Memory for what is painted with these fonts; painters of one worker follow each other.
  let mask = CoverageMask()

  private struct LineKey: Hashable {
    var text: String
    /// The request at a size of one em.
    var request: FontRequest
  }

  private static let lineLimit = 20_000

  /// - Throws: `Failure` `fonts.none` when not one font of the catalog or the user is here.
  public init(_ set: FontSet) throws {
    self.set = set
    shaper = try Shaper()
    guard set.primary(for: FontRequest(families: set.families.map(\.name), size: 1)) != nil else {
      throw Failure(
        .error(
          .fontsNone, "no font is installed that Platen knows",
          hints: ["install one with: apt-get install fonts-ebgaramond fonts-dejavu-core"]))
    }
  }

  /// The faces opened so far, by name: what the images made with this library depend on.
  public var openedFaces: [FontFace] { files.keys.sorted { $0.name < $1.name } }

  public func shape(_ text: String, font request: FontRequest) -> ShapedText {
    let size = request.size.isFinite ? max(0, request.size) : 0
    var unit = request
    unit.size = 1
    let key = LineKey(text: text, request: unit)
    if let known = lines[key] { return known.scaled(by: size) }
    let shaped = shaper.shape(text, request: unit, faces: candidates(for: unit))
    if lines.count >= FontLibrary.lineLimit { lines.removeAll(keepingCapacity: true) }
    lines[key] = shaped
    return shaped.scaled(by: size)
  }

  public func shape(_ piece: String, font request: FontRequest, isRightToLeft: Bool) -> ShapedText {
    let size = request.size.isFinite ? max(0, request.size) : 0
    var unit = request
    unit.size = 1
    let shaped = shaper.shape(
      piece, request: unit, faces: candidates(for: unit), level: isRightToLeft ? 1 : 0)
    return size == 1 ? shaped : shaped.scaled(by: size)
  }

  public func embeddingLevels(of paragraph: String, isRightToLeft: Bool?) -> [UInt8] {
    Shaper.embeddingLevels(of: paragraph, isRightToLeft: isRightToLeft)
  }

  public func wordStarts(in stretch: String) -> [Int] { Shaper.wordStarts(in: stretch) }

  /// The open face of a name, in scenes made by this library or another of the same set.
  ///
  /// - Throws: `Failure` `fonts.unknown-face`, `fonts.unreadable`.
  func file(of face: FontFace) throws -> FontFile {
    if let known = files[face] { return known }
    if let failure = broken[face] { throw failure }
    do {
      guard let record = set.record(of: face) else { throw FontSet.unknown(face) }
      let bytes = try data[record.path] ?? FontData(path: record.path)
      data[record.path] = bytes
      let file = try FontFile(
        face: face, data: bytes, index: record.index, isEmboldened: record.isEmboldened)
      files[face] = file
      return file
    } catch let failure as Failure {
      broken[face] = failure
      throw failure
    }
  }

  /// A face with a blank glyph, to hang text on that is shown as an image.
  func blankGlyph() throws -> (file: FontFile, glyph: UInt32)? {
    for name in FontCatalog.lastResorts {
      guard let match = set.match(name) else { continue }
      let file = try file(of: match.face.face)
      if let glyph = file.glyph(of: " ") { return (file, glyph) }
    }
    return nil
  }

  // MARK: Which faces may show a request

  private func candidates(for request: FontRequest) -> FaceCandidates {
    var matches: [FontSet.Match] = []
    for name in request.families {
      if let match = set.match(name, weight: request.weight, isItalic: request.isItalic) {
        matches.append(match)
      }
    }
    if matches.isEmpty, let primary = set.primary(for: request) { matches = [primary] }
    return FaceCandidates(library: self, matches: matches, request: request)
  }
}

/// The faces that may show a line, in the order in which they are tried; opened on the way.
struct FaceCandidates {
  /// A face to set text in, and how.
  struct Choice {
    let file: FontFile
    let isSmallCaps: Bool
  }

  private let library: FontLibrary
  private let matches: [FontSet.Match]
  private let request: FontRequest

  init(library: FontLibrary, matches: [FontSet.Match], request: FontRequest) {
    self.library = library
    self.matches = matches
    self.request = request
  }

  /// The requested faces, in order of preference.
  var preferred: [Choice] {
    matches.compactMap { choice($0) }
  }

  /// The first fallback that has all of `scalars`, tried in a fixed order: the emoji font for
  /// emoji, the script's own fonts, the text fonts of the genre, symbols, emoji, CJK.
  func fallback(
    for scalars: [Unicode.Scalar], script: String, isEmoji: Bool
  ) -> Choice? {
    var names = FontCatalog.scriptFamilies[script] ?? []
    let cjk = FontCatalog.cjkFamily(language: request.language, script: script)
    if ["Hani", "Hira", "Kana", "Hang", "Bopo"].contains(script) { names.append(cjk) }
    names += FontCatalog.fallbacks(for: matches.first?.family.genre ?? .serif)
    names.append(cjk)
    if isEmoji { names.insert("Noto Color Emoji", at: 0) }
    for name in names {
      guard
        let match = library.set.match(
          name, weight: request.weight, isItalic: request.isItalic),
        let choice = choice(match), choice.file.covers(scalars)
      else { continue }
      return choice
    }
    return nil
  }

  private func choice(_ match: FontSet.Match) -> Choice? {
    // A face that cannot be opened is skipped here; `FontSet.check` reports it.
    guard let file = try? library.file(of: match.face.face) else { return nil }
    return Choice(file: file, isSmallCaps: match.substitute?.isSmallCaps ?? false)
  }
}

extension FontFile {
  /// Indicates whether the face shows all of a cluster; what only steers shaping needs no glyph.
  func covers(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    scalars.allSatisfy { scalar in
      glyph(of: scalar) != nil
        || (!scalar.isASCII && scalar.properties.isDefaultIgnorableCodePoint)
    }
  }
}

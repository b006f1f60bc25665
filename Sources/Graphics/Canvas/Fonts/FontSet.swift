// SPDX-License-Identifier: MIT
// Part of Platen: the fonts of this machine and of this project, by name; made once per process.

public import Diagnostics
internal import Digests
public import Drawing
internal import Libc

/// Named font files: those of the catalog that are installed, and those the user names by path.
///
/// A value without open files; making one costs a look at each file's presence. No configuration of
/// the system is read, so the same files give the same text on every machine, in whatever folder of
/// fonts they are.
public struct FontSet: Sendable {
  /// A requested family and the family it resolves to.
  public struct Match: Hashable, Sendable {
    public var family: FontFamily
    public var face: FontFamily.Face
    /// The substitution of the requested family; nil where the family itself was found.
    public var substitute: FontSubstitute?
  }

  /// The user's own families first, then the catalog's, present or not.
  public let families: [FontFamily]
  private let byName: [String: Int]
  private let byFace: [FontFace: FontFamily.Face]
  private let folders: FontFolders

  /// The catalog's fonts found in `folders`, and the user's `files`.
  ///
  /// - Throws: `Failure` `fonts.unreadable` for a named file that is not a font or cannot be read.
  public init(files: [String] = [], folders: FontFolders = .system) throws {
    self.folders = folders
    var families: [FontFamily] = []
    for path in files { try FontSet.addPath(path, to: &families) }
    for entry in FontCatalog.entries {
      families.append(FontSet.family(of: entry, in: folders))
    }
    var byName: [String: Int] = [:]
    var byFace: [FontFace: FontFamily.Face] = [:]
    for (i, family) in families.enumerated() {
      // A user's file wins over the catalog's family of the same name.
      if byName[family.name.lowercased()] == nil { byName[family.name.lowercased()] = i }
      for face in family.faces { byFace[face.face] = face }
    }
    self.families = families
    self.byName = byName
    self.byFace = byFace
  }

  /// The family of a name, whether its files are installed or not; the many single-script families
  /// of `fonts-noto-core` are looked up on first use.
  public func family(named name: String) -> FontFamily? {
    if let i = byName[name.lowercased()] { return families[i] }
    guard let entry = FontCatalog.notoEntry(named: name) else { return nil }
    let family = FontSet.family(of: entry, in: folders)
    return family.isPresent ? family : nil
  }

  /// The face that answers to one family name; nil when neither it nor its substitute is here.
  public func match(_ name: String, weight: Int = 400, isItalic: Bool = false) -> Match? {
    if let family = family(named: name), let face = family.face(weight: weight, isItalic: isItalic)
    {
      return Match(family: family, face: face)
    }
    guard let substitute = FontSubstitute.of(name), let family = family(named: substitute.family),
      let face = family.face(weight: weight, isItalic: isItalic || substitute.isItalic)
    else { return nil }
    return Match(family: family, face: face, substitute: substitute)
  }

  /// The face a request is set in where it has the glyphs: the first family that is here, else a
  /// last resort; nil on a machine without any font we know.
  public func primary(for request: FontRequest) -> Match? {
    for name in request.families + FontCatalog.lastResorts {
      if let match = match(name, weight: request.weight, isItalic: request.isItalic) {
        return match
      }
    }
    return nil
  }

  /// Returns diagnostics on names of families: notes for substitutions, warnings for missing
  /// families and for files that cannot be read.
  public func check(_ names: [String]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var seen: Set<String> = []
    for name in names where seen.insert(name.lowercased()).inserted {
      let found = match(name)
      if let found, let loadingError = FontSet.loadingError(of: found.face) {
        diagnostics.append(
          .warning(loadingError.code, loadingError.message, hints: loadingError.hints))
      }
      if let found, found.substitute == nil { continue }
      let package = family(named: name)?.package
      let install = package.map { ["install it with: apt-get install \($0)"] }
      if let found {
        diagnostics.append(
          .note(
            .fontsSubstituted, "using \(found.family.name) in place of missing font \"\(name)\"",
            hints: install ?? ["name a font file of your own under fonts: to use it"]))
      } else if let install {
        diagnostics.append(
          .warning(.fontsMissing, "the font \"\(name)\" is not installed", hints: install))
      } else {
        diagnostics.append(
          .warning(
            .fontsUnknown, "unknown font \"\(name)\"",
            hints: [nearMissHint(name, among: families.map(\.name), listedBy: "fonts")]))
      }
    }
    return diagnostics
  }

  /// The error of a face that cannot be used; nil where it can.
  private static func loadingError(of face: FontFamily.Face) -> Diagnostic? {
    do {
      _ = try FontFile(face: face.face, data: FontData(path: face.path), index: face.index)
      return nil
    } catch {
      return (error as? Failure)?.diagnostics.first
    }
  }

  /// The path of a face's file; nil for a face this set does not have.
  public func path(of face: FontFace) -> String? { record(of: face)?.path }

  /// The record of a face by its name, in scenes made by another library than the one painting.
  func record(of face: FontFace) -> FontFamily.Face? {
    if let found = byFace[face] { return found }
    if let plain = FontFamily.Face.plain(of: face) { return record(of: plain)?.emboldened }
    // A single-script family: its file's name gives its path.
    guard face.name.hasPrefix("Noto"), face.name.hasSuffix("-Regular.ttf#0"),
      !face.name.contains("/")
    else { return nil }
    let file = String(face.name.dropLast(2))
    guard let path = folders.path(of: file, in: FontCatalog.notoFolder) else { return nil }
    return FontFamily.Face(face: face, path: path, index: 0, weight: 400, isItalic: false)
  }

  static func unknown(_ face: FontFace) -> Failure {
    Failure(
      .error(
        .fontsUnknownFace, "the scene uses the font face \"\(face.name)\", which is not available",
        hints: ["paint a scene with the fonts it was composed with"]))
  }

  private static func family(of entry: FontCatalog.Entry, in folders: FontFolders) -> FontFamily {
    let faces = entry.files.compactMap { file, weight, isItalic -> FontFamily.Face? in
      let parts = file.split(separator: "#")
      guard
        let path = folders.path(
          of: String(parts[0]), in: entry.folder, isCollection: parts.count > 1)
      else { return nil }
      let index = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      return FontFamily.Face(
        face: FontFace(name: "\(parts[0])#\(index)"), path: path, index: index, weight: weight,
        isItalic: isItalic)
    }
    return FontFamily(
      name: entry.name, package: entry.package, genre: entry.genre, faces: faces)
  }

  /// A user's file is named by its own name and the beginning of its digest, so that two files of
  /// one name stay apart and a scene identifies the one it was set in.
  private static func addPath(_ path: String, to families: inout [FontFamily]) throws {
    let data = try FontData(path: path)
    let digest = unsafe data.withBytes { unsafe Digest.of($0) }.description.prefix(12)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    for index in 0..<data.faceCount {
      let opened = try FontFile(
        face: FontFace(name: "\(file)@\(digest)#\(index)"), data: data, index: index)
      guard opened.isDrawable else {
        throw Failure(.error(.fontsUnreadable, "\(path) holds no outlines of glyphs"))
      }
      try opened.checkParts()
      let face = FontFamily.Face(
        face: opened.face, path: path, index: index, weight: opened.weight,
        isItalic: opened.isItalic)
      let name = opened.familyName ?? file
      if let i = families.firstIndex(where: { $0.name == name && $0.package == nil }) {
        families[i].faces.append(face)
      } else {
        families.append(
          FontFamily(
            name: name, package: nil, genre: opened.isColor ? .emoji : .serif, faces: [face]))
      }
    }
  }
}

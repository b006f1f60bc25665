// SPDX-License-Identifier: MIT
// Part of Platen: one digest for all that text depends on besides the text: which fonts there are
// and what is in their files.

public import Digests
internal import Drawing

extension FontSet {
  /// The fonts that text may be drawn from when only certain families are requested, in the order
  /// in which they are searched.
  ///
  /// Choosing a face and falling back to another go by names alone; this follows every name they
  /// may come to.
  private func reachable(from names: [String]) -> [Slot] {
    FontSet.requested(for: names)
      .map { name in
        // As `match` does: the family itself if it has a face, else its substitute.
        if let family = family(named: name), family.isPresent {
          return Slot(name: name, family: family, substitute: nil)
        }
        let substitute = FontSubstitute.of(name)
        let family = substitute.flatMap { self.family(named: $0.family) }
        return Slot(
          name: name, family: family.flatMap { $0.isPresent ? $0 : nil }, substitute: substitute)
      }
  }

  /// Every name that may be requested when these are, each once, in order.
  private static func requested(for names: [String]) -> [String] {
    let fallbacks =
      [FontFamily.Genre.serif, .sans].flatMap(FontCatalog.fallbacks)
      + FontCatalog.scriptFamilies.keys.sorted().flatMap { FontCatalog.scriptFamilies[$0] ?? [] }
      + FontCatalog.cjkFallbacks
    var seen: Set<String> = []
    return (names + FontCatalog.lastResorts + fallbacks).filter { seen.insert($0).inserted }
  }

  /// Every path that is looked at to find the fonts of a set and to resolve `families`, whether a
  /// file exists there or not: as long as none of them changes, nor the names in ``FontFolders/listed``,
  /// the same fonts are found.
  public static func places(
    for families: [String], files: [String] = [], in folders: FontFolders = .system
  ) -> [String] {
    var names = requested(for: families)
    names += names.compactMap { FontSubstitute.of($0)?.family }
    let entries = FontCatalog.entries + names.compactMap(FontCatalog.notoEntry)
    let paths = entries.flatMap { entry in
      entry.files.flatMap { file, _, _ in
        folders.places(of: String(file.split(separator: "#").first ?? ""), in: entry.folder)
      }
    }
    var seen: Set<String> = []
    return (files + paths + folders.absent).filter { seen.insert($0).inserted }
  }

  /// The files that text set in `families` may be drawn from, sorted: those of the families
  /// themselves or of their substitutes, of the last resorts, and of every fallback.
  ///
  /// The other files of the set are never opened for such text.
  ///
  /// - Parameter families: every requested family, as in ``FontRequest/families``.
  public func files(for families: [String]) -> [String] {
    Set(reachable(from: families).flatMap { $0.family?.faces.map(\.path) ?? [] }).sorted()
  }

  /// The digest of all that choosing and drawing fonts depends on where text is set in `families`:
  /// the family each name resolves to, the substitutes, the faces of each family with their
  /// weights, in order, and the contents of their files.
  ///
  /// The locations of files are excluded, and so are families that cannot be reached, so installing
  /// an unused font changes nothing. Of the program's own tables only the result of each lookup is
  /// included; a store that outlives the program must keep programs apart.
  ///
  /// - Parameters:
  /// - families: every requested family, as in ``FontRequest/families``.
  ///   - contents: gives the digest of a file of ``files(for:)``; called once for each.
  /// - Throws: what `contents` throws.
  public func digest(
    for families: [String], contents: (String) throws -> Digest
  ) rethrows -> Digest {
    var known: [String: Digest] = [:]
    func digest(of path: String) throws -> Digest {
      if let digest = known[path] { return digest }
      let digest = try contents(path)
      known[path] = digest
      return digest
    }
    var digester = Digester()
    let slots = reachable(from: families)
    digester.beginArray(count: slots.count)
    for slot in slots {
      let faces = try (slot.family?.faces ?? []).map { face in
        FaceInSlot(face: face, contents: try digest(of: face.path))
      }
      digester.addFields(
        slot.name, slot.family?.name, slot.family?.genre, slot.substitute, faces)
    }
    return digester.finalize()
  }

  /// A name that fonts are looked for by, and what answers to it here.
  private struct Slot {
    var name: String
    /// Nil where nothing does.
    var family: FontFamily?
    /// The substitute for a family that is not installed.
    var substitute: FontSubstitute?
  }

  private struct FaceInSlot: Digestible {
    var face: FontFamily.Face
    var contents: Digest

    /// Adds all but the path: the contents identify the file.
    func add(to digester: inout Digester) {
      digester.addFields(face.face, face.index, face.weight, face.isItalic, contents)
    }
  }
}

extension FontFamily.Genre: Digestible {}

extension FontSubstitute: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(family, isItalic, isSmallCaps)
  }
}

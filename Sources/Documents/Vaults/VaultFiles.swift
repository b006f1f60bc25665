// SPDX-License-Identifier: MIT
// Part of Platen: writes the notes of a vault: chooses their paths, links them, merges each with what
// its reader has.

package import Diagnostics
package import Digests
package import Documents
internal import Text
internal import Writers

/// The settings of a vault.
package struct VaultOptions: Hashable, Sendable {
  /// The form of links between notes.
  package enum Links: String, Hashable, Sendable, CaseIterable {
    /// `[[Note]]`, which stays valid where notes are moved.
    case wiki
    /// `[Note](../Folder/Note.md)`, which every reader of Markdown takes.
    case markdown
  }

  package var links = Links.wiki
  /// The readers of the vault, as its list names them.
  package var audience: String
  package var phrases: Phrasebook
  /// The folder of images, below the vault's.
  package var imageFolder: String

  package init(audience: String, phrases: Phrasebook, imageFolder: String) {
    self.audience = audience
    self.phrases = phrases
    self.imageFolder = imageFolder
  }
}

extension VaultOptions: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(links.rawValue, audience, phrases, imageFolder)
  }
}

/// The files of a vault.
package struct VaultFiles: Sendable {
  /// By path; the list of notes is the last, so that it never names a note that is not there.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - content: notes with different ids.
  ///   - state: the vault as its reader left it.
  ///   - folder: the path of the vault in diagnostics.
  /// - Throws: `Failure` `vault.audience` or `vault.source` where the vault is another one.
  package init(
    _ content: VaultContent, _ options: VaultOptions, merging state: VaultState, in folder: String
  ) throws {
    try VaultFiles.check(state, options, content.source)
    let notes = content.notes
    var places = VaultPlaces(notes, state)
    places.assign()
    let linker = VaultLinker(options: options, names: places.linkNames, paths: places.paths)
    var kept: [(path: String, reason: NoteMerge.Reason)] = []
    var gone: [String] = []
    for note in notes {
      guard let path = places.paths[note.id] else { continue }
      let written = linker.written(note, at: path)
      guard let existing = state.notes[note.id] else {
        files.append((path, written.file))
        continue
      }
      switch NoteMerge.merging(written, into: existing.bytes) {
      case .merged(let bytes): files.append((path, bytes))
      case .unchanged: files.append((path, existing.bytes))
      case .kept(let reason):
        kept.append((path, reason))
        files.append((path, existing.bytes))
      }
    }
    let ids = Set(notes.map(\.id))
    for (id, note) in state.notes where !ids.contains(id) {
      gone.append(note.path)
      if case .merged(let bytes) = NoteMerge.markingGone(note.bytes) {
        files.append((note.path, bytes))
      } else {
        files.append((note.path, note.bytes))
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var list = VaultList(
      audience: options.audience, source: content.source, paths: state.list?.paths ?? [:])
    for (id, path) in places.paths { list.paths[id] = path }
    for (id, note) in state.notes { list.paths[id] = note.path }
    files.append((VaultList.name, list.file))
    report(kept, gone, places, state, in: folder)
  }

  /// Checks whether a vault is for the same readers.
  ///
  /// - Parameter source: the thing it is to describe; nil where that is not known yet.
  /// - Throws: `Failure` `vault.audience` or `vault.source`.
  package static func check(
    _ state: VaultState, _ options: VaultOptions, _ source: String?
  ) throws {
    guard let list = state.list else { return }
    guard list.audience == options.audience else {
      throw Failure(
        .error(
          .vaultAudience,
          "the folder holds a vault with audience: \(printable(list.audience, limit: 20))",
          hints: ["choose a folder for each audience"]))
    }
    guard source == nil || list.source == source || list.source.isEmpty else {
      throw Failure(
        .error(
          .vaultSource, "the folder holds a vault of another world or campaign",
          hints: ["choose another folder"]))
    }
  }

  /// The most notes that are named one after another.
  private static let mostNamed = 20

  private mutating func report(
    _ kept: [(path: String, reason: NoteMerge.Reason)], _ gone: [String], _ places: VaultPlaces,
    _ state: VaultState, in folder: String
  ) {
    func location(_ path: String) -> SourceLocation {
      SourceLocation(file: folder.isEmpty ? path : folder + "/" + path)
    }
    for (path, reason) in kept.prefix(VaultFiles.mostNamed) {
      diagnostics.append(
        .warning(
          .vaultKept, "there is a new text, and the note is kept: \(reason.message)",
          at: location(path),
          hints: reason == .edited ? ["delete the lines between the marks to get it"] : []))
    }
    if kept.count > VaultFiles.mostNamed {
      let more = kept.count - VaultFiles.mostNamed
      diagnostics.append(
        .warning(.vaultKept, "so \(counted(more, "more note is", "more notes are")) kept"))
    }
    for path in state.copies.sorted().prefix(VaultFiles.mostNamed) {
      diagnostics.append(
        .warning(
          .vaultCopy, "another note has the same platen-id, so this one is kept",
          at: location(path)))
    }
    if state.copies.count > VaultFiles.mostNamed {
      let more = state.copies.count - VaultFiles.mostNamed
      diagnostics.append(
        .warning(.vaultCopy, "so \(counted(more, "more note is", "more notes are")) kept"))
    }
    for name in places.unplaced.prefix(VaultFiles.mostNamed) {
      diagnostics.append(
        .warning(
          .vaultName, "the note \"\(printable(name, limit: 60))\" has no free name and is omitted",
          at: location("")))
    }
    if places.unplaced.count > VaultFiles.mostNamed {
      let more = places.unplaced.count - VaultFiles.mostNamed
      diagnostics.append(
        .warning(.vaultName, "so \(counted(more, "more note is", "more notes are")) omitted"))
    }
    func name(_ paths: [String]) -> String {
      let paths = paths.sorted()
      let shown = paths.prefix(5).map { printable($0) }.joined(separator: ", ")
      return paths.count > 5 ? shown + " and \(paths.count - 5) more" : shown
    }
    if !gone.isEmpty {
      diagnostics.append(
        .note(.vaultGone, "no longer described and marked with platen-gone: \(name(gone))"))
    }
    if !places.deleted.isEmpty {
      diagnostics.append(
        .note(.vaultDeleted, "deleted and not written again: \(name(places.deleted))"))
    }
  }
}

/// Paths of notes: those they have, or names by a rule that new notes do not change.
struct VaultPlaces {
  private let notes: [VaultNote]
  private let state: VaultState
  /// By id.
  private(set) var paths: [String: String] = [:]
  /// Former paths of notes that their reader deleted.
  private(set) var deleted: [String] = []
  /// Names of notes that have no path.
  private(set) var unplaced: [String] = []

  init(_ notes: [VaultNote], _ state: VaultState) {
    self.notes = notes
    self.state = state
  }

  mutating func assign() {
    let plain = notes.map { VaultNames.file($0.name) }
    let qualified = zip(notes, plain).map { note, name in
      note.qualifier.isEmpty ? "" : VaultPlaces.joined(name, VaultNames.file(note.qualifier))
    }
    var counts: [String: Int] = [:]
    for name in plain + qualified where !name.isEmpty {
      counts[VaultNames.folded(name), default: 0] += 1
    }
    var taken = state.foreignNames
    for note in state.notes.values {
      if let name = VaultPath.noteName(of: note.path) { taken.insert(VaultNames.folded(name)) }
    }
    for (index, note) in notes.enumerated() {
      if let own = state.notes[note.id] {
        paths[note.id] = own.path
        continue
      }
      if let former = state.list?.paths[note.id] {
        deleted.append(former)
        continue
      }
      let number = VaultNames.file(note.id.replacing("/", with: " "))
      let folder = note.folder.map { String(VaultNames.file($0).prefix(60)).trimmingEnd }
        .filter { !$0.isEmpty }
      let candidates =
        [plain[index], qualified[index]].filter { counts[VaultNames.folded($0)] == 1 }
        + [VaultPlaces.joined(plain[index], number), number]
      var path: String?
      for name in candidates where !name.isEmpty && !taken.contains(VaultNames.folded(name)) {
        let whole = (folder + [name + VaultPath.noteExtension]).joined(separator: "/")
        guard !state.foreignPaths.contains(VaultNames.folded(whole)) else { continue }
        taken.insert(VaultNames.folded(name))
        path = whole
        break
      }
      if let path { paths[note.id] = path } else { unplaced.append(note.name) }
    }
  }

  /// `Name (State)`.
  private static func joined(_ name: String, _ addition: String) -> String {
    guard !name.isEmpty, !addition.isEmpty else { return name.isEmpty ? addition : name }
    return "\(String(name.prefix(45)).trimmingEnd) (\(String(addition.prefix(30)).trimmingEnd))"
  }

  /// Names of notes in links, by id: the path where another note has the name.
  var linkNames: [String: String] {
    var counts: [String: Int] = [:]
    for name in state.foreignNames { counts[name, default: 0] += 1 }
    let all = paths.merging(state.notes.mapValues(\.path)) { first, _ in first }
    for path in all.values {
      counts[VaultNames.folded(VaultPath.noteName(of: path) ?? path), default: 0] += 1
    }
    return paths.mapValues { path in
      guard let name = VaultPath.noteName(of: path) else { return path }
      return counts[VaultNames.folded(name)] == 1
        ? name : String(path.dropLast(VaultPath.noteExtension.count))
    }
  }
}

/// Writes texts of notes with links to others.
private struct VaultLinker: Sendable {
  let options: VaultOptions
  /// By id.
  let names: [String: String]
  let paths: [String: String]

  func written(_ note: VaultNote, at path: String) -> WrittenNote {
    var document = Document()
    document.blocks = [.heading(Heading(1, [.text(note.name)]))] + note.blocks
    if let map = note.map, options.links == .wiki { document.blocks.append(.code(block(of: map))) }
    var writer = MarkdownWriter(
      phrases: options.phrases, hasFrontMatter: false, pictureFolder: nil)
    let linker = self
    writer.fileLink = { linker.link($0, from: path) }
    var text: [UInt8] = []
    // Nothing is lost that a note could show.
    _ = try? unsafe writer.writeDocument(document) { unsafe text.append(contentsOf: $0) }
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A name that files cannot have, or that another note has, still leads to it.
    let aliases = [note.name].filter { $0 != VaultPath.noteName(of: path) } + note.aliases
    return WrittenNote(
      id: note.id, properties: note.properties.map { ($0.name, value($0.value)) },
      aliases: aliases, tags: note.tags,
      region: Array(lines.reversed().drop { $0.isEmpty }.reversed()),
      notesHeading: options.phrases[.notes])
  }

  private func value(_ value: VaultNote.Value) -> String {
    switch value {
    case .text(let text): YAMLText.quoted(text)
    case .number(let number): String(number)
    case .note(let id, let name):
      if options.links == .wiki, let link = names[id] {
        YAMLText.quoted(Wikilink.text(to: link, showing: name))
      } else {
        YAMLText.quoted(name)
      }
    }
  }

  /// The link to a note, which may have a heading behind its id, or to an image.
  private func link(_ target: String, from path: String) -> MarkdownFileLink {
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    if let id = parts.first, id.contains("/") {
      guard let name = names[id], let other = paths[id] else { return .text }
      guard options.links == .wiki else { return .address(address(of: other, from: path)) }
      let heading = parts.count > 1 ? VaultNames.heading(parts[1]) : ""
      return .wiki(heading.isEmpty ? name : name + "#" + heading)
    }
    return options.links == .wiki
      ? .wiki(target) : .address(address(of: options.imageFolder + "/" + target, from: path))
  }

  private func address(of file: String, from path: String) -> String {
    VaultPath.relative(from: path, to: file).map { PercentEncoding.encode($0) }
      .joined(separator: "/")
  }

  /// The block of a map: latitudes grow upward.
  private func block(of map: VaultMap) -> CodeBlock {
    var lines = [
      "id: \(map.id)", "image: [[\(map.image)]]",
      "bounds: [[0,0],[\(tenths(map.height)),\(tenths(map.width))]]",
      "lat: \(tenths(map.height / 2))", "long: \(tenths(map.width / 2))", "height: 600px",
      "width: 100%", "minZoom: -2", "maxZoom: 4", "defaultZoom: 0", "zoomDelta: 0.5",
    ]
    for marker in map.markers {
      guard let name = names[marker.note] else { continue }
      let place = "\(tenths(map.height - marker.y)),\(tenths(marker.x))"
      lines.append(
        "marker: default,\(place),\(Wikilink.text(to: name, showing: marker.name))")
    }
    return CodeBlock(lines.joined(separator: "\n"), language: "leaflet")
  }

  /// A number with at most one decimal.
  private func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return tenths % 10 == 0
      ? "\(sign)\(abs(tenths) / 10)" : "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension String {
  /// The text without spaces and dots at its end.
  fileprivate var trimmingEnd: String {
    var text = self
    while let last = text.last, last == " " || last == "." { text.removeLast() }
    return text
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a vault as its reader left it: the notes that are Platen's, and the names that are
// taken.

internal import Diagnostics
package import Digests
internal import JSON

/// The list of a vault's notes, a file in the vault: by it, notes that their reader deleted are known.
package struct VaultList: Hashable, Sendable {
  /// The file's name.
  package static let name = "platen-vault.json"

  /// The readers that the vault is for.
  package var audience: String
  /// The thing that the vault describes, as a number of its own.
  package var source: String
  /// The paths of all notes ever written, by their ids.
  package var paths: [String: String]

  package init(audience: String, source: String, paths: [String: String] = [:]) {
    self.audience = audience
    self.source = source
    self.paths = paths
  }

  private static let version = 1

  /// - Throws: `Failure` `vault.list` for a file that is not such a list.
  package init(_ bytes: [UInt8]) throws {
    func refusal(_ why: String) -> Failure {
      Failure(
        .error(
          .vaultList, "the list of notes is invalid: \(why)",
          hints: ["restore it, or remove it: then notes that you deleted are written again"]))
    }
    let root: JSONValue
    do {
      root = try unsafe bytes.withUnsafeBytes { try unsafe JSONDocument(parsing: $0) }.root
    } catch {
      throw refusal("it is not JSON")
    }
    guard let version = root["version"]?.int, let notes = root["notes"],
      let audience = root["audience"]?.string
    else { throw refusal("it has no notes") }
    guard version == VaultList.version else { throw refusal("unknown version \(version)") }
    self.audience = audience
    source = root["source"]?.string ?? ""
    paths = [:]
    for (key, value) in notes.members { paths[key] = value.string ?? "" }
  }

  /// The file.
  package var file: [UInt8] {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.key("version")
      writer.int(VaultList.version)
      writer.key("audience")
      writer.string(audience)
      writer.key("source")
      writer.string(source)
      writer.key("notes")
      writer.object { writer in
        for (id, path) in paths.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          writer.key(id)
          writer.string(path)
        }
      }
    }
    return writer.utf8 + [UInt8(ascii: "\n")]
  }
}

/// A vault as it is on the disk.
package struct VaultState: Hashable, Sendable {
  /// A note of Platen's.
  package struct Note: Hashable, Sendable {
    /// Below the vault's folder.
    package var path: String
    package var bytes: [UInt8]
  }

  /// By id.
  package private(set) var notes: [String: Note] = [:]
  /// Notes with the id of another one, which are copies.
  package private(set) var copies: [String] = []
  /// Paths of files that are not Platen's, folded.
  package private(set) var foreignPaths: Set<String> = []
  /// Names of notes that are not Platen's, folded and without extension.
  package private(set) var foreignNames: Set<String> = []
  package private(set) var list: VaultList?

  package init() {}

  /// - Parameters:
  ///   - files: paths and contents of the notes, by path.
  ///   - others: paths of files that are not read, such as links and large files.
  ///   - list: the list's file.
  /// - Throws: `Failure` `vault.list`.
  package init(
    files: [(path: String, bytes: [UInt8])], others: [String] = [], list: [UInt8]? = nil
  ) throws {
    self.list = try list.map { try VaultList($0) }
    var found: [String: [Note]] = [:]
    var ids: [String] = []
    for (path, bytes) in files {
      guard let id = NoteMerge.id(of: bytes) else {
        addForeign(path)
        continue
      }
      if found[id] == nil { ids.append(id) }
      found[id, default: []].append(Note(path: path, bytes: bytes))
    }
    for id in ids {
      let all = (found[id] ?? []).sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
      let known = self.list?.paths[id]
      guard let own = all.first(where: { $0.path == known }) ?? all.first else { continue }
      notes[id] = own
      for copy in all where copy.path != own.path {
        copies.append(copy.path)
        addForeign(copy.path)
      }
    }
    for path in others { addForeign(path) }
  }

  private mutating func addForeign(_ path: String) {
    foreignPaths.insert(VaultNames.folded(path))
    if let name = VaultPath.noteName(of: path) { foreignNames.insert(VaultNames.folded(name)) }
  }

  /// The digest of all that a new text of the vault depends on.
  package var digest: Digest {
    var digester = Digester()
    for (id, note) in notes.sorted(by: { $0.key < $1.key }) {
      digester.addFields(id, note.path, Digest.of(note.bytes))
    }
    digester.addFields(
      copies.sorted(), foreignPaths.sorted(), list.map { Digest.of($0.file) }.map(\.description))
    return digester.finalize()
  }
}

/// Paths below a vault's folder.
package enum VaultPath {
  package static let noteExtension = ".md"

  /// The name of the note at a path; nil for another file.
  package static func noteName(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard name.lowercased().hasSuffix(noteExtension) else { return nil }
    return String(name.dropLast(noteExtension.count))
  }

  /// The path from one note's folder to another file, as an address.
  package static func relative(from note: String, to file: String) -> [String] {
    let own = note.split(separator: "/").dropLast().map(String.init)
    let other = file.split(separator: "/").map(String.init)
    var shared = 0
    while shared < own.count, shared < other.count - 1, own[shared] == other[shared] { shared += 1 }
    return Array(repeating: "..", count: own.count - shared) + other[shared...]
  }
}

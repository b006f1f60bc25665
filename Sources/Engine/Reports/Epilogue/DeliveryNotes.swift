// SPDX-License-Identifier: MIT
// Part of Platen: notes on the deliveries from an output directory, stored there.

internal import JSON
internal import Libc
internal import Pipeline

/// Notes on Platen's deliveries, the content of the last of each kind, and the state of an
/// interrupted run.
///
/// All paths are absolute and without links, so that they mean the same wherever a run is started.
/// The notes are in `.platen/deliveries` and are changed under the lock of the output directory
/// alone.
struct DeliveryNotes {
  /// A delivery that is being made.
  struct Unfinished: Hashable {
    /// The file it is written to until it is whole.
    var temporary: String
    /// The final path.
    var final: String
    /// The path that holds the replaced delivery until it is removed.
    var aside: String
    /// The number the file system gave it, by which it is known under whatever name.
    var number: String
  }

  /// Deliveries that were made, oldest first.
  private(set) var delivered: [String] = []
  /// Of which kind they are, by path; those of old notes are of none.
  private var kinds: [String: String] = [:]
  /// The manifests they are of, by path; those of old notes are of none that is known.
  private var manifests: [String: String] = [:]
  /// Digests of the content of the last delivery of each kind, by the kind, oldest first.
  private var last: [(kind: String, files: String)] = []
  private(set) var unfinished: Unfinished?
  /// Indicates whether a note existed without readable content.
  private(set) var isDamaged = false

  private static let folder = "deliveries"
  private static let file = "list.json"
  private static let format = 1
  /// Kinds that are remembered: a manifest has one for each delivery, until it is changed.
  private static let mostKinds = 64

  /// Reads the notes in an output directory.
  init(of outputs: Outputs) {
    let bytes = NotesFolder.existing(DeliveryNotes.folder, in: outputs)?
      .read(DeliveryNotes.file, limit: 64 << 20)
    guard let bytes else { return }
    guard let root = try? JSONDocument(parsing: bytes).root,
      root["format"]?.int == DeliveryNotes.format
    else {
      isDamaged = true
      return
    }
    // A relative path leads to an arbitrary file now.
    delivered = root["delivered"]?.elements.compactMap(\.string).filter { $0.hasPrefix("/") } ?? []
    for member in root["kinds"]?.members ?? [] where delivered.contains(member.key) {
      kinds[member.key] = member.value.string
    }
    for member in root["manifests"]?.members ?? [] where delivered.contains(member.key) {
      manifests[member.key] = member.value.string
    }
    for value in root["last"]?.elements ?? [] {
      guard let kind = value["kind"]?.string, let files = value["files"]?.string else { continue }
      last.append((kind, files))
    }
    if let value = root["unfinished"], let temporary = value["temporary"]?.string,
      let final = value["final"]?.string, let aside = value["aside"]?.string,
      let number = value["number"]?.string,
      [temporary, final, aside].allSatisfy({ $0.hasPrefix("/") })
    {
      unfinished = Unfinished(
        temporary: temporary, final: final, aside: aside, number: number)
    }
  }

  /// Writes them down, so that they outlive whatever comes.
  func write(in outputs: Outputs) throws {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("format", DeliveryNotes.format)
      json.member("delivered", delivered)
      json.member(
        "kinds",
        object: { json in
          for path in delivered { if let kind = kinds[path] { json.member(path, kind) } }
        })
      json.member(
        "manifests",
        object: { json in
          for path in delivered { if let name = manifests[path] { json.member(path, name) } }
        })
      json.member(
        "last",
        array: { json in
          for (kind, files) in last {
            json.object { json in
              json.member("kind", kind)
              json.member("files", files)
            }
          }
        })
      if let unfinished {
        json.member(
          "unfinished",
          object: { json in
            json.member("temporary", unfinished.temporary)
            json.member("final", unfinished.final)
            json.member("aside", unfinished.aside)
            json.member("number", unfinished.number)
          })
      }
    }
    try NotesFolder(DeliveryNotes.folder, in: outputs, creating: true)
      .write(json.utf8, as: DeliveryNotes.file)
  }

  /// Indicates whether the last delivery of this kind held these files.
  func isDelivered(_ files: String, as kind: String) -> Bool {
    last.contains { $0.kind == kind && $0.files == files }
  }

  /// A delivery is begun.
  mutating func begin(_ unfinished: Unfinished) { self.unfinished = unfinished }

  /// A delivery is whole and where it should be.
  mutating func end(at path: String, _ files: String, as kind: String, of manifest: String?) {
    note(path)
    kinds[path] = kind
    manifests[path] = manifest
    last.removeAll { $0.kind == kind }
    last.append((kind, files))
    last = last.suffix(DeliveryNotes.mostKinds)
  }

  /// Nothing is under way any more.
  mutating func settle() { unfinished = nil }

  /// A delivery is there no more.
  mutating func forget(_ path: String) {
    delivered.removeAll { $0 == path }
    kinds[path] = nil
    manifests[path] = nil
  }

  /// Indicates whether a delivery is of this manifest, or of one that is not known.
  func isDelivered(_ path: String, by manifest: String?) -> Bool {
    manifests[path].map { $0 == manifest } ?? true
  }

  /// Indicates whether a delivery is of one of these kinds.
  func isDelivered(_ path: String, asOneOf kinds: Set<String>) -> Bool {
    self.kinds[path].map(kinds.contains) ?? false
  }

  /// Completes or removes what an interrupted run left. Under the lock of the output directory that
  /// run has ended, even if another process has its number now.
  mutating func recover() {
    guard let unfinished else { return }
    if Files.number(of: unfinished.temporary) == unfinished.number {
      Files.removeAll(unfinished.temporary)
    } else if Files.number(of: unfinished.final) == unfinished.number {
      // It was whole, and had its name.
      note(unfinished.final)
    }
    if Files.isThere(unfinished.aside) {
      if Files.isThere(unfinished.final) {
        try? OldDelivery(path: unfinished.aside).remove()
      } else {
        rename(unfinished.aside, unfinished.final)
      }
    }
    settle()
  }

  private mutating func note(_ path: String) {
    forget(path)
    delivered.append(path)
  }
}

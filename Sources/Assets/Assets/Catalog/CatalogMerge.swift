// SPDX-License-Identifier: MIT
// Part of Platen: merges Platen's files into a catalog that people also edit.

public import Diagnostics

/// A requested set, merged into the existing one.
///
/// Empty slots are filled; files Platen wrote itself are replaced; all else is kept as is, and is
/// reported. Merging a result again changes nothing.
public struct CatalogMerge: Hashable, Sendable {
  /// The contents of a set's folder.
  public struct Existing: Sendable {
    /// Nil where `Contents.json` is missing.
    public var contents: ContentsValue?
    /// Names of the files in the folder.
    public var files: Set<String>
    /// Those of them that Platen wrote and that have not changed since.
    public var own: Set<String>
    /// Indicates whether the `Contents.json` was there before Platen wrote into it.
    public var isShared: Bool

    public init(
      contents: ContentsValue? = nil, files: Set<String> = [], own: Set<String> = [],
      isShared: Bool = false
    ) {
      self.contents = contents
      self.files = files
      self.own = own
      self.isShared = isShared
    }
  }

  /// The new `Contents.json`; nil where it is kept as is, because Platen did not write it.
  public var contents: ContentsValue?
  /// Names of the files to be made.
  public var files: Set<String>
  /// Warnings about what was kept as is.
  public var notes: [Diagnostic]

  public init(_ wanted: CatalogSet, into existing: Existing) {
    files = []
    notes = []
    guard let found = existing.contents, found.isTable else {
      // A file that no list names may still be the user's.
      var set = wanted
      for index in set.slots.indices {
        guard let name = set.slots[index].filename else { continue }
        if CatalogMerge.isTaken(name, existing) {
          set.slots[index].filename = nil
          leave("\(name) was not written by Platen", wanted.folder)
        } else {
          files.insert(name)
        }
      }
      if existing.contents == nil {
        contents = set.contents
      } else {
        files = []
        leave("its Contents.json is not a table", wanted.folder)
      }
      return
    }
    if wanted.key == "colors" {
      mergeColors(wanted, found, existing)
    } else {
      mergeImages(wanted, found, existing)
    }
    if contents == found, !existing.own.contains("Contents.json") { contents = nil }
  }

  /// Colors have no files that show their origin: a set with a color other than the requested one
  /// is the user's as a whole, unless Platen wrote it as it is.
  private mutating func mergeColors(
    _ wanted: CatalogSet, _ found: ContentsValue, _ existing: Existing
  ) {
    let isOwn = existing.own.contains("Contents.json")
    guard !isOwn || existing.isShared else {
      contents = wanted.contents
      return
    }
    let entries = found["colors"]?.list ?? []
    var merged = found
    var list = entries
    for slot in wanted.slots {
      let identity = CatalogMerge.identity(slot.entry)
      guard let index = list.firstIndex(where: { CatalogMerge.identity($0) == identity }) else {
        list.append(slot.entry)
        continue
      }
      guard list[index]["color"] != nil else {
        list[index]["color"] = slot.entry["color"]
        continue
      }
      let there = ColorSet(.sorted(["colors": .list([list[index]])])).contents["colors"]
      let here = ColorSet(.sorted(["colors": .list([slot.entry])])).contents["colors"]
      if there != here {
        leave("its colors were not written by Platen and are others", wanted.folder)
        return
      }
    }
    merged["colors"] = .list(list)
    if merged["info"] == nil { merged["info"] = .info }
    contents = merged
  }

  private mutating func mergeImages(
    _ wanted: CatalogSet, _ found: ContentsValue, _ existing: Existing
  ) {
    var merged = found
    // Entries Platen wrote and no longer needs are removed; their files are orphans of the record.
    let names = Set(wanted.slots.compactMap(\.filename))
    let identities = wanted.slots.map { CatalogMerge.identity($0.entry) }
    var list = (found[wanted.key]?.list ?? []).compactMap { entry -> ContentsValue? in
      guard let name = entry["filename"]?.text, existing.own.contains(name), !names.contains(name),
        !identities.contains(CatalogMerge.identity(entry))
      else { return entry }
      // In a user's list the slot is the user's.
      guard existing.isShared else { return nil }
      var empty = entry
      empty["filename"] = nil
      return empty
    }
    for slot in wanted.slots {
      let identity = CatalogMerge.identity(slot.entry)
      let isTaken = slot.filename.map { CatalogMerge.isTaken($0, existing) } ?? false
      if let index = list.firstIndex(where: { CatalogMerge.identity($0) == identity }) {
        let there = list[index]["filename"]?.text
        if let there, there != slot.filename || isTaken, !existing.own.contains(there),
          existing.files.contains(there)
        {
          leave("\(there) was not written by Platen", wanted.folder)
          continue
        }
        if isTaken {
          leave("\(slot.filename ?? "") was not written by Platen", wanted.folder)
          continue
        }
        list[index]["filename"] = slot.filename.map(ContentsValue.text)
      } else if isTaken {
        leave("\(slot.filename ?? "") was not written by Platen", wanted.folder)
        continue
      } else {
        list.append(slot.contents)
      }
      if let name = slot.filename { files.insert(name) }
    }
    merged[wanted.key] = .list(list)
    if merged["info"] == nil { merged["info"] = .info }
    if case .table(let members)? = wanted.properties {
      var properties = merged["properties"] ?? .table([])
      for member in members {
        if let there = properties[member.key] {
          if there != member.value {
            leave("its \(member.key) is another", wanted.folder)
          }
        } else {
          properties[member.key] = member.value
        }
      }
      merged["properties"] = properties
    }
    contents = merged
  }

  private mutating func leave(_ what: String, _ folder: String) {
    let note = Diagnostic.warning(
      .catalogForeign, "\(what): it is kept as is", at: SourceLocation(file: folder),
      hints: ["remove it to have it written"])
    if !notes.contains(note) { notes.append(note) }
  }

  private static func isTaken(_ name: String, _ existing: Existing) -> Bool {
    existing.files.contains(name) && !existing.own.contains(name)
  }

  /// The keys that distinguish one slot of a set from another; all other keys may have any value.
  private static let identityKeys = [
    "idiom", "platform", "size", "scale", "role", "subtype", "language-direction", "locale",
    "display-gamut", "width-class", "height-class", "screen-width", "graphics-feature-set",
    "memory",
  ]

  static func identity(_ entry: ContentsValue) -> [String] {
    let appearances = (entry["appearances"]?.list ?? []).map { appearance in
      (appearance["appearance"]?.text ?? "") + "=" + (appearance["value"]?.text ?? "")
    }.sorted()
    return identityKeys.map { entry[$0]?.text ?? "" } + appearances
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: ids of a document as Word's bookmarks.

internal import Documents

/// Names of bookmarks: a letter, then letters, digits and low lines, at most 40 characters.
struct Bookmarks {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private var generated = 0
  /// The names of the indexes the document prints.
  private(set) var indexes: Set<String> = []
  /// Indicates whether ids that are not known yet are expected later.
  private let isOpen: Bool
  /// Ids that something leads to, and that have not come.
  private(set) var awaited: Set<String> = []

  private var writtenCount = 0

  /// Names for a document, all at once where the whole is available; otherwise an id gets its name
  /// on first use.
  init(of document: any DocumentStream, whole: Document?) {
    isOpen = whole == nil
    guard let whole else {
      if let index = document.lastIndex { indexes.insert(index.name) }
      return
    }
    whole.walk(
      skipsText: true,
      block: { block in
        addIdentifier(block.attributes.id)
        switch block {
        case .list(let list): for item in list.items { addIdentifier(item.attributes.id) }
        case .index(let index): indexes.insert(index.name)
        default: break
        }
        return .descend
      },
      inline: { inline in
        if case .span(let span) = inline { addIdentifier(span.attributes.id) }
        return .descend
      })
  }

  /// The number of the next bookmark that is written.
  mutating func nextNumber() -> Int {
    writtenCount += 1
    return writtenCount
  }

  private mutating func addIdentifier(_ id: String) {
    guard !id.isEmpty, names[id] == nil else { return }
    var base = String(
      id.unicodeScalars.prefix(36).map { scalar -> Character in
        let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.value < 0x3A)
        return isKept && scalar.value >= 0x30 ? Character(scalar) : "_"
      })
    if base.utf8.first.map({ !(0x61...0x7A).contains($0 | 0x20) }) ?? true {
      base = "id_" + base.prefix(33)
    }
    // Word compares names without regard to case.
    var name = base
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      let end = "_\(number)"
      name = base.prefix(40 - end.utf8.count) + end
    }
    names[id] = name
  }

  /// The name of an id's bookmark, for what leads to it; nil where no node has the id.
  mutating func name(of id: String) -> String? {
    if let known = names[id] { return known }
    guard isOpen, !id.isEmpty else { return nil }
    addIdentifier(id)
    awaited.insert(id)
    return names[id]
  }

  /// The name of the bookmark of a node that has come; nil for one without an id.
  mutating func mark(_ id: String) -> String? {
    guard !id.isEmpty else { return nil }
    if isOpen {
      addIdentifier(id)
      if !awaited.isEmpty { awaited.remove(id) }
    }
    return names[id]
  }

  /// A name for a heading without an id, as Word makes them for contents.
  mutating func makeName() -> String {
    repeat { generated += 1 } while !taken.insert("_toc\(generated)").inserted
    return "_Toc\(generated)"
  }
}

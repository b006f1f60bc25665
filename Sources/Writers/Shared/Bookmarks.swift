// SPDX-License-Identifier: MIT
// Part of Platen: ids of a document as names that forms allow: Word's bookmarks, anchors.

internal import Documents

/// Names of bookmarks: for Word a letter, then letters, digits and low lines, at most 40 characters.
struct Bookmarks {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private var generated = 0
  /// The names of the indexes the document prints.
  private(set) var indexes: Set<String> = []

  private let kept: String
  private let limit: Int

  /// Gives every id of the document its name.
  ///
  /// - Parameters:
  ///   - kept: what may stand in names beside letters and digits.
  ///   - limit: how long names may be.
  init(_ document: Document, keeping kept: String = "_", limit: Int = 40) {
    self.kept = kept
    self.limit = limit
    document.walk(
      block: { block in
        add(block.attributes.id)
        switch block {
        case .list(let list): for item in list.items { add(item.attributes.id) }
        case .index(let index): indexes.insert(index.name)
        default: break
        }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .text: return .skip
        case .span(let span): add(span.attributes.id)
        default: break
        }
        return .descend
      })
  }

  private mutating func add(_ id: String) {
    guard !id.isEmpty, names[id] == nil else { return }
    var base = String(
      id.unicodeScalars.prefix(limit - 4).map { scalar -> Character in
        let isPlain =
          (0x30...0x39).contains(scalar.value)
          || (scalar.isASCII && (0x61...0x7A).contains(scalar.value | 0x20))
        return isPlain || kept.unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
    if base.utf8.first.map({ !(0x61...0x7A).contains($0 | 0x20) }) ?? true {
      base = "id_" + base.prefix(limit - 7)
    }
    // Word compares names without regard to case.
    var name = base
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      let end = "_\(number)"
      name = base.prefix(limit - end.utf8.count) + end
    }
    names[id] = name
  }

  /// The name of an id's bookmark, or nil where no node has the id.
  func name(of id: String) -> String? { names[id] }

  /// A name for a heading without an id, as Word makes them for contents.
  mutating func makeName() -> String {
    repeat { generated += 1 } while !taken.insert("_toc\(generated)").inserted
    return "_Toc\(generated)"
  }
}

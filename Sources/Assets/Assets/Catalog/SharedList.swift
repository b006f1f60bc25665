// SPDX-License-Identifier: MIT
// Part of Platen: a list of a catalog that names files of Platen and of others.

/// A `Contents.json` in a set of a catalog, to be kept when Platen's own files go.
package struct SharedList {
  /// The limit of the size of such a list.
  package static let limit = 8 << 20

  private let contents: ContentsValue

  /// Indicates whether a file bears the name of such a list.
  package static func recognizes(_ path: String) -> Bool { path.hasSuffix("/Contents.json") }

  /// Nil for bytes that are not a list of a catalog.
  package init?(_ bytes: [UInt8]) {
    guard let contents = try? ContentsValue(parsing: bytes), contents.isTable else { return nil }
    self.contents = contents
  }

  /// The files it names.
  package var names: Set<String> {
    Set((contents["images"]?.list ?? []).compactMap { $0["filename"]?.text })
  }

  /// The list with the slots of those files empty; nil where it names none of them.
  package func bytes(without files: Set<String>) -> [UInt8]? {
    guard var images = contents["images"]?.list, !names.isDisjoint(with: files) else { return nil }
    for index in images.indices {
      guard let name = images[index]["filename"]?.text, files.contains(name) else { continue }
      images[index]["filename"] = nil
    }
    var contents = contents
    contents["images"] = .list(images)
    return contents.bytes
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a list of a catalogue that names files of Platen's and of others.

internal import Assets

/// A `Contents.json` in a set of a catalogue, to be kept when Platen's own files go.
public struct SharedList {
  /// As large as such a list may be.
  public static let limit = 8 << 20

  private let contents: ContentsValue

  /// Whether a file bears the name of such a list.
  public static func recognizes(_ path: String) -> Bool { path.hasSuffix("/Contents.json") }

  /// Nil for what is no list of a catalogue.
  public init?(_ bytes: [UInt8]) {
    guard let contents = try? ContentsValue(parsing: bytes), contents.isTable else { return nil }
    self.contents = contents
  }

  /// The files it names.
  public var names: Set<String> {
    Set((contents["images"]?.list ?? []).compactMap { $0["filename"]?.text })
  }

  /// The list with the slots of those files empty; nil where it names none of them.
  public func bytes(without files: Set<String>) -> [UInt8]? {
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

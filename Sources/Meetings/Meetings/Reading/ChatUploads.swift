// SPDX-License-Identifier: MIT
// Part of Platen: which of the server's files a chat names, found without reading it.

/// The files that clients sent to the server.
public enum ChatUploads {
  /// The folder in which the server keeps them, from its root.
  public static let folder = "uploads/chat"

  /// Folders and names of one path below that folder: `NAME`, today `ROOM/USER/NAME`.
  static let deepest = 4

  /// The paths of files below ``folder`` that bytes of a chat name, each once, in their order: whatever
  /// form the chat has, such a path follows the folder's.
  ///
  /// - Parameter limit: how many at most.
  public static func names(in bytes: [UInt8], limit: Int) -> [String] {
    let words = folder.split(separator: "/").map { Array($0.utf8) }
    var names: [String] = []
    var seen: Set<String> = []
    var at = bytes.startIndex
    while names.count < limit,
      let found = bytes[at...].firstRange(of: words[0])
    {
      at = found.upperBound
      guard let middle = slash(in: bytes, at), bytes[middle...].starts(with: words[1]),
        var start = slash(in: bytes, middle + words[1].count)
      else { continue }
      var parts: [String] = []
      while true {
        let end = bytes[start...].firstIndex { !AttachmentFinder.isNameByte($0) } ?? bytes.endIndex
        parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
        at = end
        guard parts.count <= deepest, let next = slash(in: bytes, end) else { break }
        start = next
      }
      let name = parts.joined(separator: "/")
      if parts.count <= deepest, parts.allSatisfy(AttachmentFinder.isFileName),
        seen.insert(name).inserted
      {
        names.append(name)
      }
    }
    return names
  }

  /// The place behind a slash; JSON may escape it, and JSON in a text once more.
  private static func slash(in bytes: [UInt8], _ start: Int) -> Int? {
    var at = start
    while at < bytes.endIndex, at < start + 4, bytes[at] == UInt8(ascii: "\\") { at += 1 }
    return at < bytes.endIndex && bytes[at] == UInt8(ascii: "/") ? at + 1 : nil
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the meaning of paths in a talk, and which of them lead out of it.

internal import Diagnostics
internal import Text

/// Paths as slides write them, made paths below the deck root.
enum AssetPath {
  /// A path below the deck root, without `.`; nil for absolute paths, for those with `..` and for
  /// none at all.
  static func inside(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.utf8.contains(UInt8(ascii: "\\")), !path.utf8.contains(0),
      !path.hasMarkedSlash
    else { return nil }
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    return parts.joined(separator: "/")
  }

  /// The file that a picture or a style sheet names: all that leads to `public/` is that folder
  /// beside the slides, as the talk's own program serves it.
  static func asset(_ url: String) -> String? {
    var path = url[...]
    if let end = path.firstIndex(where: { $0 == "?" || $0 == "#" }) { path = path[..<end] }
    while true {
      if path.hasPrefix("/") {
        path = path.dropFirst()
      } else if path.hasPrefix("./") {
        path = path.dropFirst(2)
      } else if path.hasPrefix("../") {
        path = path.dropFirst(3)
      } else {
        break
      }
    }
    return inside(decoded(path))
  }

  static func isRemote(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("//")
  }

  /// A path as it is written in a folder, both without `.` and with `..` followed; nil for one that
  /// leads out of where the folder's own path begins.
  static func joined(_ folder: String, _ path: String) -> String? {
    var parts: [Substring] = []
    for part in (folder + "/" + path).split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// Percent-encoding undone.
  static func decoded(_ path: Substring) -> String {
    String(decoding: PercentEncoding.decode(path), as: UTF8.self)
  }
}

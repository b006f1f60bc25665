// SPDX-License-Identifier: MIT
// Part of Platen: paths in untrusted texts, and which of them lead out of the text's own folder.

internal import Diagnostics
internal import Text

/// Paths as texts write them, made paths below a folder.
package enum InnerPath {
  /// A path below the folder, without `.`; nil for absolute paths, for those with `..` and for
  /// none at all.
  package static func inside(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.utf8.contains(UInt8(ascii: "\\")), !path.utf8.contains(0),
      !path.hasMarkedSlash
    else { return nil }
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    return parts.joined(separator: "/")
  }

  package static func isRemote(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("//")
  }

  /// A path as it is written in a folder, both without `.` and with `..` followed; nil for one that
  /// leads out of where the folder's own path begins.
  package static func joined(_ folder: String, _ path: String) -> String? {
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
  package static func decoded(_ path: Substring) -> String {
    String(decoding: PercentEncoding.decode(path), as: UTF8.self)
  }
}

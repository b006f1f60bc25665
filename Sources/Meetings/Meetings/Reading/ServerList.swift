// SPDX-License-Identifier: MIT
// Part of Platen: the list of servers as the desktop client keeps it, in TOML.

/// Reads `[[instances]]` of the desktop client's settings: what people call their servers, and
/// where they are. Of TOML it knows what such a list is made of: tables of texts.
enum ServerList {
  /// Servers of a list; it is a file of a few lines.
  private static let most = 10_000

  /// Indicates whether bytes are such a list, by what is in them.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 1 << 20, let text = String(validating: bytes, as: UTF8.self) else {
      return false
    }
    return text.split(whereSeparator: \.isNewline).contains { $0.trimmed == "[[instances]]" }
  }

  /// Labels and addresses, in the order of the list; lines of other kinds are skipped.
  static func servers(in bytes: [UInt8]) -> [(label: String, address: String)] {
    var servers: [(label: String, address: String)] = []
    var isInside = false
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") {
        isInside = line == "[[instances]]" && servers.count < most
        if isInside { servers.append(("", "")) }
        continue
      }
      guard isInside, let equals = line.firstIndex(of: "="),
        let text = text(line[line.index(after: equals)...].trimmed)
      else { continue }
      switch line[..<equals].trimmed {
      case "label": servers[servers.count - 1].label = text
      case "base_url": servers[servers.count - 1].address = text
      default: break
      }
    }
    return servers
  }

  /// The content of a text in quotes; nil for another value.
  private static func text(_ value: String) -> String? {
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    var text = ""
    var isEscaped = false
    for character in value.dropFirst() {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote == "\"" {
        isEscaped = true
      } else if character == quote {
        return text
      } else {
        text.append(character)
      }
    }
    return nil
  }
}

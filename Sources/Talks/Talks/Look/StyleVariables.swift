// SPDX-License-Identifier: MIT
// Part of Platen: the custom properties of a talk's style sheets: colors, fonts and sizes.

internal import Documents
internal import Readers

/// Reads the custom properties of CSS, and no other declarations.
enum StyleVariables {
  /// The custom properties of the style sheets that a head names and of its `<style>` elements, in
  /// order. A later declaration replaces an earlier one of the same name.
  static func ofHead(_ html: String, assets: SlideAssets) -> [Deck.Variable] {
    var sheets: [String] = []
    assets.nodes(of: html).walk { element in
      if element.name == "style" {
        sheets.append(element.children.text)
      } else if element.name == "link", let url = element["href"],
        (element["rel"] ?? "").lowercased().split(separator: " ").contains("stylesheet")
      {
        if InnerPath.isRemote(url) {
          // Without its query: families and weights make it long.
          assets.recordUnused(.sheets, String(url.prefix { $0 != "?" }))
        } else if let path = AssetPath.asset(url), path.hasPrefix("public/"),
          let bytes = assets.bytes(of: path)
        {
          sheets.append(String(decoding: bytes, as: UTF8.self))
        }
      }
    }
    let variables = of(sheets)
    for variable in variables where variable.name.hasPrefix("font-") {
      if let family = family(variable.value) { assets.recordUnused(.fonts, family) }
    }
    return variables
  }

  /// The first family of a list of CSS; nil for a generic one, which is not a family.
  private static func family(_ value: String) -> String? {
    let first = value.split(separator: ",").first.map { trimmed($0) } ?? ""
    let name = first.filter { $0 != "\"" && $0 != "'" }
    let generic = [
      "serif", "sans-serif", "monospace", "system-ui", "cursive", "fantasy", "inherit",
    ]
    return name.isEmpty || generic.contains(name.lowercased()) || name.hasPrefix("ui-")
      || name.hasPrefix("var(") ? nil : name
  }

  static func of(_ sheets: [String]) -> [Deck.Variable] {
    var all: [Deck.Variable] = []
    for sheet in sheets {
      for variable in declarations(in: sheet) {
        if let index = all.firstIndex(where: { $0.name == variable.name }) {
          all[index].value = variable.value
        } else if all.count < 1000 {
          all.append(variable)
        }
      }
    }
    return all.compactMap { variable in
      guard isOfLook(variable.name) else { return nil }
      return Deck.Variable(variable.name, resolved(variable.value, all, depth: 0))
    }
  }

  private static func isOfLook(_ name: String) -> Bool {
    name == "bg" || name == "fg" || name.hasPrefix("accent") || name.hasPrefix("font-")
      || name.hasPrefix("slide-") || name.hasPrefix("step-")
  }

  /// The value with a reference to another variable resolved.
  private static func resolved(_ value: String, _ all: [Deck.Variable], depth: Int) -> String {
    guard depth < 8, value.hasPrefix("var("), value.hasSuffix(")") else { return value }
    let parts = value.dropFirst(4).dropLast().split(separator: ",", maxSplits: 1)
    guard let first = parts.first else { return value }
    let name = trimmed(first)
    if name.hasPrefix("--"), let found = all.first(where: { $0.name == name.dropFirst(2) }) {
      return resolved(found.value, all, depth: depth + 1)
    }
    return parts.count == 2 ? trimmed(parts[1]) : value
  }

  /// The declarations `--name: value` outside of at-rules, which apply to printed pages or small
  /// screens only.
  private static func declarations(in sheet: String) -> [Deck.Variable] {
    let bytes = Array(sheet.utf8)
    var result: [Deck.Variable] = []
    var at = 0
    /// Open braces, and whether each belongs to an `@` rule.
    var open: [Bool] = []
    var start = 0
    func statement(to end: Int) -> String {
      withoutComments(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    func declare(to end: Int) {
      guard !open.isEmpty, !open.contains(true) else { return }
      let sides = statement(to: end).split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { return }
      let name = trimmed(sides[0])
      if name.hasPrefix("--"), name.utf8.count > 2 {
        result.append(Deck.Variable(String(name.dropFirst(2)), trimmed(sides[1])))
      }
    }
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*"):
        at += 2
        while at + 1 < bytes.count,
          bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/")
        { at += 1 }
        at += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[at]
        at += 1
        while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0A {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"):
        open.append(trimmed(statement(to: at)[...]).hasPrefix("@"))
        start = at + 1
      case UInt8(ascii: "}"):
        declare(to: at)
        _ = open.popLast()
        start = at + 1
      case UInt8(ascii: ";"):
        declare(to: at)
        start = at + 1
      default: break
      }
      at += 1
    }
    return result
  }

  private static func withoutComments(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        at += 2
        while at + 1 < bytes.count,
          bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/")
        { at += 1 }
        at += 2
        result.append(0x20)
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

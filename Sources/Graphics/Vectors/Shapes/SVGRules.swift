// SPDX-License-Identifier: MIT
// Part of Platen: the style rules of an SVG file, and the properties of an element by all of them.

internal import Diagnostics

/// The rules of a file's `<style>` elements, as drawing programs write them.
struct SVGRules {
  /// Rules of a file.
  static let limit = 500

  /// The target of a rule: elements of a name, of a class, or one by its id.
  private struct Selector {
    var element: String?
    var type: String?
    var id: String?

    /// A higher one decides.
    var weight: Int { (id == nil ? 0 : 100) + (type == nil ? 0 : 10) + (element == nil ? 0 : 1) }

    func selects(_ target: SVGElement) -> Bool {
      if let element, element != target.name { return false }
      if let id, id != target.attributes["id"] { return false }
      guard let type else { return true }
      let types = target.attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
      return types.contains { $0 == type }
    }
  }

  private var rules: [(selector: Selector, declarations: [(String, String)])] = []

  /// The rules of all `<style>` elements below a root.
  ///
  /// - Throws: ``SVGBeyond`` for rules that choose elements in other ways.
  init(of root: SVGElement) throws {
    try addRules(of: root)
    // The later of two rules that weigh the same comes behind and decides.
    rules = rules.enumerated().sorted { a, b in
      (a.element.selector.weight, a.offset) < (b.element.selector.weight, b.offset)
    }.map(\.element)
  }

  private mutating func addRules(of element: SVGElement) throws {
    if element.name == "style" { try addSheet(SVGRules.withoutComments(element.text)) }
    for child in element.children { try addRules(of: child) }
  }

  private mutating func addSheet(_ sheet: String) throws {
    for rule in sheet.split(separator: "}") {
      let parts = rule.split(separator: "{", omittingEmptySubsequences: false)
      if parts.count == 1, parts[0].allSatisfy(\.isWhitespace) { continue }
      guard parts.count == 2 else { throw SVGBeyond("style rules within others") }
      let declarations = SVGRules.declarations(String(parts[1]))
      for text in parts[0].split(separator: ",") {
        guard let selector = SVGRules.selector(text) else {
          throw SVGBeyond("style rules other than of names, classes and ids")
        }
        rules.append((selector, declarations))
        guard rules.count <= SVGRules.limit else {
          throw Failure(.error(.svgTooLarge, "the file has more style rules than are read"))
        }
      }
    }
  }

  private static func withoutComments(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isComment = false
    var last: UInt8 = 0
    for byte in text.utf8 {
      let pair = (last, byte)
      last = byte
      if isComment {
        guard pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) else { continue }
        (isComment, last) = (false, 0)
      } else if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        bytes[bytes.count - 1] = 0x20
        (isComment, last) = (true, 0)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func selector(_ text: Substring) -> Selector? {
    let word = text.filter { !$0.isWhitespace }
    guard word.count == text.split(whereSeparator: \.isWhitespace).first?.count,
      let match = word.wholeMatch(of: #/([A-Za-z]+|\*)?(?:([.#])([\w-]+))?/#), !word.isEmpty
    else { return nil }
    var selector = Selector()
    if let name = match.1, name != "*" { selector.element = String(name) }
    if let name = match.3 {
      if match.2 == "#" { selector.id = String(name) } else { selector.type = String(name) }
    }
    return selector
  }

  /// The properties of a `style` attribute or of a rule, in order.
  static func declarations(_ text: String) -> [(String, String)] {
    text.split(separator: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let name = part[..<colon].filter { !$0.isWhitespace }
      let value = part[part.index(after: colon)...].replacing("!important", with: "")
      return (name, SVGRules.trimmed(value))
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// The element and all in it, with their properties as attributes.
  func applied(to element: SVGElement) -> SVGElement {
    var element = element
    element.attributes = properties(of: element)
    element.children = element.children.map(applied(to:))
    return element
  }

  /// The properties of an element: its attributes, under the rules that select it, under its own
  /// `style`.
  private func properties(of element: SVGElement) -> [String: String] {
    var properties = element.attributes.mapValues(SVGRules.trimmed)
    for rule in rules where rule.selector.selects(element) {
      for (name, value) in rule.declarations { properties[name] = value }
    }
    if let style = element.attributes["style"] {
      for (name, value) in SVGRules.declarations(style) { properties[name] = value }
    }
    return properties
  }
}

/// Something valid that only librsvg draws.
struct SVGBeyond: Error {
  /// Words that continue "it has".
  var what: String
  init(_ what: String) { self.what = what }
}

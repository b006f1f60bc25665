// SPDX-License-Identifier: MIT
// Part of Platen: stepping through the tags of a drawing, forgiving what browsers forgive.

/// A tag's attributes, found by name on request.
// @safe: a view of bytes that the caller keeps where they are; places in them are compared with
// their count before they are read.
@safe struct MarkupAttributes {
  let bytes: UnsafeRawBufferPointer

  /// The value of the attribute with this name, entities resolved; nil where there is none.
  subscript(name: StaticString) -> String? { unsafe raw(name).map(MarkupAttributes.decode) }

  /// The value as written.
  func raw(_ name: StaticString) -> UnsafeRawBufferPointer? {
    var found: UnsafeRawBufferPointer?
    unsafe forEach { key, value in
      if unsafe found == nil, key.count == name.utf8CodeUnitCount, unsafe key.hasPrefix(name) {
        unsafe found = value
      }
    }
    return unsafe found
  }

  /// The value as written, as text.
  func written(_ name: StaticString) -> String? { unsafe raw(name)?.text }

  /// The value of a property, which `style` may give instead of an attribute.
  func property(_ name: StaticString) -> String? { style[name.description] ?? written(name) }

  /// Indicates whether browsers omit what has these attributes.
  var isHidden: Bool {
    let style = self.style
    return style["display"] ?? written("display") == "none"
      || ["hidden", "collapse"].contains(style["visibility"] ?? written("visibility") ?? "")
  }

  /// Indicates whether what has these attributes is drawn and cannot be seen.
  var isTransparent: Bool { Double(style["opacity"] ?? written("opacity") ?? "") == 0 }

  /// The declarations of the attribute `style`.
  private var style: [String: String] {
    guard let style = self["style"] else { return [:] }
    var found: [String: String] = [:]
    for declaration in style.split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let value = declaration[declaration.index(after: colon)...].filter { $0 != " " }.lowercased()
      found[declaration[..<colon].filter { $0 != " " }.lowercased()] =
        value.hasSuffix("!important") ? String(value.dropLast(10)) : value
    }
    return found
  }

  /// All attributes, entities resolved.
  var dictionary: [String: String] {
    var result: [String: String] = [:]
    unsafe forEach { key, value in unsafe result[key.text] = MarkupAttributes.decode(value) }
    return result
  }

  /// Calls `body` with each name and value in turn.
  func forEach(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    let count = unsafe bytes.count
    var at = 0
    while at < count {
      while at < count, unsafe bytes[at].isSpace || bytes[at] == UInt8(ascii: "/") { at += 1 }
      let nameStart = at
      while at < count, unsafe !bytes[at].isSpace && bytes[at] != UInt8(ascii: "=") { at += 1 }
      let name = unsafe bytes.part(nameStart..<at)
      guard unsafe !name.isEmpty else {
        at += 1
        continue
      }
      while at < count, unsafe bytes[at].isSpace { at += 1 }
      guard at < count, unsafe bytes[at] == UInt8(ascii: "=") else {
        unsafe body(name, bytes.part(at..<at))
        continue
      }
      at += 1
      while at < count, unsafe bytes[at].isSpace { at += 1 }
      guard at < count else { return }
      let quote = unsafe bytes[at]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        let end = unsafe bytes.firstIndex(of: quote, from: at + 1) ?? count
        unsafe body(name, bytes.part(at + 1..<end))
        at = end + 1
      } else {
        let start = at
        while at < count, unsafe !bytes[at].isSpace { at += 1 }
        unsafe body(name, bytes.part(start..<at))
      }
    }
  }

  /// Text with its entities resolved.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    guard unsafe bytes.firstIndex(of: UInt8(ascii: "&"), from: 0) != nil else {
      return unsafe bytes.text
    }
    var result = ""
    var at = 0
    while let start = unsafe bytes.firstIndex(of: UInt8(ascii: "&"), from: at) {
      unsafe result += bytes.part(at..<start).text
      // Names are short; looking farther for each ampersand would be quadratic.
      let name = unsafe bytes.part(start + 1..<min(start + 11, bytes.count))
      guard let length = unsafe name.firstIndex(of: UInt8(ascii: ";"), from: 0),
        let character = unsafe entity(name.part(0..<length).text)
      else {
        result += "&"
        at = start + 1
        continue
      }
      result += character
      at = start + length + 2
    }
    return unsafe result + bytes.part(at..<bytes.count).text
  }

  private static func entity(_ name: String) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }
}

/// Walks through a drawing tag by tag.
///
/// Values may hold `>`; comments, declarations and CDATA are skipped; whatever is cut off at the
/// end ends the walk.
// @safe: a view of bytes, as `MarkupAttributes` is, and `at` is at most their count.
@safe struct MarkupScanner {
  // @safe: what it holds are views of the same bytes.
  @safe enum Event {
    /// A tag was opened; `isEmpty` marks one that closes itself.
    case start(name: String, attributes: MarkupAttributes, isEmpty: Bool)
    case end(name: UnsafeRawBufferPointer)
    /// Text between tags, not blank, entities unresolved.
    case text(UnsafeRawBufferPointer)
  }

  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  mutating func next() -> Event? {
    let count = unsafe bytes.count
    while at < count {
      if unsafe bytes[at] != UInt8(ascii: "<") {
        let end = unsafe bytes.firstIndex(of: UInt8(ascii: "<"), from: at) ?? count
        let text = unsafe bytes.part(at..<end)
        at = end
        if unsafe !text.allSatisfy(\.isSpace) { return unsafe .text(text) }
        continue
      }
      if unsafe bytes.hasPrefix("<!--", at: at) {
        at = unsafe bytes.firstRange(of: "-->", from: at).map { $0 + 3 } ?? count
        continue
      }
      guard let end = endOfTag() else {
        at = count
        return nil
      }
      let tag = unsafe bytes.part(at + 1..<end)
      at = end + 1
      guard let first = unsafe tag.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?")
      else {
        continue
      }
      if first == UInt8(ascii: "/") { return unsafe .end(name: tag.part(1..<tag.count).trimmed) }
      var nameEnd = 0
      while nameEnd < tag.count,
        unsafe !tag[nameEnd].isSpace && tag[nameEnd] != UInt8(ascii: "/")
      {
        nameEnd += 1
      }
      let isEmpty = unsafe tag.last == UInt8(ascii: "/")
      return unsafe .start(
        name: tag.part(0..<nameEnd).text,
        attributes: MarkupAttributes(bytes: tag.part(nameEnd..<tag.count - (isEmpty ? 1 : 0))),
        isEmpty: isEmpty)
    }
    return nil
  }

  /// Index of the `>` that ends the tag at hand, those inside quotes passed over.
  private func endOfTag() -> Int? {
    let count = unsafe bytes.count
    var index = at + 1
    var hasQuotes = true
    while index < count {
      if unsafe bytes[index] == UInt8(ascii: ">") { return index }
      if hasQuotes, unsafe bytes[index] == UInt8(ascii: "\"") {
        // A quote without a second one is a character like others.
        if let close = unsafe bytes.firstIndex(of: UInt8(ascii: "\""), from: index + 1) {
          index = close
        } else {
          hasQuotes = false
        }
      }
      index += 1
    }
    return nil
  }
}

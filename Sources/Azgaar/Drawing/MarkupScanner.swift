// SPDX-License-Identifier: MIT
// Part of Platen: stepping through the tags of a drawing, forgiving what browsers forgive.

/// A tag's attributes, found by name when they are asked for.
struct MarkupAttributes {
  let bytes: UnsafeRawBufferPointer

  /// The value of the attribute with this name, entities resolved; nil where there is none.
  subscript(name: StaticString) -> String? { raw(name).map(MarkupAttributes.decode) }

  /// The value as written.
  func raw(_ name: StaticString) -> UnsafeRawBufferPointer? {
    var found: UnsafeRawBufferPointer?
    forEach { key, value in
      if found == nil, key.count == name.utf8CodeUnitCount, key.hasPrefix(name) { found = value }
    }
    return found
  }

  /// All attributes, entities resolved.
  var dictionary: [String: String] {
    var result: [String: String] = [:]
    forEach { key, value in result[key.text] = MarkupAttributes.decode(value) }
    return result
  }

  /// Calls `body` with each name and value in turn.
  func forEach(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    var at = 0
    while at < bytes.count {
      while at < bytes.count, bytes[at].isSpace || bytes[at] == UInt8(ascii: "/") { at += 1 }
      let nameStart = at
      while at < bytes.count, !bytes[at].isSpace, bytes[at] != UInt8(ascii: "=") { at += 1 }
      let name = bytes.part(nameStart..<at)
      guard !name.isEmpty else {
        at += 1
        continue
      }
      while at < bytes.count, bytes[at].isSpace { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        body(name, bytes.part(at..<at))
        continue
      }
      at += 1
      while at < bytes.count, bytes[at].isSpace { at += 1 }
      guard at < bytes.count else { return }
      let quote = bytes[at]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        let end = bytes.firstIndex(of: quote, from: at + 1) ?? bytes.count
        body(name, bytes.part(at + 1..<end))
        at = end + 1
      } else {
        let start = at
        while at < bytes.count, !bytes[at].isSpace { at += 1 }
        body(name, bytes.part(start..<at))
      }
    }
  }

  /// Text with its entities resolved.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.firstIndex(of: UInt8(ascii: "&"), from: 0) != nil else { return bytes.text }
    var result = ""
    var at = 0
    while let start = bytes.firstIndex(of: UInt8(ascii: "&"), from: at) {
      result += bytes.part(at..<start).text
      // Names are short; looking farther for each ampersand would be quadratic.
      let name = bytes.part(start + 1..<min(start + 11, bytes.count))
      guard let length = name.firstIndex(of: UInt8(ascii: ";"), from: 0),
        let character = entity(name.part(0..<length).text)
      else {
        result += "&"
        at = start + 1
        continue
      }
      result += character
      at = start + length + 2
    }
    return result + bytes.part(at..<bytes.count).text
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
struct MarkupScanner {
  enum Event {
    /// A tag was opened; `isEmpty` says that it was closed in one.
    case start(name: UnsafeRawBufferPointer, attributes: MarkupAttributes, isEmpty: Bool)
    case end(name: UnsafeRawBufferPointer)
    /// Text between tags, not blank, entities unresolved.
    case text(UnsafeRawBufferPointer)
  }

  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> Event? {
    while at < bytes.count {
      if bytes[at] != UInt8(ascii: "<") {
        let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: at) ?? bytes.count
        let text = bytes.part(at..<end)
        at = end
        if !text.allSatisfy(\.isSpace) { return .text(text) }
        continue
      }
      if bytes.hasPrefix("<!--", at: at) {
        at = bytes.firstRange(of: "-->", from: at).map { $0 + 3 } ?? bytes.count
        continue
      }
      guard let end = endOfTag() else {
        at = bytes.count
        return nil
      }
      let tag = bytes.part(at + 1..<end)
      at = end + 1
      guard let first = tag.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else {
        continue
      }
      if first == UInt8(ascii: "/") { return .end(name: tag.part(1..<tag.count).trimmed) }
      var nameEnd = 0
      while nameEnd < tag.count, !tag[nameEnd].isSpace, tag[nameEnd] != UInt8(ascii: "/") {
        nameEnd += 1
      }
      let isEmpty = tag.last == UInt8(ascii: "/")
      return .start(
        name: tag.part(0..<nameEnd),
        attributes: MarkupAttributes(bytes: tag.part(nameEnd..<tag.count - (isEmpty ? 1 : 0))),
        isEmpty: isEmpty)
    }
    return nil
  }

  /// Index of the `>` that ends the tag at hand, those inside quotes passed over.
  private func endOfTag() -> Int? {
    var index = at + 1
    var hasQuotes = true
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">") { return index }
      if hasQuotes, bytes[index] == UInt8(ascii: "\"") {
        // A quote without a second one is a character like others.
        if let close = bytes.firstIndex(of: UInt8(ascii: "\""), from: index + 1) {
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

// SPDX-License-Identifier: MIT
// Part of Platen: repairs characters of a story: controls, damaged encodings, escapes of HTML.

internal import Documents

/// Repairs damaged characters of texts.
///
/// U+0014 stands for an em dash in real campaigns; characters of UTF-8 read as Latin-1 leave C1
/// controls behind; the game escapes players' lines for HTML, some of them twice.
enum TextCleaner {
  /// The text with its characters repaired, lines ending in line feeds.
  static func cleaned(_ text: String, _ defects: inout DefectCounts) -> String {
    var text = text
    let needsCare = text.withUTF8(unsafe needsCare)
    guard needsCare else { return text }
    return unescaped(repairedRuns(text, &defects), &defects)
  }

  /// The same as one line, without blanks at its ends.
  static func line(_ text: String, _ defects: inout DefectCounts) -> String {
    let text = cleaned(text, &defects)
    guard text.holds(0x0A) || text.holds(0x09) else { return text.trimmed }
    return text.utf8.split { $0 == 0x0A || $0 == 0x09 || $0 == 0x20 }
      .map { String(Substring($0)) }.joined(separator: " ")
  }

  private static func needsCare(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = -1
    while true {
      index += 1
      // Sixteen bytes at once, to the first that is none of `isOrdinary`.
      while index + ByteBlock.count <= raw.count {
        let block = unsafe ByteBlock(raw, at: index)
        let ordinary = block.isWithin(0x20...0x7E) | block.equals(0x0A)
        if let next = (!ordinary | block.equals(0x26)).first {
          index += next
          break
        }
        index += ByteBlock.count
      }
      guard index < raw.count else { return false }
      let byte = unsafe raw[index]
      if isOrdinary(byte) { continue }
      // Controls, the ampersand of an escape, DEL.
      if byte < 0x80 { return true }
      guard index > 0 else { continue }
      switch unsafe raw[index - 1] {
      case 0xC2: if byte < 0xA0 { return true }
      // The end of U+FFFD, of U+FFFE, U+FFFF or another character that is none.
      case 0xBF: if byte >= 0xBD { return true }
      // The end of U+FDD0 to U+FDEF, which are none either.
      case 0xB7: if (0x90...0xAF).contains(byte) { return true }
      default: break
      }
    }
  }

  /// Letters and signs of ASCII and line feeds: nearly all bytes there are.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    byte == 0x0A || (byte >= 0x20 && byte < 0x7F && byte != 0x26)
  }

  // MARK: Controls and mojibake

  private static func repairedRuns(_ text: String, _ defects: inout DefectCounts) -> String {
    var result = String.UnicodeScalarView()
    // Characters below U+0100 and above ASCII that stand together: perhaps bytes of UTF-8.
    var run: [Unicode.Scalar] = []
    var removed = 0
    var repairedRuns = 0
    var lost = 0
    func flush() {
      guard !run.isEmpty else { return }
      if run.contains(where: { $0.value < 0xA0 }) {
        let bytes = run.map { UInt8(truncatingIfNeeded: $0.value) }
        if let decoded = String(validating: bytes, as: UTF8.self) {
          repairedRuns += 1
          result.append(contentsOf: decoded.unicodeScalars)
        } else {
          for scalar in run {
            // NEL is a line end; all other C1 controls mean nothing.
            if scalar.value >= 0xA0 {
              result.append(scalar)
            } else {
              removed += 1
              if scalar.value == 0x85 { result.append("\n") }
            }
          }
        }
      } else {
        result.append(contentsOf: run)
      }
      run.removeAll(keepingCapacity: true)
    }
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if (0x80...0xFF).contains(scalar.value) {
        run.append(scalar)
        previous = scalar
        continue
      }
      flush()
      switch scalar.value {
      case 0x0A:
        if previous != "\r" { result.append(scalar) }
      case 0x0D: result.append("\n")
      case 0x09: result.append(scalar)
      case 0x14:
        removed += 1
        result.append("\u{2014}")
      case 0..<0x20, 0x7F: removed += 1
      case 0xFDD0...0xFDEF: removed += 1
      case _ where scalar.value & 0xFFFE == 0xFFFE: removed += 1
      case 0xFFFD:
        lost += 1
        result.append(scalar)
      default: result.append(scalar)
      }
      previous = scalar
    }
    flush()
    defects.count(.controlCharacter, removed)
    defects.count(.mojibake, repairedRuns)
    defects.count(.lostCharacter, lost)
    return String(result)
  }

  // MARK: Escapes

  /// Entities of HTML as the characters they stand for, also those escaped up to three times.
  private static func unescaped(_ text: String, _ defects: inout DefectCounts) -> String {
    guard text.holds(0x26) else { return text }
    var bytes = Array(text.utf8)
    for round in 0..<3 {
      let (next, count) = unescapedOnce(bytes)
      guard count > 0 else { break }
      if round > 0 { defects.count(.doubleEscape, count) }
      bytes = next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescapedOnce(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var count = 0
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x26,
        let end = bytes[at..<min(at + 12, bytes.count)].firstIndex(of: UInt8(ascii: ";")),
        let character = entity(bytes[(at + 1)..<end])
      {
        result += character
        count += 1
        at = end + 1
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return (result, count)
  }

  /// The character an entity's name stands for; nil for names the game never writes.
  private static func entity(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    let name = String(decoding: name, as: UTF8.self)
    switch name {
    case "amp": return Array("&".utf8)
    case "lt": return Array("<".utf8)
    case "gt": return Array(">".utf8)
    case "quot": return Array("\"".utf8)
    case "apos": return Array("'".utf8)
    case "nbsp": return Array("\u{A0}".utf8)
    case "mdash": return Array("\u{2014}".utf8)
    case "ndash": return Array("\u{2013}".utf8)
    case "hellip": return Array("\u{2026}".utf8)
    case "lsquo": return Array("\u{2018}".utf8)
    case "rsquo": return Array("\u{2019}".utf8)
    case "ldquo": return Array("\u{201C}".utf8)
    case "rdquo": return Array("\u{201D}".utf8)
    default: break
    }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let value, value >= 0x20, !(0x7F..<0xA0).contains(value), value & 0xFFFE != 0xFFFE,
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return Array(String(scalar).utf8)
  }
}

extension String {
  /// Without ASCII white space at its ends.
  var trimmed: String {
    guard utf8.first ?? 0x21 <= 0x20 || utf8.last ?? 0x21 <= 0x20 else { return self }
    return self[...].trimmed
  }
}

extension String {
  /// Indicates whether it shows anything besides whitespace and the marks of rules, headings and
  /// lists.
  var hasVisibleText: Bool {
    unicodeScalars.contains { scalar in
      switch scalar {
      case "-", "*", "_", "#", ">", "=", "~", "+", "|": return false
      default: break
      }
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control
    }
  }
}

extension StringProtocol {
  /// Without ASCII white space at its ends.
  var trimmed: String {
    var bytes = Substring(self).utf8
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// The lines between line feeds, including empty ones.
  var lines: [Substring] {
    Substring(self).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}

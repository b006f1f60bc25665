// SPDX-License-Identifier: MIT
// Part of Platen: checks of a finished SVG file for errors of its writer.

/// Checks an SVG file that Platen wrote, piece by piece, as large as it may be.
///
/// It is stricter than XML: what Platen never writes is an error. So are names that occur twice,
/// references that lead nowhere, and any that lead out of the file.
public struct SVGCheck {
  /// The size of the drawing, in its units, rounded.
  public private(set) var width = 0
  public private(set) var height = 0
  /// Elements that draw.
  public private(set) var shapeCount = 0

  private enum State {
    case words, tag, name, between, attribute, equals, value, entity(inValue: Bool), end, closing
    case instruction
  }

  private var state = State.words
  private var offset = 0
  private var open: [String] = []
  private var hasRoot = false
  /// The name or entity that is being read.
  private var text: [UInt8] = []
  /// The value that is being read.
  private var value: [UInt8] = []
  private var name = ""
  private var attribute = ""
  private var attributes: Set<String> = []
  private var ids: Set<String> = []
  private var wanted: Set<String> = []
  /// Bytes of a character of more than one that are still to come, and what the next may be.
  private var pending = 0
  private var continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// The part of a value that identifies a reference; outlines and images are longer.
  private static let valueLimit = 400
  private static let entities: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
    "quot": UInt8(ascii: "\""),
  ]
  private static let worded: Set<String> = ["title", "desc", "text", "tspan"]
  private static let shapes: Set<String> = ["path", "use", "image", "text", "rect", "circle"]

  public init() {}

  /// Takes the next bytes.
  ///
  /// - Throws: ``SVGError``.
  public mutating func take(_ bytes: some Sequence<UInt8>) throws(SVGError) {
    for byte in bytes {
      try step(byte)
      offset += 1
    }
  }

  /// Ends the file.
  ///
  /// - Throws: ``SVGError``.
  public func finish() throws(SVGError) {
    guard hasRoot, open.isEmpty, case .words = state, pending == 0 else {
      throw syntaxError("ends before its last element does")
    }
    if let lost = wanted.subtracting(ids).min() {
      throw syntaxError("names #\(lost), which does not exist")
    }
    guard width > 0, height > 0 else { throw syntaxError("has no size") }
  }

  private func syntaxError(_ words: String) -> SVGError { SVGError(offset: offset, words: words) }

  // MARK: Bytes

  private mutating func step(_ byte: UInt8) throws(SVGError) {
    try checkCharacter(byte)
    switch state {
    case .words:
      switch byte {
      case UInt8(ascii: "<"): begin(.tag)
      case UInt8(ascii: "&"): begin(.entity(inValue: false))
      case 9, 10, 13, 32: break
      default:
        guard let name = open.last, SVGCheck.worded.contains(name) else {
          throw syntaxError("has words outside its elements of words")
        }
      }
    case .tag:
      switch byte {
      case UInt8(ascii: "/"): begin(.closing)
      case UInt8(ascii: "?"):
        guard offset == 1 else { throw syntaxError("has an instruction within") }
        begin(.instruction)
      default:
        begin(.name)
        try step(named: byte)
      }
    case .instruction: if byte == UInt8(ascii: ">") { state = .words }
    case .name: try step(named: byte)
    case .between: try stepBetween(byte)
    case .attribute: try step(inAttribute: byte)
    case .equals:
      guard byte == UInt8(ascii: "\"") else {
        throw syntaxError("has a value without quotation marks")
      }
      begin(.value)
    case .value:
      switch byte {
      case UInt8(ascii: "\""):
        try read(String(decoding: value, as: UTF8.self))
        begin(.between)
      case UInt8(ascii: "<"): throw syntaxError("has < in a value")
      case UInt8(ascii: "&"): begin(.entity(inValue: true))
      default: keep(byte)
      }
    case .entity(let inValue): try step(inEntity: byte, inValue: inValue)
    case .end:
      guard byte == UInt8(ascii: ">") else { throw syntaxError("has / in a tag") }
      open.removeLast()
      begin(.words)
    case .closing:
      if byte == UInt8(ascii: ">") {
        let name = String(decoding: text, as: UTF8.self)
        guard open.last == name else { throw syntaxError("closes \(name), which is not open") }
        open.removeLast()
        begin(.words)
      } else {
        try keepName(byte)
      }
    }
  }

  private mutating func step(inAttribute byte: UInt8) throws(SVGError) {
    guard byte == UInt8(ascii: "=") else { return try keepName(byte) }
    attribute = String(decoding: text, as: UTF8.self)
    guard attributes.insert(attribute).inserted else { throw syntaxError("has \(attribute) twice") }
    value.removeAll(keepingCapacity: true)
    begin(.equals)
  }

  private mutating func step(inEntity byte: UInt8, inValue: Bool) throws(SVGError) {
    guard byte == UInt8(ascii: ";") else {
      guard text.count < 5 else { throw syntaxError("has an unknown entity") }
      text.append(byte)
      return
    }
    guard let meant = SVGCheck.entities[String(decoding: text, as: UTF8.self)] else {
      throw syntaxError("has an unknown entity")
    }
    if inValue { keep(meant) }
    begin(inValue ? .value : .words)
  }

  private mutating func begin(_ next: State) {
    state = next
    text.removeAll(keepingCapacity: true)
  }

  private mutating func keep(_ byte: UInt8) {
    if value.count < SVGCheck.valueLimit { value.append(byte) }
  }

  private mutating func keepName(_ byte: UInt8) throws(SVGError) {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"):
      guard text.count < 64 else { throw syntaxError("has a name without end") }
      text.append(byte)
    default: throw syntaxError("has a name that is none")
    }
  }

  private mutating func step(named byte: UInt8) throws(SVGError) {
    switch byte {
    case 32, 10, UInt8(ascii: "/"), UInt8(ascii: ">"):
      guard !text.isEmpty else { throw syntaxError("has an element without a name") }
      name = String(decoding: text, as: UTF8.self)
      guard hasRoot ? !open.isEmpty : name == "svg" else {
        throw syntaxError("has an element \(name) beside its root")
      }
      hasRoot = true
      attributes.removeAll(keepingCapacity: true)
      open.append(name)
      if SVGCheck.shapes.contains(name) { shapeCount += 1 }
      begin(.between)
      try stepBetween(byte)
    default: try keepName(byte)
    }
  }

  private mutating func stepBetween(_ byte: UInt8) throws(SVGError) {
    switch byte {
    case 32, 10: break
    case UInt8(ascii: "/"): begin(.end)
    case UInt8(ascii: ">"): begin(.words)
    default:
      begin(.attribute)
      try keepName(byte)
    }
  }

  /// UTF-8 (RFC 3629, section 4), and none of the controls XML has no place for.
  private mutating func checkCharacter(_ byte: UInt8) throws(SVGError) {
    if pending > 0 {
      guard continuation.contains(byte) else { throw syntaxError("is not UTF-8") }
      pending -= 1
      continuation = 0x80...0xBF
      return
    }
    // Nothing longer than it must be, no surrogates, nothing past the last character.
    switch byte {
    case 0xE0: continuation = 0xA0...0xBF
    case 0xED: continuation = 0x80...0x9F
    case 0xF0: continuation = 0x90...0xBF
    case 0xF4: continuation = 0x80...0x8F
    default: break
    }
    switch byte {
    case 9, 10, 13, 0x20..<0x80: break
    case 0xC2...0xDF: pending = 1
    case 0xE0...0xEF: pending = 2
    case 0xF0...0xF4: pending = 3
    default: throw syntaxError("has a character that is none")
    }
  }

  // MARK: Values

  private mutating func read(_ value: String) throws(SVGError) {
    switch attribute {
    case "id":
      guard ids.insert(value).inserted else {
        throw syntaxError("has two elements called \(value)")
      }
    case "xlink:href":
      if value.first == "#" {
        wanted.insert(String(value.dropFirst()))
      } else if !value.hasPrefix("data:image/png;base64,"),
        !value.hasPrefix("data:image/jpeg;base64,")
      {
        throw syntaxError("leads out of the file")
      }
    case "viewBox" where name == "svg" && open.count == 1:
      let numbers = value.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e9 }) else { return }
      (width, height) = (Int(numbers[2].rounded(.up)), Int(numbers[3].rounded(.up)))
    case "fill", "stroke", "clip-path", "filter":
      if value.hasPrefix("url(") {
        guard value.hasPrefix("url(#"), value.hasSuffix(")") else {
          throw syntaxError("leads out of the file")
        }
        wanted.insert(String(value.dropFirst(5).dropLast()))
      }
    default: break
    }
  }
}

/// An error in an SVG file that Platen wrote, as a predicate after its name.
public struct SVGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes before it.
  public var offset: Int
  public var words: String
  public var description: String { "\(words) (at byte \(offset))" }
}

// SPDX-License-Identifier: MIT
// Part of Platen: writing JSON, key by key, in the order the writer decides.

/// Writes JSON text: compact, or one member a line with `indent`.
///
/// Numbers are written as JavaScript would (`1` for 1.0, shortest form that reads back the same);
/// a number that is not finite is written as null. Keys come in the order they are written.
public struct JSONWriter: Sendable {
  private var bytes: [UInt8] = []
  private let indent: Int?
  private var depth = 0
  private var needsComma = false
  private var afterKey = false

  /// - Parameter indent: spaces per level, or nil for one line without spaces.
  public init(indent: Int? = nil) { self.indent = indent }

  /// The text written, as UTF-8; without the part that was drained.
  public var utf8: [UInt8] { bytes }
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The number of bytes held: all written ones, or those since the last ``drain(to:)``.
  public var heldCount: Int { bytes.count }

  /// Passes the held bytes to a sink and clears them, so that a text may be larger than memory.
  public mutating func drain(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try unsafe bytes.withUnsafeBytes(sink)
    bytes.removeAll(keepingCapacity: true)
  }

  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  public mutating func key(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    if indent != nil { bytes.append(UInt8(ascii: " ")) }
    afterKey = true
  }

  public mutating func string(_ value: String) {
    separate()
    append(quoted: value)
    needsComma = true
  }

  public mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  public mutating func int(_ value: some BinaryInteger) {
    separate()
    if let digit = UInt8(exactly: value), digit < 10 {
      bytes.append(UInt8(ascii: "0") + digit)
    } else {
      bytes.append(contentsOf: String(value).utf8)
    }
    needsComma = true
  }

  public mutating func double(_ value: Double) {
    separate()
    bytes.append(contentsOf: JSONWriter.format(value).utf8)
    needsComma = true
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// Writes a value that is already JSON.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  // MARK: Members in one call

  public mutating func member(_ name: String, _ value: String?) {
    key(name)
    string(value)
  }
  public mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    int(value)
  }
  public mutating func member(_ name: String, _ value: Double) {
    key(name)
    double(value)
  }
  public mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }
  @inlinable public mutating func member(_ name: String, _ texts: some Sequence<String>) {
    member(name, array: { json in for text in texts { json.string(text) } })
  }
  @inlinable
  public mutating func member(_ name: String, _ numbers: some Sequence<some BinaryInteger>) {
    member(name, array: { json in for number in numbers { json.int(number) } })
  }
  public mutating func member(_ name: String, object body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    key(name)
    try object(body)
  }
  public mutating func member(_ name: String, array body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    key(name)
    try array(body)
  }

  /// The number as JavaScript's `String(number)` writes it; `null` when it is not finite.
  public static func format(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e") else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    // Swift switches to exponents at 2^53 and 1e-4, JavaScript at 1e21 and 1e-6.
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    var digits = text[..<mark].filter { $0 != "." && $0 != "-" }
    if text[..<mark].hasSuffix(".0") { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    if exponent < 0, exponent >= -6 {
      return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
    if exponent >= 0, exponent < 21 {
      return sign + digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    }
    let mantissa = digits.count > 1 ? "\(digits.prefix(1)).\(digits.dropFirst())" : digits
    return sign + mantissa + "e" + (exponent < 0 ? "\(exponent)" : "+\(exponent)")
  }

  // MARK: Private part

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if needsComma { newline() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if afterKey {
      afterKey = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { newline() }
    needsComma = false
  }

  private mutating func newline() {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * depth))
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(JSONWriter.digits[Int(byte >> 4)])
        bytes.append(JSONWriter.digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

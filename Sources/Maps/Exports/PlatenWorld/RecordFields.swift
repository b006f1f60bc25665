// SPDX-License-Identifier: MIT
// Part of Platen: values as JSON and back, each type described once for both ways.

internal import Geometry
internal import JSON

/// The expected value of a field that is not valid, and its position in the file.
struct InvalidField: Error {
  var path: String
  var expected: String

  init(_ expected: String, at path: String = "") {
    self.expected = expected
    self.path = path
  }

  /// The same error with the path from one level further out.
  func within(_ part: String) -> InvalidField {
    let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return InvalidField(expected, at: part + joint + path)
  }
}

/// A value that JSON can hold without losing anything of it.
protocol Storable {
  /// - Throws: `InvalidField`.
  static func load(_ view: JSONView) throws -> Self
  func store(_ json: inout JSONWriter)
}

/// Goes through the fields of a record, writing or reading each.
protocol FieldVisitor {
  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T) throws
  /// A field that is omitted where the value is nil.
  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T?) throws
}

/// A structure, described field by field; the description serves both reading and writing.
protocol Record: Storable {
  /// The defaults of fields that a file lacks.
  static var blank: Self { get }
  mutating func visit(_ fields: inout some FieldVisitor) throws
}

extension Record {
  static func load(_ view: JSONView) throws -> Self {
    guard view.isObject else { throw InvalidField("an object") }
    var reader = FieldReader(view: view)
    var record = blank
    try record.visit(&reader)
    if reader.found < view.count {
      // What is omitted in silence may be what kept a secret.
      var names = FieldNames()
      var known = blank
      try? known.visit(&names)
      if let other = view.members.first(where: { !names.keys.contains($0.key) }) {
        throw InvalidField("a known field", at: other.key)
      }
    }
    return record
  }

  func store(_ json: inout JSONWriter) {
    json.object { json in
      var writer = FieldWriter()
      swap(&writer.json, &json)
      var record = self
      // A writer has nothing to throw.
      try? record.visit(&writer)
      swap(&writer.json, &json)
    }
  }
}

private struct FieldWriter: FieldVisitor {
  var json = JSONWriter()

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T) {
    json.key(key.description)
    value.store(&json)
  }

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T?) {
    if var some = value { visit(key, &some) }
  }
}

/// Collects the names of a record's fields.
private struct FieldNames: FieldVisitor {
  var keys: Set<String> = []

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T) {
    keys.insert(key.description)
  }

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T?) {
    keys.insert(key.description)
  }
}

private struct FieldReader: FieldVisitor {
  let view: JSONView
  /// The number of fields that the object has.
  var found = 0

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T) throws {
    guard let field = view[key] else { return }
    found += 1
    do { value = try T.load(field) } catch let error as InvalidField {
      throw error.within(key.description)
    }
  }

  mutating func visit<T: Storable>(_ key: StaticString, _ value: inout T?) throws {
    guard let field = view[key] else {
      value = nil
      return
    }
    found += 1
    guard !field.isNull else {
      value = nil
      return
    }
    do { value = try T.load(field) } catch let error as InvalidField {
      throw error.within(key.description)
    }
  }
}

// MARK: Plain values

extension Storable where Self: FixedWidthInteger {
  static func load(_ view: JSONView) throws -> Self {
    guard let value = view.int.flatMap({ Self(exactly: $0) }) else {
      throw InvalidField("a whole number from \(Self.min) to \(Self.max)")
    }
    return value
  }

  func store(_ json: inout JSONWriter) { json.int(self) }
}

extension Int: Storable {}
extension Int8: Storable {}
extension Int16: Storable {}
extension Int32: Storable {}
extension UInt8: Storable {}
extension UInt16: Storable {}

extension Bool: Storable {
  static func load(_ view: JSONView) throws -> Bool {
    guard let value = view.bool else { throw InvalidField("true or false") }
    return value
  }

  func store(_ json: inout JSONWriter) { json.bool(self) }
}

extension String: Storable {
  static func load(_ view: JSONView) throws -> String {
    guard let value = view.string else { throw InvalidField("a text") }
    return value
  }

  func store(_ json: inout JSONWriter) { json.string(self) }
}

extension Double: Storable {
  /// Numbers that JSON has no word for are texts: `inf`, `-inf`, `nan`, or `nan:` and the bits.
  static func load(_ view: JSONView) throws -> Double {
    if let value = view.double { return value }
    switch view.string {
    case "inf"?: return .infinity
    case "-inf"?: return -.infinity
    case "nan"?: return .nan
    case let text? where text.hasPrefix("nan:"):
      if let bits = UInt64(text.dropFirst(4), radix: 16), Double(bitPattern: bits).isNaN {
        return Double(bitPattern: bits)
      }
    default: break
    }
    throw InvalidField("a number")
  }

  func store(_ json: inout JSONWriter) {
    if isNaN {
      json.string(
        bitPattern == Double.nan.bitPattern ? "nan" : "nan:" + String(bitPattern, radix: 16))
    } else if isInfinite {
      json.string(self < 0 ? "-inf" : "inf")
    } else if self == 0, sign == .minus {
      json.raw("-0.0")
    } else {
      json.double(self)
    }
  }
}

extension Float: Storable {
  static func load(_ view: JSONView) throws -> Float { Float(try Double.load(view)) }
  func store(_ json: inout JSONWriter) { Double(self).store(&json) }
}

extension Point: Storable {
  static func load(_ view: JSONView) throws -> Point {
    guard view.isArray, view.count == 2, let x = view[0], let y = view[1] else {
      throw InvalidField("two numbers")
    }
    return Point(try Double.load(x), try Double.load(y))
  }

  func store(_ json: inout JSONWriter) {
    json.array { json in
      x.store(&json)
      y.store(&json)
    }
  }
}

extension Array: Storable where Element: Storable {
  static func load(_ view: JSONView) throws -> [Element] {
    guard view.isArray else { throw InvalidField("a list") }
    var result: [Element] = []
    result.reserveCapacity(view.count)
    for element in view.elements {
      do { result.append(try Element.load(element)) } catch let error as InvalidField {
        throw error.within("[\(result.count)]")
      }
    }
    return result
  }

  func store(_ json: inout JSONWriter) {
    json.array { json in for element in self { element.store(&json) } }
  }
}

extension Dictionary: Storable where Key == String, Value: Storable {
  static func load(_ view: JSONView) throws -> [String: Value] {
    guard view.isObject else { throw InvalidField("an object") }
    var result: [String: Value] = [:]
    for member in view.members {
      do { result[member.key] = try Value.load(member.value) } catch let error as InvalidField {
        throw error.within(member.key)
      }
    }
    return result
  }

  /// Writes members in the order of the keys' code units, so that the bytes do not depend on the
  /// hashing.
  func store(_ json: inout JSONWriter) {
    json.object { json in
      for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        json.key(key)
        value.store(&json)
      }
    }
  }
}

extension Storable where Self: RawRepresentable, RawValue == String {
  static func load(_ view: JSONView) throws -> Self {
    guard let value = view.string.flatMap(Self.init(rawValue:)) else {
      throw InvalidField("a known word")
    }
    return value
  }

  func store(_ json: inout JSONWriter) { json.string(rawValue) }
}

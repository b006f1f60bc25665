// SPDX-License-Identifier: MIT
// Part of Platen: values with nothing left empty, and each of them changed in every place there is.

@_spi(Reflection) import Swift

/// Makes values by reflection: a test of every stored property holds for those that are
/// added later.
///
/// Structures are filled property by property, whatever their initializers require, so the values
/// are good for looking at what they store and for nothing else. Enumerations state at their
/// conformance to ``Varied`` what they may be; a type of which nothing is known ends the test.
public final class Sampler {
  private var count = 0
  private var turns: [String: Int] = [:]
  /// The number of values that are being made within each other, for types that contain themselves.
  public private(set) var depth = 0

  public init() {}

  /// A number not given before.
  func next() -> Int {
    count += 1
    return count
  }

  /// The count of earlier requests for a name, for enumerations that take their cases in turn.
  public func turn(_ name: String) -> Int {
    turns[name, default: -1] += 1
    return turns[name] ?? 0
  }

  /// A value with every optional there and no array empty, and no two numbers or texts in it alike.
  public func sample<Value>(_ type: Value.Type = Value.self) -> Value {
    depth += 1
    defer { depth -= 1 }
    if let varied = type as? any Varied.Type {
      guard let value = varied.sample(self) as? Value else { fatalError("a sample of \(type)") }
      return value
    }
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    for field in StoredField.all(of: type) {
      func fill<Field>(_: Field.Type) {
        (UnsafeMutableRawPointer(memory) + field.offset)
          .initializeMemory(as: Field.self, to: sample(Field.self))
      }
      _openExistential(field.type, do: fill)
    }
    return memory.move()
  }
}

/// A value changed in one place, and which that is.
public struct Variation<Value> {
  public var place: String
  public var value: Value
  public init(place: String, value: Value) {
    self.place = place
    self.value = value
  }
}

/// Every value that differs from `value` in one place: a stored property of any structure in it, at
/// any depth, also private ones; one element more or less; another case.
///
/// - Parameter derived: names of properties that follow from others and are kept as they are.
public func variations<Value>(of value: Value, but derived: Set<String> = []) -> [Variation<Value>]
{
  if let type = Value.self as? any Varied.Type {
    // By its type, not by the value: a cast of an optional looks inside.
    func changed<V: Varied>(_: V.Type) -> [Variation<Value>] {
      guard let value = value as? V,
        let found = value.variations(but: derived) as? [Variation<Value>]
      else { fatalError("variations of \(Value.self)") }
      return found
    }
    return changed(type)
  }
  var found: [Variation<Value>] = []
  for field in StoredField.all(of: Value.self) where !derived.contains(field.name) {
    func change<Field>(_: Field.Type) {
      let old = withUnsafeBytes(of: value) {
        ($0.baseAddress! + field.offset).assumingMemoryBound(to: Field.self).pointee
      }
      for variation in variations(of: old, but: derived) {
        var copy = value
        withUnsafeMutableBytes(of: &copy) {
          ($0.baseAddress! + field.offset).assumingMemoryBound(to: Field.self).pointee =
            variation.value
        }
        found.append(Variation(place: ".\(field.name)\(variation.place)", value: copy))
      }
    }
    _openExistential(field.type, do: change)
  }
  return found
}

/// A stored property of a structure.
private struct StoredField {
  var name: String
  var offset: Int
  var type: Any.Type

  static func all(of type: Any.Type) -> [StoredField] {
    var fields: [StoredField] = []
    _ = _forEachField(of: type) { name, offset, type, _ in
      fields.append(StoredField(name: String(cString: name), offset: offset, type: type))
      return true
    }
    guard !fields.isEmpty else { fatalError("nothing is known of \(type): let it be Varied") }
    return fields
  }
}

// MARK: What is no structure

/// A type that states itself what its values may be.
public protocol Varied {
  static func sample(_ sampler: Sampler) -> Self
  /// This value changed, each time in one place.
  func variations(but derived: Set<String>) -> [Variation<Self>]
}

/// An enumeration without values in its cases: any other case is a change.
public protocol VariedCases: Varied, Equatable {
  static var all: [Self] { get }
}

extension VariedCases {
  public static func sample(_ sampler: Sampler) -> Self { all[sampler.next() % all.count] }
  public func variations(but derived: Set<String>) -> [Variation<Self>] {
    Self.all.filter { $0 != self }.map { Variation(place: " as \($0)", value: $0) }
  }
}

extension Varied {
  /// The variations of what a case holds, each made a case again.
  public func inside<Held>(
    _ name: String, _ held: Held, but derived: Set<String>, make: (Held) -> Self
  ) -> [Variation<Self>] {
    TestSupport.variations(of: held, but: derived).map {
      Variation(place: ".\(name)\($0.place)", value: make($0.value))
    }
  }
}

extension Bool: VariedCases {
  public static var all: [Bool] { [false, true] }
}

extension Varied where Self: FixedWidthInteger {
  public static func sample(_ sampler: Sampler) -> Self { Self(truncatingIfNeeded: sampler.next()) }
  /// The next number, and the one that differs in the highest bit alone.
  public func variations(but derived: Set<String>) -> [Variation<Self>] {
    [
      Variation(place: " + 1", value: self &+ 1),
      Variation(place: " with its highest bit", value: self ^ (1 << (Self.bitWidth - 1))),
    ]
  }
}
extension Int: Varied {}
extension Int8: Varied {}
extension Int16: Varied {}
extension Int32: Varied {}
extension UInt8: Varied {}
extension UInt16: Varied {}
extension UInt32: Varied {}

extension Varied where Self: BinaryFloatingPoint {
  public static func sample(_ sampler: Sampler) -> Self { Self(sampler.next()) + 0.25 }
  /// The next number there is, the negative one, and both zeros.
  public func variations(but derived: Set<String>) -> [Variation<Self>] {
    [
      Variation(place: " + 1 bit", value: nextUp), Variation(place: " negative", value: -self),
      Variation(place: " as 0", value: 0), Variation(place: " as -0", value: -0.0),
    ]
  }
}
extension Double: Varied {}
extension Float: Varied {}

extension String: Varied {
  public static func sample(_ sampler: Sampler) -> String { "text \(sampler.next())" }
  public func variations(but derived: Set<String>) -> [Variation<String>] {
    [
      Variation(place: " longer", value: self + "\0"),
      Variation(place: " otherwise", value: "T" + dropFirst()),
      Variation(place: " empty", value: ""),
    ]
  }
}

extension Optional: Varied {
  public static func sample(_ sampler: Sampler) -> Wrapped? { .some(sampler.sample(Wrapped.self)) }
  public func variations(but derived: Set<String>) -> [Variation<Wrapped?>] {
    guard let value = self else { return [] }
    return [Variation(place: " as nil", value: nil)]
      + TestSupport.variations(of: value, but: derived).map {
        Variation(place: $0.place, value: $0.value)
      }
  }
}

extension Array: Varied {
  public static func sample(_ sampler: Sampler) -> [Element] {
    [sampler.sample(Element.self), sampler.sample(Element.self)]
  }
  public func variations(but derived: Set<String>) -> [Variation<[Element]>] {
    guard !isEmpty else { return [] }
    var found = [
      Variation(place: " shorter", value: Array(dropLast())),
      Variation(place: " longer", value: self + prefix(1)), Variation(place: " empty", value: []),
    ]
    for index in indices {
      for variation in TestSupport.variations(of: self[index], but: derived) {
        var copy = self
        copy[index] = variation.value
        found.append(Variation(place: "[\(index)]\(variation.place)", value: copy))
      }
    }
    return found
  }
}

extension Dictionary: Varied {
  public static func sample(_ sampler: Sampler) -> [Key: Value] {
    [
      sampler.sample(Key.self): sampler.sample(Value.self),
      sampler.sample(Key.self): sampler.sample(Value.self),
    ]
  }
  public func variations(but derived: Set<String>) -> [Variation<[Key: Value]>] {
    var found = [Variation<[Key: Value]>(place: " empty", value: [:])]
    for (key, value) in self {
      var without = self
      without[key] = nil
      found.append(Variation(place: "[\(key)] gone", value: without))
      for other in TestSupport.variations(of: key, but: derived) where self[other.value] == nil {
        var copy = without
        copy[other.value] = value
        found.append(Variation(place: " key \(key)\(other.place)", value: copy))
      }
      for variation in TestSupport.variations(of: value, but: derived) {
        var copy = self
        copy[key] = variation.value
        found.append(Variation(place: "[\(key)]\(variation.place)", value: copy))
      }
    }
    return found
  }
}

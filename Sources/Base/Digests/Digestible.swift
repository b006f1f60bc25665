// SPDX-License-Identifier: MIT
// Part of Platen: values that can be fed to a digester.

/// A value that can feed itself completely to a ``Digester``.
///
/// Where a digest is the key of a value in a store, a missing field causes a wrong result some day.
/// So a conforming type feeds every stored property, or documents at its conformance why the values
/// of one follow from the others. A structure lists its properties in the order in which they are
/// declared, an enumeration numbers its cases:
///
/// ```swift
/// extension Stroke: Digestible {
///   public func add(to digester: inout Digester) {
///     digester.addFields(paint, width, dash, dashOffset, cap, join)
///   }
/// }
/// ```
///
/// An enumeration with raw values needs no more than the conformance's name.
public protocol Digestible {
  /// Feeds this value: one item of the stream (fields, a case, or what a single `add` gives).
  func add(to digester: inout Digester)

  /// Feeds many values as one array. The usual way is one after another; types that are nothing but
  /// numbers feed their memory at once.
  static func add(_ elements: UnsafeBufferPointer<Self>, to digester: inout Digester)
}

extension Digestible {
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Self>, to digester: inout Digester) {
    digester.beginArray(count: elements.count)
    for element in elements { element.add(to: &digester) }
  }
}

extension Digest {
  /// The canonical digest of a value, which identifies it where the value itself is not stored.
  @inlinable
  public init(canonicalOf value: some Digestible) {
    var digester = Digester()
    value.add(to: &digester)
    self = digester.finalize()
  }
}

// MARK: Single values

extension Bool: Digestible {
  @inlinable public func add(to digester: inout Digester) { digester.add(self) }
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Bool>, to digester: inout Digester) {
    digester.addPacked(.unsigned, elements) { $1.appendRaw($0 ? 1 as UInt8 : 0) }
  }
}

extension Digestible where Self: FixedWidthInteger & SignedInteger {
  @inlinable public func add(to digester: inout Digester) { digester.add(Int64(self)) }
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Self>, to digester: inout Digester) {
    digester.addPacked(.signed, elements) { $1.appendRaw($0) }
  }
}
extension Digestible where Self: FixedWidthInteger & UnsignedInteger {
  @inlinable public func add(to digester: inout Digester) { digester.add(UInt64(self)) }
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Self>, to digester: inout Digester) {
    digester.addPacked(.unsigned, elements) { $1.appendRaw($0) }
  }
}
extension Int8: Digestible {}
extension Int16: Digestible {}
extension Int32: Digestible {}
extension Int64: Digestible {}
extension UInt8: Digestible {}
extension UInt16: Digestible {}
extension UInt32: Digestible {}
extension UInt64: Digestible {}

extension Int: Digestible {
  /// Eight bytes each, also where the machine's own integers have four.
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Int>, to digester: inout Digester) {
    digester.addPacked(.signed, elements, width: 8) { $1.appendRaw(Int64($0)) }
  }
}

extension Double: Digestible {
  @inlinable public func add(to digester: inout Digester) { digester.add(self) }
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Double>, to digester: inout Digester) {
    digester.addPacked(.float, elements) { $1.appendRaw($0.bitPattern) }
  }
}

extension Float: Digestible {
  @inlinable public func add(to digester: inout Digester) { digester.add(self) }
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Float>, to digester: inout Digester) {
    digester.addPacked(.float, elements) { $1.appendRaw($0.bitPattern) }
  }
}

extension String: Digestible {
  /// Its UTF-8 as it is: texts that look alike but are composed differently differ.
  @inlinable public func add(to digester: inout Digester) { digester.add(self) }
}

extension Digest: Digestible {
  public func add(to digester: inout Digester) { bytes.add(to: &digester) }
}

extension Digestible where Self: RawRepresentable, RawValue: Digestible {
  @inlinable public func add(to digester: inout Digester) { rawValue.add(to: &digester) }
}

// MARK: Values made of others

extension Optional: Digestible where Wrapped: Digestible {
  @inlinable
  public func add(to digester: inout Digester) {
    switch self {
    case nil: digester.addTag(.none)
    case let value?:
      digester.addTag(.some)
      value.add(to: &digester)
    }
  }
}

extension Array: Digestible where Element: Digestible {
  @inlinable
  public func add(to digester: inout Digester) {
    withUnsafeBufferPointer { Element.add($0, to: &digester) }
  }
}

/// A key of a dictionary, in an order that is the same everywhere.
public protocol DigestibleKey: Digestible, Hashable {
  /// Indicates whether this key comes before another in a stream.
  func precedes(_ other: Self) -> Bool
}

extension Int: DigestibleKey {
  public func precedes(_ other: Int) -> Bool { self < other }
}

extension String: DigestibleKey {
  /// By UTF-8: the standard library's own order follows its tables of Unicode.
  public func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Dictionary: Digestible where Key: DigestibleKey, Value: Digestible {
  public func add(to digester: inout Digester) {
    digester.beginTable(count: count)
    for (key, value) in sorted(by: { $0.key.precedes($1.key) }) {
      key.add(to: &digester)
      value.add(to: &digester)
    }
  }
}

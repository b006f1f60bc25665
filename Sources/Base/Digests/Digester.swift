// SPDX-License-Identifier: MIT
// Part of Platen: a value as one stream of bytes, and the stream's SHA-256.

/// Computes the SHA-256 of a canonical stream of values.
///
/// The stream describes itself: every item begins with a ``DigestTag`` for its kind, followed by
/// the bytes of a fixed-size kind, or by how much follows. So a stream can be read in one way only,
/// and values that differ in any part differ in their streams. It is the same on every machine, in
/// every process and with every compiler: numbers are little endian, doubles their bit patterns,
/// texts their UTF-8, tables in the order of their keys.
///
/// Bit patterns are taken as they are: -0 is not 0, and one NaN is not another. Two values that
/// compare equal may thus have two digests; two different values never share a digest.
///
/// Structures are nameless: a size and a point of the same two numbers give one stream. Where
/// values of several types meet under one key, the key must include the type.
public struct Digester: ~Copyable {
  private var hash = SHA256()
  @usableFromInline let buffer: UnsafeMutableRawPointer
  @usableFromInline var filled = 0
  /// The whole stream, for tests that read it.
  private var record: [UInt8]?

  /// The bytes collected before a call of libcrypto; few enough for the first-level cache.
  @usableFromInline static var capacity: Int { 8192 }

  /// Indicates whether numbers in memory have the byte order of the stream.
  @usableFromInline static var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }

  public init() { self.init(isRecording: false) }

  private init(isRecording: Bool) {
    buffer = .allocate(byteCount: Digester.capacity, alignment: 16)
    record = isRecording ? [] : nil
  }

  deinit { buffer.deallocate() }

  /// The digest of all added values.
  public consuming func finalize() -> Digest {
    flush()
    return hash.finish()
  }

  /// The stream of a value, for tests that read it.
  static func stream(of value: some Digestible) -> [UInt8] {
    var digester = Digester(isRecording: true)
    value.add(to: &digester)
    digester.flush()
    return digester.record ?? []
  }

  // MARK: Items

  @inlinable public mutating func add(_ value: Bool) { addTag(value ? .true : .false) }

  @inlinable
  public mutating func add(_ value: Int64) {
    addTag(.signed)
    appendRaw(value)
  }

  @inlinable
  public mutating func add(_ value: UInt64) {
    addTag(.unsigned)
    appendRaw(value)
  }

  @inlinable
  public mutating func add(_ value: Double) {
    addTag(.float)
    appendRaw(value.bitPattern)
  }

  @inlinable
  public mutating func add(_ value: Float) {
    addTag(.single)
    appendRaw(value.bitPattern)
  }

  /// A text: the length of its UTF-8 and the UTF-8.
  @inlinable
  public mutating func add(_ text: String) {
    addTag(.text)
    var text = text
    text.withUTF8 { utf8 in
      appendRaw(UInt64(utf8.count))
      appendRaw(UnsafeRawBufferPointer(utf8))
    }
  }

  /// A structure: how many fields it has, and each of them.
  @inlinable
  public mutating func addFields<each Field: Digestible>(_ field: repeat each Field) {
    addTag(.fields)
    var count: UInt8 = 0
    for _ in repeat (each Field).self { count += 1 }
    appendRaw(count)
    repeat (each field).add(to: &self)
  }

  /// A case of an enumeration: its number, how many values it holds, and each of them.
  @inlinable
  public mutating func addCase<each Field: Digestible>(
    _ number: UInt8, _ field: repeat each Field
  ) {
    addTag(.case)
    appendRaw(number)
    addFields(repeat each field)
  }

  /// Adds an array element by element, for collections that are not arrays.
  @inlinable
  public mutating func addElements(of elements: some Collection<some Digestible>) {
    beginArray(count: elements.count)
    for element in elements { element.add(to: &self) }
  }

  /// An array of values that all take the same number of bytes, without a tag for each.
  ///
  /// - Parameters:
  ///   - kind: what each is: a number, or a record of several.
  ///   - width: bytes of each in the stream. Where this is also what each takes in memory, with
  ///     nothing but numbers in the order in which `write` has them, the memory is fed as it is.
  ///   - isMemory: whether it is; it never is on a machine of the other byte order.
  ///   - write: feeds one, with `appendRaw` alone.
  @inlinable
  public mutating func addPacked<Element>(
    _ kind: DigestTag, _ elements: UnsafeBufferPointer<Element>,
    width: Int = MemoryLayout<Element>.stride, isMemory: Bool = true,
    write: (Element, inout Digester) -> Void
  ) {
    addTag(.packed)
    addTag(kind)
    appendRaw(UInt8(width))
    appendRaw(UInt64(elements.count))
    if isMemory && Digester.isLittleEndian && width == MemoryLayout<Element>.stride {
      appendRaw(UnsafeRawBufferPointer(elements))
    } else {
      for element in elements { write(element, &self) }
    }
  }

  // MARK: Parts of items

  /// Begins an array: exactly `count` items must follow.
  @inlinable
  public mutating func beginArray(count: Int) {
    addTag(.array)
    appendRaw(UInt64(count))
  }

  /// Begins a table: exactly `count` pairs of items must follow, in the order of the keys.
  @inlinable
  public mutating func beginTable(count: Int) {
    addTag(.table)
    appendRaw(UInt64(count))
  }

  @inlinable mutating func addTag(_ tag: DigestTag) { appendRaw(tag.rawValue) }

  /// The bytes of a number alone, lowest first, within a packed array.
  @inlinable
  public mutating func appendRaw<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    if filled + size > Digester.capacity { flush() }
    buffer.storeBytes(of: number.littleEndian, toByteOffset: filled, as: Number.self)
    filled += size
  }

  @inlinable
  mutating func appendRaw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    if filled + bytes.count <= Digester.capacity {
      (buffer + filled).copyMemory(from: start, byteCount: bytes.count)
      filled += bytes.count
    } else {
      flush()
      feed(bytes)
    }
  }

  @usableFromInline
  mutating func flush() {
    feed(UnsafeRawBufferPointer(start: buffer, count: filled))
    filled = 0
  }

  @usableFromInline
  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bytes)
    record?.append(contentsOf: bytes)
  }
}

/// The kind of an item in a ``Digester``'s stream: the byte it begins with.
public enum DigestTag: UInt8, Sendable {
  case `false` = 0x66  // f
  case `true` = 0x74  // t
  /// Eight bytes, two's complement.
  case signed = 0x69  // i
  /// Eight bytes.
  case unsigned = 0x75  // u
  /// Eight bytes, IEEE 754.
  case float = 0x64  // d
  /// Four bytes, IEEE 754.
  case single = 0x73  // s
  /// The number of bytes in eight bytes, and UTF-8.
  case text = 0x22  // "
  /// Nothing follows.
  case none = 0x2D  // -
  /// One item follows.
  case some = 0x2B  // +
  /// The number of items in eight bytes, and the items.
  case array = 0x5B  // [
  /// The number of pairs in eight bytes, and for each a key and a value.
  case table = 0x7B  // {
  /// The number of items in one byte, and the items.
  case fields = 0x28  // (
  /// A number in one byte, and fields.
  case `case` = 0x7C  // |
  /// A tag for what each element is, bytes of each in one byte, the number of elements in eight
  /// bytes, and the elements without anything between.
  case packed = 0x2A  // *
  /// An element of a packed array that is several numbers of fixed widths.
  case record = 0x3D  // =
}

// SPDX-License-Identifier: MIT
// Part of Platen: access to the values of a parsed JSON text without references or copies.

internal import Libc

/// A value of a `JSONDocument`, valid only inside the document's `withView`.
///
/// Two pointers and an index: making, storing and passing one costs no reference counting. The
/// plain accessors (`int`, `string`, …) answer only for their own kind; those that begin with
/// `loose` also take what programs and people write instead: `"12"`, `1` for true, and so on.
// @safe: views come from `JSONDocument.withView`, whose caller promises that none is used after it,
// and from other views. `index` is where a value begins on the tape; the offsets, lengths and ends
// on the tape were compared with the end of the text when the parser wrote them.
@safe public struct JSONView {
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let index: Int

  @inlinable init(tape: UnsafePointer<UInt64>, bytes: UnsafePointer<UInt8>, index: Int) {
    unsafe self.tape = tape
    unsafe self.bytes = bytes
    self.index = index
  }

  @inlinable var word: UInt64 { unsafe tape[index] }

  @inlinable public var kind: JSONKind {
    switch Tape.kind(word) {
    case Tape.null: .null
    case Tape.no, Tape.yes: .bool
    case Tape.integer, Tape.number: .number
    case Tape.string: .string
    case Tape.array: .array
    default: .object
    }
  }

  /// The beginning of the value, in bytes from the start of the text.
  @inlinable public var offset: Int {
    switch Tape.kind(word) {
    case Tape.array, Tape.object: unsafe Tape.offset(tape[index + 1])
    case Tape.string: Tape.offset(word) - 1
    default: Tape.offset(word)
    }
  }

  @inlinable public var isNull: Bool { Tape.kind(word) == Tape.null }
  @inlinable public var isArray: Bool { Tape.kind(word) == Tape.array }
  @inlinable public var isObject: Bool { Tape.kind(word) == Tape.object }

  // MARK: Scalars

  @inlinable public var bool: Bool? {
    switch Tape.kind(word) {
    case Tape.yes: true
    case Tape.no: false
    default: nil
    }
  }

  /// The number, if it is a whole one that fits.
  @inlinable public var int: Int? {
    switch Tape.kind(word) {
    case Tape.integer: Tape.integerValue(word)
    case Tape.number: double.flatMap { Int(exactly: $0) }
    default: nil
    }
  }

  /// The number; nil also where it is beyond the range of a Double.
  @inlinable public var double: Double? {
    switch Tape.kind(word) {
    case Tape.integer: Double(Tape.integerValue(word))
    case Tape.number: unsafe DecimalText.double(scalarBytes)
    default: nil
    }
  }

  public var string: String? {
    guard Tape.kind(word) == Tape.string else { return nil }
    if word & Tape.escaped != 0 { return unsafe unescaped(scalarBytes) }
    return unsafe String(decoding: scalarBytes, as: UTF8.self)
  }

  /// The bytes of a string as written, without its quotes; or the digits of a number.
  @inlinable public var scalarBytes: UnsafeRawBufferPointer {
    let word = word
    let length: Int
    switch Tape.kind(word) {
    case Tape.string: length = Tape.stringLength(word)
    case Tape.number: length = Tape.numberLength(word)
    case Tape.integer: return unsafe integerBytes
    default: return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes + Tape.offset(word), count: length)
  }

  @usableFromInline var integerBytes: UnsafeRawBufferPointer {
    var length = Tape.integerValue(word) < 0 ? 2 : 1
    var rest = abs(Tape.integerValue(word)) / 10
    while rest > 0 {
      length += 1
      rest /= 10
    }
    return unsafe UnsafeRawBufferPointer(start: bytes + Tape.offset(word), count: length)
  }

  /// Indicates whether this is the string `text`, without decoding it where it holds no escapes.
  @inlinable public func equals(_ text: StaticString) -> Bool {
    let word = word
    guard Tape.kind(word) == Tape.string else { return false }
    if word & Tape.escaped != 0 { return string == text.description }
    let count = text.utf8CodeUnitCount
    guard Tape.stringLength(word) == count else { return false }
    let mine = unsafe bytes + Tape.offset(word)
    let other = unsafe text.utf8Start
    for index in 0..<count where unsafe mine[index] != other[index] { return false }
    return true
  }

  // MARK: Loose conversions

  /// The value of a number, a string or a boolean as a number.
  @inlinable public var looseDouble: Double? {
    switch Tape.kind(word) {
    case Tape.integer: Double(Tape.integerValue(word))
    case Tape.number: double
    case Tape.string: spelledNumber
    case Tape.yes: 1
    case Tape.no: 0
    default: nil
    }
  }

  /// Like `looseDouble`, cut to its whole part; nil where that does not fit.
  @inlinable public var looseInt: Int? {
    if Tape.kind(word) == Tape.integer { return Tape.integerValue(word) }
    guard let value = looseDouble else { return nil }
    return Int(exactly: value.rounded(.towardZero))
  }

  /// The truth of a boolean, a number (not 0) or a word (`true`, `false`, `1`, `0`).
  public var looseBool: Bool? {
    switch Tape.kind(word) {
    case Tape.yes: return true
    case Tape.no: return false
    case Tape.integer, Tape.number: return double.map { $0 != 0 }
    case Tape.string:
      if equals("true") { return true }
      if equals("false") { return false }
      return spelledNumber.map { $0 != 0 }
    default: return nil
    }
  }

  /// The text of a string, or a number or boolean as written.
  public var looseString: String? {
    switch Tape.kind(word) {
    case Tape.string: string
    case Tape.integer, Tape.number: unsafe String(decoding: scalarBytes, as: UTF8.self)
    case Tape.yes: "true"
    case Tape.no: "false"
    default: nil
    }
  }

  @usableFromInline var spelledNumber: Double? {
    var text = unsafe scalarBytes[...]
    while let first = unsafe text.first, first == 0x20 { unsafe text.removeFirst() }
    while let last = unsafe text.last, last == 0x20 { unsafe text.removeLast() }
    return unsafe DecimalText.double(UnsafeRawBufferPointer(rebasing: text))
  }

  // MARK: Containers

  /// Number of elements or members; 0 for a scalar.
  @inlinable public var count: Int {
    unsafe Tape.kind(word) >= Tape.array ? Int(tape[index + 1] >> 32) : 0
  }

  /// The elements of an array; none for anything else.
  @inlinable public var elements: Elements { Elements(self) }

  /// The members of an object in their order, doubled keys included; none for anything else.
  @inlinable public var members: Members { Members(self) }

  /// The element at `position`, or nil.
  ///
  /// O(1) in an array of scalars, O(`position`) otherwise.
  public subscript(position: Int) -> JSONView? {
    guard isArray, position >= 0, position < count else { return nil }
    let end = unsafe Tape.after(index, tape)
    if end - index - 2 == count {
      return unsafe JSONView(tape: tape, bytes: bytes, index: index + 2 + position)
    }
    var at = index + 2
    for _ in 0..<position { at = unsafe Tape.after(at, tape) }
    return unsafe JSONView(tape: tape, bytes: bytes, index: at)
  }

  /// The member named `key`, the last one where the key occurs twice.
  ///
  /// O(members).
  @inlinable public subscript(key: StaticString) -> JSONView? {
    guard isObject else { return nil }
    var found: JSONView?
    var at = index + 2
    let end = unsafe Tape.after(index, tape)
    while at < end {
      let name = unsafe JSONView(tape: tape, bytes: bytes, index: at)
      let value = unsafe JSONView(tape: tape, bytes: bytes, index: at + 1)
      if name.equals(key) { found = value }
      at = unsafe Tape.after(at + 1, tape)
    }
    return found
  }

  /// The member named `key`, the last one where the key occurs twice.
  ///
  /// O(members).
  public func member(named key: String) -> JSONView? {
    var found: JSONView?
    for member in members where member.key == key { found = member.value }
    return found
  }

  /// An array's elements, one after the other.
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline var cursor: Cursor

    @inlinable init(_ view: JSONView) { cursor = Cursor(view, isOpen: view.isArray) }

    @inlinable public var underestimatedCount: Int { cursor.count }

    @inlinable public mutating func next() -> JSONView? { cursor.next() }
  }

  /// A member of an object.
  public struct Member {
    /// The key as a string value.
    public let name: JSONView
    public let value: JSONView
    /// The key decoded.
    public var key: String { name.string ?? "" }

    @inlinable init(name: JSONView, value: JSONView) {
      self.name = name
      self.value = value
    }
  }

  /// An object's members, one after the other.
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline var cursor: Cursor

    @inlinable init(_ view: JSONView) { cursor = Cursor(view, isOpen: view.isObject) }

    @inlinable public var underestimatedCount: Int { cursor.count }

    @inlinable public mutating func next() -> Member? {
      guard let name = cursor.next(), let value = cursor.next() else { return nil }
      return Member(name: name, value: value)
    }
  }

  /// A position in a container that moves from value to value; keys are also values.
  // @safe: like the view it comes from; `at` moves from value to value and is compared with `end`.
  @safe @usableFromInline struct Cursor {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let bytes: UnsafePointer<UInt8>
    @usableFromInline var at: Int
    @usableFromInline let end: Int
    /// The number of elements or members.
    @usableFromInline let count: Int

    /// - Parameter isOpen: whether the view is a container to walk through; nothing comes
    ///   otherwise.
    @inlinable init(_ view: JSONView, isOpen: Bool) {
      unsafe tape = view.tape
      unsafe bytes = view.bytes
      at = view.index + 2
      end = unsafe isOpen ? Tape.after(view.index, view.tape) : at
      count = isOpen ? view.count : 0
    }

    @inlinable mutating func next() -> JSONView? {
      guard at < end else { return nil }
      let view = unsafe JSONView(tape: tape, bytes: bytes, index: at)
      at = unsafe Tape.after(at, tape)
      return view
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The next offset of a byte; the end of the text where it does not occur.
  fileprivate func next(_ byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count,
      let found = unsafe memchr(base + start, Int32(byte), count - start)
    else { return count }
    return unsafe UnsafeRawPointer(found) - base
  }
}

/// The text of string bytes with escapes in them; they have been checked by the parser.
///
/// Surrogate pairs are joined; one without its partner becomes U+FFFD.
private func unescaped(_ text: UnsafeRawBufferPointer) -> String {
  // No escape is shorter than its character.
  unsafe String(unsafeUninitializedCapacity: text.count) { result in
    var count = 0
    var at = 0
    func unit(at start: Int) -> UInt32? {
      guard start + 6 <= text.count, unsafe text[start] == UInt8(ascii: "\\"),
        unsafe text[start + 1] == UInt8(ascii: "u")
      else { return nil }
      return (start + 2..<start + 6).reduce(UInt32(0)) {
        unsafe $0 << 4 | (hexDigit(text[$1]) ?? 0)
      }
    }
    func put(_ byte: UInt8) {
      unsafe result[count] = byte
      count += 1
    }
    while at < text.count {
      guard unsafe text[at] == UInt8(ascii: "\\"), at + 1 < text.count else {
        // Escapes are few: the text between them is copied as a whole.
        let end = unsafe text.next(UInt8(ascii: "\\"), from: at + 1)
        let room = unsafe UnsafeMutableBufferPointer(rebasing: result[count...])
        unsafe count += room.initialize(fromContentsOf: text[at..<end])
        at = end
        continue
      }
      switch unsafe text[at + 1] {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0C)
      case UInt8(ascii: "n"): put(0x0A)
      case UInt8(ascii: "r"): put(0x0D)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        var scalar = unit(at: at) ?? 0xFFFD
        if (0xD800..<0xDC00).contains(scalar), let low = unit(at: at + 6),
          (0xDC00..<0xE000).contains(low)
        {
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          at += 6
        }
        let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter { put(byte) }
        at += 6
        continue
      default: unsafe put(text[at + 1])
      }
      at += 2
    }
    return count
  }
}

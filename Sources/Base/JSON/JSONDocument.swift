// SPDX-License-Identifier: MIT
// Part of Platen: a parsed JSON text, kept as a flat tape over its bytes.

internal import Libc

/// The kind of a value in a JSON text.
public enum JSONKind: UInt8, Sendable, Hashable {
  case null, bool, number, string, array, object
}

/// A JSON text, checked and indexed in one pass.
///
/// Values are decoded on demand: strings and most numbers are offsets into the bytes, integers
/// below 2²⁷ are in the tape itself. Parsing needs no recursion; a value costs eight bytes, a
/// container sixteen. Invalid UTF-8 and raw control characters inside strings are read (the former
/// as U+FFFD) and counted in `repairs`; everything else that RFC 8259 forbids is an error. When a
/// key occurs twice in an object, the last one wins.
///
/// `root` is the safe way in. `withView` is the way through large documents: its views hold no
/// reference and cost nothing to make.
// @unchecked: `tape` and `bytes` are written during `init` only and freed in `deinit`; all that
// other threads can reach is reading them, and `owner` keeps the bytes alive.
// @safe: the parser compared the tape's offsets and lengths with the end of the text. The bytes are
// a copy that lives as long as the document, or the caller of `init(unsafelyBorrowing:)` has
// promised as much. Views leave through `withView` alone, which is unsafe.
@safe public final class JSONDocument: @unchecked Sendable {
  /// The limits of an input.
  public struct Limits: Sendable, Hashable {
    /// Bytes of text; never more than 4 GiB - 1, which is what the tape can address.
    public var bytes = 2 << 30
    /// Containers inside one another.
    public var depth = 512
    public init() {}
    public init(bytes: Int, depth: Int) {
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// The errors in the text that were tolerated.
  public struct Repairs: Sendable, Hashable {
    /// Ill-formed UTF-8 sequences inside strings.
    public internal(set) var invalidUTF8 = 0
    /// Control characters inside strings that should have been escaped.
    public internal(set) var controlCharacters = 0
    /// The offset of the first of them.
    public internal(set) var firstOffset: Int?
    public var isEmpty: Bool { invalidUTF8 == 0 && controlCharacters == 0 }
  }

  public let repairs: Repairs

  private let tape: UnsafeMutablePointer<UInt64>
  private let bytes: UnsafePointer<UInt8>
  private let byteCount: Int
  private let copy: UnsafeMutableRawBufferPointer?

  /// Parses a copy of `text`.
  ///
  /// - Throws: `JSONError` with the byte offset, line and column of the first error.
  public convenience init(
    parsing text: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) throws(JSONError) {
    let source = try unsafe Source(copying: text, limits: limits)
    try unsafe self.init(reading: source.bytes, owning: source.copy, limits: limits)
  }

  /// Parses a copy of `text`.
  public convenience init(
    parsing text: [UInt8], limits: Limits = Limits()
  ) throws(JSONError) {
    // A typed throw does not pass through `withUnsafeBytes`, hence the detour through a result.
    let result = unsafe text.withUnsafeBytes { bytes in
      unsafe Result { () throws(JSONError) in try unsafe Source(copying: bytes, limits: limits) }
    }
    let source = try unsafe result.get()
    try unsafe self.init(reading: source.bytes, owning: source.copy, limits: limits)
  }

  /// Parses `text` in place; it must stay there, unchanged, as long as the document and
  /// everything made from it are in use.
  public convenience init(
    unsafelyBorrowing text: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) throws(JSONError) {
    if text.count > limits.bytes {
      throw JSONError.tooLarge(count: text.count, limit: limits.bytes)
    }
    try unsafe self.init(reading: text, owning: nil, limits: limits)
  }

  @unsafe private struct Source {
    var bytes: UnsafeRawBufferPointer
    var copy: UnsafeMutableRawBufferPointer

    init(copying text: UnsafeRawBufferPointer, limits: Limits) throws(JSONError) {
      if text.count > limits.bytes {
        throw JSONError.tooLarge(count: text.count, limit: limits.bytes)
      }
      unsafe copy = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, text.count), alignment: 16)
      unsafe copy.copyMemory(from: text)
      unsafe bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<text.count])
    }
  }

  private init(
    reading text: UnsafeRawBufferPointer, owning copy: UnsafeMutableRawBufferPointer?,
    limits: Limits
  ) throws(JSONError) {
    do {
      var parser = try unsafe JSONParser(text: text, limits: limits)
      try parser.parse()
      let tape = unsafe parser.finish()
      unsafe self.tape = tape.base
      repairs = parser.repairs
    } catch {
      let utf16 = unsafe JSONError.ofUTF16(text)
      unsafe copy?.deallocate()
      throw utf16 ?? error
    }
    unsafe bytes = UnsafePointer(
      text.baseAddress?.assumingMemoryBound(to: UInt8.self)
        ?? UnsafePointer(UnsafeRawPointer(tape).assumingMemoryBound(to: UInt8.self)))
    byteCount = text.count
    unsafe self.copy = copy
  }

  deinit {
    unsafe free(tape)
    unsafe copy?.deallocate()
  }

  /// The text's one value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Calls `body` with a view of the root.
  ///
  /// Unsafe, because the compiler does not check it: no view of the document, nor a value that
  /// holds one, may be used after `body` has returned.
  @unsafe public func withView<R, E>(_ body: (JSONView) throws(E) -> R) throws(E) -> R {
    try withExtendedLifetime(self) { () throws(E) -> R in try body(view(at: 0)) }
  }

  func view(at index: Int) -> JSONView {
    unsafe JSONView(tape: UnsafePointer(tape), bytes: bytes, index: index)
  }

  /// Line and column, both from 1, of a byte offset such as `JSONView.offset`.
  public func position(ofByte offset: Int) -> (line: Int, column: Int) {
    unsafe JSONError.position(
      of: offset, in: UnsafeRawBufferPointer(start: bytes, count: byteCount))
  }
}

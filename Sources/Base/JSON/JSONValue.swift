// SPDX-License-Identifier: MIT
// Part of Platen: the values of a parsed JSON text, safe to keep.

/// A value of a `JSONDocument` that keeps its document alive.
///
/// The plain accessors (`int`, `string`, …) answer only for their own kind; those that begin with
/// `loose` also take what programs and people write instead, such as `"12"` for 12.
public struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  /// Calls `body` with a view of this value, for walking through much of it.
  ///
  /// Unsafe, because the compiler does not check it: no view of the document, nor a value that
  /// holds one, may be used after `body` has returned.
  @unsafe public func withView<R, E>(_ body: (JSONView) throws(E) -> R) throws(E) -> R {
    try unsafe document.withView { (root: JSONView) throws(E) -> R in
      try unsafe body(JSONView(tape: root.tape, bytes: root.bytes, index: index))
    }
  }

  public var kind: JSONKind { unsafe withView { $0.kind } }
  public var isNull: Bool { kind == .null }
  /// The beginning of the value, in bytes from the start of the text.
  public var offset: Int { unsafe withView { $0.offset } }

  public var bool: Bool? { unsafe withView { $0.bool } }
  /// The number, if it is a whole one that fits.
  public var int: Int? { unsafe withView { $0.int } }
  /// The number; nil also where it is beyond the range of a Double.
  public var double: Double? { unsafe withView { $0.double } }
  public var string: String? { unsafe withView { $0.string } }

  /// The truth of a boolean, a number (not 0) or a word (`true`, `false`, `1`, `0`).
  public var looseBool: Bool? { unsafe withView { $0.looseBool } }
  /// The value of a number, a string or a boolean as a number, cut to its whole part.
  public var looseInt: Int? { unsafe withView { $0.looseInt } }
  /// The value of a number, a string or a boolean as a number.
  public var looseDouble: Double? { unsafe withView { $0.looseDouble } }
  /// The text of a string, or a number or boolean as written.
  public var looseString: String? { unsafe withView { $0.looseString } }

  /// Number of elements or members; 0 for a scalar.
  public var count: Int { unsafe withView { $0.count } }

  /// The member named `key`, the last one where the key occurs twice; nil for anything but objects.
  public subscript(key: String) -> JSONValue? {
    unsafe withView { $0.member(named: key).map { JSONValue(document: document, index: $0.index) } }
  }

  /// The element at `position`, or nil; nil for anything but arrays.
  public subscript(position: Int) -> JSONValue? {
    unsafe withView { $0[position].map { JSONValue(document: document, index: $0.index) } }
  }

  /// The elements of an array; none for anything else.
  public var elements: [JSONValue] {
    unsafe withView { $0.elements.map { JSONValue(document: document, index: $0.index) } }
  }

  /// The members of an object in their order; none for anything else.
  public var members: [(key: String, value: JSONValue)] {
    unsafe withView {
      $0.members.map { ($0.key, JSONValue(document: document, index: $0.value.index)) }
    }
  }

  /// The numbers of an array, loosely read; elements that are none become `missing`.
  public func doubles(missing: Double = 0) -> [Double] {
    unsafe withView { $0.doubles(missing: missing) }
  }
}

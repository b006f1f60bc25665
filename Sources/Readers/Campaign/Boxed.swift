// SPDX-License-Identifier: MIT
// Part of Platen: parts of an entry that most entries lack, kept apart so that an entry stays small.

/// A value that lies elsewhere, and is copied when it is written to.
///
/// A story has tens of thousands of entries, which are sorted, joined and handed on: what an entry may
/// have, and seldom has, takes it the room of one pointer.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  public init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  public var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  public static func == (a: Boxed, b: Boxed) -> Bool {
    a.box === b.box || a.wrappedValue == b.wrappedValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

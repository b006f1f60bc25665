// SPDX-License-Identifier: MIT
// Part of Platen: an optional value in separate storage.

/// An optional value in separate storage, so that entries without it are small and cheap to copy.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Storage: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage?

  public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

  public var wrappedValue: Value? {
    get { storage?.value }
    set { storage = newValue.map(Storage.init) }
  }

  /// The result of `body` for the value, which is not copied for it.
  func map<T>(_ body: (Value) -> T) -> T? {
    guard let storage else { return nil }
    return body(storage.value)
  }

  public static func == (a: Boxed, b: Boxed) -> Bool {
    a.storage === b.storage || a.wrappedValue == b.wrappedValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

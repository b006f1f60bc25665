// SPDX-License-Identifier: MIT
// Part of Platen: the settings of a stage as one digest, so that no text is written by hand for a key.

public import Digests

/// The settings that decide a stage's result besides its inputs, as the digest of their values.
///
/// Values are passed as they are, in a fixed order; two lists of values that differ in any part have
/// two digests:
///
/// ```swift
/// let scene = Stage("compose", version: 1, parameters: .of(look, width, path), after: world) {
///   context, world in try composer.compose(world)
/// }
/// ```
///
/// Names are not part of the digest. Where the meaning of a value changes and its type does not, the
/// stage's version is raised.
public struct StageParameters: Hashable, Sendable, Digestible, ExpressibleByStringLiteral {
  /// The digest of all values.
  let digest: Digest

  /// No settings: the result follows from the inputs alone.
  public static let none = StageParameters.of()

  /// The settings of a stage, in an order that stays the same.
  public static func of<each Value: Digestible>(_ value: repeat each Value) -> StageParameters {
    var digester = Digester()
    digester.addFields(repeat each value)
    return StageParameters(digest: digester.finalize())
  }

  private init(digest: Digest) { self.digest = digest }

  /// A constant, such as the name of a format that is always the same. Texts made of values are not
  /// accepted: the values themselves are passed to ``of(_:)``.
  public init(stringLiteral constant: StaticString) {
    self = .of("\(constant)")
  }

  public func add(to digester: inout Digester) { digest.add(to: &digester) }
}

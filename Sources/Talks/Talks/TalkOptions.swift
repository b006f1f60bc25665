// SPDX-License-Identifier: MIT
// Part of Platen: how a talk is to be read.

/// What the caller says of a talk; it wins over what the talk says of itself.
public struct TalkOptions: Hashable, Sendable {
  public enum Consequence: Hashable, Sendable { case warning, error }

  public var title: String?
  /// `YYYY-MM-DD`.
  public var date: String?
  /// BCP 47.
  public var language: String?
  /// Indicates whether parts and slides are counted; nil leaves it to the talk, and a talk that
  /// does not say is counted.
  public var isNumbered: Bool?
  /// What a picture that is not there comes to.
  public var missingPictures = Consequence.warning
  /// Bytes of a slide; a longer one is refused.
  public var longestSlide = 2 << 20

  public init() {}
}

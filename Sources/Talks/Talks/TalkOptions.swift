// SPDX-License-Identifier: MIT
// Part of Platen: the options for reading a talk.

/// The caller's settings for a talk; they take precedence over the talk's own.
public struct TalkOptions: Hashable, Sendable {
  public enum Consequence: Hashable, Sendable { case warning, error }

  public var title: String?
  /// `YYYY-MM-DD`.
  public var date: String?
  /// BCP 47.
  public var language: String?
  /// Indicates whether parts and slides are counted; nil leaves it to the talk, and a talk
  /// without the setting is counted.
  public var isNumbered: Bool?
  /// The program that a deck in one file is of; nil detects it.
  public var deckFormat: DeckFormat?
  /// The consequence of a missing image.
  public var missingImages = Consequence.warning
  /// Bytes of a slide; a longer one is refused.
  public var longestSlide = 2 << 20

  public init() {}
}

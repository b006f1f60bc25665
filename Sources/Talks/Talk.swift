// SPDX-License-Identifier: MIT
// Part of Platen: what reading a talk gives, and what it is read from.

public import Documents
public import Readers

/// A talk as it was read.
public struct Talk: Hashable, Sendable {
  public var deck: Deck
  public var settings: TalkSettings

  public init(deck: Deck, settings: TalkSettings = TalkSettings()) {
    self.deck = deck
    self.settings = settings
  }
}

/// The files of a talk that is a folder of slides.
public struct TalkFolder {
  /// What stands in the slides' folder, by paths below it with `/` between their parts. Of files that
  /// are no slides the bytes may be left out: that they are there is what makes a folder a part.
  public var files: [NamedBytes]
  /// The files `toboggan.toml` beside the slides or above them, the nearest first, by the names that
  /// messages call them.
  public var settings: [NamedBytes]
  /// What messages put before the names of `files`, such as `slides/`.
  public var prefix: String
  /// The bytes of a file below the deck root, which is the folder that the slides' folder is in; nil
  /// where there is none. It is asked for `public/…` and for files that slides embed, never for
  /// absolute paths nor for what has `..` in it.
  public var asset: (String) -> [UInt8]?

  public init(
    files: [NamedBytes], settings: [NamedBytes] = [], prefix: String = "",
    asset: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.settings = settings
    self.prefix = prefix
    self.asset = asset
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the direction of a text, determined by its letters.

internal import Text

extension Direction {
  /// The direction a scalar is strong in (UAX #9, table 4, without the weak types); nil for one that
  /// takes that of its neighbors.
  public static func strong(_ scalar: Unicode.Scalar) -> Direction? {
    TextDirection.isRightToLeft(scalar).map { $0 ? .rightToLeft : .leftToRight }
  }

  /// The direction of the first strong letter (UAX #9, P2 and P3); nil where there is none.
  public static func first(in text: String) -> Direction? {
    TextDirection.firstIsRightToLeft(in: text).map { $0 ? .rightToLeft : .leftToRight }
  }
}

extension Direction {
  /// The direction documents in a language run in, by its tag (BCP 47).
  public static func of(language: String) -> Direction {
    TextDirection.isRightToLeft(language: language) ? .rightToLeft : .leftToRight
  }
}

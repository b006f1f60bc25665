// SPDX-License-Identifier: MIT
// Part of Platen: the size of slides.

public import Geometry

/// A slide's size in points of 1/72 inch. Looks are made for slides 540 points high.
public struct SlideFormat: Hashable, Sendable {
  public var name: String
  public var size: Size

  public init(name: String, size: Size) {
    self.name = name
    self.size = size
  }

  /// 13.333 × 7.5 inches.
  public static let wide = SlideFormat(name: "16:9", size: Size(width: 960, height: 540))

  /// Any other ratio of width to height, such as `3:2` or `1:1`, from 1:3 to 5:1; nil for what is
  /// none.
  public init?(ratio text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
      width.isFinite, height.isFinite, width > 0, height > 0, (1.0 / 3...5).contains(width / height)
    else { return nil }
    self.init(
      name: text, size: Size(width: (540 * width / height * 1000).rounded() / 1000, height: 540))
  }
}

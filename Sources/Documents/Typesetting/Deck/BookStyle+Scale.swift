// SPDX-License-Identifier: MIT
// Part of Platen: a look made smaller or larger as a whole.

extension BookStyle {
  /// The look with every length in points multiplied; lengths in em follow by themselves.
  func scaled(by factor: Double) -> BookStyle {
    guard factor != 1 else { return self }
    var look = self
    for (selector, patch) in patches {
      var patch = patch
      for length in BookStyle.lengths {
        if let value = patch[keyPath: length] { patch[keyPath: length] = value * factor }
      }
      look.patches[selector] = patch
    }
    return look
  }

  private static var lengths: [WritableKeyPath<StylePatch, Double?>] {
    [
      \.size, \.spaceBefore, \.spaceAfter, \.marginStart, \.marginEnd, \.padding, \.paddingBlock,
      \.barWidth, \.radius,
    ]
  }
}

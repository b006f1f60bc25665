// SPDX-License-Identifier: MIT
// Part of Platen: round numbers along an axis.

/// The marks of an axis: round numbers that span what is shown.
///
/// Steps are 1, 2 or 5 times a power of ten, as in Heckbert, "Nice numbers for graph labels" (Graphics
/// Gems, 1990).
public struct Ticks: Hashable, Sendable {
  /// Ascending; at least two.
  public let values: [Double]
  public var low: Double { values[0] }
  public var high: Double { values[values.count - 1] }
  /// Digits after the point that distinguish them.
  public let digits: Int

  /// Marks that span `range`, about `count` of them; whole numbers only where `isWhole`.
  public init(spanning range: ClosedRange<Double>, about count: Int, isWhole: Bool = false) {
    var low = range.lowerBound.isFinite ? range.lowerBound : 0
    var high = range.upperBound.isFinite ? range.upperBound : 1
    // Beyond this, steps no longer distinguish numbers.
    low = max(-1e15, min(1e15, low))
    high = max(-1e15, min(1e15, high))
    if high - low < 1e-12 * max(1, abs(high)) { high = low + 1 }
    var step = Ticks.roundStep((high - low) / Double(max(1, count)))
    if isWhole { step = max(1, step) }
    let first = (low / step).rounded(.down)
    let last = max(first + 1, (high / step).rounded(.up))
    values = (0...Int(last - first)).map { (first + Double($0)) * step }
    var digits = 0
    var scaled = step
    while digits < 12, abs(scaled - scaled.rounded()) > 1e-9 * scaled {
      scaled *= 10
      digits += 1
    }
    self.digits = digits
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is at least `step`.
  static func roundStep(_ step: Double) -> Double {
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    for factor in [1.0, 2, 5] where factor * power >= step * (1 - 1e-12) { return factor * power }
    return 10 * power
  }

  /// A mark as it is printed: thousands apart by a thin blank.
  public func text(of value: Double) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    var whole = String(scaled / Int64(scale))
    var grouped = ""
    while whole.count > 4 || !grouped.isEmpty && whole.count > 3 {
      grouped = "\u{2009}" + whole.suffix(3) + grouped
      whole.removeLast(3)
    }
    var text = whole + grouped
    if digits > 0 {
      let part = String(scaled % Int64(scale))
      text += "." + String(repeating: "0", count: digits - part.count) + part
    }
    return (value < 0 && scaled != 0 ? "\u{2212}" : "") + text
  }
}

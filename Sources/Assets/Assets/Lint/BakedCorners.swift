// SPDX-License-Identifier: MIT
// Part of Platen: detects round corners drawn into an icon that the system rounds itself.

internal import Pixels

/// Finds corners cut by an arc and filled with something else: black, white, nothing.
enum BakedCorners {
  /// The round corners, in words; nil where none is round.
  static func find(in image: Bitmap) -> String? {
    let side = min(image.width, image.height)
    guard side >= 64 else { return nil }
    let corners: [(name: String, right: Bool, bottom: Bool)] = [
      ("top left", false, false), ("top right", true, false), ("bottom left", false, true),
      ("bottom right", true, true),
    ]
    let baked = corners.filter { isCut(image, side, $0.right, $0.bottom) }.map(\.name)
    return baked.isEmpty ? nil : baked.joined(separator: ", ")
  }

  /// Indicates whether a corner is of one color, and this ends with an edge along both sides and on
  /// the diagonal, there as near as an arc comes to a corner.
  private static func isCut(
    _ image: Bitmap, _ side: Int, _ right: Bool, _ bottom: Bool
  ) -> Bool {
    func color(_ x: Int, _ y: Int) -> SIMD4<Int> {
      let (red, green, blue, alpha) = image[
        right ? image.width - 1 - x : x, bottom ? image.height - 1 - y : y]
      // What is transparent is seen on black.
      let times = Int(alpha)
      return SIMD4(
        Int(red) * times / 255, Int(green) * times / 255, Int(blue) * times / 255, times)
    }
    let corner = color(0, 0)
    func distance(_ x: Int, _ y: Int) -> Int {
      let difference = color(x, y) &- corner
      return (0..<4).map { abs(difference[$0]) }.max() ?? 0
    }
    /// The step at which a path leaves the corner's color for good within a fiftieth of the side.
    func edge(_ step: (Int) -> (Int, Int), upTo limit: Int) -> Int? {
      for index in 1..<limit {
        let (x, y) = step(index)
        guard distance(x, y) > 12 else { continue }
        let (farX, farY) = step(index + max(2, side / 50))
        return distance(farX, farY) > 48 ? index : nil
      }
      return nil
    }
    let reach = side * 3 / 10
    guard let across = edge({ ($0, 0) }, upTo: reach), let down = edge({ (0, $0) }, upTo: reach),
      let inward = edge({ ($0, $0) }, upTo: side / 6)
    else { return false }
    // An arc of radius r leaves r along the sides and 0.29 r on the diagonal; what the icon itself
    // has in its corner, such as a slanted line, leaves half or more.
    let along = Double(across + down) / 2
    let isEven = Double(max(across, down)) <= Double(min(across, down)) * 1.6 + 2
    return across > side / 40 && isEven && (0.15...0.45).contains(Double(inward) / along)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the boxes of an army on a map, and the room they take.

internal import Atlas
internal import Geometry
internal import Libc

/// The boxes of an army: its number, and left of it its sign.
struct ArmyBoxes {
  var number: Rect
  var sign: Rect
  var whole: Rect { number.union(sign) }
  /// The shift of the box behind, which shows that an army stands for several regiments.
  var stackShift: Point { Point(1, -1) * (number.height * 0.16) }
  /// The room it takes with all of that, turned.
  private(set) var turned: Rect

  init(_ army: Army, height: Double) {
    let width = height * (army.regiment.isNaval ? 2 : 3)
    let p = army.position
    number = Rect(x: p.x - width / 2, y: p.y - height / 2, width: width, height: height)
    sign = Rect(x: number.minX - height, y: number.minY, width: height, height: height)
    turned = number.union(sign)
    turned = turned.union(turned.translated(by: stackShift)).insetBy(-height * 0.06)
    guard army.regiment.angle != 0, army.regiment.angle.isFinite else { return }
    let angle = army.regiment.angle * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let corners = [
      Point(turned.minX, turned.minY), Point(turned.maxX, turned.minY),
      Point(turned.minX, turned.maxY), Point(turned.maxX, turned.maxY),
    ].map { corner in
      let off = corner - p
      return p + Point(off.x * c - off.y * s, off.x * s + off.y * c)
    }
    turned = Rect(enclosing: corners) ?? turned
  }
}

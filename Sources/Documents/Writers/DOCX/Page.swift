// SPDX-License-Identifier: MIT
// Part of Platen: the sheet a Word file is laid out on.

/// A page: size and margins in points.
public struct DOCXPage: Hashable, Sendable {
  public var width: Double
  public var height: Double
  /// Left and right.
  public var sideMargin: Double
  public var topMargin: Double
  public var bottomMargin: Double

  public init(
    width: Double, height: Double, sideMargin: Double, topMargin: Double = 72,
    bottomMargin: Double = 72
  ) {
    self.width = width
    self.height = height
    self.sideMargin = sideMargin
    self.topMargin = topMargin
    self.bottomMargin = bottomMargin
  }

  public static let a4 = DOCXPage(width: 595.3, height: 841.9, sideMargin: 72.65)
  public static let letter = DOCXPage(width: 612, height: 792, sideMargin: 81)
  public static let a5 = DOCXPage(
    width: 419.55, height: 595.3, sideMargin: 48, topMargin: 54, bottomMargin: 54)
  /// 5.5 by 8.5 inches, the small books role-playing games are printed as.
  public static let digest = DOCXPage(
    width: 396, height: 612, sideMargin: 45, topMargin: 54, bottomMargin: 54)
}

/// A page in Word's units, twentieths of a point.
struct PageTwips {
  var width: Int
  var height: Int
  var left: Int
  var right: Int
  var top: Int
  var bottom: Int

  var textWidth: Int { max(1440, width - left - right) }
  var textHeight: Int { max(1440, height - top - bottom) }

  init(_ page: DOCXPage) {
    func twips(_ points: Double) -> Int {
      points.isFinite ? Int(min(max(points, 0), 1584) * 20 + 0.5) : 0
    }
    width = twips(page.width)
    height = twips(page.height)
    left = twips(page.sideMargin)
    right = left
    top = twips(page.topMargin)
    bottom = twips(page.bottomMargin)
  }

  /// The page of a section; A4 if unspecified.
  init(section: XMLTree?) {
    self.init(DOCXPage.a4)
    func number(_ element: String, _ attribute: String) -> Int? {
      section?.first(element)?[attribute].flatMap { Int($0) }.flatMap {
        abs($0) <= 31_680 ? abs($0) : nil
      }
    }
    width = number("w:pgSz", "w:w") ?? width
    height = number("w:pgSz", "w:h") ?? height
    left = number("w:pgMar", "w:left") ?? left
    right = number("w:pgMar", "w:right") ?? right
    top = number("w:pgMar", "w:top") ?? top
    bottom = number("w:pgMar", "w:bottom") ?? bottom
  }
}

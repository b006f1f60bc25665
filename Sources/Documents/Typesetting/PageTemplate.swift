// SPDX-License-Identifier: MIT
// Part of Platen: the page: its size, margins and columns.

public import Geometry

/// A page's size, margins and columns, in points of 1/72 inch.
public struct PageTemplate: Hashable, Sendable {
  public var name: String
  public var size: Size
  public var top: Double
  public var bottom: Double
  /// Towards the spine; the left margin where pages do not face each other.
  public var inner: Double
  public var outer: Double
  /// Left and right pages mirror each other.
  public var isFacing: Bool
  /// 1 or 2.
  public var columns: Int
  /// Between columns.
  public var gutter: Double
  /// Chapters begin on right-hand pages, where a look has them begin on a page of their own.
  public var startsChaptersRight: Bool
  /// The width of the paper's color beyond each edge, which is cut off.
  public var bleed = 0.0

  public init(
    name: String, size: Size, top: Double, bottom: Double, inner: Double, outer: Double,
    isFacing: Bool = false, columns: Int = 1, gutter: Double = 18,
    startsChaptersRight: Bool = false
  ) {
    self.name = name
    self.size = size
    self.top = top
    self.bottom = bottom
    self.inner = inner
    self.outer = outer
    self.isFacing = isFacing
    self.columns = columns
    self.gutter = gutter
    self.startsChaptersRight = startsChaptersRight
  }

  /// 210 × 297 mm.
  public static let a4 = PageTemplate(
    name: "a4", size: Size(width: 595.28, height: 841.89), top: 85, bottom: 99, inner: 113,
    outer: 113)
  /// 8.5 × 11 in.
  public static let letter = PageTemplate(
    name: "letter", size: Size(width: 612, height: 792), top: 79, bottom: 92, inner: 121,
    outer: 121)
  /// 148 × 210 mm; pages face each other.
  public static let a5 = PageTemplate(
    name: "a5", size: Size(width: 419.53, height: 595.28), top: 57, bottom: 68, inner: 51,
    outer: 62, isFacing: true)
  /// 5.5 × 8.5 in, as role-playing digests are; pages face each other.
  public static let digest = PageTemplate(
    name: "digest", size: Size(width: 396, height: 612), top: 56, bottom: 68, inner: 46,
    outer: 58, isFacing: true)

  /// 4.25 × 6.87 in, as mass-market paperbacks are; pages face each other.
  public static let pocket = PageTemplate(
    name: "pocket", size: Size(width: 306, height: 494.64), top: 44, bottom: 54, inner: 46,
    outer: 40, isFacing: true)
  /// 5 × 8 in; pages face each other.
  public static let novella = PageTemplate(
    name: "novella", size: Size(width: 360, height: 576), top: 52, bottom: 63, inner: 48,
    outer: 48, isFacing: true)
  /// 6 × 9 in, the trade paperback; pages face each other.
  public static let trade = PageTemplate(
    name: "trade", size: Size(width: 432, height: 648), top: 60, bottom: 72, inner: 56,
    outer: 62, isFacing: true)
  /// 6.14 × 9.21 in, royal octavo; pages face each other.
  public static let royal = PageTemplate(
    name: "royal", size: Size(width: 442.08, height: 663.12), top: 62, bottom: 74, inner: 58,
    outer: 64, isFacing: true)
  /// 7 × 10 in; pages face each other.
  public static let executive = PageTemplate(
    name: "executive", size: Size(width: 504, height: 720), top: 70, bottom: 82, inner: 72,
    outer: 84, isFacing: true)
  /// 8.5 × 8.5 in; pages face each other.
  public static let square = PageTemplate(
    name: "square", size: Size(width: 612, height: 612), top: 72, bottom: 84, inner: 104,
    outer: 116, isFacing: true)

  /// Every page with a name: those of offices and homes, then the trim sizes that printers on
  /// demand (Lulu, KDP, DriveThruRPG) bind.
  public static let all = [
    a4, letter, a5, digest, pocket, novella, trade, royal, executive, square,
  ]

  /// Margins at the sides of columns are at most this wide: it is one column that they keep short.
  private static let columnMargin = 80.0

  /// The page with so many columns.
  public func inColumns(_ count: Int) -> PageTemplate {
    var page = self
    page.columns = count
    if count > 1 {
      page.inner = min(inner, PageTemplate.columnMargin)
      page.outer = min(outer, PageTemplate.columnMargin)
    }
    return page
  }

  /// The page of a book of so many pages: the more there are, the more of the inner margin is lost in
  /// the binding.
  ///
  /// Source: the inside margins that Kindle Direct Publishing requires for paperbacks, and 10 points
  /// more, so that they are seen.
  func bound(pages: Int) -> PageTemplate {
    guard isFacing else { return self }
    let required: Double =
      switch pages {
      case ...150: 27
      case ...300: 36
      case ...500: 45
      case ...700: 54
      default: 63
      }
    var page = self
    page.inner = max(inner, required + 10)
    return page
  }

  /// The area of text on the page of an index from 0: the first is a right-hand one.
  func area(page: Int) -> Rect {
    let left = isFacing && page % 2 == 1 ? outer : inner
    return Rect(
      x: left, y: top, width: max(1, size.width - inner - outer),
      height: max(1, size.height - top - bottom))
  }

  /// The width of one of `count` columns.
  func columnWidth(_ count: Int) -> Double {
    let area = area(page: 0)
    return max(1, (area.width - gutter * Double(count - 1)) / Double(count))
  }
}

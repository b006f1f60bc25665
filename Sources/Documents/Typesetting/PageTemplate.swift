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

  public static let all = [a4, letter, a5, digest]

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

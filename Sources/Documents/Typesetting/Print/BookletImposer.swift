// SPDX-License-Identifier: MIT
// Part of Platen: imposition: two pages on each side of a sheet, in the order for folding.

public import Drawing
internal import Geometry

/// Places the pages of a document on sheets that are folded once and put into each other: booklets to
/// be stapled through the fold, or the sections of a bound book.
///
/// The sides follow each other as a printer takes them that prints on both sides and turns the sheet
/// over its short edge. A section whose number of pages is not a multiple of four ends with empty ones.
///
/// Memory: the pages of one section.
public struct BookletImposer {
  /// Most pages that are one section where its size is not given, and the size of each where there
  /// are more: 16 sheets, and 8.
  static let mostInOne = 64
  static let section = 32

  private let pagesPerSection: Int?
  /// Indicates whether the book is turned from right to left.
  private let isRightToLeft: Bool
  private var waiting: [LaidOutPage] = []
  private var isDivided = false
  private var sides = 0
  /// The places of the pages so far, in their order.
  private var placements: [SheetPlacement] = []

  /// - Parameter pagesPerSection: a multiple of 4; nil for one section of up to 64 pages, and
  ///   sections of 32 for a longer document.
  public init(pagesPerSection: Int?, isRightToLeft: Bool) {
    self.pagesPerSection = pagesPerSection
    self.isRightToLeft = isRightToLeft
  }

  /// Takes the next page; hands on the sides of a section that is complete.
  public mutating func addPage(
    _ page: LaidOutPage, emit: (LaidOutPage) throws -> Void
  ) rethrows {
    waiting.append(page)
    if let pagesPerSection {
      if waiting.count == pagesPerSection { try fold(waiting.count, emit) }
    } else if isDivided
      ? waiting.count == BookletImposer.section
      : waiting.count > BookletImposer.mostInOne
    {
      isDivided = true
      while waiting.count >= BookletImposer.section { try fold(BookletImposer.section, emit) }
    }
  }

  /// Hands on the sides of the last section.
  public mutating func finish(emit: (LaidOutPage) throws -> Void) rethrows {
    if !waiting.isEmpty { try fold(waiting.count, emit) }
  }

  /// The structure of the document on its sheets, once it is finished.
  public func placed(_ structure: DocumentStructure) -> DocumentStructure {
    structure.placed { placements.indices.contains($0) ? placements[$0] : nil }
  }

  /// Makes a section of the first pages that are waiting.
  private mutating func fold(_ count: Int, _ emit: (LaidOutPage) throws -> Void) rethrows {
    let pages = Array(waiting.prefix(count))
    waiting.removeFirst(count)
    let first = placements.count
    placements += pages.map { _ in SheetPlacement(side: 0, corner: .zero) }
    let size = pages[0].scene.size
    for (left, right) in BookletImposer.sides(of: pages.count) {
      var shown: [(page: LaidOutPage, corner: Point)] = []
      let inOrder = isRightToLeft ? [right, left] : [left, right]
      for (column, page) in inOrder.enumerated() where page < pages.count {
        let corner = Point(Double(column) * size.width, 0)
        shown.append((pages[page], corner))
        placements[first + page] = SheetPlacement(side: sides, corner: corner)
      }
      try emit(
        LaidOutPage(
          sheet: Size(width: 2 * size.width, height: size.height), showing: shown,
          isClipped: true,
          label: inOrder.map { $0 < pages.count ? pages[$0].label : "–" }.joined(separator: "|")))
      sides += 1
    }
  }

  /// The pages on the left and on the right of each side of a section's sheets, the outermost sheet
  /// first; numbers from `count` on are empty pages.
  static func sides(of count: Int) -> [(left: Int, right: Int)] {
    let last = (count + 3) / 4 * 4 - 1
    var sides: [(left: Int, right: Int)] = []
    for first in stride(from: 0, to: (last + 1) / 2, by: 2) {
      sides.append((left: last - first, right: first))
      sides.append((left: first + 1, right: last - first - 1))
    }
    return sides
  }
}

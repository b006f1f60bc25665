// SPDX-License-Identifier: MIT
// Part of Platen: the layout of slides and notes on a handout's page.

public import Geometry

/// A handout's page: its size and its number of slides.
public struct HandoutFormat: Hashable, Sendable {
  /// The numbers of slides a page may show.
  public static let counts = [1, 2, 3, 6]

  /// The page in points of 1/72 inch.
  public var page: Size
  /// One of ``counts``.
  public var perPage: Int
  /// Indicates whether slides have their notes beside or below them. Without these, slides are as large
  /// as their places allow, and free room has lines to write on.
  public var hasNotes = true
  /// Indicates whether pages are right-to-left: slides are on the right, their notes on the left.
  var isMirrored = false

  public init(page: Size, perPage: Int, hasNotes: Bool = true) {
    self.page = page
    self.perPage = perPage
    self.hasNotes = hasNotes
  }

  /// The frames of a slide's image and notes.
  struct Cell: Hashable {
    var image: Rect
    var notes: Rect
  }

  /// The em of notes, in points.
  var textSize: Double {
    switch perPage {
    case 1: 11
    case 2: 10
    case 3: 9.5
    default: 8.5
    }
  }

  var side: Double { page.width * 0.082 }

  /// The area between the running head and the page number.
  var area: Rect {
    let top = page.height * 0.082
    return Rect(
      x: side, y: top, width: page.width - 2 * side, height: page.height - top - page.height * 0.068
    )
  }

  /// The frames of slides with their notes on a page, in reading order.
  var frames: [Rect] {
    let columns = perPage == 6 ? 2 : 1
    let rows = perPage / columns
    let gutter = 22.0
    let gap = perPage == 1 ? 0 : 20.0
    let width = (area.width - gutter * Double(columns - 1)) / Double(columns)
    let height = (area.height - gap * Double(rows - 1)) / Double(rows)
    return (0..<perPage).map { index in
      Rect(
        x: area.minX + Double(index % columns) * (width + gutter),
        y: area.minY + Double(index / columns) * (height + gap), width: width, height: height
      ).mirrored(isMirrored, in: area)
    }
  }

  /// The frames of a slide's image and notes within its frame.
  ///
  /// - Parameters:
  ///   - ratio: Width to height of a slide.
  ///   - heading: How high its number and title are.
  func cell(in frame: Rect, ratio: Double, heading: Double) -> Cell {
    let top = frame.minY + heading + 5
    let below = frame.maxY - top
    let isBeside = perPage == 3
    // Notes have at least four tenths of the cell.
    let most =
      isBeside
      ? Size(width: frame.width * 0.54, height: below)
      : Size(width: frame.width, height: hasNotes ? below * 0.62 : below)
    let width = min(most.width, most.height * ratio)
    let image = Rect(x: frame.minX, y: top, width: width, height: width / ratio)
    let notes =
      isBeside
      ? Rect(
        x: image.maxX + 16, y: top, width: frame.maxX - image.maxX - 16, height: below)
      : Rect(
        x: frame.minX, y: image.maxY + 10, width: frame.width,
        height: frame.maxY - image.maxY - 10)
    return Cell(
      image: image.mirrored(isMirrored, in: frame),
      notes: notes.mirrored(isMirrored, in: frame))
  }
}

extension Rect {
  /// The rectangle mirrored horizontally in a frame.
  fileprivate func mirrored(_ isMirrored: Bool, in frame: Rect) -> Rect {
    guard isMirrored else { return self }
    return Rect(x: frame.minX + frame.maxX - maxX, y: y, width: width, height: height)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the placements on each page, and the positions of ids and marks.

internal import Drawing
internal import Geometry

/// An item on a page.
struct Placement {
  enum Kind {
    /// Lines of a paragraph, the first and the one after the last.
    case lines(Int, Int, Int)
    /// A frame's piece: its beginning, its end.
    case frame(Int, isFirst: Bool, isLast: Bool)
    case box(Int)
    /// The grounds and lines of a block of rows.
    case row(Int, isWhole: Bool)
    case noteRule
  }
  var kind: Kind
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  /// Indicates a repetition, which is not content.
  var isRepeat = false

  /// Indicates a background, which is below the text and not content.
  var isGround: Bool {
    switch kind {
    case .frame, .row, .noteRule: true
    case .lines, .box: false
    }
  }
}

struct PageRecord {
  /// The index in `Pagination.placements`.
  var first: Int
  var count = 0
  var hasFurniture: Bool
  var opensChapter = false
  /// The last headings of levels 1 and 2 up to the end of the page's first part; -1 for none.
  var chapter: Int32
  var section: Int32
}

/// A galley broken into pages.
struct Pagination {
  var placements: [Placement] = []
  var pages: [PageRecord] = []
  var places: [String: (page: Int, point: Point)] = [:]
  /// The page of each index mark, from 0; -1 where it is on none.
  var markPages: [Int]
  var markPoints: [Point]
  /// The boxes of figures, by element.
  var figureBoxes: [(element: Int32, box: PageBox)] = []
  var overfullPages: [Int] = []

  init(markCount: Int) {
    markPages = [Int](repeating: -1, count: markCount)
    markPoints = [Point](repeating: .zero, count: markCount)
  }

  /// The index of the page that is being filled.
  var lastPage: Int { pages.count - 1 }

  func placements(on page: PageRecord) -> ArraySlice<Placement> {
    placements[page.first..<page.first + page.count]
  }

  /// The page of the index mark that a link of an index leads to, as printed.
  func markPage(of place: String) -> String? {
    guard place.hasPrefix("platen.mark."), let mark = Int(place.dropFirst(12)),
      markPages.indices.contains(mark), markPages[mark] >= 0
    else { return nil }
    return String(markPages[mark] + 1)
  }

  mutating func endPage() {
    pages[lastPage].count = placements.count - pages[lastPage].first
  }

  mutating func addPlacement(
    _ kind: Placement.Kind, x: Double, y: Double, width: Double, height: Double,
    isRepeat: Bool = false
  ) {
    placements.append(
      Placement(kind: kind, x: x, y: y, width: width, height: height, isRepeat: isRepeat))
  }

  /// Adds a box with its image, if it is one.
  mutating func addBox(
    _ index: Int, of galley: Galley, x: Double, y: Double, isRepeat: Bool = false
  ) {
    let box = galley.boxes[index]
    addPlacement(
      .box(index), x: x + box.x, y: y, width: box.width, height: box.height, isRepeat: isRepeat)
    guard !isRepeat, case .image(_, _, let element) = box.content, element >= 0 else { return }
    let frame = Rect(x: x + box.x, y: y, width: box.width, height: box.height)
    figureBoxes.append((element, PageBox(page: lastPage, frame: frame)))
  }

  /// Records the first position of an id.
  mutating func remember(_ id: String, _ point: Point) {
    if places[id] == nil { places[id] = (lastPage, point) }
  }

  mutating func remember(mark: Int, _ point: Point) {
    guard markPages[mark] < 0 else { return }
    markPages[mark] = lastPage
    markPoints[mark] = point
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a text of a card with the widths of its pieces, from which lines are set.

internal import Drawing
internal import Text

/// A text prepared for setting at any size: its words are measured once at one em.
struct MeasuredText {
  /// A range between two line break opportunities.
  struct Piece {
    /// The range in code points of the paragraph.
    var scalars: Range<Int>
    /// The width at one em, without trailing whitespace.
    var width: Double
    /// The width of trailing whitespace; 0 without any.
    var blank: Double
    /// The number of code points of trailing whitespace.
    var blanks: Int
    /// The way a line ends after it in the middle of a long word; nil at the end of a word.
    var division: Division?
    /// The width of the widest word from this one to the end of the text.
    var widest = 0.0
    /// The width of the widest piece from this one to the end of the text, if words are divided.
    var widestPart = 0.0

    /// The width of the hyphen of a line that ends after it.
    var hyphenWidth: Double {
      switch division {
      case .hyphen(let width): width
      case .bare, nil: 0
      }
    }
  }

  /// The way a line ends in the middle of a word.
  enum Division: Hashable {
    /// With a hyphen of that width.
    case hyphen(Double)
    case bare
  }

  struct Paragraph {
    var scalars: [Unicode.Scalar]
    /// Embedding levels of the code points; empty if all are left-to-right.
    var levels: [UInt8]
    var pieces: [Piece]
    var isRightToLeft: Bool
    /// The styles of the code points; empty if none has one.
    var styles: [MarkedText.Style] = []
    var icons: [String] = []
    /// The widths of its icons.
    var iconWidths: [Double] = []
    /// The mark of a list item, and its width; the text is indented.
    var marker = ""
    var markerWidth = 0.0
    var indent = 0.0
    var depth = 0
    var cell: MarkedText.Cell?
    /// Indicates whether it is an empty line that is lower than others.
    var isLow = false
    /// The width of the widest word from this paragraph to the end of the text.
    var widest = 0.0
    /// The width of the widest piece from this paragraph to the end of the text.
    var widestPart = 0.0

    /// Returns the number of icons before a code point.
    func iconCount(before scalar: Int) -> Int {
      icons.isEmpty ? 0 : styles[..<scalar].count { $0.contains(.icon) }
    }

    /// The width of all of it on one line.
    var width: Double {
      zip(pieces, pieces.indices).reduce(0) { sum, piece in
        sum + piece.0.width + (piece.1 + 1 < pieces.count ? piece.0.blank : 0)
      }
    }
  }

  /// The position of a piece.
  struct Position: Hashable {
    var paragraph = 0
    var piece = 0
  }

  /// A part of a paragraph: the pieces on one line.
  struct Line: Hashable {
    var paragraph: Int
    var pieces: Range<Int>
    var width: Double
    /// The distance of the text from the start of the line.
    var indent = 0.0
    /// The other cells of a row of a table, if it is the line of the first one.
    var cells: [Segment] = []
    /// The first line of its row of a table, counted from this one.
    var back = 0
    /// Its height as a share of the distance of lines.
    var height = 1.0
  }

  /// A cell of a row of a table on a line.
  struct Segment: Hashable {
    var paragraph: Int
    var pieces: Range<Int>
    /// The position of its column and the width of its pieces.
    var x: Double
    var width: Double
  }

  var paragraphs: [Paragraph]
  var font: CardFont
  var request: FontRequest
  /// The ascent of the font at one em.
  var ascent: Double
  var descent: Double
  /// Indicates whether its first letter is right-to-left.
  let isRightToLeft: Bool
  /// Indicates whether all letters are left-to-right.
  private let isPlain: Bool
  /// Indicates whether it is a single word.
  let isOneWord: Bool
  /// The columns of its tables.
  let tables: [Int: [Column]]
  /// The first piece to set; the pieces before it are on other cards.
  private(set) var start = Position()

  init(
    _ paragraphs: [Paragraph], font: CardFont, request: FontRequest, ascent: Double,
    descent: Double, isRightToLeft: Bool
  ) {
    self.paragraphs = paragraphs
    self.font = font
    self.request = request
    self.ascent = ascent
    self.descent = descent
    self.isRightToLeft = isRightToLeft
    isPlain = paragraphs.allSatisfy(\.levels.isEmpty)
    tables = MeasuredText.tables(in: paragraphs)
    isOneWord = paragraphs.reduce(0) { $0 + $1.pieces.count { $0.division == nil } } <= 1
    var (widest, part) = (0.0, 0.0)
    for number in paragraphs.indices.reversed() {
      if let cell = paragraphs[number].cell, cell.column == 0 {
        let columns = tables[cell.table] ?? []
        let gaps = Double(cell.columns - 1) * MeasuredText.columnGap
        widest = max(widest, columns.reduce(gaps) { $0 + $1.word })
        part = max(part, columns.reduce(gaps) { $0 + $1.part })
      }
      let indent = paragraphs[number].indent
      var word = 0.0
      for index in paragraphs[number].pieces.indices.reversed() {
        let piece = paragraphs[number].pieces[index]
        word = (piece.division == nil ? 0 : word) + piece.width
        if paragraphs[number].cell == nil {
          widest = max(widest, word + indent)
          part = max(part, piece.width + piece.hyphenWidth + indent)
        }
        self.paragraphs[number].pieces[index].widest = widest
        self.paragraphs[number].pieces[index].widestPart = part
      }
      self.paragraphs[number].widest = widest
      self.paragraphs[number].widestPart = part
    }
  }

  /// The height of an empty line beside a list or a table, as a share of the distance of lines.
  static let lowLine = 0.45
  /// The space between columns of a table, in em.
  static let columnGap = 0.9

  /// The widths of a column of a table: of its widest cell, word and part of a word.
  struct Column {
    var cell = 0.5
    var word = 0.5
    var part = 0.5
  }

  /// Returns the columns of each table.
  private static func tables(in paragraphs: [Paragraph]) -> [Int: [Column]] {
    var tables: [Int: [Column]] = [:]
    for paragraph in paragraphs {
      guard let cell = paragraph.cell else { continue }
      var column = Column()
      column.cell = max(column.cell, paragraph.width)
      var word = 0.0
      for piece in paragraph.pieces {
        word += piece.width
        column.word = max(column.word, word)
        column.part = max(column.part, piece.width + piece.hyphenWidth)
        if piece.division == nil { word = 0 }
      }
      var columns = tables[cell.table] ?? Array(repeating: Column(), count: cell.columns)
      columns[cell.column].cell = max(columns[cell.column].cell, column.cell)
      columns[cell.column].word = max(columns[cell.column].word, column.word)
      columns[cell.column].part = max(columns[cell.column].part, column.part)
      tables[cell.table] = columns
    }
    return tables
  }

  /// The width of its widest word at one em.
  var widest: Double {
    let first = paragraphs[start.paragraph]
    return start.piece < first.pieces.count ? first.pieces[start.piece].widest : first.widest
  }

  /// The width of its widest piece at one em, if long words are divided.
  var widestPart: Double {
    let first = paragraphs[start.paragraph]
    return start.piece < first.pieces.count
      ? first.pieces[start.piece].widestPart : first.widestPart
  }

  /// The number of paragraphs to set.
  var paragraphCount: Int { paragraphs.count - start.paragraph }

  /// Returns the rest of the text from a position on, without empty paragraphs at its start; nil if
  /// nothing is left.
  func rest(from position: Position) -> MeasuredText? {
    var rest = self
    rest.start = position
    while rest.start.piece >= paragraphs[rest.start.paragraph].pieces.count {
      guard rest.start.paragraph + 1 < paragraphs.count else { return nil }
      rest.start = Position(paragraph: rest.start.paragraph + 1)
    }
    return rest
  }

  /// The code points to set of a paragraph.
  private func scalars(of paragraph: Int) -> ArraySlice<Unicode.Scalar> {
    let found = paragraphs[paragraph]
    guard paragraph == start.paragraph, start.piece < found.pieces.count else {
      return found.scalars[...]
    }
    return found.scalars[found.pieces[start.piece].scalars.lowerBound...]
  }

  /// The text to set, with its styles.
  var marked: MarkedText {
    MarkedText(
      (start.paragraph..<paragraphs.count).map { number in
        let paragraph = paragraphs[number]
        let scalars = scalars(of: number)
        var marked = MarkedText.Paragraph(scalars: Array(scalars))
        if !paragraph.styles.isEmpty { marked.styles = Array(paragraph.styles[scalars.indices]) }
        let isWhole = scalars.startIndex == 0
        marked.icons = Array(
          paragraph.icons.dropFirst(paragraph.iconCount(before: scalars.startIndex)))
        marked.marker = isWhole ? paragraph.marker : ""
        marked.depth = paragraph.depth
        marked.cell = paragraph.cell
        return marked
      })
  }

  /// Returns the text of a piece.
  func text(_ piece: Int, of paragraph: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(
      contentsOf: paragraphs[paragraph].scalars[paragraphs[paragraph].pieces[piece].scalars])
    return String(view)
  }

  /// Indicates whether the text to set and its first paragraph run in the direction of the whole
  /// text and paragraph.
  var keepsDirection: Bool {
    if isPlain { return true }
    func direction(of paragraph: Int) -> Bool? {
      scalars(of: paragraph).lazy.compactMap(TextDirection.isRightToLeft).first
    }
    let own = direction(of: start.paragraph)
    guard (own ?? false) == paragraphs[start.paragraph].isRightToLeft else { return false }
    let first =
      own ?? (start.paragraph + 1..<paragraphs.count).lazy.compactMap(direction).first ?? false
    return first == isRightToLeft
  }
}

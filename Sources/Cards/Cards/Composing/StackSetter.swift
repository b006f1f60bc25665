// SPDX-License-Identifier: MIT
// Part of Platen: fits a stack into its box, with all of its texts as large as possible.

internal import Geometry
internal import Rows
internal import Text

/// The rest of a stack when a card is full.
struct StackRest {
  /// The first item of the rest.
  var item: Int
  /// The rest of that item's text; nil for all of it.
  var text: MeasuredText?
}

/// A stack of a row, with its texts filled in and measured.
struct StackSetter {
  /// The number of steps between the smallest (0) and largest (1) text sizes.
  private static let steps = 24
  /// The smallest factor of the smallest size before the card fails.
  static let least = 0.5

  private struct Prepared {
    var index: Int
    var item: CardStack.Item
    var text: CardText?
    var set: MeasuredText?

    var isSpace: Bool { if case .space = item { true } else { false } }

    /// The length by which it grows at most.
    var growth: Double { item.growth }
  }

  /// A stack with all items placed.
  struct Fitted {
    /// Texts, rules and ornaments, from the top.
    var items: [Placed]
    var height: Double
    /// The factor by which text is smaller than its smallest size; 1 if it is not.
    var shrink: Double
    /// The rest for another card.
    var rest: StackRest?
    /// Omitted texts without room.
    var omittedTexts: [CardText] = []
    /// Indicates whether a text that continues is smaller than requested.
    var isReduced = false
  }

  struct Placed {
    var item: CardStack.Item
    var text: CardText?
    var set: MeasuredText?
    var lines: [MeasuredText.Line] = []
    var size = 0.0
    var top = 0.0
    var height = 0.0
    /// Indicates whether the text continues on another card.
    var continues = false
  }

  private let stack: CardStack
  private let width: Double
  private let height: Double
  private var items: [Prepared] = []
  /// The smallest legible text size, if the layout was made for a larger card; 0 if the layout's
  /// own sizes apply.
  private var legible: Double
  /// The size of the main text: a text alone in its stack that may be this large.
  private let largest: Double
  private var omittedTexts: [CardText] = []
  /// Indicates whether it is the rest of a stack.
  private let isRest: Bool
  /// The size of texts that continue on another card: 0 for the smallest, 1 for the largest.
  private let splitSize: Double
  /// Sizes that texts do not exceed.
  private let limits: TextSizes?
  /// The smallest share of its size to which a wide word makes its text smaller; in a smaller one,
  /// it is divided.
  private static let mildest = 0.75

  /// - Parameters:
  ///   - path: identifies the stack on the cards of a row.
  ///   - rest: the rest of the previous card; headings are repeated.
  ///   - legible: the smallest legible text size, if the layout was made for a larger card; 0 if
  ///     its own sizes apply.
  ///   - largest: the largest text of the layout.
  ///   - splitSize: the size of texts that continue on another card, from 0 to 1.
  ///   - limits: sizes that texts do not exceed.
  ///   - isMarkdown: whether texts other than headings and labels are Markdown.
  init(
    _ stack: CardStack, of row: Row, look: CardLook, in size: Size, at path: Int,
    rest: StackRest?, legible: Double = 0, largest: Double = 0, splitSize: Double = 0,
    limits: TextSizes? = nil, isMarkdown: Bool = true, setter: CardLineSetter
  ) {
    self.stack = stack
    isRest = rest != nil
    self.splitSize = splitSize
    self.limits = limits
    self.legible = legible
    self.largest = largest
    width = size.width
    height = size.height
    for (index, item) in stack.items.enumerated() {
      guard case .text(let text) = item else {
        if index >= rest?.item ?? 0 { items.append(Prepared(index: index, item: item)) }
        continue
      }
      guard row.shows(text.when, text.unless), let filled = text.text.text(of: row) else {
        continue
      }
      if let rest, index < rest.item, text.role != .heading { continue }
      var marked: MarkedText?
      if let left = rest?.text, index == rest?.item {
        if left.keepsDirection {
          items.append(Prepared(index: index, item: item, text: text, set: left))
          continue
        }
        // The font and the embedding levels depend on the direction.
        marked = left.marked
      }
      let words =
        marked
        ?? MarkedText(
          StackSetter.trimmed(text.isUppercase ? filled.uppercased() : filled),
          isMarkdown: isMarkdown && text.role == .text, icons: setter.iconNames)
      guard let font = look.font(text.font, for: words.text) else { continue }
      let place = CardLineSetter.Place(stack: path, item: index)
      items.append(
        Prepared(
          index: index, item: item, text: text,
          set: setter.prepare(words, font: font, language: text.language, at: place)))
    }
    removeTrailing()
  }

  /// Returns a text without empty lines at its start and its end.
  private static func trimmed(_ text: String) -> String {
    guard text.first?.isNewline == true || text.last?.isWhitespace == true else { return text }
    var kept = text[...]
    while let line = kept.firstIndex(where: \.isNewline), kept[..<line].allSatisfy(\.isWhitespace) {
      kept = kept[kept.index(after: line)...]
    }
    let end = kept.lastIndex { !$0.isWhitespace } ?? kept.startIndex
    guard kept[end...].contains(where: \.isNewline) else { return String(kept) }
    return String(kept[...end])
  }

  /// Removes rules, ornaments and fixed spaces at the end, since they only separate texts.
  private mutating func removeTrailing() {
    let end = items.lastIndex { $0.set != nil || $0.growth > 0 && $0.isSpace } ?? 0
    items.removeSubrange(min(end + 1, items.count)...)
  }

  var isEmpty: Bool { items.isEmpty }

  /// Returns the stack as large as possible.
  ///
  /// Text that does not fit at its smallest size continues on another card if allowed. Otherwise,
  /// optional texts are omitted, the last one first, and the others become smaller still.
  ///
  /// - Returns: nil if it does not fit even then.
  func fitted(mayContinue: Bool) -> Fitted? {
    if isRest, mayContinue {
      // The rest of a text is as large as its first part.
      if let fitted = layOut(at: splitSize, shrink: 1) { return grown(fitted) }
    } else if let fitted = unshrunk() {
      return fitted
    }
    if mayContinue {
      if let part = filled(at: splitSize) { return part }
      if splitSize > 0, var part = (isRest ? layOut(at: 0, shrink: 1) : nil) ?? filled(at: 0) {
        part.isReduced = true
        return part
      }
    }
    if let fewer = withoutOne() { return fewer.fitted(mayContinue: mayContinue) }
    if legible > 0 {
      // The main text is always shown, even if it is too small.
      var small = self
      small.legible = 0
      return small.fitted(mayContinue: mayContinue)
    }
    for step in 1...10 {
      let shrink = 1 - Double(step) * (1 - StackSetter.least) / 10
      if let fitted = layOut(at: 0, shrink: shrink) { return fitted }
    }
    return nil
  }

  /// Returns the stack without its last optional text; nil without any.
  private func withoutOne() -> StackSetter? {
    let texts = items.indices.filter { items[$0].set != nil }
    let optional = texts.last { index in
      guard let text = items[index].text else { return false }
      if text.isOptional { return true }
      return legible > 0 && text.role != .heading && (texts.count > 1 || text.largest < largest)
    }
    guard let optional, let text = items[optional].text else { return nil }
    var fewer = self
    fewer.items.remove(at: optional)
    fewer.omittedTexts.append(text)
    fewer.removeTrailing()
    if texts.count == 1 { fewer.items = [] }
    return fewer
  }

  /// Returns the stack as large as possible between its smallest and its largest size.
  private func unshrunk() -> Fitted? {
    if let fitted = layOut(at: 1, shrink: 1) { return grown(fitted) }
    var (low, high) = (-1, StackSetter.steps)
    var best: Fitted?
    while high - low > 1 {
      let middle = (low + high) / 2
      if let fitted = layOut(at: Double(middle) / Double(StackSetter.steps), shrink: 1) {
        best = fitted
        low = middle
      } else {
        high = middle
      }
    }
    return best.map(grown)
  }

  /// Returns a stack whose spaces and ornaments have grown into the rest of its height, each by the
  /// same share of what it may.
  private func grown(_ fitted: Fitted) -> Fitted {
    let most = fitted.items.reduce(0) { $0 + $1.item.growth }
    let share = min(1, max(0, height - fitted.height) / max(most, 0.001))
    guard most > 0, share > 0 else { return fitted }
    var grown = fitted
    var added = 0.0
    for index in grown.items.indices {
      grown.items[index].top += added
      let growth = grown.items[index].item.growth * share
      grown.items[index].height += growth
      added += growth
    }
    grown.height += added
    return grown
  }

  private func size(of text: CardText, at t: Double, shrink: Double) -> Double {
    let size = max(legible, text.smallest + (text.largest - text.smallest) * t)
    return min(size, limits?[text] ?? size) * shrink
  }

  /// Returns the gap before an item: none at the top, and none next to a space.
  private func gap(before item: Prepared, after last: Prepared?, _ shrink: Double) -> Double {
    guard let last else { return 0 }
    if case .space = item.item { return 0 }
    if case .space = last.item { return 0 }
    return stack.gap * shrink
  }

  private func layOut(at t: Double, shrink: Double) -> Fitted? {
    var placed: [Placed] = []
    var y = 0.0
    var last: Prepared?
    for item in items {
      y += gap(before: item, after: last, shrink)
      guard let one = place(item, at: t, shrink: shrink, top: y) else { return nil }
      y += one.height
      guard y <= height + 0.01 else { return nil }
      placed.append(one)
      last = item
    }
    return Fitted(items: placed, height: y, shrink: shrink, rest: nil, omittedTexts: omittedTexts)
  }

  /// Returns an item at a size; nil if it is too wide or has too many lines.
  private func place(_ item: Prepared, at t: Double, shrink: Double, top: Double) -> Placed? {
    var placed = Placed(item: item.item, top: top)
    switch item.item {
    case .space(let space): placed.height = space.lowerBound * shrink
    case .rule(_, let width, _): placed.height = width
    case .ornament(let size, _): placed.height = size.lowerBound
    case .text:
      guard let text = item.text, let set = item.set else { return nil }
      let room = width - 2 * text.paddingX
      // A wide word makes its own text smaller, not the others; a much wider one is divided.
      let wanted = size(of: text, at: t, shrink: shrink)
      var least = size(of: text, at: 0, shrink: shrink)
      let mild = StackSetter.mildest * wanted
      if text.role == .text, !set.isOneWord, set.widestPart * mild <= room {
        least = max(least, mild)
      }
      let size = max(min(wanted, room / max(set.widest, 0.001)), least)
      guard set.widestPart * size <= room + 0.01 else { return nil }
      let limit = mostLines(of: text, set, size, top: top)
      placed.lines =
        text.alignment == .center || text.role == .heading
        ? CardLineSetter.balancedLines(of: set, width: room / size, limit: limit)
        : CardLineSetter.lines(of: set, width: room / size, limit: limit)
      if let limit = text.lineLimit, placed.lines.count > limit { return nil }
      placed.text = text
      placed.set = set
      placed.size = size
      placed.height = StackSetter.height(placed.lines[...], set, size) + 2 * text.paddingY
    }
    return placed
  }

  /// Returns a number of lines that is too large for the height below a position, the text's limit
  /// of lines and balancing: more lines make no difference.
  private func mostLines(of text: CardText, _ set: MeasuredText, _ size: Double, top: Double) -> Int
  {
    let fitting = (height + 0.01 - top - 2 * text.paddingY) / (set.font.line * size)
    return max(
      Int(max(0, min(fitting, 1e15))) + 2, CardLineSetter.mostBalanced + 1,
      (text.lineLimit ?? 0) + 1)
  }

  /// Returns the height from the top of the first line to the bottom of the last one.
  static func height(_ lines: ArraySlice<MeasuredText.Line>, _ set: MeasuredText, _ size: Double)
    -> Double
  {
    guard !lines.isEmpty else { return 0 }
    let letters = (set.ascent + set.descent) * size
    let others = lines.dropLast().reduce(0) { $0 + $1.height }
    return max(letters, set.font.line * size) + others * set.font.line * size
  }

  /// Returns as much as fits at a size, up to the end of a sentence if possible; nil if no line of
  /// text fits.
  private func filled(at t: Double) -> Fitted? {
    var placed: [Placed] = []
    var y = 0.0
    var last: Prepared?
    var hasText = false
    for item in items {
      let top = y + gap(before: item, after: last, 1)
      guard var one = place(item, at: t, shrink: 1, top: top) else { return nil }
      if top + one.height <= height + 0.01 {
        placed.append(one)
        y = top + one.height
        last = item
        if one.text?.role != .heading, one.set != nil { hasText = true }
        continue
      }
      guard let set = one.set, let text = one.text, text.role != .heading else {
        return hasText
          ? Fitted(
            items: placed, height: y, shrink: 1, rest: StackRest(item: item.index),
            omittedTexts: omittedTexts
          )
          : nil
      }
      var count = one.lines.count
      while count > 0,
        top + StackSetter.height(one.lines[..<count], set, one.size) + 2 * text.paddingY > height
          + 0.01
      {
        count -= 1
      }
      guard count > 0 else {
        return hasText
          ? Fitted(
            items: placed, height: y, shrink: 1, rest: StackRest(item: item.index),
            omittedTexts: omittedTexts
          )
          : nil
      }
      let split = StackSetter.split(one.lines, at: count, of: set)
      guard !split.lines.isEmpty, let left = set.rest(from: split.next) else {
        return hasText
          ? Fitted(
            items: placed, height: y, shrink: 1, rest: StackRest(item: item.index),
            omittedTexts: omittedTexts
          )
          : nil
      }
      one.lines = split.lines
      one.continues = true
      one.height = StackSetter.height(one.lines[...], set, one.size) + 2 * text.paddingY
      placed.append(one)
      return Fitted(
        items: placed, height: top + one.height, shrink: 1,
        rest: StackRest(item: item.index, text: left), omittedTexts: omittedTexts)
    }
    return Fitted(items: placed, height: y, shrink: 1, rest: nil, omittedTexts: omittedTexts)
  }

  /// Returns the first lines of a text up to the last end of a sentence among them, and the position
  /// of the rest. Without one in their second half, they end with a line.
  ///
  /// - Parameter count: the number of lines that fit, fewer than all.
  private static func split(
    _ lines: [MeasuredText.Line], at count: Int, of set: MeasuredText
  ) -> (lines: [MeasuredText.Line], next: MeasuredText.Position) {
    var count = count
    // A row of a table stays together.
    count -= lines[count].back
    guard count > 0 else { return ([], set.start) }
    for number in stride(from: count - 1, through: count / 2, by: -1) {
      let line = lines[number]
      let kept = Array(lines[..<number])
      let following = lines[number + 1]
      guard line.cells.isEmpty else {
        guard following.back == 0 else { continue }
        return (kept + [line], position(of: following))
      }
      let pieces = set.paragraphs[line.paragraph].pieces
      for piece in line.pieces.reversed() {
        let isLast = piece + 1 == pieces.count
        guard isLast || set.endsSentence(piece, of: line.paragraph) else { continue }
        var last = line
        last.pieces = line.pieces.lowerBound..<piece + 1
        last.width = last.pieces.reduce(0) {
          $0 + pieces[$1].width + ($1 < piece ? pieces[$1].blank : 0)
        }
        let next =
          isLast
          ? MeasuredText.Position(paragraph: line.paragraph + 1)
          : MeasuredText.Position(paragraph: line.paragraph, piece: piece + 1)
        guard next.paragraph < set.paragraphs.count else { continue }
        return (kept + [last], next)
      }
    }
    return (Array(lines[..<count]), position(of: lines[count]))
  }

  /// Returns the widths of lines with their indents; of the lines of a list, all have the width of
  /// the widest one.
  static func blockWidths(of lines: [MeasuredText.Line], in set: MeasuredText) -> [Double] {
    var widths = lines.map { $0.width + $0.indent }
    var start = 0
    while start < lines.count {
      guard set.paragraphs[lines[start].paragraph].depth > 0 else {
        start += 1
        continue
      }
      var end = start
      while end < lines.count, set.paragraphs[lines[end].paragraph].depth > 0 { end += 1 }
      let widest = widths[start..<end].max() ?? 0
      for index in start..<end { widths[index] = widest }
      start = end
    }
    return widths
  }

  private static func position(of line: MeasuredText.Line) -> MeasuredText.Position {
    MeasuredText.Position(paragraph: line.paragraph, piece: line.pieces.lowerBound)
  }
}

extension MeasuredText {
  /// Indicates whether a line is the last one of a table's head.
  func endsHead(of line: Line, before next: Line?) -> Bool {
    guard paragraphs[line.paragraph].cell?.isHead == true else { return false }
    return next?.paragraph != line.paragraph
  }

  /// Indicates whether a piece within a paragraph ends a sentence.
  fileprivate func endsSentence(_ piece: Int, of paragraph: Int) -> Bool {
    let pieces = paragraphs[paragraph].pieces
    guard pieces[piece].division == nil, piece + 1 < pieces.count else { return false }
    let word = text(piece, of: paragraph)
    let end = word.last { !"\"'”’»)]*_".contains($0) }
    guard let end, ".!?…。！？؟۔".contains(end) else { return false }
    // The letter after an abbreviation is small.
    return text(piece + 1, of: paragraph).first { $0.isLetter }?.isLowercase != true
  }
}

extension CardStack.Item {
  /// The length by which it grows at most.
  fileprivate var growth: Double {
    switch self {
    case .space(let size), .ornament(let size, _): size.upperBound - size.lowerBound
    case .text, .rule: 0
    }
  }
}

extension Row {
  /// Indicates whether an element with these conditions is shown.
  func shows(_ when: [TemplateText], _ unless: [TemplateText]) -> Bool {
    func hasValue(_ text: TemplateText) -> Bool {
      if let list = text.value(of: self)?.elements { return !list.isEmpty }
      guard let shown = text.text(of: self) else { return false }
      return shown != "false"
    }
    return when.allSatisfy(hasValue) && !unless.contains(where: hasValue)
  }
}

extension CardLook {
  /// Returns the font of a role for a text: the right-to-left font for right-to-left text.
  func font(_ name: String, for text: String) -> CardFont? {
    guard let font = fonts.first(where: { $0.name == name })?.value else { return nil }
    guard let other = font.rtl, TextDirection.firstIsRightToLeft(in: text) == true else {
      return font
    }
    return fonts.first { $0.name == other }?.value ?? font
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: fits a stack into its box, with all of its texts as large as possible.

internal import Geometry
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
  }

  struct Placed {
    var item: CardStack.Item
    var text: CardText?
    var set: MeasuredText?
    var lines: [MeasuredText.Line] = []
    var size = 0.0
    var top = 0.0
    var height = 0.0
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

  /// - Parameters:
  ///   - path: identifies the stack on the cards of a row.
  ///   - rest: the rest of the previous card; headings are repeated.
  ///   - legible: the smallest legible text size, if the layout was made for a larger card; 0 if
  ///     its own sizes apply.
  ///   - largest: the largest text of the layout.
  init(
    _ stack: CardStack, of row: Row, look: CardLook, in size: Size, at path: Int,
    rest: StackRest?, legible: Double = 0, largest: Double = 0, setter: CardLineSetter
  ) {
    self.stack = stack
    self.legible = legible
    self.largest = largest
    width = size.width
    height = size.height
    for (index, item) in stack.items.enumerated() {
      guard case .text(let text) = item else {
        if index >= rest?.item ?? 0 { items.append(Prepared(index: index, item: item)) }
        continue
      }
      guard row.shows(text.when, text.unless), var words = text.text.text(of: row) else { continue }
      if let rest, index < rest.item, text.role != .heading { continue }
      if let left = rest?.text, index == rest?.item {
        if left.keepsDirection {
          items.append(Prepared(index: index, item: item, text: text, set: left))
          continue
        }
        // The font and the embedding levels depend on the direction.
        words = left.text
      }
      if text.isUppercase { words = words.uppercased() }
      guard let font = look.font(text.font, for: words) else { continue }
      let place = CardLineSetter.Place(stack: path, item: index)
      items.append(
        Prepared(
          index: index, item: item, text: text,
          set: setter.prepare(words, font: font, language: text.language, at: place)))
    }
    removeTrailing()
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
    if let fitted = unshrunk() { return fitted }
    if mayContinue, let part = filled() { return part }
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
    max(legible, text.smallest + (text.largest - text.smallest) * t) * shrink
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
      // A wide word makes its own text smaller, not the others.
      let size = max(
        min(size(of: text, at: t, shrink: shrink), room / max(set.widest, 0.001)),
        size(of: text, at: 0, shrink: shrink))
      guard set.widest * size <= room + 0.01 else { return nil }
      let limit = mostLines(of: text, set, size, top: top)
      placed.lines =
        text.alignment == .center || text.role == .heading
        ? CardLineSetter.balancedLines(of: set, width: room / size, limit: limit)
        : CardLineSetter.lines(of: set, width: room / size, limit: limit)
      if let limit = text.lineLimit, placed.lines.count > limit { return nil }
      placed.text = text
      placed.set = set
      placed.size = size
      placed.height = StackSetter.height(placed.lines.count, set, size) + 2 * text.paddingY
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
  static func height(_ lines: Int, _ set: MeasuredText, _ size: Double) -> Double {
    guard lines > 0 else { return 0 }
    let letters = (set.ascent + set.descent) * size
    return max(letters, set.font.line * size) + Double(lines - 1) * set.font.line * size
  }

  /// Returns as much as fits at the smallest size, line by line; nil if no line of text fits.
  private func filled() -> Fitted? {
    var placed: [Placed] = []
    var y = 0.0
    var last: Prepared?
    var hasText = false
    for item in items {
      let top = y + gap(before: item, after: last, 1)
      guard var one = place(item, at: 0, shrink: 1, top: top) else { return nil }
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
        top + StackSetter.height(count, set, one.size) + 2 * text.paddingY > height + 0.01
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
      let left = set.rest(from: one.lines[count])
      one.lines = Array(one.lines[..<count])
      one.height = StackSetter.height(count, set, one.size) + 2 * text.paddingY
      placed.append(one)
      return Fitted(
        items: placed, height: top + one.height, shrink: 1,
        rest: StackRest(item: item.index, text: left), omittedTexts: omittedTexts)
    }
    return Fitted(items: placed, height: y, shrink: 1, rest: nil, omittedTexts: omittedTexts)
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

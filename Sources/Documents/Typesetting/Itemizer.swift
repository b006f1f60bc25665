// SPDX-License-Identifier: MIT
// Part of Platen: converts a paragraph's inlines into items: shaped words and break opportunities.

internal import Documents
internal import Drawing
internal import Geometry
internal import Text

/// The context that the text of inlines depends on.
struct InlineContext {
  /// The page a place is on, as printed; nil while it is not known.
  var pageLabel: (String) -> String?
  /// The number of the paragraph's first footnote.
  var firstNote: Int
  /// The size of an image in text of a size.
  var imageSize: (Image, Double) -> Size
  /// A formula in text of a style; nil for what is none or is shown as its source.
  var formula: (Span, Int32) -> LineImage? = { _, _ in nil }
  /// Links look like what is around them, as in contents.
  var linksArePlain = false
}

/// Makes items of inlines. Break opportunities follow the rules of UAX #14 for spaces, hyphens,
/// dashes, slashes, ideographs (with the usual kinsoku pairs) and what forbids a break.
struct Itemizer {
  let styles: StyleTable
  private(set) var list = ItemList()

  private var measure = 0.0
  private var span: Int32 = -1
  private var last = Adjacent.start
  private var levels: [UInt8] = []
  private var scalarIndex = 0
  private var depth = 0

  private static let depthLimit = 64
  /// Longer words are set as several.
  private static let wordLimit = 512

  /// The kind of the item before the next letter, as far as line breaking needs it.
  private enum Adjacent {
    case start, space, letter, ideograph, opening, breakable(Int16)
  }

  init(styles: StyleTable) { self.styles = styles }

  /// - Parameters:
  ///   - measure: The width of a line: longer words may be broken anywhere.
  mutating func itemize(
    _ inlines: [Inline], style: Int32, measure: Double, direction: Direction,
    context: InlineContext
  ) {
    list.removeAll()
    self.measure = measure
    span = -1
    last = .start
    scalarIndex = 0
    depth = 0
    levels.removeAll(keepingCapacity: true)
    if direction == .rightToLeft || BidiScan.needsLevels(inlines) { findLevels(inlines, direction) }
    addInlines(inlines, style: style, context: context)
    // Trailing spaces are removed.
    while let item = list.items.last, item.kind == .space { list.items.removeLast() }
  }

  private mutating func findLevels(_ inlines: [Inline], _ direction: Direction) {
    var text = ""
    BidiScan.collect(inlines, into: &text)
    let isRightToLeft: Bool? =
      switch direction {
      case .automatic: nil
      case .leftToRight: false
      case .rightToLeft: true
      }
    levels = styles.words.levels(of: text, isRightToLeft: isRightToLeft)
    list.isRightToLeft = isRightToLeft ?? BidiScan.firstStrongIsRightToLeft(text)
    list.hasLevels = true
  }

  // MARK: Inlines

  private mutating func addInlines(_ inlines: [Inline], style: Int32, context: InlineContext) {
    guard depth < Itemizer.depthLimit else {
      // Deeper nesting keeps its text but not its styles.
      addText(inlines.plainText, style: style)
      return
    }
    depth += 1
    defer { depth -= 1 }
    for inline in inlines {
      switch inline {
      case .text(let text): addText(text, style: style)
      case .emphasis(let inner):
        within(.emphasis) {
          $0.addInlines(inner, style: $0.sub(.emphasis, style), context: context)
        }
      case .strong(let inner):
        within(.strong) { $0.addInlines(inner, style: $0.sub(.strong, style), context: context) }
      case .strikethrough(let inner):
        addInlines(inner, style: sub(.strikethrough, style), context: context)
      case .smallCaps(let inner): addInlines(inner, style: sub(.smallCaps, style), context: context)
      case .superscript(let inner):
        addInlines(inner, style: sub(.superscript, style), context: context)
      case .subscript(let inner): addInlines(inner, style: sub(.subscript, style), context: context)
      case .code(let text):
        within(.code) { $0.addText(text, style: $0.sub(.verbatim, style)) }
      case .lineBreak:
        list.items.append(
          Item(kind: .hardBreak, run: styles.run(of: style), span: span, word: -1, width: 0))
        last = .start
        scalarIndex += 1
      case .link(let link):
        within(.link(link.url)) {
          $0.addInlines(link.inlines, style: $0.sub(.link, style), context: context)
        }
      case .reference(let reference): addReference(reference, style: style, context: context)
      case .footnote(let blocks): addNote(blocks, style: style, context: context)
      case .image(let image): addImage(image, style: style, context: context)
      case .span(let inner): addSpan(inner, style: style, context: context)
      case .indexMark(let mark): list.marks.append((list.items.count, mark))
      }
    }
  }

  private mutating func addReference(_ reference: Reference, style: Int32, context: InlineContext) {
    within(.reference(reference.target)) {
      let style = context.linksArePlain ? style : $0.sub(.reference, style)
      guard reference.shown == .page else {
        $0.addInlines(reference.inlines, style: style, context: context)
        return
      }
      // The printed text was not known when levels were found.
      let index = $0.scalarIndex
      $0.list.hasPageReferences = true
      $0.addText(context.pageLabel(reference.target) ?? "00", style: style)
      $0.scalarIndex = index + 1
    }
  }

  private mutating func addNote(_ blocks: [Block], style: Int32, context: InlineContext) {
    let number = context.firstNote + list.notes.count
    list.notes.append(blocks)
    let index = scalarIndex
    within(.note(list.notes.count - 1)) {
      // A mark is never separated from its word.
      $0.last = .start
      $0.addText(String(number), style: $0.sub(.mark, style))
      $0.last = .letter
    }
    scalarIndex = index + 1
  }

  private mutating func addImage(_ image: Image, style: Int32, context: InlineContext) {
    let run = styles.run(of: style)
    let size = context.imageSize(image, styles.runs[Int(run)].size)
    separate(beforeIdeograph: true, run: run)
    within(.image(image.alternative)) {
      $0.append(
        LineImage(resource: image.resource, size: size, ascent: size.height * 0.85), run: run)
    }
    last = .ideograph
    scalarIndex += 1
  }

  private mutating func addSpan(_ inner: Span, style: Int32, context: InlineContext) {
    if !inner.attributes.id.isEmpty {
      list.anchors.append((list.items.count, inner.attributes.id))
    }
    let style = styles.resolve(
      "span", inner.attributes.classes, in: style, language: inner.language)
    // The isolate characters have levels but are not in the text.
    if inner.direction != nil { scalarIndex += 1 }
    defer { if inner.direction != nil { scalarIndex += 1 } }
    if let formula = context.formula(inner, style) {
      addFormula(formula, run: styles.run(of: style))
    } else if inner.language.isEmpty {
      addInlines(inner.inlines, style: style, context: context)
    } else {
      within(.language(inner.language)) {
        $0.addInlines(inner.inlines, style: style, context: context)
      }
    }
  }

  /// A formula is a word that is never divided.
  private mutating func addFormula(_ formula: LineImage, run: Int32) {
    switch last {
    case .breakable(let penalty): opportunity(penalty, run: run)
    case .ideograph: opportunity(0, run: run)
    case .start, .space, .letter, .opening: break
    }
    within(.formula(formula.formula)) {
      $0.append(formula, run: run)
    }
    last = .letter
    scalarIndex += formula.formula.unicodeScalars.count
  }

  private mutating func append(_ image: LineImage, run: Int32) {
    list.items.append(
      Item(
        kind: .image, level: level(), run: run, span: span, word: Int32(list.images.count),
        width: image.size.width))
    list.images.append(image)
  }

  private func sub(_ kind: InlineKind, _ style: Int32) -> Int32 { styles.resolve(kind, in: style) }

  private mutating func within(_ kind: SpanInfo.Kind, _ body: (inout Itemizer) -> Void) {
    let outer = span
    let ordinal = Int32(list.spans.count)
    list.spans.append(SpanInfo(kind: kind, parent: outer))
    span = ordinal
    body(&self)
    span = outer
  }

  // MARK: Text

  private func level() -> UInt8 {
    scalarIndex < levels.count ? levels[scalarIndex] : (list.isRightToLeft ? 1 : 0)
  }

  private mutating func addText(_ text: String, style: Int32) {
    let run = styles.run(of: style)
    var text = text
    text.withUTF8 { list.hasLevels ? scan($0, run: run) : scan($0, run: run) }
  }

  private mutating func scan(_ text: UnsafeBufferPointer<UInt8>, run: Int32) {
    var wordStart = 0
    var wordLevel: UInt8 = 0
    var i = 0
    while i < text.count {
      let byte = text[i]
      if byte > 0x20 && byte < 0x80 {
        if list.hasLevels {
          let level = level()
          if i > wordStart, level != wordLevel {
            flush(text, wordStart..<i, run, wordLevel)
            wordStart = i
          }
          wordLevel = level
          scalarIndex += 1
        }
        i += 1
        guard byte == 0x2D || byte == 0x2F, i < text.count, i - 1 > wordStart else { continue }
        // After a hyphen or a slash between letters.
        let next = text[i] | 0x20
        let previous = text[i - 2] | 0x20
        guard (0x61...0x7A).contains(next) || text[i] >= 0xC3,
          (0x61...0x7A).contains(previous) || previous >= 0x80
        else { continue }
        flush(text, wordStart..<i, run, wordLevel)
        wordStart = i
        last = .breakable(byte == 0x2D ? 50 : 300)
        continue
      }
      if byte <= 0x20 || byte == 0x7F {
        flush(text, wordStart..<i, run, wordLevel)
        if carriesMark(text, at: i) {
          _ = special(.fixedSpace, 0xA0, text, at: i, length: 1, run: run)
        } else {
          addSpace(run)
        }
        if list.hasLevels { scalarIndex += 1 }
        i += 1
        wordStart = i
        continue
      }
      let (scalar, length) = decode(text, at: i)
      let kind = BreakClass.of(scalar)
      if kind == .letter || kind == .mark {
        if list.hasLevels {
          let level = level()
          if i > wordStart, level != wordLevel, kind != .mark {
            flush(text, wordStart..<i, run, wordLevel)
            wordStart = i
          }
          if i == wordStart || kind != .mark { wordLevel = level }
          scalarIndex += 1
        }
        i += length
        continue
      }
      flush(text, wordStart..<i, run, wordLevel)
      let end = special(kind, scalar, text, at: i, length: length, run: run)
      if list.hasLevels { scalarIndex += countScalars(text, i..<end) }
      i = end
      wordStart = i
    }
    flush(text, wordStart..<i, run, wordLevel)
  }

  /// Indicates whether a mark is on a space, as pauses of recitation are. It stays with the preceding
  /// text.
  private func carriesMark(_ text: UnsafeBufferPointer<UInt8>, at blank: Int) -> Bool {
    guard blank + 1 < text.count, text[blank + 1] >= 0x80 else { return false }
    let scalar = Unicode.Scalar(decode(text, at: blank + 1).0)
    return scalar?.properties.generalCategory == .nonspacingMark
  }

  private func countScalars(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    range.reduce(0) { text[$1] & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  /// Adds an item that is not a letter: spaces, hyphens, dashes, ideographs, emoji. Returns the end
  /// of what was taken.
  private mutating func special(
    _ kind: BreakClass, _ scalar: UInt32, _ text: UnsafeBufferPointer<UInt8>, at start: Int,
    length: Int, run: Int32
  ) -> Int {
    let end = start + length
    let level = level()
    switch kind {
    case .letter, .mark: break
    case .space: addSpace(run)
    case .fixedSpace:
      let style = styles.runs[Int(run)]
      let share = scalar == 0x202F || scalar == 0x2009 || scalar == 0x200A ? 0.6 : 1
      list.items.append(
        Item(
          kind: .fixedSpace, level: level, run: run, span: span, word: style.space,
          width: style.spaceWidth * share))
      last = .start
    case .joiner: last = .start
    case .zeroWidthSpace: last = .breakable(0)
    case .softHyphen:
      if case .letter = last {
        list.items.append(
          Item(
            kind: .softHyphen, level: level, penalty: 50, run: run, span: span, word: -1, width: 0))
        last = .start
      }
    case .dash:
      separate(with: 200, run: run)
      append(text, start..<end, run, level)
      last = .breakable(50)
    case .hyphen:
      append(text, start..<end, run, level)
      last = .breakable(50)
    case .lineSeparator:
      list.items.append(Item(kind: .hardBreak, run: run, span: span, word: -1, width: 0))
      last = .start
    case .ideograph, .opening, .closing, .emoji:
      var end = end
      if kind == .emoji {
        end = emojiEnd(text, from: end, first: scalar)
      } else {
        // Variation selectors and marks stay with their letter.
        while end < text.count, text[end] >= 0x80 {
          let (next, count) = decode(text, at: end)
          guard BreakClass.of(next) == .mark else { break }
          end += count
        }
      }
      if kind == .closing {
        // Closing punctuation never begins a line.
        if case .space = last {} else { last = .start }
      } else {
        separate(beforeIdeograph: true, run: run)
      }
      append(text, start..<end, run, level)
      last = kind == .opening ? .opening : .ideograph
      return end
    }
    return end
  }

  /// Joined emoji are one image: what follows a joiner, selectors, skin tones, pairs of regional
  /// letters.
  private func emojiEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int, first: UInt32) -> Int {
    var end = start
    var afterJoiner = false
    var regional = (0x1F1E6...0x1F1FF).contains(first) ? 1 : 0
    while end < text.count, text[end] >= 0x80 {
      let (next, count) = decode(text, at: end)
      if next == 0x200D {
        afterJoiner = true
      } else if (0x1F1E6...0x1F1FF).contains(next), regional == 1 {
        regional = 2
      } else if afterJoiner || next == 0xFE0F || next == 0x20E3
        || (0x1F3FB...0x1F3FF).contains(next) || (0xE0020...0xE007F).contains(next)
      {
        afterJoiner = false
      } else {
        break
      }
      end += count
    }
    return end
  }

  /// A valid scalar of a string's own UTF-8.
  @inline(__always)
  private func decode(_ text: UnsafeBufferPointer<UInt8>, at i: Int) -> (UInt32, Int) {
    let a = UInt32(text[i])
    if a < 0x80 { return (a, 1) }
    if a < 0xE0 { return ((a & 0x1F) << 6 | UInt32(text[i + 1]) & 0x3F, 2) }
    let b = UInt32(text[i + 1]) & 0x3F
    if a < 0xF0 { return ((a & 0x0F) << 12 | b << 6 | UInt32(text[i + 2]) & 0x3F, 3) }
    return (
      (a & 0x07) << 18 | b << 12 | (UInt32(text[i + 2]) & 0x3F) << 6 | UInt32(text[i + 3]) & 0x3F,
      4
    )
  }

  private mutating func addSpace(_ run: Int32) {
    switch last {
    case .start where list.items.isEmpty || list.items.last?.kind == .hardBreak: return
    case .space: return
    default: break
    }
    let style = styles.runs[Int(run)]
    list.items.append(
      Item(
        kind: .space, level: level(), run: run, span: span, word: style.space,
        width: style.spaceWidth))
    last = .space
  }

  private mutating func flush(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ run: Int32, _ level: UInt8
  ) {
    guard !range.isEmpty else { return }
    switch last {
    case .breakable(let penalty): opportunity(penalty, run: run)
    // Letters may follow an ideograph on a new line, but for marks that close.
    case .ideograph where !Itemizer.closes(text[range.lowerBound]): opportunity(0, run: run)
    default: break
    }
    // Thai and similar scripts have no spaces between words.
    if range.count > 12, Itemizer.isSoutheastAsian(text, at: range.lowerBound) {
      var start = range.lowerBound
      for offset in styles.words.starts(in: UnsafeBufferPointer(rebasing: text[range])) {
        append(text, start..<range.lowerBound + offset, run, level)
        opportunity(0, run: run)
        start = range.lowerBound + offset
      }
      append(text, start..<range.upperBound, run, level)
    } else {
      append(text, range, run, level)
    }
    last = .letter
  }

  /// Indicates whether a letter of Thai, Lao, Burmese or Khmer stands there, by the first bytes of
  /// its UTF-8.
  private static func isSoutheastAsian(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard text[start] == 0xE0 || text[start] == 0xE1, start + 1 < text.count else { return false }
    let second = text[start + 1]
    return text[start] == 0xE0
      ? (0xB8...0xBB).contains(second)
      : (0x80...0x82).contains(second) || (0x9E...0x9F).contains(second)
  }

  private static func closes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: true
    default: false
    }
  }

  private mutating func separate(with penalty: Int16 = 0, beforeIdeograph: Bool = false, run: Int32)
  {
    switch last {
    case .breakable(let penalty): opportunity(penalty, run: run)
    case .ideograph: opportunity(0, run: run)
    case .letter: opportunity(beforeIdeograph ? 0 : penalty, run: run)
    case .start, .space, .opening: break
    }
  }

  private mutating func opportunity(_ penalty: Int16, run: Int32) {
    list.items.append(
      Item(
        kind: .opportunity, level: level(), penalty: penalty, run: run, span: span, word: -1,
        width: 0))
  }

  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ run: Int32, _ level: UInt8
  ) {
    guard range.count <= Itemizer.wordLimit else {
      var start = range.lowerBound
      while start < range.upperBound {
        // With the longest cluster at its end it is still short enough to be set as one.
        let end = clusterEnd(text, from: start + 192, upTo: range.upperBound)
        append(text, start..<end, run, level)
        if end < range.upperBound { opportunity(1000, run: run) }
        start = end
      }
      return
    }
    let style = styles.runs[Int(run)]
    let part = UnsafeBufferPointer(rebasing: text[range])
    let word = styles.words.word(part, font: style.font, isRightToLeft: level % 2 == 1)
    let width = styles.words.words[Int(word)].width * style.size
    guard width <= measure || range.count < 4 else {
      // A word that is wider than a line may be broken anywhere, as a last resort.
      let pieces = max(2, Int(min(512, (width / measure * 6).rounded(.up))))
      let step = max(1, range.count / pieces)
      var start = range.lowerBound
      while start < range.upperBound {
        let end = clusterEnd(text, from: start + step, upTo: range.upperBound)
        let piece = UnsafeBufferPointer(rebasing: text[start..<end])
        let part = styles.words.word(piece, font: style.font, isRightToLeft: level % 2 == 1)
        list.items.append(
          Item(
            kind: .word, level: level, run: run, span: span, word: part,
            width: styles.words.words[Int(part)].width * style.size))
        if end < range.upperBound { opportunity(1000, run: run) }
        start = end
      }
      return
    }
    list.items.append(
      Item(kind: .word, level: level, run: run, span: span, word: word, width: width))
  }

  /// Scalars of one cluster that are looked at: more than any script stacks.
  private static let clusterLimit = 64

  /// The end of the cluster that `index` falls into: marks stay with their letter, and so does what
  /// a virama stacks below it, as in Khmer.
  private func clusterEnd(
    _ text: UnsafeBufferPointer<UInt8>, from index: Int, upTo limit: Int
  ) -> Int {
    guard index < limit else { return limit }
    var end = index
    while end < limit, text[end] & 0xC0 == 0x80 { end += 1 }
    for _ in 0..<Itemizer.clusterLimit where end < limit {
      let (next, length) = decode(text, at: end)
      guard text[end] >= 0x80, joinsCluster(next) || endsInVirama(text, at: end) else { break }
      end += length
    }
    return end
  }

  private func joinsCluster(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar == 0x200D || scalar == 0x200C
    }
  }

  /// Indicates whether the scalar before `end` is a virama, by its combining class.
  private func endsInVirama(_ text: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    var start = end - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0, text[start] >= 0x80 else { return false }
    let scalar = Unicode.Scalar(decode(text, at: start).0)
    return scalar?.properties.canonicalCombiningClass.rawValue == 9
  }
}

/// The line breaking class of a code point. Unicode's UAX #14, as much of it as books need.
enum BreakClass {
  case letter, mark, space, fixedSpace, joiner, zeroWidthSpace, softHyphen, dash, hyphen
  case lineSeparator, ideograph, opening, closing, emoji

  static func of(_ scalar: UInt32) -> BreakClass {
    switch scalar {
    case 0xA0, 0x202F, 0x2007: .fixedSpace
    case 0xAD: .softHyphen
    case 0..<0x300: .letter
    case 0x300...0x36F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: .mark
    case 0x370..<0x2000: scalar == 0x1680 ? .space : .letter
    case 0x2009, 0x200A: .fixedSpace
    case 0x2000...0x2006, 0x2008, 0x205F, 0x3000: .space
    case 0x200B: .zeroWidthSpace
    case 0x2060, 0xFEFF: .joiner
    case 0x2010, 0x2013: .hyphen
    case 0x2014, 0x2E3A, 0x2E3B: .dash
    case 0x2028, 0x2029: .lineSeparator
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019,
      0x301B, 0x301E, 0x301F, 0x303B, 0x309B...0x309E, 0x30A0, 0x30FB...0x30FE,
      // Small kana.
      0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
      0x30F5, 0x30F6,
      0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60, 0xFF61,
      0xFF63, 0xFF64:
      .closing
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08,
      0xFF3B, 0xFF5B, 0xFF5F, 0xFF62:
      .opening
    case 0x2E80...0x2FFF, 0x3003...0x30FF, 0x3100...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFD:
      .ideograph
    case 0x1F000...0x1FAFF, 0x2600...0x27BF: .emoji
    default: .letter
    }
  }
}

/// Indicates whether and how inlines need the bidirectional algorithm.
enum BidiScan {
  static func needsLevels(_ inlines: [Inline], depth: Int = 0) -> Bool {
    guard depth < 64 else { return false }
    return inlines.contains { inline in
      switch inline {
      case .text(let text), .code(let text): hasRightToLeft(text)
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner),
        .smallCaps(let inner), .superscript(let inner), .subscript(let inner):
        needsLevels(inner, depth: depth + 1)
      case .link(let link): needsLevels(link.inlines, depth: depth + 1)
      case .reference(let reference): needsLevels(reference.inlines, depth: depth + 1)
      case .span(let span):
        span.direction == .rightToLeft || needsLevels(span.inlines, depth: depth + 1)
      case .lineBreak, .footnote, .image, .indexMark: false
      }
    }
  }

  private static func hasRightToLeft(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var i = 0
      let raw = UnsafeRawBufferPointer(bytes)
      while i < bytes.count {
        // Eight letters of ASCII at a time.
        if i + 8 <= raw.count,
          raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          i += 8
          continue
        }
        let byte = bytes[i]
        if byte >= 0xD6 {
          // U+0580…U+07FF; U+0800…U+08FF and U+200F, U+202B…; presentation forms; the SMP's.
          if byte <= 0xDF { return true }
          if byte == 0xE0, i + 1 < bytes.count, bytes[i + 1] < 0xA4 { return true }
          if byte == 0xE2, i + 2 < bytes.count, bytes[i + 1] == 0x80,
            bytes[i + 2] == 0x8F || (0xAA...0xAE).contains(bytes[i + 2])
          {
            return true
          }
          if byte == 0xE2, i + 2 < bytes.count, bytes[i + 1] == 0x81,
            (0xA6...0xA9).contains(bytes[i + 2])
          {
            return true
          }
          if byte == 0xEF, i + 1 < bytes.count, (0xAC...0xBB).contains(bytes[i + 1]) {
            return true
          }
          if byte == 0xF0, i + 1 < bytes.count, bytes[i + 1] == 0x90 || bytes[i + 1] == 0x9E {
            return true
          }
        }
        i += 1
      }
      return false
    }
  }

  /// The paragraph's text, one code point for each item without text; spans with a direction of
  /// their own are isolated.
  static func collect(_ inlines: [Inline], into text: inout String, depth: Int = 0) {
    guard depth < 64 else { return }
    for inline in inlines {
      switch inline {
      case .text(let piece), .code(let piece): text += piece
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner),
        .smallCaps(let inner), .superscript(let inner), .subscript(let inner):
        collect(inner, into: &text, depth: depth + 1)
      case .link(let link): collect(link.inlines, into: &text, depth: depth + 1)
      case .reference(let reference):
        if reference.shown == .page {
          text += "\u{FFFC}"
        } else {
          collect(reference.inlines, into: &text, depth: depth + 1)
        }
      case .span(let span):
        switch span.direction {
        case .leftToRight: text += "\u{2066}"
        case .rightToLeft: text += "\u{2067}"
        case .automatic: text += "\u{2068}"
        case nil: break
        }
        collect(span.inlines, into: &text, depth: depth + 1)
        if span.direction != nil { text += "\u{2069}" }
      case .lineBreak: text += "\u{2028}"
      case .footnote, .image: text += "\u{FFFC}"
      case .indexMark: break
      }
    }
  }

  /// Rules P2 and P3: isolated text does not count for the paragraph's direction.
  static func firstStrongIsRightToLeft(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth = max(0, depth - 1)
      case _ where depth > 0: continue
      default: if let isRightToLeft = TextDirection.isRightToLeft(scalar) { return isRightToLeft }
      }
    }
    return false
  }
}

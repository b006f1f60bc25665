// SPDX-License-Identifier: MIT
// Part of Platen: an invitation card with title, time, room and a QR code.

internal import Documents
package import Drawing
package import Geometry
internal import QRCodes

/// A card that invites to a room, as a drawing or a page.
package struct InvitationCard {
  package let invitation: Invitation
  private let colors: Colors
  private let families: [String]
  private let isRightToLeft: Bool

  /// - Parameters:
  ///   - families: of all text, in order of preference.
  ///   - isRightToLeft: whether the language of the card is right-to-left, which mirrors the card.
  package init(
    invitation: Invitation, colors: Colors, families: [String], isRightToLeft: Bool = false
  ) {
    self.invitation = invitation
    self.colors = colors
    self.families = families
    self.isRightToLeft = isRightToLeft
  }

  /// The colors of a card.
  package struct Colors: Hashable {
    let paper: Color
    let ink: Color
    let muted: Color
    let accent: Color
    let line: Color

    package init(paper: Color, ink: Color, muted: Color, accent: Color, line: Color) {
      self.paper = paper
      self.ink = ink
      self.muted = muted
      self.accent = accent
      self.line = line
    }
  }

  /// The size in points: A6, landscape.
  package static let size = Size(width: 420, height: 298)

  /// A part of the card: its role for screen readers and its drawing.
  private struct Part {
    /// nil for an artefact.
    var role: StructureElement.Role?
    var nodes: [Node]
    var alternative = ""
    var frame: Rect?
  }

  /// The card as a drawing.
  ///
  /// - Throws: `Failure` where the link is too long for a code.
  package func scene(text: some TextMeasuring) throws -> Scene {
    scene(of: try parts(text))
  }

  private func scene(of parts: [Part]) -> Scene {
    Scene(
      size: InvitationCard.size, background: colors.paper, nodes: parts.flatMap(\.nodes),
      title: invitation.heading + ": " + invitation.title)
  }

  /// The card as a page with its structure.
  ///
  /// - Throws: as `scene`.
  package func page(
    text: some TextMeasuring, language: String
  ) throws -> (LaidOutPage, DocumentStructure) {
    let parts = try parts(text)
    var structure = DocumentStructure()
    structure.language = language
    structure.elements = [StructureElement(.document, in: nil)]
    var leaves: [ContentLeaf] = []
    var links: [PageLink] = []
    var start = 0
    for part in parts {
      let end = start + part.nodes.count
      var leaf = ContentLeaf(nodes: start..<end, element: nil)
      if let role = part.role {
        var parent = 0
        if role == .link {
          parent = structure.elements.count
          structure.elements.append(StructureElement(.paragraph, in: 0))
        }
        var element = StructureElement(role, in: parent)
        element.alternative = part.alternative
        if role == .figure { element.box = part.frame.map { PageBox(page: 0, frame: $0) } }
        leaf.element = structure.elements.count
        if role == .link, let frame = part.frame {
          links.append(
            PageLink(
              frame: frame, target: .url(invitation.link), element: structure.elements.count,
              description: invitation.link))
        }
        structure.elements.append(element)
      }
      leaves.append(leaf)
      start = end
    }
    return (LaidOutPage(scene: scene(of: parts), leaves: leaves, links: links), structure)
  }

  /// Texts below each other, each aligned by its direction.
  private struct Column {
    let left: Double
    let room: Double
    let isRightToLeft: Bool
    var parts: [Part]

    /// Adds lines of which the last is on the baseline given.
    mutating func addLines(
      _ role: StructureElement.Role, _ block: TextBlock, endingAt last: Double, _ color: Color
    ) {
      var part = Part(role: role, nodes: [])
      var y = last - Double(block.lines.count - 1) * block.leading
      let top = y - (block.lines.first?.ascent ?? 0)
      let isAtRight = isRightToLeft || block.isRightToLeft
      for line in block.lines {
        let x = isAtRight ? left + room - line.width : left
        part.nodes += line.nodes(at: Point(x, y), paint: .color(color))
        y += block.leading
      }
      let width = block.lines.map(\.width).max() ?? 0
      part.frame = Rect(
        x: isAtRight ? left + room - width : left, y: top, width: width,
        height: last + (block.lines.last?.descent ?? 0) - top)
      parts.append(part)
    }

    mutating func addLines(
      _ role: StructureElement.Role, _ block: TextBlock, below y: inout Double, _ color: Color
    ) {
      y += block.height
      addLines(role, block, endingAt: y, color)
    }
  }

  private var ground: Part {
    let size = InvitationCard.size
    return Part(
      nodes: [
        rect(Rect(x: 0, y: 0, width: size.width, height: size.height), colors.paper),
        rect(
          Rect(x: isRightToLeft ? size.width - 9 : 0, y: 0, width: 9, height: size.height),
          colors.accent),
      ])
  }

  private func parts(_ text: some TextMeasuring) throws -> [Part] {
    let size = InvitationCard.size
    let margin = 30.0
    let code = try QRCode(invitation.link)
    let side = 148.0
    let frame = Rect(
      x: isRightToLeft ? margin : size.width - margin - side, y: (size.height - side) / 2 - 8,
      width: side, height: side)
    let left = isRightToLeft ? frame.maxX + 22 : margin + 6
    let room = size.width - margin - side - 22 - margin - 6
    var column = Column(left: left, room: room, isRightToLeft: isRightToLeft, parts: [ground])
    // The link and the code are at the bottom and complete, since people type them.
    let foot = size.height - margin
    let address = invitation.link.firstRange(of: "://").map {
      String(invitation.link[$0.upperBound...])
    }
    let link = whole(address ?? invitation.link, (9.5, 8), 7, room, text)
    let name = whole(invitation.code, (17, 11), 8, room, text, weight: 700)
    var label = invitation.codeLabel
    if !invitation.server.isEmpty { label = invitation.server + " · " + label }
    let codeFoot = foot - 25 - (link.height - link.leading)
    let labelFoot = codeFoot - 21 - (name.height - name.leading)
    let rule = labelFoot - 20
    var y = margin + 18
    column.addLines(
      .paragraph, fitted(invitation.heading.uppercased(), 9.5, room, text, weight: 700),
      endingAt: y, colors.accent)
    y += 12
    let when = lines(invitation.when, 11, room, text, most: 3)
    let spare = rule - 8 - y - (when.lines.isEmpty ? 0 : when.height + 4)
    // The title is one heading, however many lines it has.
    column.addLines(.heading1, broken(invitation.title, room, spare, text), below: &y, colors.ink)
    if !when.lines.isEmpty {
      y += 4
      column.addLines(.paragraph, when, below: &y, colors.muted)
    }
    column.parts.append(
      Part(nodes: [rect(Rect(x: left, y: rule, width: room, height: 0.8), colors.line)]))
    column.addLines(.paragraph, fitted(label, 9.5, room, text), endingAt: labelFoot, colors.muted)
    column.addLines(.paragraph, name, endingAt: codeFoot, colors.ink)
    column.addLines(.link, link, endingAt: foot - 4, colors.accent)
    column.parts.append(
      Part(
        role: .figure, nodes: self.code(code, in: frame),
        alternative: invitation.scan + ": " + invitation.link, frame: frame))
    let scan = fitted(invitation.scan, 9.5, side, text).lines[0]
    let place = Point(frame.x + (side - scan.width) / 2, frame.maxY + 16)
    column.parts.append(
      Part(role: .paragraph, nodes: scan.nodes(at: place, paint: .color(colors.muted))))
    return column.parts
  }

  /// The QR code, dark on white regardless of the card's colors, as cameras require.
  private func code(_ code: QRCode, in frame: Rect) -> [Node] {
    return [rect(frame, .white), .path(PathNode(code.path(in: frame), fill: Fill(.black)))]
  }

  private func rect(_ rect: Rect, _ color: Color) -> Node {
    .path(PathNode(Path(rect: rect), fill: Fill(color)))
  }

  /// Lines of one text.
  private struct TextBlock {
    var lines: [ShapedText]
    /// From one baseline to the next.
    var leading: Double
    /// Indicates whether the text is right-to-left.
    var isRightToLeft: Bool

    var height: Double { Double(lines.count) * leading }
  }

  /// The size, weight and direction of a shaped text.
  private struct TextStyle {
    var em: Double
    var weight = 400
    var isRightToLeft: Bool
  }

  /// The direction of a text is that of its first strong letter, or the card's where it has none.
  private func isTextRightToLeft(_ string: String) -> Bool {
    (Direction.first(in: string) ?? (isRightToLeft ? .rightToLeft : .leftToRight)) == .rightToLeft
  }

  /// Shapes a line whose direction is that of the whole text, not that of its first letter (UAX #9).
  private func shaped(_ string: String, _ style: TextStyle, _ text: some TextMeasuring)
    -> ShapedText
  {
    let font = FontRequest(families: families, size: style.em, weight: style.weight)
    let mayTurn = string.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    guard mayTurn || style.isRightToLeft else { return text.shape(string, font: font) }
    let levels = text.embeddingLevels(of: string, isRightToLeft: style.isRightToLeft)
    var pieces: [(text: String.UnicodeScalarView, level: UInt8)] = []
    for (scalar, level) in zip(string.unicodeScalars, levels) {
      if pieces.last?.level == level {
        pieces[pieces.count - 1].text.append(scalar)
      } else {
        pieces.append((String.UnicodeScalarView([scalar]), level))
      }
    }
    // From the deepest level up, pieces at that level or deeper are reversed (rule L2).
    let deepest = pieces.map(\.level).max() ?? 0
    for level in stride(from: deepest, to: 0, by: -1) {
      var start = 0
      while start < pieces.count {
        guard pieces[start].level >= level else {
          start += 1
          continue
        }
        let end = pieces[start...].firstIndex { $0.level < level } ?? pieces.count
        pieces[start..<end].reverse()
        start = end
      }
    }
    var line = ShapedText(runs: [], width: 0, ascent: 0, descent: 0)
    for piece in pieces {
      var next = text.shape(
        String(piece.text), font: font, isRightToLeft: !piece.level.isMultiple(of: 2))
      for run in next.runs.indices {
        for glyph in next.runs[run].glyphs.indices {
          next.runs[run].glyphs[glyph].position.x += line.width
        }
      }
      line.runs += next.runs
      line.width += next.width
      line.ascent = max(line.ascent, next.ascent)
      line.descent = max(line.descent, next.descent)
      line.missing += next.missing
    }
    return line
  }

  /// A line with a smaller size if it does not fit, and cut if that is not enough.
  private func fitted(
    _ string: String, _ em: Double, _ room: Double, _ text: some TextMeasuring, weight: Int = 400
  ) -> TextBlock {
    var style = TextStyle(em: em, weight: weight, isRightToLeft: isTextRightToLeft(string))
    var line = shaped(string, style, text)
    while line.width > room, style.em > 6 {
      style.em -= 0.5
      line = shaped(string, style, text)
    }
    if line.width > room, string.count > 1 {
      let characters = Array(string)
      func shortened(to count: Int) -> ShapedText {
        shaped(String(characters.prefix(count)) + "…", style, text)
      }
      let count = greatestFit(upTo: characters.count - 1) { shortened(to: $0).width <= room }
      line = shortened(to: max(1, count))
    }
    return TextBlock(lines: [line], leading: style.em * 1.25, isRightToLeft: style.isRightToLeft)
  }

  /// Text that a person types, complete: in one line as large as it fits, otherwise in two or more.
  ///
  /// - Parameters:
  ///   - sizes: from the largest to the smallest of one line.
  ///   - least: the smallest of several.
  private func whole(
    _ string: String, _ sizes: (largest: Double, smallest: Double), _ least: Double, _ room: Double,
    _ text: some TextMeasuring, weight: Int = 400
  ) -> TextBlock {
    for em in stride(from: sizes.largest, through: sizes.smallest, by: -0.5) {
      let block = lines(string, em, room, text, weight: weight, most: 12)
      if block.lines.count == 1 { return block }
    }
    for em in stride(from: (sizes.largest + sizes.smallest) / 2, through: least, by: -0.5) {
      let block = lines(string, em, room, text, weight: weight, most: 12)
      if block.lines.count <= 2 { return block }
    }
    return lines(string, least, room, text, weight: weight, most: 12)
  }

  /// The title in up to three lines, as large as they fit.
  private func broken(
    _ string: String, _ room: Double, _ height: Double, _ text: some TextMeasuring
  ) -> TextBlock {
    var em = 25.0
    while em > 11 {
      let block = lines(string, em, room, text, weight: 700)
      if block.lines.count <= 3, block.height <= height,
        block.lines.allSatisfy({ $0.width <= room })
      {
        return block
      }
      em -= 1
    }
    let most = min(max(Int(height / (em * InvitationCard.leading)), 1), 4)
    return lines(string, em, room, text, weight: 700, most: most)
  }

  /// From one line to the next, in em.
  private static let leading = 1.16

  /// The words in lines; room names also break at their hyphens, and where nothing else helps (for
  /// callers that limit the number of lines) words break anywhere.
  private func lines(
    _ string: String, _ em: Double, _ room: Double, _ text: some TextMeasuring, weight: Int = 400,
    most: Int = .max
  ) -> TextBlock {
    let style = TextStyle(em: em, weight: weight, isRightToLeft: isTextRightToLeft(string))
    func fits(_ string: String) -> Bool {
      shaped(trimmed(string), style, text).width <= room
    }
    var lines: [String] = []
    var line = ""
    for piece in pieces(string) {
      if line.isEmpty ? most == .max || fits(piece) : fits(line + piece) {
        line += piece
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = piece
      guard most != .max, !fits(piece) else { continue }
      var rest = Array(piece)[...]
      while !rest.isEmpty {
        let count = greatestFit(upTo: rest.count) { fits(String(rest.prefix($0))) }
        line = String(rest.prefix(max(1, count)))
        rest = rest.dropFirst(max(1, count))
        if !rest.isEmpty { lines.append(line) }
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count > most {
      // Cut text ends with an ellipsis.
      lines = Array(lines.prefix(most))
      let last = Array(trimmed(lines[most - 1]))
      let count = greatestFit(upTo: last.count) { fits(String(last.prefix($0)) + "…") }
      lines[most - 1] = String(last.prefix(count)) + "…"
    }
    return TextBlock(
      lines: lines.map { shaped(trimmed($0), style, text) },
      leading: em * (weight == 400 ? 16 / 11 : InvitationCard.leading),
      isRightToLeft: style.isRightToLeft)
  }

  private func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.dropLast()) : text
  }

  /// Words with the space or hyphen after them; in text written without spaces each character, with
  /// the marks that no line begins with.
  private func pieces(_ string: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var wasIdeograph = false
    for character in string.prefix(400) {
      let isIdeograph = InvitationCard.isIdeograph(character)
      let mayPart =
        (isIdeograph || wasIdeograph) && !InvitationCard.closing.contains(character)
        && !character.isWhitespace && !piece.allSatisfy(InvitationCard.opening.contains)
      if mayPart {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character.isWhitespace ? " " : character)
      if character.isWhitespace || character == "-" {
        pieces.append(piece)
        piece = ""
      }
      wasIdeograph = isIdeograph
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// Marks that no line begins with, and those that none ends with.
  private static let closing: Set<Character> = [
    "，", "。", "、", "；", "：", "！", "？", "）", "】", "》", "」", "』", "”", "’", "…", "ー", ",", ".", ";",
    ":", "!", "?", ")",
  ]
  private static let opening: Set<Character> = ["（", "【", "《", "「", "『", "“", "‘", "("]

  /// Indicates whether lines may break at a character: Chinese, kana and their marks. Korean has
  /// spaces.
  private static func isIdeograph(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x2E80...0x30FF, 0x31C0...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}

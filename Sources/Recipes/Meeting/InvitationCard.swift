// SPDX-License-Identifier: MIT
// Part of Platen: an invitation drawn: what, when, where, and a code to scan.

internal import Drawing
internal import Geometry
internal import Meetings
internal import QRCodes
internal import Typesetting
internal import Writers

/// A card that invites to a room, as a scene without a form.
struct InvitationCard {
  let invitation: Invitation
  let colors: Colors
  let families: [String]

  /// The colours of a card.
  struct Colors: Hashable {
    var paper: Color
    var ink: Color
    var muted: Color
    var accent: Color
    var line: Color

    /// Those of a look's screens: a card is seen on them more often than on paper.
    init(_ look: BookLook) {
      let palette = look.web.scheme == .dark ? look.web.dark : look.web.light
      paper = Color(rgb: palette.paper)
      ink = Color(rgb: palette.ink)
      muted = Color(rgb: palette.muted)
      accent = Color(rgb: palette.accent)
      line = Color(rgb: palette.line)
    }
  }

  /// In points: A6 lying down.
  static let size = Size(width: 420, height: 298)

  /// A piece of the card: what it is to those who hear it, and how it is drawn.
  private struct Part {
    /// nil for an artefact.
    var role: StructureElement.Role?
    var nodes: [Node]
    var alternative = ""
    var frame: Rect?
  }

  /// The card as a picture.
  ///
  /// - Throws: `Failure` where the link is too long for a code.
  func scene(text: some TextMeasuring) throws -> Scene {
    scene(of: try parts(text))
  }

  private func scene(of parts: [Part]) -> Scene {
    Scene(
      size: InvitationCard.size, background: colors.paper, nodes: parts.flatMap(\.nodes),
      title: invitation.heading + ": " + invitation.title)
  }

  /// The card as a page, with what of it means what.
  ///
  /// - Throws: as `scene`.
  func page(
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

  private func parts(_ text: some TextMeasuring) throws -> [Part] {
    let size = InvitationCard.size
    let margin = 30.0
    var parts = [
      Part(
        nodes: [
          rect(Rect(x: 0, y: 0, width: size.width, height: size.height), colors.paper),
          rect(Rect(x: 0, y: 0, width: 9, height: size.height), colors.accent),
        ])
    ]
    func add(_ role: StructureElement.Role, _ line: ShapedText, _ at: Point, _ color: Color) {
      parts.append(
        Part(
          role: role, nodes: line.nodes(at: at, paint: .color(color)),
          frame: Rect(
            x: at.x, y: at.y - line.ascent, width: line.width, height: line.ascent + line.descent)))
    }
    let code = try QRCode(invitation.link)
    let side = 148.0
    let frame = Rect(
      x: size.width - margin - side, y: (size.height - side) / 2 - 8, width: side, height: side)
    let left = margin + 6
    let room = frame.minX - 22 - left
    var y = margin + 18
    add(
      .paragraph, fitted(invitation.heading.uppercased(), 9.5, room, text, weight: 700),
      Point(left, y), colors.accent)
    y += 12
    // The title is one heading, however many lines it has.
    var title = Part(role: .heading1, nodes: [])
    for (line, em) in broken(invitation.title, room, text) {
      y += em * 1.16
      title.nodes += line.nodes(at: Point(left, y), paint: .color(colors.ink))
    }
    parts.append(title)
    if !invitation.when.isEmpty {
      y += 4
      var when = Part(role: .paragraph, nodes: [])
      for line in lines(invitation.when, 11, room, text, most: 3) {
        y += 16
        when.nodes += line.nodes(at: Point(left, y), paint: .color(colors.muted))
      }
      parts.append(when)
    }
    // What is typed stands at the foot, where it is looked for.
    let foot = size.height - margin
    parts.append(
      Part(nodes: [rect(Rect(x: left, y: foot - 66, width: room, height: 0.8), colors.line)]))
    var label = invitation.codeLabel
    if !invitation.server.isEmpty { label = invitation.server + " · " + label }
    add(.paragraph, fitted(label, 9.5, room, text), Point(left, foot - 46), colors.muted)
    add(
      .paragraph, fitted(invitation.code, 17, room, text, weight: 700), Point(left, foot - 25),
      colors.ink)
    let link = invitation.link.firstRange(of: "://").map {
      String(invitation.link[$0.upperBound...])
    }
    add(
      .link, fitted(link ?? invitation.link, 9.5, room, text), Point(left, foot - 4),
      colors.accent)
    parts.append(
      Part(
        role: .figure, nodes: self.code(code, in: frame),
        alternative: invitation.scan + ": " + invitation.link, frame: frame))
    let scan = fitted(invitation.scan, 9.5, side, text)
    add(
      .paragraph, scan, Point(frame.x + (side - scan.width) / 2, frame.maxY + 16), colors.muted)
    return parts
  }

  /// Dark on white whatever the card's colours are: cameras want it so.
  private func code(_ code: QRCode, in frame: Rect) -> [Node] {
    return [rect(frame, .white), .path(PathNode(code.path(in: frame), fill: Fill(.black)))]
  }

  private func rect(_ rect: Rect, _ color: Color) -> Node {
    .path(PathNode(Path(rect: rect), fill: Fill(color)))
  }

  private func shaped(
    _ string: String, _ em: Double, _ text: some TextMeasuring, weight: Int = 400
  ) -> ShapedText {
    text.shape(string, font: FontRequest(families: families, size: em, weight: weight))
  }

  /// A line made smaller until it fits, and cut where that does not help.
  private func fitted(
    _ string: String, _ em: Double, _ room: Double, _ text: some TextMeasuring, weight: Int = 400
  ) -> ShapedText {
    var em = em
    var line = shaped(string, em, text, weight: weight)
    while line.width > room, em > 6 {
      em -= 0.5
      line = shaped(string, em, text, weight: weight)
    }
    var cut = string
    while line.width > room, cut.count > 1 {
      cut.removeLast()
      line = shaped(cut + "…", em, text, weight: weight)
    }
    return line
  }

  /// The title in up to three lines, as large as they fit, each with its size.
  private func broken(
    _ string: String, _ room: Double, _ text: some TextMeasuring
  ) -> [(ShapedText, Double)] {
    var em = 25.0
    while em > 11 {
      let lines = lines(string, em, room, text, weight: 700)
      if lines.count <= 3, lines.allSatisfy({ $0.width <= room }) {
        return lines.map { ($0, em) }
      }
      em -= 1
    }
    return lines(string, em, room, text, weight: 700, most: 4).map { ($0, em) }
  }

  /// The words in lines; room names are parted at their hyphens, too, and where nothing else helps
  /// (for those who say how many lines there may be) words anywhere.
  private func lines(
    _ string: String, _ em: Double, _ room: Double, _ text: some TextMeasuring, weight: Int = 400,
    most: Int = .max
  ) -> [ShapedText] {
    func fits(_ string: String) -> Bool {
      shaped(trimmed(string), em, text, weight: weight).width <= room
    }
    var lines: [String] = []
    var line = ""
    for piece in pieces(string) {
      if line.isEmpty ? most == .max || fits(piece) : fits(line + piece) {
        line += piece
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for letter in most == .max || fits(piece) ? [piece] : piece.map(String.init) {
        if !line.isEmpty, !fits(line + letter) {
          lines.append(line)
          line = ""
        }
        line += letter
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count > most {
      // What is cut says so.
      lines = Array(lines.prefix(most))
      var last = trimmed(lines[most - 1])
      while !last.isEmpty, !fits(last + "…") { last.removeLast() }
      lines[most - 1] = last + "…"
    }
    return lines.map { shaped(trimmed($0), em, text, weight: weight) }
  }

  private func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.dropLast()) : text
  }

  /// Words with the blank or hyphen behind them; of what is written without blanks each sign, with
  /// the marks that no line begins with.
  private func pieces(_ string: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var wasIdeograph = false
    for character in string.prefix(200) {
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

  /// Whether lines may be parted at a sign: Chinese, kana and their marks. Korean has blanks.
  private static func isIdeograph(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x2E80...0x30FF, 0x31C0...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}

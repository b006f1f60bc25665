// SPDX-License-Identifier: MIT
// Part of Platen: one slide of a presentation: its shapes from the plan of its blocks.

internal import Documents
internal import Drawing
internal import Figures
internal import Geometry
internal import Typesetting

typealias DeckPalette = DeckLook.Palette

/// The relationships of a slide: links, images, its layout.
struct Relations {
  struct Entry {
    var id: String
    var type: String
    var target: String
    var isExternal = false
  }
  private(set) var entries: [Entry] = []

  static let namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

  /// The id of a relation to a target, which is made once.
  mutating func id(_ type: String, _ target: String, isExternal: Bool = false) -> String {
    let type = Relations.office + type
    if let known = entries.first(where: { $0.type == type && $0.target == target }) {
      return known.id
    }
    entries.append(
      Entry(
        id: "rId\(entries.count + 1)", type: type, target: target, isExternal: isExternal))
    return "rId\(entries.count)"
  }

  var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Relationships xmlns=\"\(Relations.namespace)\">"
      + entries.map {
        "<Relationship Id=\"\($0.id)\" Type=\"\($0.type)\" Target=\"\(escaped($0.target))\"\($0.isExternal ? " TargetMode=\"External\"" : "")/>"
      }.joined() + "</Relationships>"
  }
}

/// Links are found while text is written, which is a value: hence a box for them.
final class RelationBox {
  var relations = Relations()
}

struct SlideWriter {
  let deck: Deck
  let look: DeckLook
  let format: SlideFormat
  let relations = RelationBox()
  /// The paths of images, from a slide: by resource, and of the page's drawn parts.
  let media: [String: String]
  let drawn: [String?]
  /// The slide's background, where it differs from that of its layout.
  let ground: Color?
  /// The colors of the presentation's theme.
  let scheme: SchemeColors
  var leftOut: [String] = []
  private var nextID = 2
  /// The animations within columns.
  var columnTiming = SlideTiming()

  init(
    deck: Deck, look: DeckLook, format: SlideFormat, media: [String: String], drawn: [String?],
    scheme: SchemeColors, ground: Color? = nil
  ) {
    self.deck = deck
    self.ground = ground
    self.scheme = scheme
    self.look = look
    self.format = format
    self.media = media
    self.drawn = drawn
  }

  /// The id of the shape that was begun last.
  var lastID: Int { nextID - 1 }

  mutating func id() -> Int {
    nextID += 1
    return nextID - 1
  }

  func ink(_ kind: Slide.Kind) -> Color {
    switch kind {
    case .cover: look.palette.coverInk
    case .part: look.palette.partInk
    case .standard: look.palette.ink
    }
  }

  /// The slide's part.
  mutating func xml(
    of slide: Slide, _ plan: SlidePlan, page: Int, number: Int
  ) -> String {
    let box = relations
    var writer = TextWriter(
      look: look, kind: slide.kind, of: deck.metadata, scale: plan.scale,
      codeScale: plan.codeScale, link: { box.relations.id("hyperlink", $0, isExternal: true) })
    let base = writer.body(ink(slide.kind))
    var shapes = ""
    var hasBody = false
    var pending: [SlidePlan.Part] = []
    var timing = SlideTiming()
    let isCentered = slide.classes.contains("center")
    func looks(_ base: TextLook) -> TextLook {
      var own = base
      own.isCentered = isCentered
      return own
    }
    func flush(_ writer: inout TextWriter, _ next: () -> Int) {
      guard let first = pending.first, let last = pending.last else { return }
      let frame = first.frame.union(last.frame)
      writer.beginShape()
      let text = writer.paragraphs(of: pending.map(\.block), looks(base))
      let number = next()
      timing.addText(number, steps: writer.steps)
      shapes += Shapes.text(
        number, hasBody ? "Text" : "Content",
        Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
        placeholder: hasBody || slide.kind != .standard ? "" : "idx=\"1\"", text)
      hasBody = true
      pending.removeAll()
    }
    shapes += background(of: slide)
    if page > 0, slide.kind == .standard { shapes += head(slide, page, plan, &writer) }
    for (place, part) in plan.pages[page].enumerated() {
      if let drawing = part.drawing, let target = drawn[place] {
        flush(&writer) { id() }
        let picture = Shapes.picture(
          id(), "Picture", drawing.frame, relation: relations.relations.id("image", target),
          alternative: drawing.alternative)
        timing.addShapes(of: picture, step: part.block.attributes.step)
        shapes += picture
        continue
      }
      switch part.block {
      case .heading(let heading) where SlideWriter.isTitle(heading):
        flush(&writer) { id() }
        shapes += title(heading, slide, plan, part.frame, &writer)
      case .paragraph, .heading, .list, .keyValues: pending.append(part)
      case .pageBreak, .contents, .index: break
      default:
        flush(&writer) { id() }
        columnTiming = SlideTiming()
        let own = shape(part.block, part.frame, looks(base), &writer)
        timing.addEffects(of: columnTiming)
        timing.addShapes(of: own, step: part.block.attributes.step)
        shapes += own
      }
    }
    flush(&writer) { id() }
    if let bottom = plan.titleBottom, page == 0, slide.kind == .standard, !isCentered {
      let left = plan.pages[page].first?.frame.minX ?? look.side
      shapes += Shapes.bar(
        id(), "Line", placed(Rect(x: left, y: bottom + 9, width: 64, height: 4)),
        look.palette.accent2)
    }
    shapes += footnotes(&writer)
    if slide.kind == .standard { shapes += foot(number) }
    for what in writer.leftOut where !leftOut.contains(what) { leftOut.append(what) }
    return SlideWriter.head + "<p:sld \(SlideWriter.names)><p:cSld>"
      + back(of: slide) + "<p:spTree>" + SlideWriter.root + shapes
      + "</p:spTree></p:cSld>"
      + scheme.colorMap(on: ground ?? look.ground(of: slide.kind), links: writer.hasLinks)
      + timing.xml + "</p:sld>"
  }

  static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let names =
    "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\""
  static let root =
    "<p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"0\" cy=\"0\"/><a:chOff x=\"0\" y=\"0\"/><a:chExt cx=\"0\" cy=\"0\"/></a:xfrm></p:grpSpPr>"

  /// The mirrored position, given for slides that are read from left to right.
  private func placed(_ rect: Rect) -> Rect {
    guard isRightToLeft else { return rect }
    return Rect(
      x: format.size.width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
  }

  private var isRightToLeft: Bool { deck.metadata.direction == .rightToLeft }

  // MARK: Titles

  /// Writes the name of a slide that continues over several, small, and the number of this part.
  private mutating func head(
    _ slide: Slide, _ page: Int, _ plan: SlidePlan, _ writer: inout TextWriter
  ) -> String {
    let side = self.look.side * min(1, format.size.width / 960)
    var look = writer.body(self.look.palette.quiet)
    look.size = 12
    look.after = 0
    return Shapes.text(
      id(), "Title", Rect(x: side, y: 16, width: format.size.width - 2 * side, height: 20),
      placeholder: "type=\"title\"", anchor: "ctr",
      writer.paragraph([.text("\(slide.name) · \(page + 1)/\(plan.pages.count)")], look))
  }

  static func isTitle(_ heading: Heading) -> Bool {
    ["slide-title", "cover-title", "part-title"].contains { heading.attributes.has($0) }
  }

  private mutating func title(
    _ heading: Heading, _ slide: Slide, _ plan: SlidePlan, _ frame: Rect,
    _ writer: inout TextWriter
  ) -> String {
    let selector =
      [".slide-title", ".cover-title", ".part-title"].first {
        heading.attributes.has(String($0.dropFirst()))
      } ?? ".slide-title"
    let patch = writer.patch(selector)
    var look = writer.heading(heading.level, writer.body(ink(slide.kind)))
    look.size = (patch.size ?? 38) * plan.titleScale
    look.color = patch.color ?? look.color
    look.leading = patch.leading ?? look.leading
    look.after = 0
    look.isCentered = slide.classes.contains("center")
    return Shapes.text(
      id(), "Title", frame, placeholder: "type=\"\(slide.kind == .cover ? "ctrTitle" : "title")\"",
      writer.paragraph(heading.inlines, look))
  }

  // MARK: Other shapes

  mutating func shape(
    _ block: Block, _ room: Rect, _ base: TextLook, _ writer: inout TextWriter
  ) -> String {
    let gap = base.size * 0.35
    let frame = Rect(
      x: room.x, y: room.y, width: room.width, height: max(base.size, room.height - gap))
    switch block {
    case .code(let code):
      // The foot of the last box on a slide has no gap below it.
      let lines = Double(code.text.split(separator: "\n", omittingEmptySubsequences: false).count)
      let leading = writer.patch("code").leading ?? 1.42
      let wanted = lines * writer.codeSize(base) * leading + 24 * writer.scale
      let own = Rect(
        x: frame.x, y: frame.y, width: frame.width,
        height: max(frame.height, min(wanted, room.height + gap)))
      return Shapes.text(
        id(), "Code", own, fill: writer.patch("code").ground,
        radius: (writer.patch("code").radius ?? 0) * writer.scale,
        insets: (18 * writer.scale, 12 * writer.scale, 12 * writer.scale, 8 * writer.scale),
        writer.code(code, base))
    case .quote, .callout: return panel(block, frame, base, &writer)
    case .table(let table) where table.attributes.has(Block.sideBySide):
      return columns(of: table, frame, base, &writer)
    case .table(let table):
      var shapes = ""
      var own = frame
      if !table.caption.isBlank {
        let height = base.size * 1.1
        var look = base
        look.size *= 0.75
        look.color = self.look.palette.quiet
        shapes += Shapes.text(
          id(), "Caption", Rect(x: frame.x, y: frame.y, width: frame.width, height: height),
          writer.paragraph(table.caption, look))
        own = Rect(
          x: frame.x, y: frame.y + height, width: frame.width,
          height: max(base.size, frame.height - height))
      }
      return shapes
        + TableWriter(table: table).xml(id(), own, base, &writer, palette: look.palette)
    case .figure(let figure): return self.figure(figure, frame, base, &writer)
    case .rule:
      return Shapes.bar(
        id(), "Rule", Rect(x: frame.x, y: frame.center.y, width: frame.width, height: 1),
        look.palette.line)
    default:
      return Shapes.text(id(), "Text", frame, writer.paragraphs(of: [block], base))
    }
  }

  /// The color or the gradient behind a slide; empty for that of its layout.
  func back(of slide: Slide) -> String {
    if let gradient = slide.gradient.flatMap({ CSSGradient($0) }) {
      return Shapes.background(
        gradient, on: ground ?? look.ground(of: slide.kind), format.size)
    }
    return ground.map(Shapes.background) ?? ""
  }

  /// The image behind a slide, under a veil of the ground's color.
  mutating func background(of slide: Slide) -> String {
    guard let background = slide.background,
      let resource = deck.resources.first(where: { $0.name == background.image }),
      let target = media[resource.name], resource.width > 0, resource.height > 0
    else { return "" }
    let sheet = Rect(x: 0, y: 0, width: format.size.width, height: format.size.height)
    let frame = background.frame(
      of: Size(width: Double(resource.width), height: Double(resource.height)), in: sheet)
    let xml = Shapes.background(
      id(), frame, in: sheet, relation: relations.relations.id("image", target))
    guard !slide.isBackgroundAlone else { return xml }
    var veil = ground ?? look.ground(of: slide.kind)
    veil.alpha = SlideBackground.veil
    return xml + Shapes.bar(id(), "Veil", sheet, veil)
  }

  /// Columns as boxes next to each other: texts, and images and code below or above them.
  mutating func columns(
    of table: Table, _ frame: Rect, _ base: TextLook, _ writer: inout TextWriter
  ) -> String {
    var xml = ""
    let height = frame.height / Double(max(1, table.body.count))
    for (row, cells) in table.body.map(\.cells).enumerated() {
      var x = frame.x
      for (column, cell) in cells.enumerated() {
        let share =
          table.columns.indices.contains(column) && table.columns[column].share > 0
          ? table.columns[column].share : 1 / Double(cells.count)
        let gap = 12 * writer.scale
        let own = Rect(
          x: x + (column == 0 ? 0 : gap), y: frame.y + Double(row) * height,
          width: frame.width * share - (column == 0 ? gap : 2 * gap), height: height)
        x += frame.width * share
        xml += stack(cell.blocks, placed(own), base, &writer)
      }
    }
    return xml
  }

  /// The blocks of a division that comes up with a step, each with that step; others as they are.
  static func withoutSteps(_ block: Block) -> [Block] {
    guard case .division(let division) = block, division.attributes.step > 0 else { return [block] }
    return division.blocks.map { $0.comingUp(with: division.attributes.step) }
  }

  /// Blocks below each other in a frame. Images and code share the room that texts leave.
  private mutating func stack(
    _ blocks: [Block], _ frame: Rect, _ base: TextLook, _ writer: inout TextWriter
  ) -> String {
    var groups: [(blocks: [Block], isText: Bool)] = []
    for block in blocks.flatMap(SlideWriter.withoutSteps) {
      var isText: Bool
      switch block {
      case .paragraph, .heading, .list, .keyValues: isText = true
      default: isText = false
      }
      if isText, groups.last?.isText == true {
        groups[groups.count - 1].blocks.append(block)
      } else {
        groups.append(([block], isText))
      }
    }
    let letters = max(8, frame.width / (base.size * 0.5))
    let wanted = groups.map { group -> Double in
      guard group.isText else { return 0 }
      let lines = group.blocks.words.split(separator: "\n").reduce(0.0) {
        $0 + (Double($1.count) / letters).rounded(.up)
      }
      return lines * base.size * 1.35 + Double(group.blocks.count) * base.size * 0.4
    }
    let others = groups.count { !$0.isText }
    let texts = wanted.reduce(0, +)
    let scale = others == 0 || texts <= frame.height * 0.7 ? 1 : frame.height * 0.7 / texts
    let rest = max(frame.height * 0.3, frame.height - texts * scale) / Double(max(1, others))
    var (xml, y) = ("", frame.y)
    for (group, wanted) in zip(groups, wanted) {
      let height = group.isText ? others == 0 ? frame.height : wanted * scale : rest
      let own = Rect(x: frame.x, y: y, width: frame.width, height: max(base.size, height))
      y += own.height
      guard group.isText else {
        let shape = shape(group.blocks[0], own, base, &writer)
        columnTiming.addShapes(of: shape, step: group.blocks[0].attributes.step)
        xml += shape
        continue
      }
      let number = id()
      writer.beginShape()
      let text = writer.paragraphs(of: group.blocks, base)
      columnTiming.addText(number, steps: writer.steps)
      xml += Shapes.text(number, "Text", own, text)
    }
    return xml
  }

  private mutating func panel(
    _ block: Block, _ frame: Rect, _ base: TextLook, _ writer: inout TextWriter
  ) -> String {
    var selector = "quote"
    var color: Color?
    var own = base
    var text = ""
    if case .callout(let callout) = block {
      selector = "callout"
      color = writer.patch("callout.\(callout.kind)").bar
      own.size *= writer.patch("callout").scale ?? 1
      own.after *= 0.5
      if !callout.title.isBlank {
        var title = own
        title.isBold = true
        title.after = 2
        title.color =
          writer.patch("callout.title.\(callout.kind)").color
          ?? writer.patch("callout.title").color ?? own.color
        text += writer.paragraph(callout.title, title)
      }
      text += writer.paragraphs(of: callout.blocks, own)
    } else {
      text = writer.paragraphs(of: [block], own)
    }
    let patch = writer.patch(selector)
    let bar = (patch.barWidth ?? 0) * writer.scale
    let pad = (patch.padding ?? 16) * writer.scale
    var xml = Shapes.text(
      id(), selector == "quote" ? "Quote" : "Box", frame, fill: patch.ground,
      insets: (
        isRightToLeft ? pad * 0.6 : pad, (patch.paddingBlock ?? 6) * writer.scale,
        isRightToLeft ? pad : pad * 0.6, 2
      ), text)
    if bar > 0 {
      xml += Shapes.bar(
        id(), "Bar",
        Rect(
          x: isRightToLeft ? frame.maxX - bar : frame.x, y: frame.y, width: bar,
          height: frame.height), color ?? patch.bar ?? look.palette.accent)
    }
    return xml
  }

  private mutating func figure(
    _ figure: Figure, _ frame: Rect, _ base: TextLook, _ writer: inout TextWriter
  ) -> String {
    guard let resource = deck.resources.first(where: { $0.name == figure.image.resource }),
      let target = media[resource.name]
    else {
      let words =
        figure.image.alternative.isEmpty ? figure.image.resource : figure.image.alternative
      return Shapes.text(id(), "Text", frame, writer.paragraph([.text("[\(words)]")], base))
    }
    var room = frame
    var caption = ""
    if !figure.caption.isBlank {
      var look = base
      look.size *= writer.patch("figure.caption").scale ?? 0.72
      look.color = writer.patch("figure.caption").color ?? base.color
      look.isCentered = true
      look.after = 0
      let height = look.size * look.leading * 1.25
      room = Rect(
        x: frame.x, y: frame.y, width: frame.width, height: max(8, frame.height - height))
      caption = Shapes.text(
        id(), "Caption", Rect(x: frame.x, y: room.maxY, width: frame.width, height: height),
        writer.paragraph(figure.caption, look))
    }
    let share = figure.image.share > 0 ? min(1, figure.image.share) : 1
    let natural = Size(
      width: figure.image.share > 0 ? frame.width * share : Double(resource.width) * 0.75,
      height: figure.image.share > 0
        ? frame.width * share * Double(resource.height) / Double(max(1, resource.width))
        : Double(resource.height) * 0.75)
    let relation = relations.relations.id("image", target)
    return Shapes.picture(
      id(), "Picture", SlideWriter.fitted(natural, in: room), relation: relation,
      alternative: figure.image.alternative) + caption
  }

  /// The size in the middle of a frame, no larger than it is or than the frame.
  private static func fitted(_ size: Size, in frame: Rect) -> Rect {
    let scale = min(1, frame.width / max(1, size.width), frame.height / max(1, size.height))
    let (width, height) = (size.width * scale, size.height * scale)
    return Rect(
      x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
  }

  // MARK: The foot

  private mutating func footnotes(_ writer: inout TextWriter) -> String {
    guard !writer.footnotes.isEmpty else { return "" }
    var own = writer.body(look.palette.quiet)
    own.size *= writer.patch("footnote").scale ?? 0.62
    own.after = 1
    var text = ""
    let notes = writer.footnotes
    for (i, blocks) in notes.enumerated() {
      text += writer.paragraph(
        [
          .superscript([.text(String(i + 1))]),
          .text(" " + blocks.words.replacing("\n", with: " ")),
        ], own)
    }
    let height = Double(notes.count) * own.size * own.leading * 1.2
    return Shapes.text(
      id(), "Notes",
      Rect(
        x: look.side, y: format.size.height - look.bottom - height + 8,
        width: format.size.width - 2 * look.side, height: height), anchor: "b", text)
  }

  private mutating func foot(_ number: Int) -> String {
    let side = look.side * min(1, format.size.width / 960)
    let y = format.size.height - 32
    let family = escaped(look.palette.bodyFamilies.first ?? "Lato")
    // Some programs know of the theme's letters only where they are named.
    let run =
      "<a:rPr sz=\"1200\">\(Shapes.fill(look.palette.quiet))<a:latin typeface=\"\(family)\"/>"
      + "<a:cs typeface=\"\(family)\"/></a:rPr>"
    let (start, end) = isRightToLeft ? ("r", "l") : ("l", "r")
    let turns = isRightToLeft ? " rtl=\"1\"" : ""
    let text = escaped(deck.footText)
    var xml = ""
    if !text.isEmpty {
      xml += Shapes.text(
        id(), "Footer", placed(Rect(x: side, y: y, width: format.size.width * 0.7, height: 20)),
        placeholder: "type=\"ftr\" sz=\"quarter\" idx=\"11\"", anchor: "ctr",
        "<a:p><a:pPr algn=\"\(start)\"\(turns)/><a:r>\(run)<a:t>\(text)</a:t></a:r></a:p>")
    }
    return xml
      + Shapes.text(
        id(), "Number",
        placed(Rect(x: format.size.width - side - 80, y: y, width: 80, height: 20)),
        placeholder: "type=\"sldNum\" sz=\"quarter\" idx=\"12\"", anchor: "ctr",
        "<a:p><a:pPr algn=\"\(end)\"/><a:fld id=\"{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}\" type=\"slidenum\">\(run)<a:t>\(number)</a:t></a:fld></a:p>"
      )
  }
}

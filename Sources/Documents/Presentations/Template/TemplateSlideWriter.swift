// SPDX-License-Identifier: MIT
// Part of Platen: one slide of a presentation on a layout of a template.

internal import Documents
internal import Drawing
internal import Geometry
internal import Typesetting

/// Writes slides whose texts are in the placeholders of a template's layouts; what has no placeholder
/// is placed where the layout has its content.
struct TemplateSlideWriter {
  let template: PresentationTemplate
  /// Writes shapes of our own, in the template's points.
  private var shapes: SlideWriter
  private let drawn: [String?]
  private let deck: Deck
  private let look: DeckLook
  /// The roles of layouts that slides took.
  private(set) var role = PresentationTemplate.Role.content
  private var timing = SlideTiming()

  init(
    _ template: PresentationTemplate, deck: Deck, look: DeckLook, media: [String: String],
    drawn: [String?]
  ) {
    self.template = template
    self.deck = deck
    self.look = look
    self.drawn = drawn
    let palette = look.palette
    shapes = SlideWriter(
      deck: deck, look: look, format: SlideFormat(name: "template", size: template.size),
      media: media, drawn: drawn,
      scheme: SchemeColors(palette, ink: palette.ink, ground: palette.ground))
  }

  var relations: RelationBox { shapes.relations }
  var leftOut: [String] { shapes.leftOut }

  /// Parts of a page that are written as one box: texts one below the other, or one thing.
  private struct Piece {
    var parts: [SlidePlan.Part]
    var drawn: String?
    var isText: Bool

    var frame: Rect { parts.dropFirst().reduce(parts[0].frame) { $0.union($1.frame) } }
  }

  /// The slide's part.
  mutating func xml(of slide: Slide, _ plan: SlidePlan, page: Int, number: Int) -> String {
    var title: Heading?
    var pieces: [Piece] = []
    for (place, part) in plan.pages[page].enumerated() {
      if part.drawing != nil, let target = drawn[place] {
        pieces.append(Piece(parts: [part], drawn: target, isText: false))
        continue
      }
      switch part.block {
      case .heading(let heading) where SlideWriter.isTitle(heading) && title == nil:
        title = heading
      case .paragraph, .heading, .list, .keyValues:
        if pieces.last?.isText == true {
          pieces[pieces.count - 1].parts.append(part)
        } else {
          pieces.append(Piece(parts: [part], isText: true))
        }
      case .pageBreak, .contents, .index: break
      default: pieces.append(Piece(parts: [part], isText: false))
      }
    }
    let columns = pieces.count == 1 ? TemplateSlideWriter.columns(of: pieces[0]) : nil
    let hasTitle = title != nil || page > 0
    role = TemplateSlideWriter.role(
      of: slide, hasTitle: hasTitle, hasText: pieces.contains(where: \.isText),
      hasColumns: columns != nil)
    let layout = template.layout(for: role)
    _ = relations.relations.id("slideLayout", "/" + layout.part)
    var writer = TextWriter(
      look: look, kind: slide.kind, of: deck.metadata, scale: plan.scale * template.scale,
      codeScale: plan.codeScale,
      link: { [box = relations] in box.relations.id("hyperlink", $0, isExternal: true) })
    writer.theme = layout.theme
    timing = SlideTiming()
    var xml = shapes.background(of: slide)
    if hasTitle {
      xml += self.title(
        title?.inlines ?? [], of: slide, plan, page: page, on: layout, &writer)
    }
    var room = template.contentFrame(of: layout)
    // Without a title on the layout, its place is free.
    if layout.title == nil, hasTitle {
      room = Rect(x: room.x, y: room.y + 48, width: room.width, height: max(40, room.height - 48))
    }
    let holders = layout.contents
    if let columns, holders.count >= 2 {
      let across = holders.sorted { ($0.frame?.x ?? 0) < ($1.frame?.x ?? 0) }
      let ordered = writer.isRightToLeft ? Array(across.reversed()) : across
      for (blocks, holder) in zip(columns, ordered) {
        xml += text(blocks, in: holder, nil, scale: plan.scale, &writer)
      }
    } else {
      let before = (self, writer)
      var content = self.content(pieces, plan, in: room, holders.first, &writer)
      if !writer.footnotes.isEmpty {
        // Notes at the foot take their room from what calls them.
        (self, writer) = before
        let size = max(8, template.size.height * 0.02)
        let height = min(
          room.height * 0.3, Double(pieces.flatMap(\.parts).footnoteCount) * size * 1.5 + 4)
        let upper = Rect(
          x: room.x, y: room.y, width: room.width, height: room.height - height)
        content = self.content(pieces, plan, in: upper, holders.first, &writer)
        content += footnotes(
          Rect(x: room.x, y: upper.maxY, width: room.width, height: height), size, &writer)
      }
      xml += content
    }
    if slide.kind == .standard { xml += foot(layout, number) }
    for what in writer.leftOut where !shapes.leftOut.contains(what) { shapes.leftOut.append(what) }
    return SlideWriter.head + "<p:sld \(SlideWriter.names)><p:cSld>" + shapes.back(of: slide)
      + "<p:spTree>" + SlideWriter.root + xml
      + "</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>" + timing.xml
      + "</p:sld>"
  }

  private static func role(
    of slide: Slide, hasTitle: Bool, hasText: Bool, hasColumns: Bool
  ) -> PresentationTemplate.Role {
    switch slide.kind {
    case .cover: return .cover
    case .part: return .section
    case .standard:
      if hasColumns { return .twoColumns }
      if hasText { return .content }
      return hasTitle ? .titleOnly : .blank
    }
  }

  /// The texts of two columns; nil for what is anything else.
  private static func columns(of piece: Piece) -> [[Block]]? {
    guard case .table(let table)? = piece.parts.first?.block,
      table.attributes.has(Block.sideBySide),
      table.body.count == 1, table.body[0].cells.count == 2
    else { return nil }
    let cells = table.body[0].cells.map { $0.blocks.flatMap(SlideWriter.withoutSteps) }
    let isText = cells.allSatisfy { blocks in
      blocks.allSatisfy { block in
        switch block {
        case .paragraph, .heading, .list, .keyValues: true
        default: false
        }
      }
    }
    return isText ? cells : nil
  }

  // MARK: Texts in placeholders

  private func inherited(_ holder: TemplateLayout.Placeholder, _ writer: TextWriter) -> TextLook {
    TextLook(
      size: holder.size, leading: 1.2, color: look.palette.ink, families: [],
      isRightToLeft: writer.isRightToLeft, isInherited: true, hasBullets: holder.hasBullets)
  }

  private mutating func title(
    _ inlines: [Inline], of slide: Slide, _ plan: SlidePlan, page: Int, on layout: TemplateLayout,
    _ writer: inout TextWriter
  ) -> String {
    let words =
      page > 0 && inlines.isEmpty
      ? [.text("\(slide.name) · \(page + 1)/\(plan.pages.count)")] : inlines
    guard let holder = layout.title else {
      let frame = template.contentFrame(of: layout)
      var own = writer.body(look.palette.ink)
      own.size = 28 * template.scale
      own.isBold = true
      return Shapes.text(
        shapes.id(), "Title", Rect(x: frame.x, y: frame.y, width: frame.width, height: 40),
        writer.paragraph(words, own))
    }
    let text = writer.paragraph(words, inherited(holder, writer), properties: " ", bullet: "")
    return box(holder, "Title", nil, share: min(1, plan.titleScale), text)
  }

  /// Blocks in a placeholder.
  ///
  /// - Parameter frame: nil for the layout's.
  private mutating func text(
    _ blocks: [Block], in holder: TemplateLayout.Placeholder, _ frame: Rect?, scale: Double,
    _ writer: inout TextWriter
  ) -> String {
    writer.beginShape()
    let text = writer.paragraphs(of: blocks, inherited(holder, writer))
    var share = min(1, scale)
    // Sizes are fitted to the content's place; those of covers and columns are smaller.
    if role != .content, let place = frame ?? holder.frame {
      share = min(share, TemplateSlideWriter.share(of: blocks, size: holder.size, in: place))
    }
    let xml = box(holder, "Content", frame, share: share, text)
    timing.addText(shapes.lastID, steps: writer.steps)
    return xml
  }

  /// The part of a size of text at which it fits a place by the number of its letters.
  private static func share(of blocks: [Block], size: Double, in place: Rect) -> Double {
    let lines = blocks.words.split(separator: "\n", omittingEmptySubsequences: false)
    for percent in stride(from: 100, through: 40, by: -5) {
      let own = size * Double(percent) / 100
      let letters = max(4, (place.width - 15) / (own * 0.52))
      let count = lines.reduce(0.0) { $0 + max(1, (Double($1.count) / letters).rounded(.up)) }
      let height = count * own * 1.2 + Double(lines.count) * own * 0.25 + 8
      if height <= place.height { return Double(percent) / 100 }
    }
    return 0.4
  }

  /// A placeholder with text.
  ///
  /// - Parameter share: the size of its text as a part of the template's.
  private mutating func box(
    _ holder: TemplateLayout.Placeholder, _ name: String, _ frame: Rect?, share: Double,
    _ paragraphs: String
  ) -> String {
    // Programs break lines at other places than we do.
    let percent = share > 0.985 ? 100 : max(25, Int(share * 97))
    let fit =
      percent == 100
      ? "<a:bodyPr/>"
      : "<a:bodyPr><a:normAutofit fontScale=\"\(percent)000\" lnSpcReduction=\"10000\"/></a:bodyPr>"
    return "<p:sp><p:nvSpPr><p:cNvPr id=\"\(shapes.id())\" name=\"\(name)\"/><p:cNvSpPr>"
      + "<a:spLocks noGrp=\"1\"/></p:cNvSpPr><p:nvPr><p:ph \(holder.element)/></p:nvPr></p:nvSpPr>"
      + "<p:spPr>\(frame.map { Shapes.transform($0) } ?? "")</p:spPr><p:txBody>\(fit)<a:lstStyle/>"
      + (paragraphs.isEmpty ? "<a:p/>" : paragraphs) + "</p:txBody></p:sp>"
  }

  // MARK: Content

  /// The pieces of a page in a part of the slide, in proportion to the typesetter's frames.
  private mutating func content(
    _ pieces: [Piece], _ plan: SlidePlan, in room: Rect, _ holder: TemplateLayout.Placeholder?,
    _ writer: inout TextWriter
  ) -> String {
    guard let first = pieces.first else { return "" }
    if pieces.count == 1, first.isText, let holder {
      let isWhole = holder.frame.map { $0 == room } ?? true
      return text(
        first.parts.map(\.block), in: holder, isWhole ? nil : room, scale: plan.scale, &writer)
    }
    let whole = pieces.dropFirst().reduce(first.frame) { $0.union($1.frame) }
    let fit = min(
      template.scale, room.width / max(1, whole.width), room.height / max(1, whole.height))
    writer.scale = plan.scale * fit
    defer { writer.scale = plan.scale * template.scale }
    var holder = holder
    var xml = ""
    for piece in pieces {
      let own = piece.frame
      let frame = Rect(
        x: room.x, y: room.y + (own.y - whole.y) * fit, width: room.width,
        height: max(8, own.height * fit))
      let base = writer.body(look.palette.ink)
      if let target = piece.drawn, let drawing = piece.parts[0].drawing {
        let picture = Shapes.picture(
          shapes.id(), "Picture",
          Rect(
            x: room.x + (drawing.frame.x - whole.x) * fit,
            y: room.y + (drawing.frame.y - whole.y) * fit, width: drawing.frame.width * fit,
            height: drawing.frame.height * fit),
          relation: relations.relations.id("image", target), alternative: drawing.alternative)
        timing.addShapes(of: picture, step: piece.parts[0].block.attributes.step)
        xml += picture
      } else if piece.isText, let place = holder {
        xml += text(
          piece.parts.map(\.block), in: place, frame, scale: plan.scale * fit / template.scale,
          &writer)
        holder = nil
      } else if piece.isText {
        writer.beginShape()
        let text = writer.paragraphs(of: piece.parts.map(\.block), base)
        let id = shapes.id()
        timing.addText(id, steps: writer.steps)
        xml += Shapes.text(id, "Text", frame, text)
      } else {
        shapes.columnTiming = SlideTiming()
        let shape = shapes.shape(piece.parts[0].block, frame, base, &writer)
        timing.addEffects(of: shapes.columnTiming)
        timing.addShapes(of: shape, step: piece.parts[0].block.attributes.step)
        xml += shape
      }
    }
    return xml
  }

  private mutating func footnotes(
    _ frame: Rect, _ size: Double, _ writer: inout TextWriter
  ) -> String {
    var own = writer.body(look.palette.quiet)
    own.size = size
    own.after = 1
    var text = ""
    for (number, blocks) in writer.footnotes.enumerated() {
      text += writer.paragraph(
        [
          .superscript([.text(String(number + 1))]),
          .text(" " + blocks.words.replacing("\n", with: " ")),
        ], own)
    }
    return Shapes.text(shapes.id(), "Notes", frame, anchor: "b", text)
  }

  /// The foot and the number of a slide, where the layout has them.
  private mutating func foot(_ layout: TemplateLayout, _ number: Int) -> String {
    var xml = ""
    if !deck.footText.isEmpty, let holder = layout.placeholder("ftr") {
      xml += box(
        holder, "Footer", nil, share: 1,
        "<a:p><a:r><a:rPr/><a:t>\(escaped(deck.footText))</a:t></a:r></a:p>")
    }
    if let holder = layout.placeholder("sldNum") {
      xml += box(
        holder, "Number", nil, share: 1,
        "<a:p><a:fld id=\"{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}\" type=\"slidenum\"><a:rPr/><a:t>\(number)</a:t></a:fld></a:p>"
      )
    }
    return xml
  }
}

extension [SlidePlan.Part] {
  /// The number of notes that texts call.
  fileprivate var footnoteCount: Int {
    var count = 0
    map(\.block).walk(
      block: { _ in .descend },
      inline: { inline in
        if case .footnote = inline { count += 1 }
        return .descend
      })
    return count
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: blocks of text as paragraphs of DrawingML (ECMA-376-1, 21.1.2).

internal import Documents
internal import Drawing
internal import Figures
internal import Typesetting

/// The style of a text, as far as it differs from its surroundings.
struct TextLook {
  var size: Double
  var leading: Double
  var color: Color
  var families: [String]
  var isBold = false
  var isItalic = false
  var after: Double = 0
  var isCentered = false
  /// Indicates whether text is right-to-left, as in all paragraphs of such a talk except code.
  var isRightToLeft = false
  /// Indicates whether the writer of the surrounding shape sets the alignment.
  var isAlignedAround = false
  /// Indicates whether the placeholder of a template gives size, font, color and spacing.
  var isInherited = false
  /// Indicates whether that placeholder's lists have bullets.
  var hasBullets = false
}

/// The style of runs within a paragraph.
private struct RunLook {
  var isBold: Bool
  var isItalic: Bool
  var isStruck = false
  var isSmallCaps = false
  var isUnderlined = false
  var isCode = false
  var baseline = 0
  var color: Color?
  /// Behind the words.
  var ground: Color?
  var link: String?
}

/// Writes the text of one slide.
struct TextWriter {
  /// The style of text on this kind of slide.
  let style: BookStyle
  var scale: Double
  let codeScale: Double
  /// Of the talk: for spelling, and for the letters of scripts that have several.
  let language: String
  let isRightToLeft: Bool
  /// The relation of a link's address.
  let link: (String) -> String
  /// The colors of the template in which the text is written; nil for a look of our own.
  var theme: TemplateTheme?
  /// Blocks of the notes that were called, in order.
  var footnotes: [[Block]] = []
  private(set) var leftOut: [String] = []
  private(set) var hasLinks = false
  /// The step with which what is being written comes up.
  private var step = 0
  /// The step of each paragraph of the shape that is being written.
  private(set) var steps: [Int] = []

  init(
    look: DeckLook, kind: Slide.Kind = .standard, of metadata: Metadata, scale: Double,
    codeScale: Double, link: @escaping (String) -> String
  ) {
    language = metadata.language
    isRightToLeft = metadata.direction == .rightToLeft
    style = look.style(of: kind)
    self.scale = scale
    self.codeScale = codeScale
    self.link = link
  }

  // MARK: Looks

  func patch(_ selector: String) -> StylePatch { style.patches[selector] ?? StylePatch() }

  /// The look of running text on a ground.
  func body(_ color: Color) -> TextLook {
    let body = patch("body")
    return TextLook(
      size: (body.size ?? 23) * scale, leading: body.leading ?? 1.36, color: color,
      families: body.families ?? [], after: (patch("paragraph").spaceAfter ?? 12) * scale,
      isRightToLeft: isRightToLeft)
  }

  func heading(_ level: Int, _ base: TextLook) -> TextLook {
    let all = patch("heading")
    let own = patch("heading.\(level)")
    var result = base
    result.size = (own.size ?? all.size ?? 26) * scale
    result.leading = all.leading ?? 1.18
    result.families = all.families ?? base.families
    result.isBold = base.isInherited || (all.weight ?? 400) >= 600
    result.after = (all.spaceAfter ?? 8) * scale
    return result
  }

  private var codeFamily: String { patch("code").families?.first ?? "DejaVu Sans Mono" }

  private mutating func leaveOut(_ what: String) {
    if !leftOut.contains(what) { leftOut.append(what) }
  }

  // MARK: Blocks

  mutating func beginShape() { steps = [] }

  /// Paragraphs of blocks; blocks without text become their text alternative.
  mutating func paragraphs(
    of blocks: [Block], _ base: TextLook, level: Int = 0, depth: Int = 0
  ) -> String {
    // Deeper content is on one line, as its words.
    guard depth < 16 else {
      return paragraph([.text(blocks.words.replacing("\n", with: " "))], base)
    }
    var xml = ""
    for block in blocks {
      let outer = step
      defer { step = outer }
      if block.attributes.step > 0 { step = block.attributes.step }
      switch block {
      case .paragraph(let paragraph):
        xml += self.paragraph(
          paragraph.inlines, base, properties: indent(level, base))
      case .heading(let heading):
        xml += self.paragraph(heading.inlines, self.heading(heading.level, base))
      case .list(let list): xml += items(of: list, base, level: level, depth: depth)
      case .quote(let quote):
        var own = base
        own.isItalic = true
        xml += paragraphs(of: quote.blocks, own, level: level, depth: depth + 1)
        if !quote.attribution.isBlank { xml += self.paragraph(quote.attribution, base) }
      case .callout(let callout):
        var title = base
        title.isBold = true
        title.after = base.after * 0.2
        if !callout.title.isBlank { xml += self.paragraph(callout.title, title) }
        xml += paragraphs(of: callout.blocks, base, level: level, depth: depth + 1)
      case .code(let code): xml += self.code(code, base)
      case .keyValues(let pairs):
        for pair in pairs.pairs {
          xml += self.paragraph([.strong(pair.key), .text(" ")] + pair.value, base)
        }
      case .division(let division):
        xml += paragraphs(of: division.blocks, base, level: level, depth: depth + 1)
      case .table(let table):
        for row in table.head + table.body {
          let cells = row.cells.map { $0.blocks.words.replacing("\n", with: " ") }
          xml += self.paragraph([.text(cells.joined(separator: " · "))], base)
        }
      case .figure(let figure):
        let words =
          figure.image.alternative.isEmpty ? figure.image.resource : figure.image.alternative
        xml += self.paragraph([.text("[\(words)]")], base)
      case .rule, .pageBreak, .contents, .index: break
      }
    }
    return xml
  }

  private static let step = 1.15

  private func indent(_ level: Int, _ base: TextLook) -> String {
    if base.isInherited, level > 0 { return " lvl=\"\(min(8, level - 1))\" indent=\"0\"" }
    return level == 0
      ? "" : " marL=\"\(emu(base.size * TextWriter.step * Double(level)))\" indent=\"0\""
  }

  private mutating func items(
    of list: List, _ base: TextLook, level: Int, depth: Int
  ) -> String {
    var xml = ""
    for item in list.items {
      let outer = step
      defer { step = outer }
      if item.attributes.step > 0 { step = item.attributes.step }
      let left = emu(base.size * TextWriter.step * Double(level + 1))
      let bullet: String
      if let isDone = item.isDone {
        bullet = "<a:buFont typeface=\"DejaVu Sans\"/><a:buChar char=\"\(isDone ? "☑" : "☐")\"/>"
      } else {
        switch list.marker {
        case .bullet:
          bullet =
            "<a:buFont typeface=\"Arial\"/><a:buChar char=\"\(level % 2 == 0 ? "•" : "–")\"/>"
        case .ordered(let start, let style):
          bullet =
            "<a:buFont typeface=\"+mj-lt\"/><a:buAutoNum type=\"\(TextWriter.numbering(style))\""
            + (start > 1 ? " startAt=\"\(min(32_767, start))\"" : "") + "/>"
        }
      }
      var isFirst = true
      var own = base
      own.after = (patch("item").spaceAfter ?? 7) * scale * (level > 0 ? 0.6 : 1)
      for block in item.blocks {
        if item.attributes.has("continued") {
          // Its sign stands on the slide it begins on.
          xml += paragraphs(of: [block], own, level: level + 1, depth: depth + 1)
        } else if isFirst, base.isCentered, case .paragraph(let paragraph) = block {
          // A sign at the margin would stand far from words in the middle.
          xml += self.paragraph(paragraph.inlines, own)
        } else if isFirst, base.isInherited, base.hasBullets || level > 0,
          case .paragraph(let paragraph) = block
        {
          let isPlain = if case .bullet = list.marker { item.isDone == nil } else { false }
          xml += self.paragraph(
            paragraph.inlines, own, properties: " lvl=\"\(min(8, level))\"",
            bullet: isPlain ? "" : bullet)
        } else if isFirst, case .paragraph(let paragraph) = block {
          xml += self.paragraph(
            paragraph.inlines, own,
            properties:
              " marL=\"\(left)\" indent=\"-\(emu(base.size * TextWriter.step))\" lvl=\"\(min(8, level))\"",
            bullet: bullet)
        } else {
          xml += paragraphs(of: [block], own, level: level + 1, depth: depth + 1)
        }
        isFirst = false
      }
    }
    return xml
  }

  private static func numbering(_ style: List.NumberStyle) -> String {
    switch style {
    case .decimal: "arabicPeriod"
    case .lowerLetter: "alphaLcPeriod"
    case .upperLetter: "alphaUcPeriod"
    case .lowerRoman: "romanLcPeriod"
    case .upperRoman: "romanUcPeriod"
    }
  }

  // MARK: Code

  func codeSize(_ base: TextLook) -> Double {
    base.size * (patch("code").scale ?? 0.78) * codeScale
  }

  /// A line of code a paragraph.
  mutating func code(_ code: CodeBlock, _ base: TextLook) -> String {
    var own = base
    own.size = codeSize(base)
    own.leading = patch("code").leading ?? 1.42
    own.families = [codeFamily]
    own.after = 0
    own.isInherited = false
    // Columns of code stand one below the other, and run to the right in every language.
    own.isCentered = false
    own.isRightToLeft = false
    var xml = ""
    for line in CodeLines.inlines(of: code) {
      xml += paragraph(line, own)
    }
    return xml
  }

  // MARK: Paragraphs

  mutating func paragraph(
    _ inlines: [Inline], _ look: TextLook, properties: String = "", bullet: String = "<a:buNone/>"
  ) -> String {
    steps.append(step)
    var runs = ""
    writeInlines(
      inlines, RunLook(isBold: look.isBold, isItalic: look.isItalic), look, &runs, depth: 0)
    let turns = look.isRightToLeft
    var side = ""
    if !look.isAlignedAround {
      let own = turns ? " algn=\"r\"" : isRightToLeft ? " algn=\"l\"" : ""
      side = look.isCentered ? " algn=\"ctr\"" : own
    }
    if isRightToLeft { side += turns ? " rtl=\"1\"" : " rtl=\"0\"" }
    let own = properties.isEmpty ? " marL=\"0\" indent=\"0\"" : properties
    if look.isInherited {
      return "<a:p><a:pPr\(own)\(side)>\(bullet)</a:pPr>\(runs)</a:p>"
    }
    return "<a:p><a:pPr\(own)\(side)>"
      + "<a:lnSpc><a:spcPts val=\"\(hundredths(look.size * look.leading))\"/></a:lnSpc>"
      + "<a:spcBef><a:spcPts val=\"0\"/></a:spcBef>"
      + "<a:spcAft><a:spcPts val=\"\(Int((look.after * 100).rounded()))\"/></a:spcAft>"
      + bullet + "</a:pPr>" + runs
      + (runs.isEmpty ? "<a:endParaRPr sz=\"\(hundredths(look.size))\"/>" : "") + "</a:p>"
  }

  private mutating func writeInlines(
    _ inlines: [Inline], _ run: RunLook, _ look: TextLook, _ xml: inout String, depth: Int
  ) {
    guard depth < 32 else { return }
    func within(_ change: (inout RunLook) -> Void) -> RunLook {
      var own = run
      change(&own)
      return own
    }
    for inline in inlines {
      switch inline {
      case .text(let text): xml += self.run(text, run, look)
      case .emphasis(let inner):
        writeInlines(inner, within { $0.isItalic = true }, look, &xml, depth: depth + 1)
      case .strong(let inner):
        writeInlines(inner, within { $0.isBold = true }, look, &xml, depth: depth + 1)
      case .strikethrough(let inner):
        writeInlines(inner, within { $0.isStruck = true }, look, &xml, depth: depth + 1)
      case .smallCaps(let inner):
        writeInlines(inner, within { $0.isSmallCaps = true }, look, &xml, depth: depth + 1)
      case .superscript(let inner):
        writeInlines(inner, within { $0.baseline = 30_000 }, look, &xml, depth: depth + 1)
      case .subscript(let inner):
        writeInlines(inner, within { $0.baseline = -20_000 }, look, &xml, depth: depth + 1)
      case .code(let text):
        xml += self.run(
          text,
          within {
            $0.isCode = true
            $0.color = self.patch("verbatim").color
          }, look)
      case .lineBreak: xml += "<a:br/>"
      case .link(let link):
        let relation = self.link(link.url)
        hasLinks = true
        writeInlines(link.inlines, within { $0.link = relation }, look, &xml, depth: depth + 1)
      case .reference(let reference):
        writeInlines(reference.inlines, run, look, &xml, depth: depth + 1)
      case .footnote(let blocks):
        footnotes.append(blocks)
        xml += self.run(String(footnotes.count), within { $0.baseline = 30_000 }, look)
      case .image(let image):
        leaveOut("images within a line")
        xml += self.run("[\(image.alternative)]", run, look)
      case .span(let span): writeSpan(span, run, look, &xml, depth)
      case .indexMark: break
      }
    }
  }

  private mutating func writeSpan(
    _ span: Span, _ run: RunLook, _ look: TextLook, _ xml: inout String, _ depth: Int
  ) {
    var own = run
    if span.attributes.has("math"), span.inlines.count == 1,
      case .code(let latex) = span.inlines[0],
      let formula = try? Formula(latex: latex, isDisplay: false)
    {
      for word in formula.words {
        own.isItalic = word.isItalic
        own.baseline = word.rise > 0 ? 30_000 : word.rise < 0 ? -20_000 : run.baseline
        xml += self.run(word.text, own, look)
      }
      return
    }
    for name in span.attributes.classes {
      let patch = patch("span.\(name)")
      if let color = patch.color { own.color = color }
      if let ground = patch.ground { own.ground = ground }
      if let weight = patch.weight { own.isBold = weight >= 600 }
      if let isItalic = patch.isItalic { own.isItalic = isItalic }
      if name == "u" || name == "ins" { own.isUnderlined = true }
    }
    writeInlines(span.inlines, own, look, &xml, depth: depth + 1)
  }

  /// The extension by which a link has the color of its text, and not the theme's.
  private static let ownColor =
    "<a:extLst><a:ext uri=\"{A12FA001-AC4F-418D-AE19-62706E023703}\"><ahyp:hlinkClr xmlns:ahyp=\"http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor\" val=\"tx\"/></a:ext></a:extLst>"

  private func run(_ text: String, _ run: RunLook, _ look: TextLook) -> String {
    guard !text.isEmpty else { return "" }
    let size = look.size * (run.isCode ? patch("verbatim").scale ?? 0.88 : 1)
    var attributes =
      " sz=\"\(hundredths(size))\" b=\"\(run.isBold ? 1 : 0)\" i=\"\(run.isItalic ? 1 : 0)\""
    if look.isInherited {
      attributes = (run.isBold ? " b=\"1\"" : "") + (run.isItalic ? " i=\"1\"" : "")
    }
    if !language.isEmpty, !run.isCode { attributes += " lang=\"\(escaped(language))\"" }
    if run.isUnderlined || run.link != nil { attributes += " u=\"sng\"" }
    if run.isStruck { attributes += " strike=\"sngStrike\"" }
    if run.isSmallCaps { attributes += " cap=\"small\"" }
    if run.baseline != 0 { attributes += " baseline=\"\(run.baseline)\"" }
    let color = run.color ?? (run.link != nil ? patch("link").color : nil) ?? look.color
    let isCode = run.isCode || look.families.first == codeFamily
    var family = isCode ? codeFamily : look.families.first ?? ""
    if theme != nil, !isCode { family = look.isInherited ? "" : "+mn-lt" }
    let fill = look.isInherited && run.color == nil ? "" : self.fill(color)
    return "<a:r><a:rPr\(attributes)>" + fill
      + (run.ground.map { "<a:highlight><a:srgbClr val=\"\(Shapes.hex($0))\"/></a:highlight>" }
        ?? "")
      + (family.isEmpty
        ? ""
        : "<a:latin typeface=\"\(escaped(family))\"/><a:cs typeface=\"\(escaped(family == "+mn-lt" ? "+mn-cs" : family))\"/>")
      + (run.link.map { link in
        fill.isEmpty
          ? "<a:hlinkClick r:id=\"\(link)\"/>"
          : "<a:hlinkClick r:id=\"\(link)\">\(TextWriter.ownColor)</a:hlinkClick>"
      } ?? "") + "</a:rPr><a:t>\(escaped(text))</a:t></a:r>"
  }

  /// The color of text, by its name in a template's theme where it has one.
  private func fill(_ color: Color) -> String {
    guard let name = theme?.name(of: color) else { return Shapes.fill(color) }
    return "<a:solidFill><a:schemeClr val=\"\(name)\"/></a:solidFill>"
  }
}

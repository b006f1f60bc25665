// SPDX-License-Identifier: MIT
// Part of Platen: a deck as a presentation of PowerPoint's format.

public import Diagnostics
internal import Digests
public import Documents
public import Drawing
public import Text
public import Typesetting

/// Writes decks as presentations (ECMA-376, PresentationML): titles, text, tables and code as text
/// that can be edited, speaker notes as notes, pictures with what they show in words.
///
/// Boxes stand where our own typesetting puts their text, at sizes at which it fits. Steps are
/// animations: what a step adds appears with a click. The same deck, look, format and fonts give the same
/// bytes.
public struct PresentationWriter {
  private let look: DeckLook
  private let format: SlideFormat
  private let template: PresentationTemplate?

  /// - Parameter template: gives masters, layouts and theme; the look and the format are then those
  ///   that it gives.
  public init(look: DeckLook, format: SlideFormat, template: PresentationTemplate? = nil) {
    self.look = look
    self.format = format
    self.template = template
  }

  /// Writes the presentation.
  ///
  /// - Parameters:
  ///   - plans: where the blocks of the slides shown stand, from the typesetter.
  ///   - render: a picture as PNG, for what is drawn and not written.
  /// - Returns: What could not be kept.
  /// - Throws: what `render` and `sink` throw.
  public func write(
    _ deck: Deck, plans: [SlidePlan], render: (Scene) throws -> [UInt8],
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    var package = template.map { Package($0) } ?? Package()
    var roles: Set<PresentationTemplate.Role> = []
    var media: [String: String] = [:]
    for resource in deck.resources {
      guard let pathExtension = ["image/png": "png", "image/jpeg": "jpeg"][resource.mediaType]
      else {
        continue
      }
      media[resource.name] = package.media(resource.bytes, pathExtension)
    }
    let theme = ThemeParts(
      look: look, format: format, phrases: deck.phrases,
      isRightToLeft: deck.metadata.direction == .rightToLeft)
    var slides: [SectionList.Entry] = []
    var leftOut: [String] = []
    var hasNotes = false
    for plan in plans {
      let slide = deck.slides[plan.slide]
      let themed = look.themed(for: slide)
      for page in plan.pages.indices {
        let number = slides.count + 1
        let drawn = try plan.pages[page].map { part in
          try part.drawing.map { package.media(try render($0.scene), "png") }
        }
        let xml: String
        let relations: RelationBox
        let omitted: [String]
        if let template {
          var writer = TemplateSlideWriter(
            template, deck: deck, look: look, media: media, drawn: drawn)
          xml = writer.xml(of: slide, plan, page: page, number: number)
          roles.insert(writer.role)
          (relations, omitted) = (writer.relations, writer.leftOut)
        } else {
          var writer = SlideWriter(
            deck: deck, look: themed, format: format, media: media, drawn: drawn,
            scheme: SchemeColors(look.palette, ink: look.palette.ink, ground: look.palette.ground),
            ground: themed == look ? nil : themed.ground(of: slide.kind))
          _ = writer.relations.relations.id(
            "slideLayout", "../slideLayouts/slideLayout\(ThemeParts.layout(of: slide.kind)).xml")
          xml = writer.xml(of: slide, plan, page: page, number: number)
          (relations, omitted) = (writer.relations, writer.leftOut)
        }
        for what in omitted where !leftOut.contains(what) { leftOut.append(what) }
        if page == 0, !slide.notes.isEmpty {
          hasNotes = true
          _ = relations.relations.id(
            "notesSlide", "../notesSlides/notesSlide\(number).xml")
          package.notes(slide.notes, number: number, of: deck.metadata, look: look)
        }
        package.addPart(
          "ppt/slides/slide\(number).xml", xml, type: "presentationml.slide+xml",
          relations: relations.relations)
        slides.append(SectionList.Entry(slide: slide, id: 255 + number))
      }
    }
    if template == nil {
      theme.addParts(to: &package, hasNotes: hasNotes)
    } else if hasNotes, template?.part("notesMaster") == nil {
      theme.addNotes(to: &package, theme: package.freeName("ppt/theme/theme", ".xml"))
    }
    package.presentation(
      deck, format: format, template: template, slides: slides, hasNotes: hasNotes)
    try package.write(to: sink)
    return [template?.warning(for: roles)].compactMap { $0 }
      + leftOut.map {
        .warning(.pptxSimplified, "\($0) are shown as their words in presentations")
      }
  }
}

/// Parts of a presentation by which part of the talk its slides belong to.
struct SectionList {
  struct Entry {
    var slide: Slide
    var id: Int
  }

  let slides: [Entry]
  let usual: String

  /// The list as an extension of `presentation.xml`; empty for a deck without parts.
  var xml: String {
    guard slides.contains(where: { $0.slide.kind == .part }) else { return "" }
    var sections: [(name: String, ids: [Int])] = []
    for entry in slides {
      if entry.slide.kind == .part || sections.isEmpty {
        let name = [entry.slide.counter, entry.slide.title.plainText]
          .filter { !$0.isEmpty }.joined(separator: " ")
        sections.append((entry.slide.kind == .part ? name : usual, []))
      }
      sections[sections.count - 1].ids.append(entry.id)
    }
    var xml =
      "<p:ext uri=\"{521415D9-36F7-43E2-AB2F-B90AF26B5E84}\"><p14:sectionLst xmlns:p14=\"http://schemas.microsoft.com/office/powerpoint/2010/main\">"
    for (index, section) in sections.enumerated() {
      xml +=
        "<p14:section name=\"\(escaped(section.name.replacing("\n", with: " ")))\" id=\"\(SectionList.guid(index, section.name))\"><p14:sldIdLst>"
      for id in section.ids { xml += "<p14:sldId id=\"\(id)\"/>" }
      xml += "</p14:sldIdLst></p14:section>"
    }
    return xml + "</p14:sectionLst></p:ext>"
  }

  /// A name for machines, made of what the section is called.
  private static func guid(_ index: Int, _ name: String) -> String {
    let digits = Array(
      Digest.of(Array("\(index) \(name)".utf8)).description.uppercased().prefix(32))
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return "{\(part(0..<8))-\(part(8..<12))-\(part(12..<16))-\(part(16..<20))-\(part(20..<32))}"
  }
}

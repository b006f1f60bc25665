// SPDX-License-Identifier: MIT
// Part of Platen: one file of a talk becomes one slide.

internal import Diagnostics
internal import Documents
internal import Readers

/// Reads one slide; its diagnostics are recorded in the assets.
struct SlideReader {
  let assets: SlideAssets
  let options: TalkOptions

  struct Read {
    var slide: Slide
    var matter: FrontMatter
  }

  /// - Parameters:
  ///   - path: below the slides' folder.
  ///   - kind: what its place among the files makes it.
  func read(_ bytes: [UInt8], path: String, kind: Slide.Kind) -> Read? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    if bytes.count > options.longestSlide {
      assets.record(
        .error(
          .talkSlideSize,
          "this slide has \(bytes.count) bytes; the limit is \(options.longestSlide)"))
      return nil
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      let line = 1 + bytes[..<SlideReader.validCount(bytes)].count { $0 == 0x0A }
      assets.record(.error(.talkText, "this is not UTF-8 text", at: SourceLocation(line: line)))
      return nil
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text = assets.withoutControls(text)
    assets.fileText = text
    defer { assets.fileText = "" }
    if name.lowercased().hasSuffix(".html") || name.lowercased().hasSuffix(".htm") {
      return Read(slide: html(text, title: stem, kind: kind, path: path), matter: FrontMatter())
    }
    return markdown(text, stem: stem, kind: kind, path: path)
  }

  private func markdown(
    _ text: String, stem: String, kind: Slide.Kind, path: String
  ) -> Read? {
    var parts = FrontMatterParts(toml: text)
    if parts.isOpen {
      assets.record(
        .error(
          .talkFrontMatter, "the front matter that begins here has no end",
          at: SourceLocation(line: 1),
          hints: ["a second line of +++ ends it"]))
      return nil
    }
    var matter = FrontMatter()
    if parts.matter == nil, FrontMatterParts.isYAML(text) {
      parts = FrontMatterParts(yaml: text)
      matter = yaml(parts)
    } else if let source = parts.matter {
      var fields = Fields(file: assets.file)
      if let table = fields.table(of: source, firstLine: 2) {
        matter = FrontMatter(assets.withoutControls(table), &fields)
      }
      for diagnostic in fields.diagnostics { assets.record(diagnostic) }
    }
    if matter.isSkipped { return Read(slide: Slide(kind, title: []), matter: matter) }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    assets.slides?.folder = folder
    let body = SlideText(
      String(parts.body), firstLine: parts.bodyLine, folder: folder, assets: assets)
    var maker = SlideMaker(assets: assets)
    maker.footnotes(body.footnotes)
    let heading = body.headings.lazy.map { maker.words(of: $0) }.first { !$0.isEmpty }
    // The name of a cover's file is the same in all talks.
    let name = kind == .cover ? "" : stem.isEmpty ? "<No Title>" : stem
    let title = matter.title ?? heading ?? name
    var slide = Slide(kind, title: [.text(title)], source: path)
    slide.classes = matter.classes
    slide.declarations = assets.withImages(matter.declarations)
    assets.check(classesOf: slide, classLine: matter.classLine, styleLine: matter.styleLine)
    for (index, step) in body.steps.enumerated() {
      let nodes = assets.nodes(of: step.html)
      let made = Slide.Step(maker.blocks(of: nodes), classes: step.classes)
      if index == 0 { slide.steps = [made] } else { slide.steps.append(made) }
      slide.counts.addBody(nodes)
    }
    slide.counts.steps += body.steps.count - 1
    let notes = assets.nodes(of: body.notes)
    slide.notes = maker.blocks(of: notes)
    slide.counts.addNotes(notes)
    slide.duration = matter.duration
    slide.hiddenIn = matter.hiddenIn
    slide.disabledRules = matter.disabledRules + body.disabledRules
    slide.repeatsTitle = slide.beginsWithTitle
    var lines = body.ruleLines
    var isTitleOpen = true
    let large = body.largeHeadings.first { heading in
      let isTitle =
        isTitleOpen && (slide.hidesTitle || slide.isTitled([.text(maker.words(of: heading.html))]))
      if isTitle { isTitleOpen = false }
      return !isTitle
    }
    lines[.heading1] = large?.line
    assets.record(ruleLines: lines)
    return Read(slide: slide, matter: matter)
  }

  /// The settings in YAML; those without an effect are recorded.
  private func yaml(_ parts: FrontMatterParts) -> FrontMatter {
    var fields = Fields(file: assets.file)
    var matter = FrontMatter()
    do {
      let rows = SlideLine.lines(of: Substring(parts.matter ?? "".utf8[...]))
      if let table = try TalkYAML.mapping(rows, firstLine: 2) {
        matter = FrontMatter(yaml: assets.withoutControls(table), &fields)
      }
    } catch {
      for diagnostic in error.diagnostics { assets.record(diagnostic) }
    }
    for diagnostic in fields.diagnostics { assets.record(diagnostic) }
    for (key, line) in matter.unused { assets.recordUnused(.matter, key, line: line) }
    return matter
  }

  private func html(_ text: String, title: String, kind: Slide.Kind, path: String) -> Slide {
    assets.slides?.folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let nodes = assets.nodes(of: text)
    let maker = SlideMaker(assets: assets)
    var slide = Slide(kind, title: [.text(title)], source: path)
    slide.steps = maker.steps(of: nodes)
    slide.counts.addBody(nodes)
    slide.repeatsTitle = slide.beginsWithTitle
    return slide
  }

  /// The number of bytes at the start that are well-formed UTF-8.
  private static func validCount(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): count += UTF8.width(scalar)
      case .emptyInput, .error: return min(count, bytes.count)
      }
    }
  }
}

extension Slide {
  /// Indicates whether the first block of the first step is a heading that repeats the title.
  var beginsWithTitle: Bool {
    guard case .heading(let heading)? = steps.first?.blocks.first else { return false }
    return isTitled(heading.inlines)
  }

  /// Indicates whether its title is only for lists: its first large heading is what is shown.
  var hidesTitle: Bool { classes.contains("no_title") }

  /// Indicates whether its title has the same text.
  func isTitled(_ inlines: [Inline]) -> Bool {
    func words(_ inlines: [Inline]) -> [Substring] {
      inlines.plainText.split(whereSeparator: \.isWhitespace)
    }
    return words(inlines) == words(title)
  }
}

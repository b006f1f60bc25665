// SPDX-License-Identifier: MIT
// Part of Platen: the title page of an atlas.

internal import Atlas
internal import Documents
package import Drawing
internal import Geometry

extension AtlasFurniture {
  /// The title page: a frame, the title in the look's letters, the world's outline, the number of maps.
  ///
  /// - Parameter subtitle: the line under the title; nil for the world's year.
  package func titlePage(
    subtitle: String?, into structure: inout DocumentStructure
  ) -> LaidOutPage {
    let subtitle = subtitle ?? TitleBlock.year(of: world)
    let number = 0
    let phrases = mapPhrases.phrases
    structure.addEntry(title, named: AtlasFurniture.place(number), page: number)
    var page = LaidOutPage(
      scene: Scene(size: plan.page, background: .white, title: title), label: "1")
    let area = plan.textArea(onPage: number)
    let (ink, faint) = (AtlasFurniture.ink, AtlasFurniture.faint)
    page.add(
      [
        .path(PathNode(Path(rect: area), stroke: Stroke(ink, width: 1.4))),
        .path(PathNode(Path(rect: area.insetBy(4)), stroke: Stroke(ink, width: 0.5))),
      ], nil)
    let middle = area.center.x
    let unit = min(area.width, area.height)
    var y = area.minY + area.height * 0.17
    let kind = text.shape(
      phrases[.atlas].uppercased(),
      font: FontRequest(families: families, size: unit * 0.028, letterSpacing: spacing))
    page.add(centered(kind, middle, y, color: faint), structure.add(.paragraph))
    let lines = titleLines(width: area.width * 0.8, size: unit * 0.105)
    let heading = structure.add(.heading1)
    y += unit * 0.035
    var words: [Node] = []
    for line in lines {
      y += line.height * 1.1
      words += centered(line.text, middle, y)
    }
    page.add(words, heading)
    y += unit * 0.045
    page.add(ornament(at: Point(middle, y), width: unit * 0.34), nil)
    y += unit * 0.015
    if !subtitle.isEmpty {
      y += unit * 0.045
      page.add(
        centered(
          shaped(subtitle, unit * 0.036, isItalic: true, within: area.width * 0.8), middle, y),
        structure.add(.paragraph))
    }
    let bottom = area.maxY - area.height * 0.075
    let top = y + unit * 0.06
    let size = locatorSize(
      within: Size(width: area.width * 0.66, height: max(20, bottom - unit * 0.07 - top)))
    let box = Rect(
      x: middle - size.width / 2, y: top + (bottom - unit * 0.07 - top - size.height) / 2,
      width: size.width, height: size.height)
    page.add(
      locator(in: box, marking: nil) + [
        .path(PathNode(Path(rect: box.insetBy(-3)), stroke: Stroke(ink, width: 0.4)))
      ], nil)
    var facts = phrases.counted(.atlasMapCount, plan.sheets.count)
    if let scale = plan.scaleText { facts += " · " + scale }
    page.add(
      centered(shaped(facts, unit * 0.024, within: area.width * 0.8), middle, bottom, color: faint),
      structure.add(.paragraph))
    return page
  }

  /// The space between the letters of the word above a title; none in scripts whose letters join.
  private var spacing: Double {
    LetterBox(of: mapPhrases.phrases[.atlas]).isJoined ? 0 : 0.3
  }

  /// The title in the look's letters, in as many lines as it needs.
  private func titleLines(width: Double, size: Double) -> [(text: ShapedText, height: Double)] {
    let own = request.look.title.label.families
    let font = FontRequest(small: own.isEmpty ? families : own, size: size)
    var lines: [ShapedText] = []
    var words: [Substring] = []
    func line(_ words: [Substring]) -> ShapedText {
      text.shape(words.joined(separator: " "), font: font)
    }
    for word in title.prefix(200).split(separator: " ") {
      if !words.isEmpty, line(words + [word]).width > width {
        lines.append(line(words))
        words = []
      }
      words.append(word)
    }
    if !words.isEmpty { lines.append(line(words)) }
    let factor = min(1, 3 / Double(max(1, lines.count)))
    return lines.map { line in
      let scale = min(factor, width / max(line.width, 1))
      return (line.scaled(by: scale), size * scale)
    }
  }

  /// A line with a lozenge in its middle.
  private func ornament(at center: Point, width: Double) -> [Node] {
    var line = Path()
    line.append(line: [Point(center.x - width / 2, center.y), Point(center.x - 8, center.y)])
    line.append(line: [Point(center.x + 8, center.y), Point(center.x + width / 2, center.y)])
    let lozenge = Path(ring: [
      Point(center.x - 4, center.y), Point(center.x, center.y - 4), Point(center.x + 4, center.y),
      Point(center.x, center.y + 4),
    ])
    return [
      .path(PathNode(line, stroke: Stroke(AtlasFurniture.ink, width: 0.7))),
      .path(PathNode(lozenge, fill: Fill(AtlasFurniture.mark))),
    ]
  }
}

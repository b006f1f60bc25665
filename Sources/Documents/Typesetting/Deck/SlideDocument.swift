// SPDX-License-Identifier: MIT
// Part of Platen: a slide as a document, which is typeset like any other.

internal import Documents

enum SlideDocument {
  /// The slide with its first steps.
  ///
  /// - Parameters:
  ///   - level: Of its title; headings in it lie below.
  ///   - marksSteps: Indicates whether blocks and items state the step they come up with.
  static func document(
    of slide: Slide, in deck: Deck, level: Int, steps: Int, marksSteps: Bool = false
  ) -> Document {
    let count = max(1, steps)
    var steps = Array(slide.steps.prefix(count))
    if count < slide.steps.count {
      for index in steps.indices { steps[index].blocks = steps[index].blocks.shown(before: count) }
    }
    if slide.repeatsTitle, !steps[0].blocks.isEmpty, slide.showsTitle || slide.kind != .standard {
      steps[0].blocks.removeFirst()
    }
    var blocks = title(of: slide, in: deck, level: level)
    if slide.kind == .standard, !slide.showsTitle, case .heading(var first)? = steps[0].blocks.first
    {
      // A slide that hides its title has its first heading for one.
      first.level = level
      first.attributes.classes.insert("slide-title", at: 0)
      first.isListed = false
      blocks.append(.heading(first))
      steps[0].blocks.removeFirst()
    }
    let levels = HeadingLevels(steps.flatMap(\.blocks), below: level)
    let strikes = slide.classes.contains("step-line-through")
    for (index, step) in steps.enumerated() {
      var held = levels.applied(to: step.blocks)
      // Content that appeared before the last step is struck through.
      if strikes, index > 0, index + 1 < steps.count { held = held.map(\.struckThrough) }
      if slide.classes.contains("center") { held = held.map(centered) }
      if marksSteps, index > 0 { held = held.map { $0.comingUp(with: index) } }
      if step.classes.isEmpty {
        blocks += held
      } else {
        blocks.append(.division(Division(held, Attributes(classes: step.classes))))
      }
    }
    blocks = blocks.joiningLists
    if slide.kind == .cover { blocks += talkLines(deck, besides: blocks) }
    let classes = [slide.kind.rawValue] + slide.classes.filter { $0 != slide.kind.rawValue }
    return Document(
      metadata: deck.metadata,
      blocks: [.division(Division(blocks, Attributes(classes: classes)))],
      resources: deck.resources)
  }

  /// Centered items have no bullets, which would be at the margin.
  private static func centered(_ block: Block) -> Block {
    switch block {
    case .list(var list):
      guard list.marker == .bullet else { return block }
      list.attributes.classes.append("centered")
      for index in list.items.indices { list.items[index].attributes.classes.append("centered") }
      return .list(list)
    case .division(var division):
      division.blocks = division.blocks.map(centered)
      return .division(division)
    default: return block
    }
  }

  private static func title(of slide: Slide, in deck: Deck, level: Int) -> [Block] {
    switch slide.kind {
    case .cover:
      // A cover without a title of its own has the talk's title.
      let title = slide.title.isBlank ? [Inline.text(deck.metadata.title)] : slide.title
      return title.isBlank ? [] : [.heading(Heading(level, title, .classes("cover-title")))]
    case .part:
      let number: [Block] =
        slide.counter.isEmpty ? [] : [.text(slide.counter, .classes("counter"))]
      return number + [.heading(Heading(level, slide.title, .classes("part-title")))]
    case .standard:
      guard slide.showsTitle else { return [] }
      let counter: [Inline] = slide.counter.isEmpty ? [] : [.text(slide.counter + " ")]
      return [.heading(Heading(level, counter + slide.title, .classes("slide-title")))]
    }
  }

  /// The speakers, and the time, without what is among the blocks.
  private static func talkLines(_ deck: Deck, besides blocks: [Block]) -> [Block] {
    let words = blocks.words.joined(separator: "\n")
    func isNew(_ text: String) -> Bool { !text.isEmpty && !words.contains(text) }
    let isDated = !isNew(deck.metadata.date) || !isNew(deck.shownDate)
    let parts = [
      deck.metadata.authors.filter(isNew).joined(separator: ", "), isDated ? "" : deck.shownDate,
    ]
    let line = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    return line.isEmpty ? [] : [.text(line, .classes("talk-line"))]
  }
}

extension [Block] {
  /// The blocks without those, in columns, that come up with a step from a number on.
  fileprivate func shown(before step: Int) -> [Block] {
    compactMap { block in
      switch block {
      case .division(var division):
        if let own = division.attributes.value(Slide.stepKey).flatMap({ Int($0) }), own >= step {
          return nil
        }
        division.blocks = division.blocks.shown(before: step)
        return .division(division)
      case .table(var table) where table.attributes.has(Block.sideBySide):
        for row in table.body.indices {
          for cell in table.body[row].cells.indices {
            table.body[row].cells[cell].blocks = table.body[row].cells[cell].blocks.shown(
              before: step)
          }
        }
        return .table(table)
      case .heading, .paragraph, .list, .table, .quote, .code, .figure, .callout, .keyValues,
        .rule, .pageBreak, .contents, .index:
        return block
      }
    }
  }
}

/// The levels of a slide's headings, moved below its title's without a gap.
private struct HeadingLevels {
  private var level: [Int: Int] = [:]

  init(_ blocks: [Block], below title: Int) {
    var found: Set<Int> = []
    blocks.walk(
      block: { block in
        if case .heading(let heading) = block { found.insert(heading.level) }
        return .descend
      }, inline: { _ in .skip })
    for (position, own) in found.sorted().enumerated() {
      level[own] = min(6, title + 1 + position)
    }
  }

  func applied(to blocks: [Block]) -> [Block] {
    guard !level.isEmpty else { return blocks }
    return blocks.map { block in
      switch block {
      case .heading(var heading):
        heading.level = level[heading.level] ?? heading.level
        heading.isListed = false
        return .heading(heading)
      case .division(var division):
        division.blocks = applied(to: division.blocks)
        return .division(division)
      case .quote(var quote):
        quote.blocks = applied(to: quote.blocks)
        return .quote(quote)
      case .callout(var callout):
        callout.blocks = applied(to: callout.blocks)
        return .callout(callout)
      default: return block
      }
    }
  }
}

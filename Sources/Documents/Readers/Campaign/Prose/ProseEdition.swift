// SPDX-License-Identifier: MIT
// Part of Platen: a campaign as a novel: chapters of prose, and at the end its cast.

internal import Documents

/// The chapters of a prose edition, made before any is written: contents list their names.
final class ProsePlan: Sendable {
  let story: ProseStory
  let chapters: [ProseChapter]

  init(_ campaign: Campaign, _ units: [SceneUnit], _ options: BookOptions) {
    story = ProseStory(campaign, units)
    let starts: [Int]? =
      options.chapters == .automatic
      ? nil
      : Chapters.chapters(of: units, campaign.entries, by: options.chapters).map {
        $0.units.lowerBound
      }
    let phrases = options.phrases
    chapters = ProseChapters.chapters(
      of: story, starts: starts, hero: campaign.state?.player?.name ?? "",
      phrases: ChapterPhrases { phrases(.chapter, String($0)) })
  }
}

extension BookMaker {
  func heading(of chapter: ProseChapter) -> Heading {
    Heading(1, [.text(chapter.name)], .id("chapter-\(chapter.number)"))
  }

  /// Appends a chapter: its number, its name, its scenes with pauses between them.
  mutating func writeChapter(_ chapter: ProseChapter, of story: ProseStory) {
    blocks.append(.heading(heading(of: chapter)))
    let number = phrases(.chapter, String(chapter.number))
    if chapter.name != number { blocks.append(.text(number, .classes("chapter-line"))) }
    var last: ProseScene?
    for scene in story.scenes[chapter.scenes] {
      if let last, SceneBreak.isBetween(last, scene) { blocks.append(.rule(.none)) }
      for passage in scene.passages {
        switch passage {
        case .narration(let text): blocks += prose(text)
        case .action(let text):
          for line in text.split(separator: "\n") where !line.trimmed.isEmpty {
            blocks.append(.paragraph(Paragraph([.emphasis([.text(line.trimmed)])])))
          }
        }
      }
      last = scene
    }
  }

  /// A text of the story as paragraphs; a novel has neither headings within chapters nor boxes.
  private mutating func prose(_ text: String) -> [Block] {
    let blocks = markdown.blocks(of: DashLines.apart(Speeches.told(text)))
    return DirectionMarks.marked(LongLines.parted(RuleLines.parted(blocks.map(\.withoutBold))))
  }

  /// Appends the people of the story, where the state has them, with their parts.
  mutating func writeProseCast() {
    guard let state = campaign.state else { return }
    let cast = knownCast(state)
    guard !cast.isEmpty else { return }
    blocks.append(
      .heading(
        Heading(
          1, [.text(phrases[.dramatisPersonae])], Attributes(id: "cast", classes: ["back-matter"])))
    )
    let rows = cast.map { known -> [[Inline]] in
      [[.text(known.name)], known.person.role.isEmpty ? [] : [.text(known.person.role)]]
    }
    blocks.append(table([.name, .role], rows, .classes("cast")))
  }
}

extension Block {
  /// A paragraph without bold type: narrators of games set names in it, novels do not.
  fileprivate var withoutBold: Block {
    switch self {
    case .paragraph(var paragraph):
      paragraph.inlines = paragraph.inlines.withoutBold
      return .paragraph(paragraph)
    case .quote(var quote):
      quote.blocks = quote.blocks.map(\.withoutBold)
      return .quote(quote)
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(\.withoutBold)
      }
      return .list(list)
    case .heading, .table, .code, .figure, .callout, .keyValues, .division, .rule, .pageBreak,
      .contents, .index:
      return self
    }
  }
}

extension [Inline] {
  /// The inlines with what is bold as plain text; neighboring texts are one.
  fileprivate var withoutBold: [Inline] {
    guard contains(where: { if case .strong = $0 { true } else { false } }) else { return self }
    var result: [Inline] = []
    for inline in self {
      var inner = [inline]
      if case .strong(let inlines) = inline { inner = inlines }
      for next in inner {
        if case .text(let text) = next, case .text(let before)? = result.last {
          result[result.count - 1] = .text(before + text)
        } else {
          result.append(next)
        }
      }
    }
    return result
  }
}

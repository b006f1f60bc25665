// SPDX-License-Identifier: MIT
// Part of Platen: finds the names of people, places and things in a story.

internal import Documents

/// Collects the names of a campaign with their passages, and finds them again.
///
/// It does not change once it is made; it searches each text of a story, and its users share it.
final class NameFinder {
  let things: [NamedThing]
  /// The people of each scene, by number from 1.
  let peopleByScene: [Int: [Int]]
  /// The thing of each name.
  private let named: [Int]
  private let matcher: NameMatcher

  /// Gathers names from state and story and looks for them in the entries given. Names of things
  /// may have been introduced before.
  init(_ campaign: Campaign, entries: Range<Int>) {
    let register = NameRegister(campaign)
    named = register.names.map(\.thing)
    let matcher = NameMatcher(register.names.map(\.bytes))
    self.matcher = matcher
    var counter = NameCounter(register)
    for index in 0..<entries.lowerBound {
      NameFinder.visitTexts(of: index, in: campaign) { counter.findNames($0, matcher) }
    }
    var scene = 0
    for index in entries {
      scene = campaign.entries[index].scene ?? scene
      NameFinder.visitTexts(of: index, in: campaign) {
        counter.look(in: $0, scene: scene, matcher)
      }
    }
    counter.showLongest()
    things = counter.things
    peopleByScene = counter.peopleByScene
  }

  /// Calls `body` with each text in which an entry may name something. Entries are accessed by index,
  /// since copying one retains twenty references.
  private static func visitTexts(
    of index: Int, in campaign: Campaign, _ body: (String) -> Void
  ) {
    body(campaign.entries[index].text)
    let response = campaign.entries[index].godModeResponse
    if !response.isEmpty { body(response) }
    let place = campaign.entries[index].place
    if !place.isEmpty { body(place) }
    if let partner = campaign.entries[index].challenge?.name { body(partner) }
    campaign.entries[index].rewards?.loot.forEach(body)
  }

  // MARK: Marks

  /// The blocks with an index mark at the head of the paragraph where a thing is first named, for all
  /// things not yet in `marked`.
  func marking(_ blocks: [Block], within id: String, _ marked: inout [Bool]) -> [Block] {
    guard !named.isEmpty else { return blocks }
    var found: [Int] = []
    return withMarks(blocks, id, &marked, &found) ?? blocks
  }

  /// - Parameter found: Memory for what a paragraph names.
  /// - Returns: nil where nothing is to be marked.
  private func withMarks(
    _ blocks: [Block], _ id: String, _ marked: inout [Bool], _ found: inout [Int]
  ) -> [Block]? {
    var result: [Block]?
    for (index, block) in blocks.enumerated() {
      let new: Block?
      switch block {
      case .paragraph(let paragraph):
        found.removeAll(keepingCapacity: true)
        look(in: paragraph.inlines, &marked, &found)
        new = found.isEmpty ? nil : .paragraph(with(marksOf: found, id, paragraph))
      case .list(let list):
        var newList: List?
        for (position, item) in list.items.enumerated() {
          guard let inner = withMarks(item.blocks, id, &marked, &found) else { continue }
          if newList == nil { newList = list }
          newList?.items[position].blocks = inner
        }
        new = newList.map { .list($0) }
      case .quote(var quote):
        new = withMarks(quote.blocks, id, &marked, &found).map {
          quote.blocks = $0
          return .quote(quote)
        }
      case .division(var division):
        new = withMarks(division.blocks, id, &marked, &found).map {
          division.blocks = $0
          return .division(division)
        }
      default: new = nil
      }
      guard let new else { continue }
      if result == nil { result = blocks }
      result?[index] = new
    }
    return result
  }

  private func with(marksOf found: [Int], _ id: String, _ paragraph: Paragraph) -> Paragraph {
    // Exact capacity, since there are tens of thousands of paragraphs.
    var inlines: [Inline] = []
    inlines.reserveCapacity(found.count + paragraph.inlines.count)
    append(marksOf: found, id, to: &inlines)
    inlines += paragraph.inlines
    return Paragraph(inlines, paragraph.attributes)
  }

  func marks(for inlines: [Inline], _ id: String, _ marked: inout [Bool]) -> [Inline] {
    var found: [Int] = []
    look(in: inlines, &marked, &found)
    var result: [Inline] = []
    append(marksOf: found, id, to: &result)
    return result
  }

  private func append(marksOf found: [Int], _ id: String, to inlines: inout [Inline]) {
    for thing in found {
      inlines.append(.indexMark(IndexMark(things[thing].shown, within: id)))
    }
  }

  /// Appends the things that texts name, if they are not yet in `marked` and have a shown name.
  private func look(in inlines: [Inline], _ marked: inout [Bool], _ found: inout [Int]) {
    for inline in inlines {
      switch inline {
      case .text(let text): look(in: text, &marked, &found)
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner):
        look(in: inner, &marked, &found)
      case .link(let link): look(in: link.inlines, &marked, &found)
      default: break
      }
    }
  }

  private func look(in text: String, _ marked: inout [Bool], _ found: inout [Int]) {
    var text = text
    text.withUTF8 { bytes in
      unsafe matcher.scan(bytes) { name in
        let thing = named[name]
        guard !marked[thing] else { return }
        marked[thing] = true
        if !things[thing].shown.isEmpty { found.append(thing) }
      }
    }
  }
}

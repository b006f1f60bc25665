// SPDX-License-Identifier: MIT
// Part of Platen: finds the names of people, places and things in a story.

internal import Documents

/// Knows what is named in a campaign, where it is told of, and finds it again.
///
/// It does not change once it is made; each text of a story asks it, and whoever asks shares it.
final class NameFinder {
  let things: [NamedThing]
  /// The people of each scene, by number from 1.
  let peopleByScene: [Int: [Int]]
  /// The thing of each name.
  private let named: [Int]
  private let matcher: NameMatcher

  /// Gathers names from state and story and looks for them in the entries given.
  init(_ campaign: Campaign, entries: Range<Int>) {
    let register = NameRegister(campaign)
    named = register.names.map(\.thing)
    matcher = NameMatcher(register.names.map(\.bytes))
    var census = NameCensus(register)
    var scene = 0
    // By index: an entry copied is twenty references counted.
    for index in entries {
      scene = campaign.entries[index].scene ?? scene
      census.look(in: campaign.entries[index].text, scene: scene, matcher)
      let response = campaign.entries[index].godModeResponse
      if !response.isEmpty { census.look(in: response, scene: scene, matcher) }
      if let place = campaign.entries[index].header?.location {
        census.look(in: place, scene: scene, matcher)
      }
    }
    census.showLongest()
    things = census.things
    peopleByScene = census.peopleByScene
  }

  /// The things a text names, each once, in order.
  func things(in text: String) -> [Int] {
    var result: [Int] = []
    var text = text
    text.withUTF8 { bytes in
      matcher.scan(bytes) { name in
        let thing = named[name]
        if !result.contains(thing) { result.append(thing) }
      }
    }
    return result
  }

  // MARK: Marks

  /// The blocks with an index mark at the head of the paragraph where a thing is first named, for all
  /// things not yet in `marked`.
  func marking(_ blocks: [Block], within id: String, _ marked: inout [Bool]) -> [Block] {
    guard !named.isEmpty else { return blocks }
    var blocks = blocks
    var found: [Int] = []
    mark(&blocks, id, &marked, &found)
    return blocks
  }

  /// - Parameter found: Memory for what a paragraph names.
  private func mark(
    _ blocks: inout [Block], _ id: String, _ marked: inout [Bool], _ found: inout [Int]
  ) {
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        found.removeAll(keepingCapacity: true)
        look(in: paragraph.inlines, &marked, &found)
        guard !found.isEmpty else { continue }
        // As long as it has to be: there are tens of thousands of them.
        var inlines: [Inline] = []
        inlines.reserveCapacity(found.count + paragraph.inlines.count)
        append(marksOf: found, id, to: &inlines)
        inlines += paragraph.inlines
        paragraph.inlines = inlines
        blocks[index] = .paragraph(paragraph)
      case .list(var list):
        for item in list.items.indices { mark(&list.items[item].blocks, id, &marked, &found) }
        blocks[index] = .list(list)
      case .quote(var quote):
        mark(&quote.blocks, id, &marked, &found)
        blocks[index] = .quote(quote)
      case .division(var division):
        mark(&division.blocks, id, &marked, &found)
        blocks[index] = .division(division)
      default: break
      }
    }
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

  /// Appends what texts name that is not yet in `marked` and has something to be called by.
  private func look(in inlines: [Inline], _ marked: inout [Bool], _ found: inout [Int]) {
    for inline in inlines {
      switch inline {
      case .text(var text):
        text.withUTF8 { bytes in
          matcher.scan(bytes) { name in
            let thing = named[name]
            guard !marked[thing] else { return }
            marked[thing] = true
            if !things[thing].shown.isEmpty { found.append(thing) }
          }
        }
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner):
        look(in: inner, &marked, &found)
      case .link(let link): look(in: link.inlines, &marked, &found)
      default: break
      }
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: long texts from which a game began, set behind the story.

internal import Documents

/// Texts of players before the first scene that are longer than a few pages: settings, rules, sheets.
/// A book has them behind the story, so that it begins soon.
enum LongPremise {
  /// The shortest in bytes: some four pages.
  private static let least = 8_000

  /// The indices of such entries in the part of a story before its first scene.
  static func entries(of unit: SceneUnit, in campaign: Campaign) -> [Int] {
    guard unit.number == nil else { return [] }
    return unit.entries.filter { isLong($0, in: campaign) }
  }

  static func isLong(_ index: Int, in campaign: Campaign) -> Bool {
    campaign.entries[index].actor == .player && campaign.entries[index].text.utf8.count >= least
  }
}

extension BookMaker {
  private static let premiseID = "premise"

  /// Appends such texts under a heading of their own.
  mutating func writePremise(_ entries: [Int]) {
    let heading = Heading(
      1, label(.premise), Attributes(id: BookMaker.premiseID, classes: ["back-matter"]))
    var marked = [Bool](repeating: false, count: names.things.count)
    blocks.append(.heading(heading))
    for index in entries { blocks += speech(index, BookMaker.premiseID, &marked) }
  }

  /// The line in place of such a text, which leads to it.
  func premiseReference() -> Block {
    .paragraph(Paragraph([.reference(Reference(to: BookMaker.premiseID, label(.premise)))]))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a page that lists the campaigns of a folder with their sizes and dates.

public import Documents

/// Makes a page that lists campaigns.
public enum CampaignLibrary {
  /// A campaign as a list shows it; small enough to keep while others are read.
  public struct Listing: Hashable, Sendable {
    public var title: String
    /// Such as `Sylphina von Silford, human Bladesinger, level 6`; empty if missing in the state.
    public var hero: String
    public var scenes: Int
    public var words: Int
    public var lastPlayed: Timestamp?
    /// The beginning of what it is about.
    public var premise: String
    /// The file it was read from, as the caller names it.
    public var file: String

    public init(_ campaign: Campaign, file: String, phrases: Phrasebook = .english) {
      title = campaign.title
      hero = campaign.state?.player.map { $0.line(phrases) } ?? ""
      scenes = campaign.sceneCount
      words = campaign.wordCount
      lastPlayed = campaign.lastPlayed
      premise = campaign.premise.excerpt
      self.file = file
    }
  }

  /// The campaign played last first, those of unknown time by title at the end.
  public static func sorted(_ listings: [Listing]) -> [Listing] {
    listings.sorted { a, b in
      if a.lastPlayed != b.lastPlayed {
        return (a.lastPlayed?.microseconds ?? .min) > (b.lastPlayed?.microseconds ?? .min)
      }
      return (a.title, a.file) < (b.title, b.file)
    }
  }

  /// The page, in the order of `sorted(_:)`.
  ///
  /// - Parameter covers: a picture for each file that has one.
  public static func document(
    of listings: [Listing], title: String = "", language: String = "en",
    phrases: Phrasebook = .english, covers: [String: Image] = [:]
  ) -> Document {
    let sorted = sorted(listings)
    let title = title.isEmpty ? phrases[.campaigns] : title
    var masthead: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false))
    ]
    let totals = [
      phrases.counted(.sceneCount, sorted.reduce(0) { $0 + $1.scenes }),
      phrases.counted(.wordCount, sorted.reduce(0) { $0 + $1.words }),
    ]
    masthead.append(.text(totals.joined(separator: " · "), .classes("figures")))
    var blocks: [Block] = [.division(Division(masthead, .classes("masthead")))]
    let counts = Dictionary(grouping: sorted, by: \.title).mapValues(\.count)
    let columns: [Phrase] = [.campaign, .lastPlayed, .scenes, .words]
    blocks.append(
      .table(
        Table(
          columns: covers.isEmpty
            ? [Table.Column(), Table.Column(), Table.Column(.end), Table.Column(.end)]
            : [
              Table.Column(share: 0.2), Table.Column(share: 0.36), Table.Column(share: 0.17),
              Table.Column(.end, share: 0.13), Table.Column(.end, share: 0.14),
            ],
          head: [
            Table.Row(
              ((covers.isEmpty ? [] : [.cover]) + columns).map {
                Table.Cell([.text(phrases[$0])], isHeader: true)
              })
          ],
          body: sorted.map { listing in
            var row = row(listing, phrases, isAlone: counts[listing.title] == 1)
            if !covers.isEmpty {
              row.cells.insert(
                Table.Cell(covers[listing.file].map { [.figure(Figure($0))] } ?? [Block]()), at: 0)
            }
            return row
          }, .classes("library"))))
    var metadata = Metadata(title: title, language: language)
    // The title may be a name in other letters.
    if phrases.direction == .rightToLeft { metadata.direction = .rightToLeft }
    metadata.date = sorted.first?.lastPlayed?.isoDay ?? ""
    return Document(metadata: metadata, blocks: blocks)
  }

  /// - Parameter isAlone: Whether no other campaign has its title; those that share one, such as
  ///   copies, are distinguished by their files.
  private static func row(
    _ listing: Listing, _ phrases: Phrasebook, isAlone: Bool
  ) -> Table.Row {
    var about: [Block] = [.paragraph(Paragraph([.strong([.text(listing.title)])]))]
    if !isAlone { about.append(.text(listing.file, .classes("file"))) }
    if !listing.hero.isEmpty { about.append(.text(listing.hero, .classes("hero"))) }
    if !listing.premise.isEmpty { about.append(.text(listing.premise, .classes("premise"))) }
    let day = phrases.date(listing.lastPlayed?.isoDay ?? "")
    return Table.Row([
      Table.Cell(about), Table.Cell(day.isEmpty ? [Inline]() : [.text(day)]),
      Table.Cell([.text(phrases.grouped(listing.scenes))]),
      Table.Cell([.text(phrases.grouped(listing.words))]),
    ])
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the worlds of a folder as a page: the name, small map, size and date of each.

internal import Documents
internal import Text

/// Makes the page that lists worlds.
struct WorldList {
  var phrases: Phrasebook
  var language: String
  /// The title; empty for the phrase for worlds.
  var title: String

  func document(of catalog: WorldCatalog) -> Document {
    let title = title.isEmpty ? phrases[.worlds] : title
    let count = phrases.counted(.worldCount, catalog.volumes.count)
    var blocks: [Block] = [
      .division(
        Division(
          [
            .heading(Heading(1, [.text(title)], .classes("title"))),
            .text(count, .classes("figures")),
          ], .classes("masthead")))
    ]
    let columns: [Phrase] = [.map, .world, .sheetSize, .savedOn]
    blocks.append(
      .table(
        Table(
          columns: [
            Table.Column(share: 0.3), Table.Column(share: 0.27), Table.Column(share: 0.23),
            Table.Column(share: 0.2),
          ],
          head: [
            Table.Row(columns.map { Table.Cell([.text(phrases[$0])], isHeader: true) })
          ],
          body: catalog.volumes.enumerated().map { row($1, number: $0 + 1) },
          .classes("library worlds"))))
    var document = Document(
      metadata: Metadata(title: title, language: language), blocks: blocks)
    // The title may be a name in other letters.
    if phrases.direction == .rightToLeft { document.metadata.direction = .rightToLeft }
    document.metadata.date = catalog.volumes.map(\.savedOn).max() ?? ""
    document.resources = catalog.volumes.enumerated().compactMap { index, volume in
      guard !volume.preview.isEmpty else { return nil }
      return Resource(
        name: WorldList.image(index + 1), mediaType: "image/png",
        width: WorldCatalog.previewWidth, height: volume.previewHeight, bytes: volume.preview)
    }
    return document
  }

  private func row(_ volume: WorldCatalog.Volume, number: Int) -> Table.Row {
    let image: [Block] =
      volume.preview.isEmpty
      ? []
      : [
        .figure(
          Figure(
            Image(
              WorldList.image(number),
              alternative: phrases(.mapOf, volume.name), share: 1)))
      ]
    let about: [Block] = [
      .paragraph(Paragraph([.strong([.text(volume.name)])])),
      .text(volume.file, .classes("figures")),
    ]
    var sizes: [Block] = [.text("\(brief(volume.width)) × \(brief(volume.height))")]
    let counts = [
      (Phrase.cellCount, volume.cells), (.stateCount, volume.states), (.burgCount, volume.burgs),
    ].filter { $0.1 > 0 }.map { phrases.counted($0, $1) }
    if !counts.isEmpty {
      sizes.append(.text(counts.joined(separator: phrases[.comma]), .classes("figures")))
    }
    return Table.Row([
      Table.Cell(image), Table.Cell(about), Table.Cell(sizes),
      Table.Cell(volume.savedOn.isEmpty ? [Inline]() : [.text(phrases.date(volume.savedOn))]),
    ])
  }

  private static func image(_ number: Int) -> String { "world-\(number).png" }
}

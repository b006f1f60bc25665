// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a campaign job's outputs.

internal import JobKit

/// A format of a campaign job's outputs: those of a book, and data.
enum CampaignFormat: JobFormat, Hashable {
  case book(BookFormat)
  /// The entries of a library.
  case json
  /// Cards to learn the names of a campaign with.
  case tsv
  /// Notes that people edit.
  case folder

  static let allCases = BookFormat.allCases.map(Self.book) + [.json, .tsv, .folder]

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  var rawValue: String {
    switch self {
    case .book(let format): format.rawValue
    case .json: "json"
    case .tsv: "tsv"
    case .folder: "/"
    }
  }

  var row: OutputFormat {
    switch self {
    case .book(let format):
      var row = format.row
      if format == .pdf { row.options.append(CampaignKeys.spine.name) }
      return row
    case .json: return row("the entries of a library, for programs (show: library)", options: [])
    case .tsv:
      return row("cards to learn people, places, things and quests with, for Anki", options: [])
    case .folder:
      return row(
        "notes for Obsidian: sessions, people, places, quests",
        options: [CampaignKeys.format, VaultKeys.links])
    }
  }

  /// The product of a format.
  enum Product {
    case document(DocumentFormat)
    /// One page as an image.
    case page
    /// The entries of a library as JSON.
    case index
    /// Cards to learn the names of a campaign with.
    case cards
    /// Notes of a vault.
    case notes
  }

  var product: Product {
    switch self {
    case .book(let format): format.document.map { .document($0) } ?? .page
    case .json: .index
    case .tsv: .cards
    case .folder: .notes
    }
  }

  /// The format of a document that is written while the story is streamed; nil for others.
  var streamed: DocumentFormat.Streamed? {
    if case .document(let format) = product { format.streamed } else { nil }
  }
}

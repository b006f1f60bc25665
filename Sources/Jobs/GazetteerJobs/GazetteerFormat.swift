// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a gazetteer job's outputs.

internal import JobKit

/// A format of a gazetteer job's outputs: those of a book, and a folder.
enum GazetteerFormat: JobFormat, Hashable {
  case book(BookFormat)
  /// A module for a virtual tabletop, or notes.
  case folder

  static let allCases = BookFormat.allCases.map(Self.book) + [.folder]

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  var rawValue: String {
    switch self {
    case .book(let format): format.rawValue
    case .folder: "/"
    }
  }

  var row: OutputFormat {
    switch self {
    case .book(let format): format.row
    case .folder:
      row(
        "a module for Foundry: scenes, journals and pins; or notes for Obsidian",
        options: GazetteerFolderKeys.options)
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the options of folders that a gazetteer job makes.

internal import JobKit

/// A format of a folder that a gazetteer job makes.
enum GazetteerFolder: String, CaseIterable {
  case foundry, obsidian
}

/// The options of folders.
enum GazetteerFolderKeys {
  static let format = OptionKey(
    "format", .word(of: GazetteerFolder.self),
    "the format of a folder: a module for Foundry, or notes for Obsidian", example: "obsidian",
    defaultValue: GazetteerFolder.foundry.rawValue)
  static let links = VaultKeys.links.declared(uses: [.with(format, .obsidian)])

  static let options: [any DeclaredKey] =
    [format] + FoundryKeys.options + [links, SharedKeys.width]
}

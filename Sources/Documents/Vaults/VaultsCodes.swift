// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about vaults of notes.

package import Diagnostics

extension Diagnostic.Code {
  package static let vaultAudience = Self(
    "vault.audience", .manifest,
    "The folder holds a vault for other readers. Notes of the game master would stay in it, and players",
    "would find them.",
    "Choose a folder for each audience.")
  package static let vaultChanged = Self(
    "vault.changed", .busy,
    "A note in the vault was changed between the beginning of the run and the writing of the notes.",
    "Run again: nothing was written.")
  package static let vaultCopy = Self(
    "vault.copy", .data,
    "Two notes have the same platen-id. The one that was written last is updated, the other stays.",
    "Remove platen-id from the copy.")
  package static let vaultDeleted = Self(
    "vault.deleted", .data,
    "Notes that were deleted are not written again.",
    "To have one again, remove its line from platen-vault.json.")
  package static let vaultGone = Self(
    "vault.gone", .data,
    "The subjects of these notes are no longer described. The notes stay, with platen-gone: true.",
    "Delete them if you do not need them.")
  package static let vaultKept = Self(
    "vault.kept", .data,
    "A note has a new text, but its managed part was edited or its marks or front matter were damaged,",
    "so it is kept as it is.",
    "To get the new text, delete all lines between the two marks, and keep your own below them.")
  package static let vaultList = Self(
    "vault.list", .data,
    "The list of a vault's notes, platen-vault.json, is invalid.",
    "Restore it, or remove it: then notes that were deleted are written again.")
  package static let vaultName = Self(
    "vault.name", .data,
    "All names that a note could have are taken by files that are not Platen's.",
    "Rename one of these files.")
  package static let vaultSize = Self(
    "vault.size", .data,
    "The folder of a vault has more files, or larger ones, than are read.",
    "Choose a folder of its own within the vault.")
  package static let vaultSource = Self(
    "vault.source", .manifest,
    "The folder holds the vault of another world or campaign. The notes of one would replace those of",
    "the other.",
    "Choose another folder.")
}

extension CodeTable {
  /// Codes of diagnostics about vaults of notes.
  package static let vaults = CodeTable(
    "Vaults", "vaults of notes",
    [
      .vaultAudience, .vaultChanged, .vaultCopy, .vaultDeleted, .vaultGone, .vaultKept, .vaultList,
      .vaultName, .vaultSize, .vaultSource,
    ])
}

// SPDX-License-Identifier: MIT
// Part of Platen: the fonts of this machine as lists of words, for the command.

internal import Canvas
package import Diagnostics

/// The fonts that are known and those that are here.
package struct FontInventory: Sendable {
  private let fonts: FontSet

  /// The fonts installed, and those files.
  package init(files: [String] = []) throws { fonts = try FontSet(files: files) }

  /// The folders of this machine that have fonts.
  package static var folders: [String] { FontFolders.system.found }

  /// A family that is known.
  package struct Family: Sendable, Hashable {
    package var name: String
    package var genre: String
    /// The number of faces that are here.
    package var faces: Int
    /// The Debian package it comes from.
    package var package: String?
  }

  package var families: [Family] {
    fonts.families.map {
      Family(name: $0.name, genre: $0.genre.rawValue, faces: $0.faces.count, package: $0.package)
    }
  }

  /// The font found for a name.
  package struct Answer: Sendable, Hashable {
    package var requested: String
    package var family: String?
    package var isSubstitute: Bool
    package var file: String?
    /// Diagnostics: that it is a substitute, which package to install.
    package var errors: [Diagnostic]
  }

  package func answer(to name: String) -> Answer {
    let match = fonts.match(name)
    return Answer(
      requested: name, family: match?.family.name, isSubstitute: match?.substitute != nil,
      file: match?.face.path, errors: match == nil ? fonts.check([name]).map(error) : [])
  }

  /// Turns a warning about a font that a map can do without into an error, since its name was
  /// requested explicitly.
  private func error(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.severity = .error
    return diagnostic
  }
}

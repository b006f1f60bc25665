// SPDX-License-Identifier: MIT
// Part of Platen: a preview as its server knows it, and the lists of choices on its page.

package import Documents
internal import Text

/// An input that a page in browsers shows while its look is edited. Thread-safe.
package protocol Preview: Sendable {
  /// Reads changed files again; to be called every few moments.
  func refresh()
  /// The revision of the files and their errors, as JSON for the page.
  var status: String { get }
  /// The page.
  ///
  /// - Throws: `Failure` of what it shows at first.
  func page() throws -> String
  /// Returns a file that the page requests; nil where the path names none, or it cannot be drawn,
  /// which the page learns from ``status``.
  ///
  /// - Parameter path: below ``PreviewFolder/path``.
  func file(at path: Substring) -> [UInt8]?
}

/// The folder of the images of previews.
package enum PreviewFolder {
  /// Its path, seen from the page.
  package static let path = ".live/picture/"
}

/// A list of choices on the page of a preview.
package struct PreviewList: Sendable {
  /// A choice.
  package struct Choice: Sendable {
    /// The value in addresses of images.
    package var value: String
    /// The name in the address of the page.
    package var name: String
    /// The text that is shown.
    package var text: String

    package init(value: String, name: String, text: String? = nil) {
      self.value = value
      self.name = name
      self.text = text ?? name
    }
  }

  private let choices: [Choice]
  private let chosen: String

  /// - Parameter chosen: the value of the choice at first.
  package init(_ choices: [Choice], chosen: String) {
    self.choices = choices
    self.chosen = chosen
  }

  /// A list whose values are positions.
  package init(_ named: [(name: String, text: String)], chosen: Int) {
    self.init(
      named.enumerated().map { Choice(value: "\($0)", name: $1.name, text: $1.text) },
      chosen: "\(chosen)")
  }

  /// The options of a list in HTML.
  package var markup: String {
    choices.map { choice in
      "<option value=\"\(choice.value)\" data-name=\"\(MarkupEscaping.escaped(choice.name))\""
        + (choice.value == chosen ? " selected" : "")
        + ">\(MarkupEscaping.escaped(choice.text))</option>"
    }.joined()
  }

  /// The list of audiences, of which game masters see more.
  package static func audiences(_ phrases: Phrasebook, seesSecrets: Bool) -> PreviewList {
    PreviewList(
      [
        Choice(value: "player", name: "player", text: phrases[.previewPlayers]),
        Choice(value: "gm", name: "gm", text: phrases[.previewGameMasters]),
      ], chosen: seesSecrets ? "gm" : "player")
  }
}

extension Phrasebook {
  /// The value of a page's `dir`.
  package var directionName: String { direction == .rightToLeft ? "rtl" : "ltr" }
}

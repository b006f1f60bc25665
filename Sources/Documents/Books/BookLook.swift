// SPDX-License-Identifier: MIT
// Part of Platen: looks of books: what pages, screens and the maps in them take of one file.

public import Drawing
package import Typesetting
package import Writers

/// A theme for books, whatever format they are written in.
///
/// The settings are read and changed by their dotted names; `platen looks --settings --kind
/// campaign` lists them.
public struct BookLook: Hashable, Sendable, LookTable {
  /// The name in manifests.
  public var name: String
  /// One clause for lists.
  public var about = ""
  /// Pages.
  package var pages: BookStyle
  /// HTML and EPUB.
  package var web = WebStyle.clean
  /// The look of the maps the book draws of its story: a name or a file.
  package var maps = "parchment"

  /// A look without settings, which is what `extends: none` begins with.
  package init(name: String) {
    self.name = name
    pages = BookStyle(name: name)
  }

  public static var description: String { "campaign look" }

  public static func field(named name: String) -> LookField<BookLook>? {
    if let field = ownFields.first(where: { $0.name == name }) { return field }
    return BookStyle.field(named: name)?.lifted("", \.pages)
  }

  public static func isGroup(_ name: String) -> Bool {
    BookStyle.isGroup(name) || ownFields.contains { $0.name.hasPrefix(name + ".") }
  }

  public static func names(like name: String) -> [String] {
    name.hasPrefix("styles.")
      ? BookStyle.names(like: name) : ownFields.map(\.name) + BookStyle.names(like: name)
  }

  /// Every setting of pages as wholes, of screens and of maps.
  package static let fields: [LookField<BookLook>] =
    BookStyle.pageFields.map { $0.lifted("", \.pages) } + ownFields

  /// The look as YAML, every setting with its value.
  public var yaml: String {
    var lines = [
      "# SPDX-License-Identifier: MIT",
      "# Part of Platen: the look \"\(name)\" of books, every setting with its value.",
      "#",
      "# Copy this file, keep the lines you want to change, write \"extends: \(name)\" over them, and",
      "# name it in a manifest: look: mine.yaml. For a list of the settings, see",
      "# platen looks --settings --kind campaign; for that of selectors, platen looks --styles.",
      "extends: none",
      "description: " + LookValue.text(about).text,
    ]
    lines += LookText.lines(of: BookLook.fields, in: self)
    lines += pages.styleLines
    return lines.joined(separator: "\n") + "\n"
  }
}

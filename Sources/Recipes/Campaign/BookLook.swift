// SPDX-License-Identifier: MIT
// Part of Platen: looks of books: what pages, screens and the maps in them take of one name.

internal import Diagnostics
internal import Digests
internal import Typesetting
internal import Writers

/// How a book is dressed, whatever it is made as.
struct BookLook: Hashable, Sendable {
  /// What manifests call it.
  var name: String
  /// One clause for lists.
  var summary: String
  /// Pages.
  var pages: BookStyle
  /// HTML and EPUB.
  var web: WebStyle
  /// The look of the maps the book draws of its story.
  var maps: String

  static let modern = BookLook(
    name: "modern", summary: "clean and light, for reading on paper and on screens",
    pages: .modern, web: .clean, maps: "parchment")
  static let parchment = BookLook(
    name: "parchment", summary: "a chronicle on old paper, with ornaments",
    pages: .chronicle, web: .chronicle, maps: "parchment")
  static let night = BookLook(
    name: "night", summary: "light letters on a dark ground, for screens",
    pages: .dark, web: .dark, maps: "parchment")

  static let builtIn = [modern, parchment, night]

  /// The look of that name.
  ///
  /// - Throws: `Failure` `look.unknown`.
  static func named(_ name: String) throws -> BookLook {
    if let look = builtIn.first(where: { $0.name == name }) { return look }
    throw Failure(
      .error(
        "look.unknown", "there is no look for books called \"\(name)\"",
        hints: [nearMissHint(name, among: builtIn.map(\.name))]))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: decks in one file, written in a test.

import Diagnostics
import Documents
import Readers
import TestSupport

@testable import Talks

/// A deck of that Markdown; files beside it are `assets`.
func deckTalk(
  _ text: String, name: String = "a.md", as format: DeckFormat? = nil,
  assets: [String: [UInt8]] = [:]
) throws -> Diagnosed<Talk> {
  var options = TalkOptions()
  options.deckFormat = format
  return try TalkReader.read(
    deck: NamedBytes(name, Array(text.utf8)), options: options, asset: { assets[$0] })
}

/// The slides of a deck, each as a line: kind, title, steps after the first, notes.
func deckLines(_ text: String, as format: DeckFormat? = nil) throws -> [String] {
  try deckTalk(text, as: format).value.deck.slides.map(\.line)
}

extension Slide {
  /// Kind, title, steps after the first, classes and notes, as far as there are some.
  var line: String {
    var line = "\(kind.rawValue) \(title.plainText)"
    if steps.count > 1 { line += " +\(steps.count - 1)" }
    if !classes.isEmpty { line += " ." + classes.joined(separator: ".") }
    if !declarations.isEmpty { line += " {\(declarations)}" }
    if !notes.isEmpty { line += " // " + notes.words.joined(separator: " | ") }
    return line
  }

  /// The words of each step.
  var stepWords: [String] { steps.map { $0.blocks.words.joined(separator: " | ") } }
}

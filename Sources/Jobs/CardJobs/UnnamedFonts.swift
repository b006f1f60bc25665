// SPDX-License-Identifier: MIT
// Part of Platen: reports fonts that are used where those of a look have no glyph.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Rows
internal import Text

/// Finds fonts in finished cards that the look does not name: those used where its own fonts have
/// no glyph.
struct UnnamedFonts: Sendable {
  private let requested: Set<FontFace>
  private let names: [FontFace: String]

  /// - Parameter families: all families of the look.
  init(_ set: FontSet, families: [String]) {
    requested = Set(families.compactMap { set.match($0)?.family }.flatMap { $0.faces.map(\.face) })
    names = Dictionary(
      set.families.flatMap { family in family.faces.map { ($0.face, family.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the substitute families, each with the text that it is used for, in order of use.
  func strangers(in nodes: [Node]) -> [(family: String, letters: String)] {
    var found: [(family: String, letters: String)] = []
    func walk(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .group(let group): walk(group.children)
        case .text(let text) where !isRequested(text.font.face):
          let family = names[text.font.face] ?? UnnamedFonts.describe(text.font.face)
          let index = found.firstIndex { $0.family == family }
          if let index {
            found[index].letters += text.source
          } else {
            found.append((family, text.source))
          }
        default: break
        }
      }
    }
    walk(nodes)
    return found
  }

  /// Indicates whether a face, or the one that it is made bold from, is of the look.
  private func isRequested(_ face: FontFace) -> Bool {
    requested.contains(face) || requested.contains { face.name.hasPrefix($0.name + "+") }
  }

  /// Returns a name such as `Noto Serif Thai` for a face without a listed family.
  private static func describe(_ face: FontFace) -> String {
    let file = face.name.prefix { $0 != "-" && $0 != "." }
    var words = ""
    for character in file {
      if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
      words.append(character)
    }
    return words
  }

  /// Returns a warning for each substitute family.
  ///
  /// - Parameter subject: the description of the card.
  func warnings(in nodes: [Node], of subject: String, at place: SourceLocation) -> [Diagnostic] {
    strangers(in: nodes).map { family, letters in
      var seen: Set<Unicode.Scalar> = []
      let scalars = letters.unicodeScalars.filter { scalar in
        scalar != " " && seen.insert(scalar).inserted
      }
      let names = scalars.prefix(6).map(\.codePoint)
      let more = scalars.count > 6 ? " and \(scalars.count - 6) more" : ""
      return .warning(
        .fontsFallback,
        "using \(family) for \(names.joined(separator: ", "))\(more) in \(subject): the look's fonts "
          + "have no glyph for it", at: place,
        hints: ["add a font that has it to the look's families, and its file under fonts:"])
    }
  }
}

extension UnnamedFonts {
  /// Returns warnings about substitute fonts on the cards of a row.
  func warnings(in cards: [ComposedCard], of row: Row) -> [Diagnostic] {
    let name = row.name.map { "\"\(printable($0, limit: 60))\"" } ?? "a row"
    return warnings(in: cards.flatMap(\.scene.nodes), of: name, at: row.place)
  }
}

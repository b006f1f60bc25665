// SPDX-License-Identifier: MIT
// Part of Platen: fonts that step in where those of a look have no glyph: told by name, never silent.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Text

/// Finds fonts in finished pictures that were not asked for: those taken where the others have no
/// glyph.
struct FontWitness: Sendable {
  private let asked: Set<FontFace>
  private let names: [FontFace: String]

  /// - Parameter families: every family that may be there.
  init(_ set: FontSet, families: [String]) {
    asked = Set(families.compactMap { set.match($0)?.family }.flatMap { $0.faces.map(\.face) })
    names = Dictionary(
      set.families.flatMap { family in family.faces.map { ($0.face, family.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The families that stepped in, each with the letters it was taken for, in the order met.
  func strangers(in nodes: [Node]) -> [(family: String, letters: String)] {
    var found: [(family: String, letters: String)] = []
    func walk(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .group(let group): walk(group.children)
        case .text(let text) where !asked.contains(text.font.face):
          let family = names[text.font.face] ?? FontWitness.spoken(text.font.face)
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

  /// `Noto Serif Thai` of a face whose family is in no list.
  private static func spoken(_ face: FontFace) -> String {
    let file = face.name.prefix { $0 != "-" && $0 != "." }
    var words = ""
    for character in file {
      if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
      words.append(character)
    }
    return words
  }

  /// A warning for each family that stepped in.
  ///
  /// - Parameter said: what the picture is of.
  func warnings(in nodes: [Node], of said: String, at place: Place) -> [Diagnostic] {
    strangers(in: nodes).map { family, letters in
      var seen: Set<Unicode.Scalar> = []
      let scalars = letters.unicodeScalars.filter { scalar in
        scalar != " " && seen.insert(scalar).inserted
      }
      let names = scalars.prefix(6).map(\.codePoint)
      let more = scalars.count > 6 ? " and \(scalars.count - 6) more" : ""
      return .warning(
        .fontsStandIn,
        "\(family) stands in for \(names.joined(separator: ", "))\(more) in \(said): the look's fonts "
          + "have no glyph for it", at: place,
        hints: ["name a font that has it in the look's families, and its file under fonts:"])
    }
  }
}

extension FontWitness {
  /// What stepped in on the cards of a row.
  func warnings(in cards: [ComposedCard], of row: Row) -> [Diagnostic] {
    let name = row.name.map { "\"\(printable($0, limit: 60))\"" } ?? "a row"
    return warnings(in: cards.flatMap(\.scene.nodes), of: name, at: row.place)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a world that players have not explored: `state:Kazund`,
// `marker:The Sunken Temple`.

internal import Diagnostics
package import Digests

/// A part of a world that players have not explored, by its kind and its name or number.
package struct UnexploredSubject: Hashable, Sendable {
  /// The kinds of such parts.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case state, province, burg, marker
  }

  package let kind: Kind
  /// The name, or the number in the world, as a manifest specifies it.
  package let name: String

  /// The accepted forms, for messages.
  package static let forms =
    Kind.allCases.map { "\($0.rawValue):NAME" }.joined(separator: ", ") + ", or a number as NAME"

  /// Reads a subject such as `state:Kazund`; nil for any other text.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"),
      let kind = Kind(rawValue: String(text[..<colon]))
    else { return nil }
    let name = text[text.index(after: colon)...].drop { $0 == " " }
    guard name.contains(where: { $0 != " " }) else { return nil }
    self.kind = kind
    self.name = String(name)
  }

  /// Returns the ids that bear the name in `world`; several where it is not unique.
  ///
  /// - Throws: `Failure` with code `unexplored.unknown` if nothing has the name.
  func ids(in world: World) throws -> [Int] {
    let named = candidates(in: world)
    let wanted = name.lowercased()
    var found = named.filter { $0.names.contains { $0.lowercased() == wanted } }.map(\.id)
    if found.isEmpty, let number = Int(name) { found = named.map(\.id).filter { $0 == number } }
    guard found.isEmpty else { return found }
    let known = named.compactMap { $0.names.first { !$0.isEmpty } }
    throw Failure(
      .error(
        .unexploredUnknown, "no such \(kind.rawValue): \"\(name)\"",
        hints: [
          known.isEmpty
            ? "the world names no \(kind.rawValue); use its number"
            : nearMissHint(name, among: known)
        ]))
  }

  /// Everything of the kind, with the names that it goes by.
  private func candidates(in world: World) -> [(id: Int, names: [String])] {
    switch kind {
    case .state: return world.states.filter { $0.id != 0 }.map { ($0.id, [$0.name, $0.fullName]) }
    case .province: return world.provinces.map { ($0.id, [$0.name, $0.fullName]) }
    case .burg: return world.burgs.map { ($0.id, [$0.name]) }
    case .marker:
      // The name of a marker is that of its note.
      let names = Dictionary(
        world.notes.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
      return world.markers.map { ($0.id, names["marker\($0.id)"].map { [$0] } ?? []) }
    }
  }
}

extension UnexploredSubject: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(kind, name) }
}

extension UnexploredSubject.Kind: Digestible {}

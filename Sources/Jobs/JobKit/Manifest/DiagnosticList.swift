// SPDX-License-Identifier: MIT
// Part of Platen: the errors of a manifest and of the files it names, gathered to be shown at once.

package import Diagnostics
package import Values

/// Errors found while a manifest is checked, each once, in the order found.
package struct DiagnosticList: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var places: Set<SourceLocation?> = []

  package init() {}

  package var isEmpty: Bool { diagnostics.isEmpty }

  package mutating func record(_ diagnostic: Diagnostic) {
    guard seen.insert(diagnostic).inserted else { return }
    diagnostics.append(diagnostic)
    places.insert(diagnostic.place)
  }

  /// Indicates whether an error at exactly this place is recorded.
  package func hasError(at place: SourceLocation?) -> Bool { places.contains(place) }

  package mutating func record(
    _ code: Diagnostic.Code, _ message: String, at place: SourceLocation, hints: [String] = []
  ) {
    record(.error(code, message, at: place, hints: hints))
  }

  /// Records an unknown key, with a hint, or else with the nearest known key.
  package mutating func unknownKey(
    _ member: PlacedValue.Member, in name: String, among known: [String], hint: String? = nil
  ) {
    record(
      .manifestUnknownKey, "unknown key \"\(member.key)\" in \(name)", at: member.place,
      hints: [
        hint ?? FormerNames.hint(at: member.key, among: known)
          ?? nearMissHint(member.key, among: known, listedBy: "schema --markdown")
      ])
  }

  /// Records errors found in a file that a place names, such as a look's file.
  package mutating func record(_ failure: Failure, foundFrom place: SourceLocation?) {
    for fault in failure.diagnostics { record(fault.found(from: place)) }
  }

  /// Throws everything recorded, in the order of lines.
  package func throwIfAny() throws {
    guard !isEmpty else { return }
    throw Failure(inOrderOfLines)
  }

  /// The errors file by file, the files in the order found, each by line and column; those at one
  /// position in the order found.
  package var inOrderOfLines: [Diagnostic] {
    var files: [String?: Int] = [:]
    for diagnostic in diagnostics where files[diagnostic.place?.file] == nil {
      files[diagnostic.place?.file] = files.count
    }
    return diagnostics.enumerated().sorted { a, b in
      func rank(_ item: (offset: Int, element: Diagnostic)) -> (Int, Int, Int, Int) {
        let place = item.element.place
        return (files[place?.file] ?? 0, place?.line ?? 0, place?.column ?? 0, item.offset)
      }
      return rank(a) < rank(b)
    }.map(\.element)
  }
}

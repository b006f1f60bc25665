// SPDX-License-Identifier: MIT
// Part of Platen: one job multiplied by lists of values.

internal import Diagnostics
internal import Values

/// The values of one job's matrix: the product of its lists, less `exclude`, plus `include`.
///
/// `exclude` drops every combination that has all of an entry's values. `include` is GitHub
/// Actions': an entry's values are added to each combination whose list values they do not
/// overwrite; an entry that fits none becomes a combination of its own.
struct Matrix {
  /// Values by key, in the order written.
  typealias Combination = [PlacedValue.Member]

  /// The most combinations of one job; more are treated as an error.
  static let limit = 100_000

  /// The combinations of a matrix, the first key varying slowest.
  ///
  /// - Parameters:
  ///   - value: the value of `matrix`.
  ///   - keys: the keys of a job of this kind.
  ///   - log: receives errors; the result is then empty.
  static func combinations(
    of value: PlacedValue, keys: [ManifestKey], kindKey: String, into log: inout DiagnosticList
  ) -> [Combination] {
    guard let members = value.members else {
      log.record(
        .manifestType, "matrix: expected a mapping, found \(value.description)", at: value.place,
        hints: ["matrix: { layers: [political, physical] }"])
      return []
    }
    let variable = keys.filter { !ManifestKeys.fixed.contains($0.name) && $0.name != kindKey }
    let before = log.diagnostics.count
    var lists: [PlacedValue.Member] = []
    for member in members where member.key != "include" && member.key != "exclude" {
      if check(member, variable, into: &log) { lists.append(member) }
    }
    let excluded = entries("exclude", of: value, into: &log)
    let included = entries("include", of: value, into: &log)
    for member in excluded.flatMap({ $0 }) where !lists.contains(where: { $0.key == member.key }) {
      log.record(
        .manifestMatrix, "exclude names \"\(member.key)\", which is not a list of the matrix",
        at: member.place, hints: [nearMissHint(member.key, among: lists.map(\.key))])
    }
    for member in included.flatMap({ $0 }) {
      guard let key = variable.first(where: { $0.name == member.key }) else {
        log.unknownKey(member, in: "include", among: variable.map(\.name))
        continue
      }
      key.check(member.value, into: &log)
    }
    guard log.diagnostics.count == before else { return [] }

    var count = 1
    for list in lists {
      count *= list.value.elements?.count ?? 0
      guard count <= limit else {
        log.record(
          .manifestMatrix, "the matrix makes more than \(limit) jobs", at: value.place)
        return []
      }
    }
    var combinations: [Combination] = lists.isEmpty ? [] : [[]]
    for list in lists {
      combinations = combinations.flatMap { combination in
        (list.value.elements ?? []).map { element in
          combination + [PlacedValue.Member(key: list.key, place: list.place, value: element)]
        }
      }
    }
    for entry in excluded {
      let kept = combinations.filter { combination in
        !entry.allSatisfy { wanted in
          combination.contains { $0.key == wanted.key && same($0.value, wanted.value) }
        }
      }
      if kept.count == combinations.count, let place = entry.first?.place {
        log.record(
          .manifestMatrix, "this exclude fits no combination", at: place,
          hints: ["use values of the matrix's own lists"])
      }
      combinations = kept
    }
    return adding(included, to: combinations, lists: Set(lists.map(\.key)))
  }

  private static func adding(
    _ included: [Combination], to combinations: [Combination], lists: Set<String>
  ) -> [Combination] {
    var result = combinations
    let originalCount = result.count
    for entry in included {
      var fits = false
      for index in 0..<originalCount {
        let contradicts = entry.contains { member in
          lists.contains(member.key)
            && combinations[index].contains {
              $0.key == member.key && !same($0.value, member.value)
            }
        }
        if contradicts { continue }
        fits = true
        for member in entry {
          if let at = result[index].firstIndex(where: { $0.key == member.key }) {
            result[index][at] = member
          } else {
            result[index].append(member)
          }
        }
      }
      if !fits { result.append(entry) }
    }
    return result
  }

  private static func check(
    _ member: PlacedValue.Member, _ keys: [ManifestKey], into log: inout DiagnosticList
  ) -> Bool {
    guard let key = keys.first(where: { $0.name == member.key }) else {
      log.unknownKey(member, in: "matrix", among: keys.map(\.name) + ["include", "exclude"])
      return false
    }
    guard let elements = member.value.elements, !elements.isEmpty else {
      log.record(
        .manifestType,
        "matrix: expected a list of values for \(key.name), found \(member.value.description)",
        at: member.value.place, hints: ["\(key.name): [\(key.example)]"])
      return false
    }
    let before = log.diagnostics.count
    for (index, element) in elements.enumerated() {
      key.check(element, into: &log)
      if elements[..<index].contains(where: { same($0, element) }) {
        log.record(.manifestMatrix, "\(key.name) lists a value twice", at: element.place)
      }
    }
    return log.diagnostics.count == before
  }

  private static func entries(
    _ name: String, of value: PlacedValue, into log: inout DiagnosticList
  ) -> [Combination] {
    guard let list = value[name] else { return [] }
    guard let elements = list.elements else {
      log.record(
        .manifestType, "\(name): expected a list of mappings, found \(list.description)",
        at: list.place
      )
      return []
    }
    return elements.compactMap { element in
      guard let members = element.members, !members.isEmpty else {
        log.record(
          .manifestType, "\(name): expected a list of mappings, found \(element.description)",
          at: element.place)
        return nil
      }
      return members
    }
  }

  /// Indicates whether two values are equal, whatever their positions.
  private static func same(_ a: PlacedValue, _ b: PlacedValue) -> Bool {
    switch (a.content, b.content) {
    case (.text(let a, _), .text(let b, _)): return a == b
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy(same)
    case (.mapping(let a), .mapping(let b)):
      return a.count == b.count
        && a.allSatisfy { x in b.contains { $0.key == x.key && same($0.value, x.value) } }
    default: return false
    }
  }
}

extension PlacedValue {
  /// The text of a matrix value in a file's name.
  var nameInFile: String {
    switch content {
    case .list(let elements): elements.map(\.nameInFile).joined(separator: "+")
    case .mapping(let members): members.map(\.value.nameInFile).joined(separator: "+")
    default: safeFileName(plainText)
    }
  }
}

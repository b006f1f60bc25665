// SPDX-License-Identifier: MIT
// Part of Platen: choices between files: themes of a group, contexts of a modifier.

internal import Diagnostics

/// A choice between layers of tokens, such as light and dark, or one brand of several.
struct TokenAxis {
  struct Option {
    var name: String
    var layers: [Int]
  }

  var name: String
  var options: [Option]
  /// The name of the option that counts where nothing chooses another.
  var standard: String?
  var place: SourceLocation

  /// The names by which its options are chosen: alone, or behind its own.
  var choices: [String] { options.flatMap { [$0.name, "\(name)/\($0.name)"] } }

  /// Leaves the first option of some names, if it has one.
  mutating func choose(_ names: [String]) {
    let chosen = options.first { option in
      names.contains(option.name) || names.contains("\(name)/\(option.name)")
    }
    if let chosen { (options, standard) = ([chosen], nil) }
  }

  /// The modes of the options; empty where the choice is not one of modes.
  private var modes: [TokenMode: Int] {
    var modes: [TokenMode: Int] = [:]
    for (index, option) in options.enumerated() {
      let mode =
        ModeWords.mode(of: option.name) ?? ModeWords.mode(of: name + " " + option.name)
      if let mode, modes[mode] == nil { modes[mode] = index }
    }
    return modes.keys.contains { $0 != .light } ? modes : [:]
  }

  private var standardIndex: Int {
    standard.flatMap { name in options.firstIndex { $0.name == name } } ?? 0
  }

  /// The layers in a mode.
  func layers(in mode: TokenMode) -> [Int] {
    guard !options.isEmpty else { return [] }
    let modes = modes
    let index = ([mode] + mode.fallbacks).lazy.compactMap { modes[$0] }.first
    // The default may be the dark one.
    let isOther = index == nil && modes.values.contains(standardIndex)
    let rest = options.indices.first { !modes.values.contains($0) }
    return options[index ?? (isOther ? rest ?? standardIndex : standardIndex)].layers
  }

  /// The modes that any choice has values for, light always.
  static func modes(of axes: [TokenAxis]) -> [TokenMode] {
    var modes = Set(axes.flatMap(\.modes.keys))
    modes.insert(.light)
    if modes.contains(.dark), modes.contains(.highContrast) { modes.insert(.darkHighContrast) }
    return TokenMode.allCases.filter(modes.contains)
  }

  /// Records the options that are not read.
  func record(_ problems: inout TokenProblems) {
    var used = Set(modes.values)
    if modes[.light] == nil, let first = options.indices.first(where: { !used.contains($0) }) {
      used.insert(used.contains(standardIndex) ? first : standardIndex)
    }
    let others = options.indices.filter { !used.contains($0) }
    guard !others.isEmpty else { return }
    func listed(_ indices: [Int]) -> String {
      indices.prefix(8).map { printable(options[$0].name, limit: 60) }.joined(separator: ", ")
        + (indices.count > 8 ? " and \(indices.count - 8) more" : "")
    }
    problems.note(
      name, .tokensMode, "a choice of \(name)", at: place,
      hints: ["specify the files of another one to read it"],
      message: "of \(name.isEmpty ? "the themes" : printable(name, limit: 60)), "
        + "\(listed(used.sorted())) \(used.count == 1 ? "is" : "are") read, not \(listed(others))")
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: resolver files: sets of tokens and modifiers, in an order.

internal import Diagnostics
internal import Values

/// Reads a resolver (Design Tokens Resolver Module 2025.10): which files make up the tokens, and
/// which of them belong to a mode.
struct TokenResolverFile {
  /// Loads a file by its path as written, for the place that names it.
  typealias Load = (_ path: String, _ place: SourceLocation) throws -> PlacedValue

  /// Sources of one resolver.
  private static let most = 5_000

  private let root: PlacedValue
  private let load: Load?
  /// Reads a file's tokens.
  private let draft: (PlacedValue, inout TokenProblems) throws -> DraftSet
  private var layers: [DraftSet] = []
  private var known: [String: [Int]] = [:]
  private var files: [String: PlacedValue] = [:]
  private let chosen: [String]
  /// The names of contexts.
  private(set) var choices: [String] = []

  init(
    _ root: PlacedValue, choosing chosen: [String] = [], load: Load?,
    draft: @escaping (PlacedValue, inout TokenProblems) throws -> DraftSet
  ) {
    self.root = root
    self.chosen = chosen
    self.load = load
    self.draft = draft
  }

  private enum Step {
    case set([Int])
    case modifier(TokenAxis)
  }

  /// - Throws: `Failure` for files that cannot be loaded or are not valid.
  mutating func read(_ problems: inout TokenProblems) throws -> TokenLayers {
    var steps: [Step] = []
    for entry in root["resolutionOrder"]?.elements ?? [] {
      let pointer = entry["$ref"]?.text.flatMap { TokenPointer($0)?.parts } ?? []
      let name = pointer.last ?? entry["name"]?.text ?? ""
      var target = entry
      if entry["$ref"] != nil {
        guard pointer.count == 2, ["sets", "modifiers"].contains(pointer[0]),
          let found = root[pointer[0]]?[name]
        else {
          problems.note(
            name, .tokensAlias, "entries of resolutionOrder that lead nowhere", at: entry.place,
            hints: ["{ $ref: #/sets/name } or { $ref: #/modifiers/name }"],
            message: "resolutionOrder: unknown set or modifier "
              + "\"\(printable(entry["$ref"]?.text ?? "", limit: 80))\"")
          continue
        }
        target = found
      }
      if let contexts = target["contexts"] {
        var axis = try axis(name, target, contexts, &problems)
        choices += axis.choices
        axis.choose(chosen)
        steps.append(.modifier(axis))
      } else {
        steps.append(.set(try indices(target["sources"], &problems, depth: 0)))
      }
    }
    let axes = steps.compactMap { step in
      if case .modifier(let axis) = step { axis } else { nil }
    }
    for axis in axes { axis.record(&problems) }
    var result = TokenLayers(layers)
    for mode in TokenAxis.modes(of: axes) {
      result.order[mode] = steps.flatMap { step in
        switch step {
        case .set(let layers): layers
        case .modifier(let axis): axis.layers(in: mode)
        }
      }
    }
    return result
  }

  private mutating func axis(
    _ name: String, _ modifier: PlacedValue, _ contexts: PlacedValue,
    _ problems: inout TokenProblems
  ) throws -> TokenAxis {
    var options: [TokenAxis.Option] = []
    for context in contexts.entries.prefix(1000) {
      options.append(
        TokenAxis.Option(
          name: context.key, layers: try indices(context.value, &problems, depth: 0)))
    }
    return TokenAxis(
      name: name, options: options, standard: modifier["default"]?.text, place: modifier.place)
  }

  /// The layers of a list of sources.
  private mutating func indices(
    _ sources: PlacedValue?, _ problems: inout TokenProblems, depth: Int
  ) throws -> [Int] {
    var result: [Int] = []
    for source in sources?.elements ?? [] {
      result += try indices(of: source, &problems, depth: depth)
      guard result.count <= TokenResolverFile.most else { throw tooMany(at: source.place) }
    }
    return result
  }

  private func tooMany(at place: SourceLocation) -> Failure {
    Failure(
      .error(.tokensMany, "more than \(TokenResolverFile.most) sources", at: place))
  }

  private mutating func indices(
    of source: PlacedValue, _ problems: inout TokenProblems, depth: Int
  ) throws -> [Int] {
    guard let reference = source["$ref"] else {
      let key = "\(source.place.line ?? 0):\(source.place.column ?? 0)"
      return try layer(of: source, key: key, &problems)
    }
    guard let text = reference.text else { return [] }
    if let known = known[text] { return known }
    if text.hasPrefix("#") {
      guard let parts = TokenPointer(text)?.parts, parts.count == 2, parts[0] == "sets",
        let set = root["sets"]?[parts[1]], depth < 16
      else {
        problems.note(
          text, .tokensAlias, "sources that lead nowhere", at: reference.place,
          message: "unknown set \"\(printable(text, limit: 80))\"")
        return []
      }
      let result = try indices(set["sources"], &problems, depth: depth + 1)
      known[text] = result
      return result
    }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    if files[path] == nil { files[path] = try file(path, at: reference.place) }
    guard var value = files[path] else { return [] }
    if parts.count > 1, !parts[1].isEmpty {
      guard let pointer = TokenPointer("#" + parts[1])?.parts,
        let part = TokenReferences.part(of: value, at: pointer[...])
      else {
        problems.note(
          text, .tokensAlias, "sources that lead nowhere", at: reference.place,
          message: "\(printable(path, limit: 80)) has no \(printable(String(parts[1]), limit: 80))")
        return []
      }
      value = part
    }
    return try layer(of: value, key: text, &problems)
  }

  private func file(_ path: String, at place: SourceLocation) throws -> PlacedValue {
    guard let load else {
      throw Failure(
        .error(
          .tokensFile, "\(printable(path, limit: 80)) cannot be loaded here", at: place,
          hints: ["put the tokens into the resolver itself"]))
    }
    return try load(path, place)
  }

  private mutating func layer(
    of value: PlacedValue, key: String, _ problems: inout TokenProblems
  ) throws -> [Int] {
    if let known = known[key] { return known }
    guard layers.count < TokenResolverFile.most else { throw tooMany(at: value.place) }
    layers.append(try draft(value, &problems))
    known[key] = [layers.count - 1]
    return [layers.count - 1]
  }
}

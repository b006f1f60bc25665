// SPDX-License-Identifier: MIT
// Part of Platen: several files as one set of tokens.

internal import Diagnostics
internal import Values

/// Files laid over each other, in an order for each mode.
struct TokenLayers {
  var layers: [DraftSet] = []
  /// The layers of each mode, the last one counts; a mode without any is that of its fallbacks.
  var order: [TokenMode: [Int]] = [:]

  /// All layers in all modes.
  init(_ layers: [DraftSet] = []) {
    self.layers = layers
    order[.light] = Array(layers.indices)
  }

  private struct Origin: Hashable {
    var layer, token: Int
  }

  /// The origin of each token of a mode, by name, and the names in the order of the files.
  private struct Merged {
    var origins: [String: Origin] = [:]
    var names: [String] = []
  }

  /// The layers as one set.
  ///
  /// - Parameter reportsReplaced: whether tokens that several files have are reported.
  func merged(reportsReplaced: Bool, _ problems: inout TokenProblems) -> DraftSet {
    var result = DraftSet()
    for layer in layers {
      result.groupTypes.merge(layer.groupTypes) { $1 }
      result.extensions += layer.extensions
      result.roots += layer.roots
      result.contrasts += layer.contrasts
      result.fontFiles += layer.fontFiles
      result.strings += layer.strings
    }
    if let plain = layers.first(where: { $0.tokens.first?.format == .plain }) ?? layers.first {
      result.nameOfAlias = plain.nameOfAlias
    }
    let modes = TokenMode.allCases.filter { order[$0] != nil }
    var all: [TokenMode: Merged] = [:]
    for mode in modes {
      all[mode] = merged(
        in: order[mode] ?? [], reports: reportsReplaced && mode == modes.first, &problems)
    }
    var indices: [String: Int] = [:]
    for mode in modes {
      guard let merged = all[mode] else { continue }
      for name in merged.names {
        guard let origin = merged.origins[name] else { continue }
        let token = layers[origin.layer].tokens[origin.token]
        guard let index = indices[name] else {
          indices[name] = result.tokens.count
          var first = token
          if mode != .light {
            first.values = [mode: token.nearest(to: mode)?.value].compactMapValues(\.self)
            first.modifiers = [mode: token.modifiers.values.first].compactMapValues(\.self)
          }
          result.tokens.append(first)
          continue
        }
        // What a nearer mode has already needs no value of its own.
        let nearest = mode.fallbacks.first { all[$0] != nil }.flatMap { all[$0]?.origins[name] }
        guard origin != nearest, let value = token.nearest(to: mode) else { continue }
        result.tokens[index].values[mode] = value.value
        result.tokens[index].modifiers[mode] = token.modifiers[value.mode]
      }
    }
    return result
  }

  private func merged(
    in order: [Int], reports: Bool, _ problems: inout TokenProblems
  ) -> Merged {
    var merged = Merged()
    for layer in order {
      for (index, token) in layers[layer].tokens.enumerated() {
        let name = token.name
        let origin = Origin(layer: layer, token: index)
        guard let other = merged.origins.updateValue(origin, forKey: name) else {
          merged.names.append(name)
          continue
        }
        let former = layers[other.layer].tokens[other.token]
        guard reports, other.layer != layer, !former.hasSameValues(as: token) else { continue }
        problems.note(
          name, .tokensName,
          "tokens are in several files with different values, the last one counts",
          at: token.place, hints: ["specify the files of one brand, or of one size"],
          message: "\(name) replaces that of \(former.place.file ?? "another file")")
      }
    }
    return merged
  }
}

extension DraftToken {
  fileprivate func hasSameValues(as other: DraftToken) -> Bool {
    values.mapValues(\.content.withoutPlaces) == other.values.mapValues(\.content.withoutPlaces)
  }
}

extension PlacedValue.Content {
  /// The same with all places alike.
  fileprivate var withoutPlaces: PlacedValue.Content {
    func bare(_ value: PlacedValue) -> PlacedValue {
      PlacedValue(value.content.withoutPlaces, at: SourceLocation())
    }
    switch self {
    case .list(let elements): return .list(elements.map(bare))
    case .mapping(let members):
      return .mapping(
        members.map {
          PlacedValue.Member(key: $0.key, place: SourceLocation(), value: bare($0.value))
        })
    case .null, .bool, .number, .date, .text: return self
    }
  }
}

// MARK: Groups that extend others

extension DraftSet {
  /// Adds the tokens that groups take over from others (`$extends`).
  mutating func extendGroups(_ problems: inout TokenProblems) {
    guard !extensions.isEmpty else { return }
    let byPath = Dictionary(
      extensions.map { ($0.path.joined(separator: "."), $0) }, uniquingKeysWith: { $1 })
    var members = GroupMembers(of: Set(extensions.map { $0.target.joined(separator: ".") }))
    for index in tokens.indices { members.addMember(tokens[index], at: index) }
    var done: Set<String> = []
    for own in extensions {
      // Those that the other group extends come first.
      var chain = [own]
      var seen: Set<String> = [own.path.joined(separator: ".")]
      while let last = chain.last, let next = byPath[last.target.joined(separator: ".")],
        chain.count <= TokenResolver.deepest
      {
        guard seen.insert(next.path.joined(separator: ".")).inserted else { break }
        chain.append(next)
      }
      for link in chain.reversed() {
        let path = link.path.joined(separator: ".")
        guard done.insert(path).inserted else { continue }
        extend(link, &members, &problems)
      }
    }
  }

  /// The tokens of some groups.
  private struct GroupMembers {
    private let groups: Set<String>
    private var indices: [String: [Int]] = [:]
    private var names: Set<String> = []

    init(of groups: Set<String>) {
      self.groups = groups
    }

    /// Adds a token; returns whether its name is new.
    @discardableResult mutating func addMember(_ token: DraftToken, at index: Int) -> Bool {
      guard names.insert(token.name).inserted else { return false }
      var path = ""
      for part in token.path {
        path += path.isEmpty ? part : "." + part
        if groups.contains(path) { indices[path, default: []].append(index) }
      }
      return true
    }

    func tokens(of group: String) -> [Int] { indices[group] ?? [] }
  }

  private mutating func extend(
    _ own: DraftExtension, _ members: inout GroupMembers, _ problems: inout TokenProblems
  ) {
    let (name, target) = (own.path.joined(separator: "."), own.target.joined(separator: "."))
    let isInside = own.path.starts(with: own.target) || own.target.starts(with: own.path)
    let indices = members.tokens(of: target)
    if groupTypes[name] == nil { groupTypes[name] = groupType(of: own.target + [""]) }
    guard !isInside, !indices.isEmpty else {
      problems.note(
        name, .tokensAlias, "groups that cannot be extended", at: own.place,
        message: isInside
          ? "\(name) extends \(printable(target, limit: 80)), which it is a part of"
          : "\(name) extends \(printable(target, limit: 80)), which has no tokens")
      return
    }
    for index in indices where tokens.count <= TokenReader.limit {
      var copy = tokens[index]
      copy.type = copy.type ?? groupType(of: copy.path)
      copy.path = own.path + copy.path.dropFirst(own.target.count)
      if members.addMember(copy, at: tokens.count) { tokens.append(copy) }
    }
  }

  private func groupType(of path: [String]) -> WrittenType? {
    var path = path[...]
    while !path.isEmpty {
      path.removeLast()
      if let type = groupTypes[path.joined(separator: ".")] { return type }
    }
    return nil
  }
}

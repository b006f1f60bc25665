// SPDX-License-Identifier: MIT
// Part of Platen: resolves aliases of tokens, mode by mode.

internal import Diagnostics
internal import Values

/// Turns drafts into tokens. An alias gives the value its target has in the same mode, so a color's
/// value for the dark is written once and holds wherever it is used.
struct TokenResolver {
  /// Aliases of aliases; a design that needs more has lost its way.
  static let deepest = 64

  private enum State {
    case fresh
    case open
    case done(Token?)
  }

  private let draft: DraftSet
  private var indices: [String: Int] = [:]
  private var states: [State]
  /// The tokens being resolved, for naming a cycle.
  private var trail: [Int] = []

  init(_ draft: DraftSet) {
    self.draft = draft
    states = [State](repeating: .fresh, count: draft.tokens.count)
  }

  mutating func resolve(into log: inout DiagnosticLog) -> [Token] {
    for (index, token) in draft.tokens.enumerated() {
      if indices.updateValue(index, forKey: token.name) != nil {
        log.record(
          .error(.tokensName, "two tokens are called \(token.name)", at: token.place))
      }
    }
    return draft.tokens.indices.compactMap { token(at: $0, &log) }
  }

  /// The token, or nil where it cannot be had, which has been recorded then.
  private mutating func token(at index: Int, _ log: inout DiagnosticLog) -> Token? {
    switch states[index] {
    case .done(let token): return token
    case .open:
      let start = trail.firstIndex(of: index) ?? 0
      let names = (trail[start...] + [index]).map { draft.tokens[$0].name }
      log.record(
        .error(
          .tokensCycle, "aliases in a circle: " + names.joined(separator: " → "),
          at: draft.tokens[index].place, hints: ["give one of them a value"]))
      return nil
    case .fresh: break
    }
    guard trail.count < TokenResolver.deepest else {
      log.record(
        .error(
          .tokensDepth, "more than \(TokenResolver.deepest) aliases follow each other",
          at: draft.tokens[index].place))
      return nil
    }
    states[index] = .open
    trail.append(index)
    let token = made(draft.tokens[index], &log)
    trail.removeLast()
    states[index] = .done(token)
    return token
  }

  private mutating func made(_ token: DraftToken, _ log: inout DiagnosticLog) -> Token? {
    guard let light = token.values[.light] else { return nil }
    if let name = TokenResolver.alias(light), draft.skipped.contains(draft.nameOfAlias(name)) {
      log.record(
        .warning(
          .tokensType, "\(token.name) is skipped: it is \(name), which is not read",
          at: token.place))
      return nil
    }
    guard let type = token.type ?? aliasType(of: light, &log) else {
      log.record(
        .error(
          .tokensType, "\(token.name) has no type", at: token.place,
          hints: ["give it or its group a $type"]))
      return nil
    }
    var made = Token(
      token.path, type, [:], description: token.description, at: token.place)
    // A value that serves several modes is read for each, and reported once.
    var recorded: Set<Diagnostic> = []
    for mode in TokenMode.allCases {
      let own = token.values[mode]
      let source = own ?? mode.fallbacks.lazy.compactMap { token.values[$0] }.first ?? light
      guard let value = value(of: source, type, in: mode, for: token, &recorded, &log) else {
        return nil
      }
      // Without a value of its own it has one only where what it names has.
      if mode == .light || own != nil || value != made.value(in: mode) {
        made.values[mode] = value
      }
    }
    return made
  }

  private mutating func aliasType(of source: PlacedValue, _ log: inout DiagnosticLog) -> TokenType?
  {
    guard let name = TokenResolver.alias(source), let index = indices[draft.nameOfAlias(name)]
    else { return nil }
    return token(at: index, &log)?.type
  }

  /// The name in `{name}`.
  static func alias(_ source: PlacedValue) -> String? {
    guard let text = source.text, text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 else {
      return nil
    }
    return String(text.dropFirst().dropLast())
  }

  private mutating func value(
    of source: PlacedValue, _ type: TokenType, in mode: TokenMode, for token: DraftToken,
    _ recorded: inout Set<Diagnostic>, _ log: inout DiagnosticLog
  ) -> TokenValue? {
    var failed = false
    let parsed = TokenParser.value(
      of: source, type, named: token.name,
      alias: { name, wanted, place in
        let full = draft.nameOfAlias(name)
        guard let index = indices[full] else {
          failed = true
          log.record(
            .error(
              .tokensAlias, "unknown token \"\(printable(full, limit: 80))\"", at: place,
              hints: [nearMissHint(full, among: nearby(full))]))
          return nil
        }
        guard let target = self.token(at: index, &log) else {
          failed = true
          return nil
        }
        guard target.type == wanted else {
          failed = true
          log.record(
            .error(
              .tokensAlias,
              "expected a \(wanted.rawValue), found \(full), a \(target.type.rawValue)",
              at: place))
          return nil
        }
        return target.value(in: mode)
      }, fault: { fault in if recorded.insert(fault).inserted { log.record(fault) } })
    return failed ? nil : parsed
  }

  /// Names to look for a near miss among: all of a small file, those of the same group of a large one.
  private func nearby(_ name: String) -> [String] {
    let names = draft.tokens.map(\.name)
    guard names.count > 40 else { return names }
    let group = name.prefix { $0 != "." } + "."
    let near = names.filter { $0.hasPrefix(group) }
    return near.isEmpty ? Array(names.prefix(40)) : Array(near.prefix(2000))
  }
}

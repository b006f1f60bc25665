// SPDX-License-Identifier: MIT
// Part of Platen: files of tokens of all formats, collected and read together.

internal import Diagnostics
internal import Values

/// Files of tokens that are read as one set.
struct TokenFiles {
  private struct File {
    var root: PlacedValue
    /// The path by which sets of themes and words of modes are found, without its extension.
    var name: String
    var contents: TokenContents
  }

  private var files: [File] = []
  private var resolvers: [(root: PlacedValue, load: TokenResolverFile.Load?)] = []
  private var themes: PlacedValue?
  private var setOrder: [String] = []
  private var roots: [PlacedValue] = []
  /// Files without tokens, whose values tokens may refer to (Style Dictionary).
  private var others: [PlacedValue] = []
  private var problems = TokenProblems()
  /// The themes and contexts to read, and those that there are.
  private let chosen: [String]
  private var choices: [String] = []
  private var log = DiagnosticLog()

  /// - Parameter chosen: the names of themes and contexts to read; others follow their defaults.
  init(chosen: [String] = []) { self.chosen = chosen }

  /// Indicates whether a file holds tokens, or an order of files of tokens.
  static func hasTokens(_ root: PlacedValue) -> Bool {
    switch TokenContents(root) {
    case .plain: PlainTokens.recognizes(root)
    case .tokens, .sets, .spectrum, .resolver, .themes, .metadata, .theo: true
    }
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: the path below the folder of all files, without its extension.
  ///   - load: loads the files that a resolver names; nil where no file can be loaded.
  /// - Throws: `Failure` for a file of another program.
  mutating func addRoot(
    _ root: PlacedValue, name: String, load: TokenResolverFile.Load? = nil
  ) throws {
    roots.append(root)
    let contents = TokenContents(root)
    switch contents {
    case .theo(let place): throw Failure(TokenContents.theoFailure(at: place))
    case .themes: themes = root
    case .metadata: setOrder += TokenFiles.order(root)
    case .resolver: resolvers.append((root, load))
    case .sets(let hasDollarKeys):
      if let own = root["$themes"], own.elements?.isEmpty == false { themes = own }
      if let own = root["$metadata"] { setOrder += TokenFiles.order(own) }
      for set in root.entries where !set.key.hasPrefix("$") && set.value.isMapping {
        files.append(
          File(
            root: set.value, name: set.key, contents: .tokens(.studio, hasDollarKeys: hasDollarKeys)
          ))
      }
    case .tokens, .plain, .spectrum:
      guard root.isMapping else {
        throw Failure(
          .error(
            .tokensValue, "expected groups of tokens, found \(root.shortDescription)",
            at: root.place))
      }
      files.append(File(root: root, name: name, contents: contents))
    }
  }

  /// Adds a file without tokens, whose values tokens may refer to.
  mutating func addValues(_ root: PlacedValue) {
    if root.isMapping { others.append(root) }
  }

  private static func order(_ metadata: PlacedValue) -> [String] {
    metadata["tokenSetOrder"]?.elements?.compactMap(\.text) ?? []
  }

  /// The tokens of all files.
  ///
  /// - Throws: `Failure` where no token can be read.
  mutating func read() throws -> TokenSet {
    var draft = try layers()
    try checkChoices()
    draft.roots = others + draft.roots
    draft.extendGroups(&problems)
    guard draft.tokens.count <= TokenReader.limit else {
      throw Failure(
        .error(
          .tokensMany, "more than \(TokenReader.limit) tokens",
          at: roots.first?.place ?? SourceLocation()))
    }
    recordWithoutLight(draft)
    var resolver = TokenResolver(draft, problems)
    let resolved = resolver.resolve()
    problems = resolved.problems
    var set = TokenSet(
      tokens: resolved.tokens, contrasts: draft.contrasts, fontFiles: draft.fontFiles,
      strings: draft.strings)
    if !log.hasErrors { checkContrasts(&set, named: Set(draft.tokens.map(\.name))) }
    try log.throwIfErrors()
    let hasOthers = !set.fontFiles.isEmpty || !set.strings.isEmpty
    let errors = problems.errors
    if set.tokens.isEmpty, !hasOthers, !errors.isEmpty { throw Failure(errors) }
    set.warnings = roots.flatMap(\.commentWarnings) + log.diagnostics + problems.warnings
    if problems.skipped > TokenProblems.single {
      set.warnings.append(
        .note(
          .tokensSkipped,
          "\(set.tokens.count) of \(set.tokens.count + problems.skipped) tokens are read",
          at: SourceLocation(file: roots.first?.place.file)))
    }
    return set
  }

  /// - Throws: `Failure` `tokens.mode` for a theme or context that there is not.
  private func checkChoices() throws {
    let unknown = chosen.filter { !choices.contains($0) }
    guard !unknown.isEmpty else { return }
    let names = choices.filter { !$0.contains("/") && !$0.isEmpty }
    throw Failure(
      unknown.map { name in
        .error(
          .tokensMode, "unknown theme or context \"\(printable(name, limit: 80))\"",
          at: SourceLocation(file: roots.first?.place.file),
          hints: [
            names.isEmpty
              ? "the tokens have none"
              : "there are \(cappedList(names.map { printable($0, limit: 60) }))"
          ])
      })
  }

  // MARK: Layers

  private mutating func layers() throws -> DraftSet {
    var drafts: [DraftSet] = []
    for file in files { drafts.append(draft(file.root, file.contents)) }
    if themes != nil || !setOrder.isEmpty {
      for index in drafts.indices {
        for token in drafts[index].tokens.indices { drafts[index].tokens[token].format = .studio }
      }
    }
    if drafts.count == 1, themes == nil, resolvers.isEmpty { return unwrapped(drafts[0]) }
    guard resolvers.isEmpty else { return try resolved(drafts) }
    var layers = TokenLayers(drafts)
    if let themes, themes.elements?.isEmpty == false {
      layers.order = order(ofThemes: themes)
      return layers.merged(reportsReplaced: false, &problems)
    }
    if !setOrder.isEmpty {
      let named = indicesByName()
      let ordered = setOrder.compactMap { named[$0] }
      layers.order = [.light: ordered + drafts.indices.filter { !ordered.contains($0) }]
    } else {
      layers.order = orderByModes()
    }
    return layers.merged(reportsReplaced: setOrder.isEmpty, &problems)
  }

  private mutating func draft(_ root: PlacedValue, _ contents: TokenContents) -> DraftSet {
    var (problems, log) = (self.problems, self.log)
    defer { (self.problems, self.log) = (problems, log) }
    return TokenFiles.draft(root, contents, &problems, &log)
  }

  private static func draft(
    _ root: PlacedValue, _ contents: TokenContents, _ problems: inout TokenProblems,
    _ log: inout DiagnosticLog
  ) -> DraftSet {
    switch contents {
    case .tokens(let format, let hasDollarKeys):
      return FormatTokens.read(
        root, format: format, hasDollarKeys: hasDollarKeys, &problems, into: &log)
    case .sets(let hasDollarKeys):
      return FormatTokens.read(
        root, format: .studio, hasDollarKeys: hasDollarKeys, &problems, into: &log)
    case .plain: return PlainTokens.read(root, &problems, into: &log)
    case .spectrum: return SpectrumTokens.read(root, &problems)
    case .resolver, .themes, .metadata, .theo: return DraftSet()
    }
  }

  private func indicesByName() -> [String: Int] {
    Dictionary(
      files.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  /// Files as they come, those with words of a mode in their names for that mode alone.
  private func orderByModes() -> [TokenMode: [Int]] {
    let modes = files.map { ModeWords.mode(of: $0.name) }
    let all = Array(files.indices)
    guard modes.contains(where: { $0 != nil && $0 != .light }),
      modes.contains(where: { $0 == nil || $0 == .light })
    else { return [.light: all] }
    var order: [TokenMode: [Int]] = [:]
    for mode in TokenMode.allCases where mode == .light || modes.contains(mode) {
      let chain = Array(mode.fallbacks.reversed().filter { $0 != .light } + [mode])
      order[mode] =
        all.filter { modes[$0] == nil || modes[$0] == .light }
        + chain.filter { $0 != .light }.flatMap { link in all.filter { modes[$0] == link } }
    }
    return order
  }

  /// The sets of themes by mode. Themes of different groups go together; of one group one is read.
  private mutating func order(ofThemes themes: PlacedValue) -> [TokenMode: [Int]] {
    let named = indicesByName()
    var positions: [Int: Int] = [:]
    for (position, name) in setOrder.enumerated() { named[name].map { positions[$0] = position } }
    var sources: Set<Int> = []
    var axes: [TokenAxis] = []
    var groups: [String: Int] = [:]
    for theme in (themes.elements ?? []).prefix(1000) {
      let group = theme["group"]?.text ?? ""
      var layers: [Int] = []
      for set in theme["selectedTokenSets"]?.entries ?? [] where set.value.text != "disabled" {
        guard let index = named[set.key] else { continue }
        layers.append(index)
        if set.value.text == "source" { sources.insert(index) }
      }
      let option = TokenAxis.Option(name: theme["name"]?.text ?? "", layers: layers)
      if let index = groups[group] {
        axes[index].options.append(option)
      } else {
        groups[group] = axes.count
        axes.append(
          TokenAxis(name: group, options: [option], standard: nil, place: theme.place))
      }
    }
    choices += axes.flatMap(\.choices)
    for index in axes.indices { axes[index].choose(chosen) }
    for axis in axes { axis.record(&problems) }
    let selected = Set(axes.flatMap { $0.options.flatMap(\.layers) })
    for (index, file) in files.enumerated() where !selected.contains(index) {
      problems.note(
        file.name, .tokensMode, "sets that no theme selects are not read", at: file.root.place,
        message: "\(printable(file.name, limit: 80)) is not read: no theme selects it")
    }
    var order: [TokenMode: [Int]] = [:]
    for mode in TokenAxis.modes(of: axes) {
      let chosen = Set(axes.flatMap { $0.layers(in: mode) })
      order[mode] = chosen.sorted { a, b in
        let (first, second) = (sources.contains(a), sources.contains(b))
        if first != second { return first }
        return (positions[a] ?? .max, a) < (positions[b] ?? .max, b)
      }
    }
    return order
  }

  /// The files of resolvers, over those that are named themselves.
  private mutating func resolved(_ drafts: [DraftSet]) throws -> DraftSet {
    var all = TokenLayers(drafts)
    var modes: [TokenMode: [Int]] = [:]
    let own = Array(drafts.indices)
    for resolver in resolvers {
      var file = TokenResolverFile(resolver.root, choosing: chosen, load: resolver.load) {
        root, problems in
        let contents = TokenContents(root)
        if case .theo(let place) = contents {
          throw Failure(TokenContents.theoFailure(at: place))
        }
        var log = DiagnosticLog()
        let draft = TokenFiles.draft(root, contents, &problems, &log)
        try log.throwIfErrors()
        return draft
      }
      let layers = try file.read(&problems)
      choices += file.choices
      let offset = all.layers.count
      all.layers += layers.layers
      for mode in TokenMode.allCases {
        let nearest = ([mode] + mode.fallbacks).lazy.compactMap { layers.order[$0] }.first ?? []
        guard layers.order[mode] != nil || modes[mode] != nil || mode == .light else { continue }
        modes[mode, default: own] += nearest.map { $0 + offset }
      }
    }
    all.order = modes
    return all.merged(reportsReplaced: false, &problems)
  }

  /// The tokens without their first group, where it is the name of a set: references leave it out
  /// then (Tokens Studio).
  private func unwrapped(_ draft: DraftSet) -> DraftSet {
    guard draft.tokens.first.map({ $0.format == .studio || $0.format == .dictionary }) == true,
      draft.tokens.allSatisfy({ $0.path.count > 1 })
    else { return draft }
    let full = Set(draft.tokens.map(\.name))
    let bare = Set(draft.tokens.map { $0.path.dropFirst().joined(separator: ".") })
    var (known, unknown) = (0, 0)
    for token in draft.tokens {
      for value in token.values.values {
        TokenReferences.visit(value) { name, _, _ in
          let name = name.hasSuffix(".value") ? String(name.dropLast(6)) : name
          if full.contains(name) { known += 1 } else if bare.contains(name) { unknown += 1 }
        }
      }
    }
    guard known == 0, unknown > 0 else { return draft }
    var draft = draft
    for index in draft.tokens.indices { draft.tokens[index].path.removeFirst() }
    // The last set of a name counts.
    var seen: Set<String> = []
    draft.tokens = draft.tokens.reversed().filter { seen.insert($0.name).inserted }.reversed()
    draft.groupTypes = [:]
    return draft
  }

  // MARK: Checks

  private mutating func recordWithoutLight(_ draft: DraftSet) {
    for token in draft.tokens where token.values[.light] == nil {
      let name = token.name
      problems.note(
        name, .tokensMode, "tokens have no value for light, so that of another mode counts",
        at: token.place,
        message: "\(name) has no value for light: that of another mode counts")
    }
  }

  /// Checks that pairs of colors are colors; pairs with a skipped one are skipped.
  private mutating func checkContrasts(_ set: inout TokenSet, named: Set<String>) {
    let colors = set.tokens.filter { $0.type == .color }.map(\.name)
    let known = Set(colors)
    set.contrasts = set.contrasts.filter { pair in
      for name in [pair.text, pair.ground] where !known.contains(name) {
        guard !named.contains(name) || set[name] != nil else {
          problems.note(
            name, .tokensContrast, "pairs of colors with skipped tokens", at: pair.place,
            message: "the contrast of \(pair.text) on \(pair.ground) is not checked: "
              + "\(name) is skipped")
          return false
        }
        log.record(
          .error(
            .tokensContrast, "unknown color \"\(printable(name, limit: 60))\"",
            at: pair.place, hints: [nearMissHint(name, among: colors)]))
      }
      return true
    }
  }
}

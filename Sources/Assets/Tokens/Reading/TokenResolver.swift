// SPDX-License-Identifier: MIT
// Part of Platen: resolves references between tokens, mode by mode, and reads their values.

internal import Diagnostics
internal import Values

/// Turns drafts into tokens. A reference gives the value its target has in the same mode, so a
/// color's value for the dark is written once and holds wherever it is used.
///
/// Tokens are resolved in the order of their references, none before what it needs, so that chains
/// need no stack. Values may grow by references only within limits.
struct TokenResolver {
  /// References that follow each other; a design that needs more has lost its way.
  static let deepest = 64
  /// Parts of one value, and of all values, after references are resolved.
  private static let largest = 20_000
  private static let largestOfAll = 8_000_000

  /// A value whose references are resolved.
  private struct Resolved {
    var value: PlacedValue
    /// The number of its parts.
    var size: Int
    var depth: Int
  }

  private let draft: DraftSet
  private let references: TokenReferences
  private let modes: [TokenMode]
  private var problems: TokenProblems
  private var values: [[TokenMode: Resolved]]
  private var failed: [Bool]
  private var typeNames: [WrittenType?]
  /// References that follow each other below a token.
  private var heights: [Int]
  private var total = 0

  init(_ draft: DraftSet, _ problems: TokenProblems) {
    self.draft = draft
    self.problems = problems
    references = TokenReferences(draft)
    let count = draft.tokens.count
    values = [[TokenMode: Resolved]](repeating: [:], count: count)
    failed = [Bool](repeating: false, count: count)
    typeNames = [WrittenType?](repeating: nil, count: count)
    heights = [Int](repeating: 0, count: count)
    modes = TokenMode.allCases.filter { mode in
      mode == .light || draft.tokens.contains { $0.values[mode] != nil }
    }
  }

  /// The tokens that can be read, and what is wrong with the others.
  mutating func resolve() -> (tokens: [Token], problems: TokenProblems) {
    for index in orderedByReferences() where !failed[index] { resolveValues(of: index) }
    let unit = bareUnit()
    var tokens: [Token] = []
    for index in draft.tokens.indices where !failed[index] {
      if let token = token(at: index, bareUnit: unit) { tokens.append(token) }
    }
    return (tokens, problems)
  }

  private mutating func fail(
    _ index: Int, _ code: Diagnostic.Code, _ reason: String, at place: SourceLocation? = nil,
    hints: @autoclosure () -> [String] = [], message: @autoclosure () -> String
  ) {
    guard !failed[index] else { return }
    failed[index] = true
    let token = draft.tokens[index]
    problems.skip(
      token.name, code, reason, at: place ?? token.place, hints: hints(), message: message())
  }

  // MARK: Order

  /// All tokens, each behind those it refers to. Tokens of a circle fail.
  private mutating func orderedByReferences() -> [Int] {
    enum Mark { case fresh, open, done }
    var marks = [Mark](repeating: .fresh, count: draft.tokens.count)
    var order: [Int] = []
    order.reserveCapacity(draft.tokens.count)
    var stack: [(index: Int, targets: [Int], next: Int)] = []
    for start in draft.tokens.indices where marks[start] == .fresh {
      stack = [(start, targets(of: start), 0)]
      marks[start] = .open
      while let top = stack.last {
        guard top.next < top.targets.count else {
          stack.removeLast()
          marks[top.index] = .done
          order.append(top.index)
          let height = top.targets.map { heights[$0] }.max().map { $0 + 1 } ?? 0
          heights[top.index] = height
          if height > TokenResolver.deepest {
            let name = draft.tokens[top.index].name
            fail(
              top.index, .tokensDepth,
              "more than \(TokenResolver.deepest) aliases follow each other",
              message:
                "\(name): more than \(TokenResolver.deepest) aliases follow each other")
          }
          continue
        }
        stack[stack.count - 1].next += 1
        let target = top.targets[top.next]
        switch marks[target] {
        case .done: break
        case .fresh:
          marks[target] = .open
          stack.append((target, targets(of: target), 0))
        case .open:
          // The circle is the end of the stack.
          guard let begin = stack.lastIndex(where: { $0.index == target }) else { break }
          let members = stack[begin...].map(\.index)
          recordCycle(members)
        }
      }
    }
    return order
  }

  private mutating func recordCycle(_ members: [Int]) {
    guard let first = members.first, members.contains(where: { !failed[$0] }) else { return }
    let names = (members + [first]).map { draft.tokens[$0].name }
    let shown = names.count > 12 ? names.prefix(10) + ["…"] + names.suffix(1) : names[...]
    let hints = ["give one of them a value"]
    let message = "aliases in a circle: " + shown.joined(separator: " → ")
    for (position, member) in members.enumerated() where !failed[member] {
      failed[member] = true
      guard position == 0 else { continue }
      problems.skip(
        draft.tokens[first].name, .tokensCycle, "aliases in a circle",
        at: draft.tokens[first].place, hints: hints, message: message)
    }
  }

  /// The tokens that a token refers to, in any mode. Records references that lead nowhere.
  private mutating func targets(of index: Int) -> [Int] {
    let token = draft.tokens[index]
    var targets: [Int] = []
    var seen: Set<Int> = []
    var missing: (name: String, place: SourceLocation)?
    for mode in modes {
      for value in [token.values[mode], token.modifiers[mode]] {
        guard let value else { continue }
        TokenReferences.visit(value) { name, isPointer, place in
          let target =
            isPointer ? references.target(ofPointer: name) : references.target(of: name)
          switch target {
          case .token(let target, _):
            if seen.insert(target).inserted { targets.append(target) }
          case .value: break
          case nil: missing = missing ?? (name, place)
          }
        }
      }
    }
    if let missing {
      let name = printable(draft.nameOfAlias(missing.name), limit: 80)
      let references = references
      fail(
        index, .tokensAlias, "they refer to tokens that do not exist", at: missing.place,
        hints: [references.hint(missing.name)],
        message: "\(token.name): unknown token \"\(name)\"")
    }
    return targets
  }

  // MARK: Values

  private mutating func resolveValues(of index: Int) {
    let token = draft.tokens[index]
    for mode in modes {
      guard let (own, source) = token.nearest(to: mode) else { continue }
      guard var resolved = resolved(source, in: mode, for: index) else { return }
      if let change = token.modifiers[own] {
        guard let color = changed(resolved.value, change, in: mode, for: index) else { return }
        resolved.value = color
      }
      total += resolved.size
      guard total <= TokenResolver.largestOfAll, resolved.size <= TokenResolver.largest,
        resolved.depth <= TokenResolver.deepest
      else {
        fail(
          index, .tokensDepth, "their values have too many parts",
          message: "\(token.name) is skipped: its value has too many parts")
        return
      }
      values[index][mode] = resolved
    }
    typeNames[index] = typeName(of: index)
  }

  /// The type as written: its own, that of the token it is an alias of, or that of its group.
  private func typeName(of index: Int) -> WrittenType? {
    let token = draft.tokens[index]
    if let own = token.type { return own }
    if let target = aliased(by: index) {
      if let section = draft.tokens[target].section {
        return WrittenType(name: section.rawValue, place: token.place)
      }
      if let type = typeNames[target] { return type }
    }
    var path = token.path[...]
    while !path.isEmpty {
      path.removeLast()
      if let type = draft.groupTypes[path.joined(separator: ".")] { return type }
    }
    return nil
  }

  /// The token whose value this one is.
  private func aliased(by index: Int, in mode: TokenMode = .light) -> Int? {
    guard let source = draft.tokens[index].nearest(to: mode)?.value else { return nil }
    let target =
      TokenReferences.alias(source).flatMap { references.target(of: $0) }
      ?? TokenReferences.pointer(source).flatMap { references.target(ofPointer: $0) }
    if case .token(let target, let rest)? = target, rest.isEmpty { return target }
    return nil
  }

  /// A value with its references resolved; nil after a failure.
  private mutating func resolved(
    _ source: PlacedValue, in mode: TokenMode, for index: Int
  ) -> Resolved? {
    if let name = TokenReferences.alias(source) {
      return target(references.target(of: name), of: name, source, in: mode, for: index)
    }
    switch source.content {
    case .null, .bool, .number, .date: return Resolved(value: source, size: 1, depth: 1)
    case .text(let text, let isPlain):
      guard text.utf8.contains(UInt8(ascii: "{")) else {
        return Resolved(value: source, size: 1 + text.utf8.count / 64, depth: 1)
      }
      return embedded(text, isPlain: isPlain, source, in: mode, for: index)
    case .list(let elements):
      var result: [PlacedValue] = []
      var (size, depth) = (1, 0)
      for element in elements {
        guard let next = resolved(element, in: mode, for: index) else { return nil }
        result.append(next.value)
        size += next.size
        depth = max(depth, next.depth)
      }
      return Resolved(
        value: PlacedValue(.list(result), at: source.place), size: size, depth: depth + 1)
    case .mapping(let members):
      var result: [PlacedValue.Member] = []
      var (size, depth) = (1, 0)
      if let pointer = TokenReferences.pointer(source) {
        guard
          let next = target(
            references.target(ofPointer: pointer), of: pointer, source, in: mode, for: index)
        else { return nil }
        // Other keys beside the reference replace those of its target.
        guard members.count > 1, let base = next.value.members else { return next }
        result = base.filter { member in !members.contains { $0.key == member.key } }
        (size, depth) = (next.size, next.depth)
      }
      for member in members where member.key != "$ref" {
        guard let next = resolved(member.value, in: mode, for: index) else { return nil }
        result.append(PlacedValue.Member(key: member.key, place: member.place, value: next.value))
        size += next.size
        depth = max(depth, next.depth)
      }
      return Resolved(
        value: PlacedValue(.mapping(result), at: source.place), size: size, depth: depth + 1)
    }
  }

  /// The value that a reference leads to, with the place of the reference.
  private mutating func target(
    _ target: TokenReferences.Target?, of name: String, _ source: PlacedValue, in mode: TokenMode,
    for index: Int
  ) -> Resolved? {
    switch target {
    case .token(let other, let rest):
      guard !failed[other], var resolved = values[other][mode] else {
        failForTarget(other, of: index, at: source.place)
        return nil
      }
      if !rest.isEmpty {
        guard let part = TokenReferences.part(of: resolved.value, at: rest) else { break }
        resolved.value = part
      }
      resolved.value.place = source.place
      return resolved
    case .value(let value):
      // It may be a reference itself, which nothing has checked.
      var hasReference = false
      TokenReferences.visit(value) { _, _, _ in hasReference = true }
      guard !hasReference else { break }
      return Resolved(value: PlacedValue(value.content, at: source.place), size: 16, depth: 4)
    case nil: break
    }
    let shown = printable(draft.nameOfAlias(name), limit: 80)
    let (references, own) = (references, draft.tokens[index].name)
    fail(
      index, .tokensAlias, "they refer to tokens that do not exist", at: source.place,
      hints: [references.hint(name)],
      message: "\(own): unknown token \"\(shown)\"")
    return nil
  }

  private mutating func failForTarget(_ other: Int, of index: Int, at place: SourceLocation) {
    let (name, needed) = (draft.tokens[index].name, draft.tokens[other].name)
    fail(
      index, .tokensAlias, "they need tokens that are skipped", at: place,
      message: "\(name) is skipped: it needs \(needed), which is skipped")
  }

  /// A text with the values of the references within it.
  private mutating func embedded(
    _ text: String, isPlain: Bool, _ source: PlacedValue, in mode: TokenMode, for index: Int
  ) -> Resolved? {
    let own = draft.tokens[index].name
    var result = ""
    for part in TokenReferences.parts(of: text) {
      switch part {
      case .text(let letters): result += letters
      case .name(let name):
        guard
          let next = target(references.target(of: name), of: name, source, in: mode, for: index)
        else { return nil }
        guard let letters = TokenResolver.letters(next.value) else {
          fail(
            index, .tokensValue, "they have a list or a group within a text", at: source.place,
            message: "\(own): {\(printable(name, limit: 60))} is not a text")
          return nil
        }
        result += letters
      }
      guard result.utf8.count <= TokenMath.limit else {
        fail(
          index, .tokensValue, "their values are too long", at: source.place,
          message: "\(own) is skipped: its value is too long")
        return nil
      }
    }
    return Resolved(
      value: PlacedValue(.text(result, isPlain: isPlain), at: source.place),
      size: 1 + result.utf8.count / 64, depth: 1)
  }

  /// A value as it appears within a text: a color as a style sheet writes it.
  private static func letters(_ value: PlacedValue) -> String? {
    switch value.content {
    case .text(let text, _), .number(let text): return text
    case .bool(let flag): return "\(flag)"
    case .date(let text): return text
    case .null: return nil
    case .list(let elements):
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? texts.joined(separator: ", ") : nil
    case .mapping:
      if let measure = TokenParser.measure(value) { return exact(measure.value) + measure.unit }
      var parser = TokenParser(unit: .px)
      return parser.color(value, "").map(letters)
    }
  }

  private static func letters(_ color: TokenColor) -> String {
    "color(\(color.space.rawValue) \(color.red) \(color.green) \(color.blue) / \(color.alpha))"
  }

  /// The color with Tokens Studio's change of it.
  private mutating func changed(
    _ value: PlacedValue, _ change: PlacedValue, in mode: TokenMode, for index: Int
  ) -> PlacedValue? {
    let token = draft.tokens[index]
    guard let resolved = resolved(change, in: mode, for: index)?.value else { return nil }
    var parser = TokenParser(unit: .px)
    let color = parser.color(value, token.name)
    let other = resolved["color"].flatMap { parser.color($0, token.name + ".modify.color") }
    guard let color, let amount = resolved["value"].flatMap(TokenParser.measure),
      let kind = resolved["type"]?.text.flatMap({ ColorChange.Kind(rawValue: $0) }),
      let space = ColorChange.Space(rawValue: resolved["space"]?.text ?? "lch"),
      ["", "%"].contains(amount.unit), amount.value.isFinite, kind != .mix || other != nil
    else {
      fail(
        index, .tokensValue, "their change of a color is not valid", at: change.place,
        hints: ["{ type: lighten, darken, mix or alpha, value: 0.5, space: lch, srgb, hsl or p3 }"],
        message: "\(token.name): expected a change of a color in modify")
      return nil
    }
    let change = ColorChange(
      kind: kind, space: space,
      amount: max(0, min(1, amount.unit == "%" ? amount.value / 100 : amount.value)), other: other)
    return PlacedValue(
      .text(TokenResolver.letters(change.applied(to: color))), at: value.place)
  }

  // MARK: Tokens

  /// The type of a token; nil for one that is not read.
  private func type(of index: Int) -> TokenType? {
    let token = draft.tokens[index]
    guard let value = values[index][.light]?.value else { return nil }
    if let section = token.section { return section }
    if let written = typeNames[index] {
      guard let type = TypeNames.type(written.name) else { return nil }
      switch type {
      case .number:
        let unit = TokenParser.measure(value).flatMap { TokenLength.Unit(rawValue: $0.unit) }
        return unit == nil ? type : .dimension
      case .color: return value.text?.hasPrefix("linear-gradient(") == true ? .gradient : type
      case .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .shadow, .gradient,
        .typography, .border:
        return type
      }
    }
    return token.format == .designTokens
      ? TypeNames.unmistakable(value) : TypeNames.guessed(value, at: token.path)
  }

  /// The unit that lengths without one have in Style Dictionary's format: real files disagree, so
  /// it depends on their sizes. Reports once what is assumed.
  private mutating func bareUnit() -> TokenLength.Unit {
    var sizes: [Double] = []
    var bare: [(name: String, place: SourceLocation, format: TokenFormat)] = []
    for index in draft.tokens.indices where !failed[index] {
      let token = draft.tokens[index]
      guard token.format != .plain, let type = type(of: index) else { continue }
      for mode in modes {
        guard token.values[mode] != nil, let value = values[index][mode]?.value,
          // An alias has the unit of its target.
          TokenReferences.alias(token.values[mode] ?? value) == nil,
          let size = TokenResolver.bareSize(of: value, type)
        else { continue }
        bare.append((token.name, size.place, token.format))
        if token.format == .dictionary { sizes.append(abs(size.value)) }
      }
    }
    sizes.sort()
    let unit: TokenLength.Unit =
      sizes.isEmpty || sizes[sizes.count / 2] > 4 ? .px : .rem
    for isDictionary in [false, true] {
      let those = bare.filter { ($0.format == .dictionary) == isDictionary }
      guard let first = those.first else { continue }
      let count = Set(those.map(\.name)).count
      let assumed = isDictionary && unit == .rem ? "rem of 16 pixels" : "px"
      problems.note(
        first.name, .tokensUnit, "lengths without units", at: first.place,
        hints: [
          isDictionary
            ? "write 16px or 1.5rem to be sure: Style Dictionary takes such lengths for rem, "
              + "and many files mean px"
            : "write 16px or 1rem; Style Dictionary takes such lengths for rem"
        ],
        message: count == 1
          ? "\(first.name) has a length without a unit: it is read as \(assumed)"
          : "\(count) tokens have lengths without units, \(first.name) the first: "
            + "they are read as \(assumed)")
    }
    return unit
  }

  private static let lengthKeys: Set<String> = [
    "fontSize", "size", "letterSpacing", "offsetX", "offsetY", "x", "y", "blur", "spread", "width",
  ]

  /// The first length without a unit in a value; none where all are 0.
  private static func bareSize(
    of value: PlacedValue, _ type: TokenType
  ) -> (value: Double, place: SourceLocation)? {
    func bare(_ value: PlacedValue) -> (value: Double, place: SourceLocation)? {
      guard let measure = TokenParser.measure(value), measure.unit.isEmpty, measure.value != 0
      else { return nil }
      return (measure.value, value.place)
    }
    switch type {
    case .dimension: return bare(value)
    case .typography, .border, .shadow:
      for part in (value.elements ?? [value]).prefix(100) {
        for member in part.entries where lengthKeys.contains(member.key) {
          if let found = bare(member.value) { return found }
        }
      }
      return nil
    case .color, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .gradient: return nil
    }
  }

  private mutating func token(at index: Int, bareUnit: TokenLength.Unit) -> Token? {
    guard let type = type(of: index) else {
      recordType(of: index)
      return nil
    }
    return token(at: index, type, bareUnit: bareUnit)
  }

  /// The type of the token that a token of the formats with `value` is an alias of, whose own type may
  /// be another: programs copy the value then, whatever it is.
  private func typeOfTarget(of index: Int, besides type: TokenType) -> TokenType? {
    guard [.dictionary, .studio].contains(draft.tokens[index].format),
      let other = aliased(by: index).flatMap({ self.type(of: $0) }), other != type
    else { return nil }
    return other
  }

  private mutating func token(
    at index: Int, _ type: TokenType, bareUnit: TokenLength.Unit
  ) -> Token? {
    let draft = draft.tokens[index]
    var token = Token(
      draft.path, type, [:], description: draft.description, at: draft.place)
    for mode in modes {
      guard let source = values[index][mode]?.value else { continue }
      var parser = TokenParser(unit: draft.format.bareUnit ?? bareUnit)
      guard let value = parser.value(of: source, type, named: draft.name) else {
        if let other = typeOfTarget(of: index, besides: type), self.draft.tokens[index].type != nil,
          token.type == self.type(of: index)
        {
          return self.token(at: index, other, bareUnit: bareUnit)
        }
        recordValue(of: index, type, parser.faults)
        return nil
      }
      // What a mode takes over from another is reported for that one.
      for loss in parser.losses where mode == modes.first || draft.values[mode] != nil {
        problems.note(
          draft.name, loss.code, loss.reason, at: loss.place, hints: loss.hints,
          message: loss.message)
      }
      // Without a value of its own it has one only where what it names has.
      if mode == .light || draft.values[mode] != nil || value != token.value(in: mode) {
        token.values[mode] = value
        let isChanged = draft.nearest(to: mode).map { draft.modifiers[$0.mode] != nil } ?? false
        if !isChanged, let target = aliased(by: index, in: mode), target != index {
          token.aliases[mode] = self.draft.tokens[target].path
        }
      }
    }
    return token
  }

  private mutating func recordType(of index: Int) {
    let token = draft.tokens[index]
    guard let written = typeNames[index] else {
      fail(
        index, .tokensType, "they have no type", hints: ["give it or its group a $type"],
        message: "\(token.name) has no type")
      return
    }
    let name = printable(written.name, limit: 40)
    let known = TokenType.allCases.map(\.rawValue)
    fail(
      index, .tokensType, "tokens of type \(name) are not read",
      hints: nearMiss(written.name, among: known).map { ["did you mean \"\($0)\"?"] } ?? [],
      message: "\(token.name) is skipped: tokens of type \(name) are not read")
  }

  private mutating func recordValue(
    of index: Int, _ type: TokenType, _ faults: [TokenParser.Finding]
  ) {
    let token = draft.tokens[index]
    // An alias of a token of another type.
    if let target = aliased(by: index), let other = self.type(of: target), other != type {
      let name = draft.tokens[target].name
      fail(
        index, .tokensAlias, "they refer to tokens of other types",
        message: "\(token.name): expected a \(type.rawValue), found \(name), a \(other.rawValue)")
      return
    }
    guard let fault = faults.first else { return }
    fail(
      index, fault.code, fault.reason, at: fault.place, hints: fault.hints, message: fault.message)
  }
}

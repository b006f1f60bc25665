// SPDX-License-Identifier: MIT
// Part of Platen: LaTeX's notation for formulas becomes lists of atoms.

/// Reads one formula. Input that is not understood ends it with an error that names it.
struct FormulaParser {
  var scanner: FormulaScanner
  var alphabet = Alphabet.variable
  private var depth = 0
  private var count = 0

  private static let longest = 8_192
  private static let depthLimit = 40

  init(_ source: String) throws(FormulaError) {
    guard source.utf8.count <= FormulaParser.longest else {
      throw FormulaError("a formula of more than \(FormulaParser.longest) bytes is too long")
    }
    scanner = FormulaScanner(source)
  }

  /// The end of a list.
  enum Stop { case end, brace, bracket, right, cell }

  /// The whole formula; lines of it without an environment are set below each other.
  mutating func formula() throws(FormulaError) -> [MathItem] {
    let rows = try self.rows()
    guard case .end = scanner.next() else { throw syntaxError("unmatched \"}\"") }
    if rows.count == 1, rows[0].count == 1 { return rows[0][0] }
    return [
      .atom(
        Atom(
          .ordinary, .array(FormulaParser.lines(rows, areAligned: rows.contains { $0.count > 1 }))))
    ]
  }

  func syntaxError(_ message: String, command: String = "") -> FormulaError {
    FormulaError(message, command: command, line: scanner.line)
  }

  // MARK: Lists

  mutating func list(until stop: Stop) throws(FormulaError) -> [MathItem] {
    depth += 1
    defer { depth -= 1 }
    guard depth < FormulaParser.depthLimit else { throw syntaxError("it is nested too deep") }
    let outer = alphabet
    defer { alphabet = outer }
    var items: [MathItem] = []
    while !ends(at: stop) {
      let token = scanner.next()
      switch token {
      case .end:
        throw syntaxError(
          stop == .right ? "\"\\left\" has no \"\\right\"" : "\"{\" or \"[\" is not closed")
      case .command("over"), .command("choose"), .command("atop"), .command("brack"),
        .command("brace"):
        guard case .command(let name) = token else { continue }
        let rest = try list(until: stop)
        return [.atom(FormulaParser.infix(name, items, rest))]
      default: try addToken(token, to: &items)
      }
    }
    return items
  }

  private static func infix(_ name: String, _ above: [MathItem], _ below: [MathItem]) -> Atom {
    var fraction = Fraction(numerator: above, denominator: below)
    fraction.hasLine = name == "over"
    switch name {
    case "choose": (fraction.left, fraction.right) = ("(", ")")
    case "brack": (fraction.left, fraction.right) = ("[", "]")
    case "brace": (fraction.left, fraction.right) = ("{", "}")
    default: break
    }
    return Atom(.inner, .fraction(fraction))
  }

  /// Indicates whether the list ends here. Braces and brackets are consumed, the rest is for the
  /// caller.
  private mutating func ends(at stop: Stop) -> Bool {
    let token = scanner.peek()
    switch (stop, token) {
    case (.end, .end), (.cell, .end), (.cell, .column), (.cell, .command("\\")),
      (.cell, .command("cr")), (.cell, .command("end")), (.right, .command("right")),
      (.right, .command("middle")):
      return true
    case (.cell, .close), (.end, .close): return true
    case (.brace, .close), (.bracket, .scalar("]")):
      _ = scanner.next()
      return true
    default: return false
    }
  }

  mutating func addToken(_ token: FormulaScanner.Token, to items: inout [MathItem])
    throws(FormulaError)
  {
    count += 1
    guard count < 4_000 else { throw syntaxError("it has too many signs") }
    switch token {
    case .end, .close: throw syntaxError("unmatched \"}\"")
    case .column: throw syntaxError("\"&\" is outside of columns")
    case .dollar: throw syntaxError("\"$\" is within a formula")
    case .tie: items.append(.space(0.25))
    case .open:
      items.append(.atom(Atom(.ordinary, .group(try list(until: .brace)))))
    case .superscript, .subscript: try addScript(token == .superscript, to: &items)
    case .scalar("'"), .scalar("’"), .scalar("′"): try addPrimes(to: &items)
    case .scalar(let scalar): items.append(.atom(atom(of: scalar)))
    case .command(let name): try add(command: name, to: &items)
    }
  }

  /// Reads one token or one group.
  mutating func argument() throws(FormulaError) -> [MathItem] {
    let token = scanner.next()
    switch token {
    case .open: return try list(until: .brace)
    case .end: throw syntaxError("the formula is incomplete")
    case .superscript, .subscript: throw syntaxError("unexpected \"^\" or \"_\"")
    default:
      var items: [MathItem] = []
      depth += 1
      defer { depth -= 1 }
      guard depth < FormulaParser.depthLimit else { throw syntaxError("it is nested too deep") }
      try addToken(token, to: &items)
      return items
    }
  }

  /// The text of a group, as it is written.
  mutating func rawArgument() throws(FormulaError) -> String {
    switch scanner.next() {
    case .open:
      guard let text = scanner.rawGroup() else { throw syntaxError("\"{\" is not closed") }
      return text
    case .scalar(let scalar): return String(scalar)
    default: throw syntaxError("expected a group in braces")
    }
  }

  // MARK: Scripts

  private mutating func addScript(_ isSuper: Bool, to items: inout [MathItem])
    throws(FormulaError)
  {
    let script = try argument()
    var atom = takeNucleus(from: &items)
    if isSuper {
      if let primes = atom.superscript {
        guard primes.allSatisfy(FormulaParser.isPrime) else {
          throw syntaxError("two superscripts in sequence")
        }
        atom.superscript = primes + script
      } else {
        atom.superscript = script
      }
    } else {
      guard atom.subscript == nil else { throw syntaxError("two subscripts in sequence") }
      atom.subscript = script
    }
    items.append(.atom(atom))
  }

  /// The atom that a script hangs on: the last one, or nothing.
  private func takeNucleus(from items: inout [MathItem]) -> Atom {
    if case .atom(let atom)? = items.last {
      items.removeLast()
      return atom
    }
    return Atom(.ordinary, .group([]))
  }

  private static func isPrime(_ item: MathItem) -> Bool {
    if case .atom(let atom) = item, case .symbol("′", _) = atom.nucleus { true } else { false }
  }

  private mutating func addPrimes(to items: inout [MathItem]) throws(FormulaError) {
    var primes = 1
    while [.scalar("'"), .scalar("’"), .scalar("′")].contains(scanner.peek()) {
      _ = scanner.next()
      primes += 1
    }
    var atom = takeNucleus(from: &items)
    guard atom.superscript == nil else { throw syntaxError("two superscripts in sequence") }
    atom.superscript = Array(
      repeating: .atom(Atom(.ordinary, .symbol("′", plain: "′"))), count: primes)
    items.append(.atom(atom))
  }

  // MARK: Signs

  func atom(of scalar: Unicode.Scalar) -> Atom {
    if let sign = Symbols.sign(of: scalar), !Symbols.isGreekLetter(scalar) {
      return atom(of: sign)
    }
    return Atom(.ordinary, .symbol(alphabet.sign(for: scalar), plain: scalar))
  }

  func atom(of sign: Symbols.Sign) -> Atom {
    if sign.isBig {
      return Atom(.largeOperator, .bigSymbol(sign.scalar), limits: sign.limits)
    }
    let isLetter = Symbols.isGreekLetter(sign.scalar) || sign.scalar == "∇" || sign.scalar == "∂"
    return Atom(
      sign.kind,
      .symbol(isLetter ? alphabet.sign(for: sign.scalar) : sign.scalar, plain: sign.scalar))
  }

  mutating func delimiter(after command: String) throws(FormulaError) -> Unicode.Scalar? {
    let name: String
    switch scanner.next() {
    case .scalar("."): return nil
    case .scalar(let scalar): name = String(scalar)
    case .command("|"): return "‖"
    case .command(let command): name = command
    default: name = ""
    }
    if let known = Symbols.delimiter(name) { return known }
    if let typed = name.unicodeScalars.first, "⟨⟩⌈⌉⌊⌋‖".unicodeScalars.contains(typed) {
      return typed
    }
    throw syntaxError("expected a delimiter after \"\\\(command)\"")
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the commands of formulas that are more than a sign.

internal import Drawing

extension FormulaParser {
  /// Commands that another one with a star stands beside.
  static let starred: Set<String> = ["operatorname", "hspace", "tag"]

  /// The commands this file and the scanner know, for near misses.
  static let commandNames: [String] =
    [
      "frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom", "sqrt", "left", "right",
      "middle", "text", "textrm", "textbf", "textit", "mbox", "operatorname", "overline",
      "underline", "overbrace", "underbrace", "overrightarrow", "overleftarrow", "overset",
      "underset", "stackrel", "substack", "xrightarrow", "xleftarrow", "limits", "nolimits",
      "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "phantom", "hphantom",
      "vphantom", "boxed", "not", "pmod", "bmod", "pod", "mod", "quad", "qquad", "hspace", "mskip",
      "kern", "begin", "end", "over", "choose", "big", "Big", "bigg", "Bigg", "color", "textcolor",
      "mathord", "mathop", "mathbin", "mathrel", "mathopen", "mathclose", "mathpunct", "mathinner",
      "tag", "notag", "nonumber", "genfrac", "middle",
    ] + alphabets.keys.sorted() + spaces.keys.sorted()

  private static let alphabets: [String: Alphabet] = [
    "mathrm": .roman, "mathbf": .bold, "mathit": .italic, "mathcal": .script, "mathscr": .script,
    "mathfrak": .fraktur, "mathbb": .doubleStruck, "mathsf": .sans, "mathtt": .typewriter,
    "boldsymbol": .boldItalic, "bm": .boldItalic, "mathnormal": .variable, "mathup": .roman,
  ]

  /// The declarations, which hold for the rest of their group.
  private static let declarations: [String: Alphabet] = [
    "rm": .roman, "bf": .bold, "it": .italic, "cal": .script, "sf": .sans, "tt": .typewriter,
    "mit": .variable,
  ]

  private static let spaces: [String: Double] = [
    ",": 3.0 / 18, "thinspace": 3.0 / 18, ":": 4.0 / 18, ">": 4.0 / 18, "medspace": 4.0 / 18,
    ";": 5.0 / 18, "thickspace": 5.0 / 18, "!": -3.0 / 18, "negthinspace": -3.0 / 18,
    "negmedspace": -4.0 / 18, "negthickspace": -5.0 / 18, "quad": 1, "qquad": 2, "enspace": 0.5,
    "enskip": 0.5, " ": 0.25, "space": 0.25, "nobreakspace": 0.25, "\n": 0.25,
  ]

  private static let classes: [String: AtomClass] = [
    "mathord": .ordinary, "mathop": .largeOperator, "mathbin": .binary, "mathrel": .relation,
    "mathopen": .opening, "mathclose": .closing, "mathpunct": .punctuation, "mathinner": .inner,
  ]

  private static let sizes: [(name: String, height: Double)] = [
    ("bigg", 2.4), ("Bigg", 3.0), ("big", 1.2), ("Big", 1.8),
  ]

  private static let stretched: [String: (scalar: Unicode.Scalar, isAbove: Bool)] = [
    "overbrace": ("⏞", true), "underbrace": ("⏟", false), "overrightarrow": ("→", true),
    "overleftarrow": ("←", true), "overleftrightarrow": ("↔", true),
    "underrightarrow": ("→", false), "underleftarrow": ("←", false), "overparen": ("⏜", true),
    "underparen": ("⏝", false), "overbracket": ("⎴", true), "underbracket": ("⎵", false),
  ]

  private static let arrows: [String: Unicode.Scalar] = [
    "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒",
    "xLeftarrow": "⇐", "xmapsto": "↦", "xhookrightarrow": "↪", "xrightleftharpoons": "⇌",
  ]

  mutating func add(command name: String, to items: inout [MathItem]) throws(FormulaError) {
    if let sign = Symbols.sign(name) {
      items.append(.atom(atom(of: sign)))
    } else if let word = Symbols.word(name) {
      items.append(.atom(Atom(.largeOperator, .word(word.name), limits: word.limits)))
    } else if let space = FormulaParser.spaces[name] {
      items.append(.space(space))
    } else if let accent = Symbols.accent(name) {
      let body = try argument()
      items.append(.atom(Atom(.ordinary, .accent(accent.scalar, body, isWide: accent.isWide))))
    } else if let alphabet = FormulaParser.alphabets[name] {
      let outer = self.alphabet
      self.alphabet = alphabet
      let body = try argument()
      self.alphabet = outer
      items.append(.atom(FormulaParser.grouped(body)))
    } else if let alphabet = FormulaParser.declarations[name] {
      self.alphabet = alphabet
    } else if let kind = FormulaParser.classes[name] {
      items.append(
        .atom(
          Atom(
            kind, .group(try argument()), limits: kind == .largeOperator ? .automatic : .never)))
    } else if let (scalar, isAbove) = FormulaParser.stretched[name] {
      let body = try argument()
      // What is written at a brace stands above or below it.
      items.append(
        .atom(
          Atom(.largeOperator, .stretched(scalar, body, isAbove: isAbove), limits: .always)))
    } else if let scalar = FormulaParser.arrows[name] {
      let below = try option() ?? []
      items.append(.atom(Atom(.relation, .arrow(scalar, above: try argument(), below: below))))
    } else if let style = FormulaParser.level(name) {
      items.append(.style(style))
    } else if try !addSized(name, to: &items), try !addStructure(name, to: &items) {
      throw syntaxError("unknown command \"\\\(name)\"", command: "\\" + name)
    }
  }

  /// One atom is itself, so that scripts and spaces find it as it is.
  static func grouped(_ items: [MathItem]) -> Atom {
    if items.count == 1, case .atom(let atom) = items[0] { return atom }
    return Atom(.ordinary, .group(items))
  }

  private static func level(_ name: String) -> MathStyle.Level? {
    switch name {
    case "displaystyle": .display
    case "textstyle": .text
    case "scriptstyle": .script
    case "scriptscriptstyle": .scriptScript
    default: nil
    }
  }

  /// `\big(`, `\Bigr]` and the like.
  private mutating func addSized(_ name: String, to items: inout [MathItem]) throws(FormulaError)
    -> Bool
  {
    guard let size = FormulaParser.sizes.first(where: { name.hasPrefix($0.name) }) else {
      return false
    }
    let kind: AtomClass
    switch name.dropFirst(size.name.count) {
    case "": kind = .ordinary
    case "l": kind = .opening
    case "r": kind = .closing
    case "m": kind = .relation
    default: return false
    }
    let delimiter = try delimiter(after: name)
    items.append(.atom(Atom(kind, .delimiter(delimiter, height: size.height))))
    return true
  }

  private mutating func addStructure(_ name: String, to items: inout [MathItem])
    throws(FormulaError) -> Bool
  {
    switch name {
    case "frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom":
      items.append(.atom(try fraction(name)))
    case "sqrt":
      let degree = try option()
      items.append(.atom(Atom(.ordinary, .radical(degree: degree, body: try argument()))))
    case "left": items.append(.atom(try fenced()))
    case "right": throw syntaxError("\"\\right\" has no \"\\left\"")
    case "middle": throw syntaxError("\"\\middle\" is outside of \"\\left\" and \"\\right\"")
    case "begin": items.append(.atom(try environment()))
    case "end": throw syntaxError("\"\\end\" has no \"\\begin\"")
    case "text", "textrm", "textnormal", "mbox", "textbf", "textit", "emph", "textsf", "texttt",
      "hbox":
      let pieces = try text(
        try rawArgument(), isBold: name == "textbf", isItalic: name == "textit" || name == "emph")
      items.append(.atom(Atom(.ordinary, .text(pieces))))
    case "operatorname", "operatorname*":
      let word = try rawArgument().replacing("\\,", with: "\u{2009}").filter { $0 != " " }
      guard !word.contains("\\") else {
        throw syntaxError("\"\\operatorname\" takes letters only")
      }
      items.append(
        .atom(
          Atom(.largeOperator, .word(word), limits: name.hasSuffix("*") ? .automatic : .never)))
    case "overline", "underline":
      items.append(
        .atom(Atom(.ordinary, .line(try argument(), isAbove: name == "overline"))))
    case "overset", "stackrel", "underset":
      items.append(.atom(try stack(name)))
    case "limits", "nolimits", "displaylimits":
      guard case .atom(var atom)? = items.last, atom.kind == .largeOperator else {
        throw syntaxError("\"\\\(name)\" follows no operator", command: "")
      }
      atom.limits = name == "limits" ? .always : name == "nolimits" ? .never : .automatic
      items[items.count - 1] = .atom(atom)
    case "phantom", "hphantom", "vphantom":
      items.append(
        .atom(
          Atom(
            .ordinary,
            .phantom(try argument(), hasWidth: name != "vphantom", hasHeight: name != "hphantom"))))
    case "smash": items.append(.atom(FormulaParser.grouped(try argument())))
    case "boxed", "fbox": items.append(.atom(Atom(.ordinary, .boxed(try argument()))))
    case "not":
      items.append(.atom(FormulaParser.negated(try argument())))
    case "bmod":
      items += [.space(1.0 / 18), .atom(Atom(.binary, .word("mod"))), .space(1.0 / 18)]
    case "pmod", "pod", "mod":
      items += FormulaParser.modulus(name, try argument())
    case "substack":
      items.append(.atom(try substack()))
    case "hspace", "hspace*":
      items.append(.space(try length(try rawArgument())))
    case "mskip", "kern", "mkern", "hskip": items.append(.space(try length(scanner.rawLength())))
    case "textcolor", "color":
      items.append(.atom(try colored(name)))
    case "notag", "nonumber", "hfill", "allowbreak", "nobreak": break
    case "tag", "tag*":
      let label = try rawArgument()
      let words = name == "tag" ? "(\(label))" : label
      items += [
        .space(2),
        .atom(Atom(.ordinary, .text(try text(words, isBold: false, isItalic: false)))),
      ]
    case "label": _ = try rawArgument()
    case "|": items.append(.atom(Atom(.ordinary, .symbol("‖", plain: "‖"))))
    default: return false
    }
    return true
  }

  /// An argument in brackets, if there is one.
  private mutating func option() throws(FormulaError) -> [MathItem]? {
    guard case .scalar("[") = scanner.peek() else { return nil }
    _ = scanner.next()
    return try list(until: .bracket)
  }

  private mutating func fraction(_ name: String) throws(FormulaError) -> Atom {
    var fraction = Fraction(numerator: try argument(), denominator: try argument())
    if name.hasSuffix("binom") {
      fraction.hasLine = false
      (fraction.left, fraction.right) = ("(", ")")
    }
    if name.hasPrefix("d") || name == "cfrac" { fraction.level = .display }
    if name.hasPrefix("t") { fraction.level = .text }
    return Atom(.inner, .fraction(fraction))
  }

  private mutating func stack(_ name: String) throws(FormulaError) -> Atom {
    let small = try argument()
    let base = try argument()
    let isAbove = name != "underset"
    var kind = AtomClass.relation
    if name != "stackrel", base.count == 1, case .atom(let atom) = base[0] { kind = atom.kind }
    return Atom(
      kind == .largeOperator ? .ordinary : kind,
      .stack(base: base, above: isAbove ? small : nil, below: isAbove ? nil : small))
  }

  private static func negated(_ body: [MathItem]) -> Atom {
    guard body.count == 1, case .atom(var atom) = body[0], case .symbol(let sign, _) = atom.nucleus,
      let negated = Symbols.negated[sign]
    else { return Atom(grouped(body).kind, .negated(body)) }
    atom.nucleus = .symbol(negated, plain: negated)
    return atom
  }

  /// The text and spaces that `\pmod`, `\pod` and `\mod` print.
  private static func modulus(_ name: String, _ body: [MathItem]) -> [MathItem] {
    var items: [MathItem] = [.space(name == "mod" ? 0.67 : 0.44)]
    if name != "mod" { items.append(.atom(Atom(.opening, .symbol("(", plain: "(")))) }
    if name != "pod" { items += [.atom(Atom(.ordinary, .word("mod"))), .space(1.0 / 3)] }
    items += body
    if name != "mod" { items.append(.atom(Atom(.closing, .symbol(")", plain: ")")))) }
    return items
  }

  private mutating func substack() throws(FormulaError) -> Atom {
    guard case .open = scanner.next() else { throw syntaxError("\"\\substack\" takes a group") }
    let rows = try self.rows()
    guard case .close = scanner.next() else { throw syntaxError("\"{\" is not closed") }
    var array = FormulaParser.lines(rows, areAligned: false)
    array.level = .script
    array.leading = 0.85
    return Atom(.ordinary, .array(array))
  }

  private mutating func colored(_ name: String) throws(FormulaError) -> Atom {
    let word = try rawArgument()
    guard let color = Color(hex: word) ?? FormulaParser.colors[word] else {
      throw syntaxError("invalid color \"\(word)\"")
    }
    // `\color` holds for the rest of its group, which it ends with.
    let body = name == "textcolor" ? try argument() : try restOfGroup()
    return Atom(.ordinary, .colored(body, color))
  }

  /// The rest of the list that a declaration is in.
  private mutating func restOfGroup() throws(FormulaError) -> [MathItem] {
    var items: [MathItem] = []
    while true {
      switch scanner.peek() {
      case .end, .close, .column, .command("\\"), .command("end"), .command("right"),
        .command("middle"):
        return items
      default: try addToken(scanner.next(), to: &items)
      }
    }
  }

  private mutating func fenced() throws(FormulaError) -> Atom {
    let left = try delimiter(after: "left")
    var parts: [[MathItem]] = []
    var middle: [Unicode.Scalar] = []
    while true {
      parts.append(try list(until: .right))
      guard case .command("middle") = scanner.next() else { break }
      middle.append(try delimiter(after: "middle") ?? "|")
    }
    let right = try delimiter(after: "right")
    return Atom(.inner, .fenced(left: left, parts, middle: middle, right: right))
  }

  /// Words with formulas between dollar signs.
  func text(_ raw: String, isBold: Bool, isItalic: Bool) throws(FormulaError) -> [TextPiece] {
    var pieces: [TextPiece] = []
    let parts = raw.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { throw syntaxError("\"$\" is not closed in a text") }
    for (i, part) in parts.enumerated() where !part.isEmpty {
      if i % 2 == 0 {
        pieces.append(.words(try words(part), isBold: isBold, isItalic: isItalic))
      } else {
        // Shorter than what it lies in, and without dollar signs of its own.
        var inner = try FormulaParser(String(part))
        pieces.append(.formula(try inner.formula()))
      }
    }
    return pieces
  }

  /// Text as it is read: escaped signs, one blank for many.
  private func words(_ raw: Substring) throws(FormulaError) -> String {
    var result = ""
    var rest = raw[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let next = rest.popFirst() else { break }
        switch next {
        case "%", "$", "&", "#", "_", "{", "}", " ": result.append(next)
        case ",": result += "\u{2009}"
        case "\\": result += " "
        default:
          let name = String(next) + rest.prefix { $0.isASCII && $0.isLetter }
          throw syntaxError("unknown command \"\\\(name)\" in a text", command: "\\" + name)
        }
      case "~": result += "\u{A0}"
      case "{", "}": break
      case _ where character.isWhitespace:
        if result.last != " " { result.append(" ") }
      default: result.append(character)
      }
    }
    return result
  }

  /// A length in em of the text around.
  func length(_ raw: String) throws(FormulaError) -> Double {
    let text = raw.filter { !$0.isWhitespace }
    for (unit, em) in [
      ("mu", 1.0 / 18), ("em", 1), ("ex", 0.45), ("pt", 0.1), ("px", 0.075), ("mm", 0.2845),
      ("cm", 2.845), ("in", 7.227),
    ] where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(2)), abs(value) <= 1_000 else { break }
      return min(20, max(-20, value * em))
    }
    throw syntaxError("invalid length \"\(raw)\"")
  }

  private static let colors: [String: Color] = [
    "red": Color(0.80, 0.13, 0.13), "blue": Color(0.13, 0.35, 0.80),
    "green": Color(0.10, 0.55, 0.25), "orange": Color(0.90, 0.50, 0.10),
    "purple": Color(0.50, 0.25, 0.70), "violet": Color(0.50, 0.25, 0.70),
    "teal": Color(0.05, 0.50, 0.50), "cyan": Color(0.0, 0.60, 0.75),
    "magenta": Color(0.80, 0.15, 0.60), "brown": Color(0.55, 0.35, 0.15),
    "gray": Color(0.5, 0.5, 0.5), "black": .black, "white": .white,
  ]
}

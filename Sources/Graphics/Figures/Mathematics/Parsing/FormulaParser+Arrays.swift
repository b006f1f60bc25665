// SPDX-License-Identifier: MIT
// Part of Platen: environments of formulas: matrices, cases, aligned lines.

extension FormulaParser {
  static let environments = [
    "align", "aligned", "array", "Bmatrix", "bmatrix", "cases", "dcases", "equation", "gather",
    "gathered", "matrix", "multline", "pmatrix", "rcases", "smallmatrix", "split", "Vmatrix",
    "vmatrix",
  ]

  /// Rows of cells up to what ends them, which is not taken.
  mutating func rows(_ extra: inout [Double], _ rules: inout [Int]) throws(FormulaError)
    -> [[[MathItem]]]
  {
    var rows: [[[MathItem]]] = [[]]
    while true {
      while case .command("hline") = scanner.peek() {
        _ = scanner.next()
        rules.append(rows.count - 1)
      }
      rows[rows.count - 1].append(try list(until: .cell))
      switch scanner.peek() {
      case .column: _ = scanner.next()
      case .command("\\"), .command("cr"):
        _ = scanner.next()
        let option = scanner.rawOption()
        extra.append(option == nil ? 0 : try length(option ?? ""))
        rows.append([])
        guard rows.count <= 200 else { throw syntaxError("it has too many rows") }
      default:
        // A line's end at the last row begins no other.
        if rows.count > 1, rows[rows.count - 1].allSatisfy(\.isEmpty) { rows.removeLast() }
        guard rows.allSatisfy({ $0.count <= 60 }) else {
          throw syntaxError("it has too many columns")
        }
        return rows
      }
    }
  }

  mutating func rows() throws(FormulaError) -> [[[MathItem]]] {
    var extra: [Double] = []
    var rules: [Int] = []
    return try rows(&extra, &rules)
  }

  mutating func environment() throws(FormulaError) -> Atom {
    let full = try rawArgument().filter { !$0.isWhitespace }
    let name = full.hasSuffix("*") ? String(full.dropLast()) : full
    guard FormulaParser.environments.contains(name) else {
      throw syntaxError("unknown environment \"\(full)\"", command: "\\begin{\(full)}")
    }
    var alignments: [MathArray.Alignment] = []
    var lines: [Int] = []
    if name == "array" {
      _ = scanner.rawOption()
      for letter in try rawArgument() where !letter.isWhitespace {
        switch letter {
        case "l": alignments.append(.left)
        case "c": alignments.append(.center)
        case "r": alignments.append(.right)
        case "|": lines.append(alignments.count)
        default: throw syntaxError("invalid column \"\(letter)\" of an array")
        }
      }
    }
    var extra: [Double] = []
    var rules: [Int] = []
    let rows = try rows(&extra, &rules)
    guard case .command("end") = scanner.next() else {
      throw syntaxError("\"\\begin{\(full)}\" has no \"\\end\"")
    }
    let end = try rawArgument().filter { !$0.isWhitespace }
    guard end == full else {
      throw syntaxError("\"\\begin{\(full)}\" ends with \"\\end{\(end)}\"")
    }
    var array = MathArray(rows: rows, alignments: [.center], gaps: [1])
    array.extra = extra
    array.rules = rules
    array.lines = lines
    var fences: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
    switch name {
    case "array": if !alignments.isEmpty { array.alignments = alignments }
    case "pmatrix": fences = ("(", ")")
    case "bmatrix": fences = ("[", "]")
    case "Bmatrix": fences = ("{", "}")
    case "vmatrix": fences = ("|", "|")
    case "Vmatrix": fences = ("‖", "‖")
    case "smallmatrix":
      array.level = .script
      array.leading = 0.85
      array.gaps = [0.4]
    case "cases", "dcases", "rcases":
      array.alignments = [.left]
      array.leading = 1.35
      if name == "dcases" { array.level = .display }
      fences = name == "rcases" ? (nil, "}") : ("{", nil)
    case "aligned", "align", "split": array = FormulaParser.lines(rows, areAligned: true)
    case "gathered", "gather", "equation", "multline":
      array = FormulaParser.lines(rows, areAligned: false)
    default: break
    }
    if ["aligned", "align", "split", "gathered", "gather", "multline"].contains(name) {
      array.extra = extra
    }
    let atom = Atom(.inner, .array(array))
    guard fences != (nil, nil) else {
      return Atom(.ordinary, .array(array))
    }
    return Atom(
      .inner, .fenced(left: fences.0, [[.atom(atom)]], middle: [], right: fences.1))
  }

  /// Lines of formulas below each other.
  static func lines(_ rows: [[[MathItem]]], areAligned: Bool) -> MathArray {
    var array = MathArray(rows: rows, alignments: [.center], gaps: [1], level: .display)
    array.leading = 1.5
    guard areAligned else { return array }
    let columns = rows.map(\.count).max() ?? 1
    array.alignments = (0..<columns).map { $0 % 2 == 0 ? .right : .left }
    array.gaps = (0..<columns).map { $0 % 2 == 0 ? 0 : 2 }
    array.continues = true
    return array
  }
}

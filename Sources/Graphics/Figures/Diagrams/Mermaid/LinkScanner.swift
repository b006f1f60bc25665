// SPDX-License-Identifier: MIT
// Part of Platen: one statement of a flowchart, letter by letter: names, shapes, links.

internal import Diagnostics

/// Reads a chain of nodes and links.
struct LinkScanner {
  struct Link {
    var line: Flowchart.Edge.Line
    var tail: Flowchart.Edge.Head
    var head: Flowchart.Edge.Head
    var length: Int
    var label = ""
  }

  private let letters: [Character]
  private var at = 0
  let line: Int
  /// Features that were recognized and are not drawn, as subjects of a sentence.
  private(set) var leftOut: [String] = []

  init(_ text: String, line: Int) {
    letters = Array(text)
    self.line = line
  }

  var isAtEnd: Bool { letters[at...].allSatisfy(\.isWhitespace) }

  var rest: String { String(String(letters[at...]).prefix(30)) }

  func syntaxError(_ message: String) -> DiagramError {
    DiagramError(message, hint: "write nodes and links as in A[One] -->|label| B", line: line)
  }

  private mutating func skipWhitespace() {
    while at < letters.count, letters[at].isWhitespace { at += 1 }
  }

  private func has(_ text: String, at place: Int) -> Bool {
    var index = place
    for letter in text {
      guard index < letters.count, letters[index] == letter else { return false }
      index += 1
    }
    return true
  }

  mutating func take(_ text: String) -> Bool {
    var place = at
    while place < letters.count, letters[place].isWhitespace { place += 1 }
    guard has(text, at: place) else { return false }
    at = place + text.count
    return true
  }

  /// Letters, digits and underscores; a hyphen or a dot between two of them.
  mutating func identifier() -> String {
    skipWhitespace()
    let start = at
    while at < letters.count {
      let letter = letters[at]
      if letter.isLetter || letter.isNumber || letter == "_" {
        at += 1
      } else if letter == "-" || letter == ".", at > start, at + 1 < letters.count,
        letters[at - 1] != "-", letters[at + 1].isLetter || letters[at + 1].isNumber
      {
        at += 1
      } else {
        break
      }
    }
    return String(letters[start..<at])
  }

  // MARK: Shapes

  private static let shapes: [(open: String, close: String, shape: Flowchart.Shape)] = [
    ("(((", ")))", .doubleCircle), ("((", "))", .circle), ("([", "])", .stadium),
    ("[[", "]]", .subroutine), ("[(", ")]", .cylinder), ("[/", "/]", .leaning),
    ("[/", "\\]", .trapezoid), ("[\\", "\\]", .leaningBack), ("[\\", "/]", .invertedTrapezoid),
    ("[", "]", .rectangle), ("(", ")", .rounded), ("{{", "}}", .hexagon), ("{", "}", .diamond),
    (">", "]", .flag),
  ]

  private static let named: [String: Flowchart.Shape] = [
    "rect": .rectangle, "rounded": .rounded, "stadium": .stadium, "pill": .stadium,
    "terminal": .stadium, "subproc": .subroutine, "fr-rect": .subroutine, "cyl": .cylinder,
    "db": .cylinder, "database": .cylinder, "circle": .circle, "circ": .circle,
    "dbl-circ": .doubleCircle, "diam": .diamond, "diamond": .diamond, "decision": .diamond,
    "hex": .hexagon, "hexagon": .hexagon, "lean-r": .leaning, "lean-l": .leaningBack,
    "trap-b": .trapezoid, "trap-t": .invertedTrapezoid, "odd": .flag, "proc": .rectangle,
    "process": .rectangle, "event": .rounded,
  ]

  /// A shape and its label right here; nil where there is none.
  mutating func shape() throws(DiagramError) -> (Flowchart.Shape, String?)? {
    if has("@{", at: at) { return try namedShape() }
    var isOpen = false
    var tried = ""
    for (open, _, _) in LinkScanner.shapes where open != tried && has(open, at: at) {
      isOpen = true
      tried = open
      // Of two shapes that begin alike it is the one that ends first.
      let found = LinkScanner.shapes.filter { $0.open == open }.compactMap { entry in
        label(from: at + open.count, to: entry.close).map { (entry.shape, $0.0, $0.1) }
      }.min { $0.2 < $1.2 }
      if let (shape, label, end) = found {
        at = end
        return (shape, label)
      }
    }
    if isOpen { throw syntaxError("\"\(rest)\" is not closed") }
    return nil
  }

  /// Letters of a label, without the blanks around it.
  private static let longestLabel = 1_000

  /// The text up to a closing bracket outside of quotes, and where it ends.
  private func label(from start: Int, to close: String) -> (String, Int)? {
    var place = start
    var isQuoted = false
    while place < min(letters.count, start + 2 * LinkScanner.longestLabel) {
      if letters[place] == "\"" { isQuoted.toggle() }
      if !isQuoted, has(close, at: place) {
        let text = MermaidSource.trimmed(String(letters[start..<place]))
        guard text.count <= LinkScanner.longestLabel else { return nil }
        return (text, place + close.count)
      }
      place += 1
    }
    return nil
  }

  /// `@{ shape: diamond, label: "One" }`.
  private mutating func namedShape() throws(DiagramError) -> (Flowchart.Shape, String?) {
    guard let (text, end) = label(from: at + 2, to: "}") else {
      throw syntaxError("\"\(rest)\" is not closed")
    }
    at = end
    var shape = Flowchart.Shape.rectangle
    var label: String?
    var fields: [String] = [""]
    var isQuoted = false
    for letter in text {
      if letter == "\"" { isQuoted.toggle() }
      if letter == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(letter)
      }
    }
    for field in fields {
      let sides = field.split(separator: ":", maxSplits: 1).map(MermaidSource.trimmed)
      guard sides.count == 2 else { continue }
      switch sides[0] {
      case "shape":
        guard let known = LinkScanner.named[sides[1]] else {
          throw DiagramError(
            "the shape \"\(sides[1])\" is not drawn",
            hint: nearMissHint(sides[1], among: LinkScanner.named.keys.sorted()),
            line: line)
        }
        shape = known
      case "label": label = sides[1]
      case "icon": leftOut.append("icons")
      case "img": leftOut.append("images in nodes")
      // They belong to the icon or the image.
      case "form", "pos", "w", "h", "constraint": break
      default: leftOut.append("fields of nodes such as \(sides[0])")
      }
    }
    return (shape, label)
  }

  // MARK: Links

  /// `-->`, `-- text -->`, `-.->|text|`, `<==>`, `~~~`; nil where there is none.
  mutating func link() throws(DiagramError) -> Link? {
    skipWhitespace()
    // `A e1@--> B` names the edge.
    var tail = Flowchart.Edge.Head.none
    if at + 1 < letters.count, "<xo".contains(letters[at]), "-=".contains(letters[at + 1]) {
      tail = head(letters[at])
      at += 1
    }
    if has("~~~", at: at) {
      var length = 0
      while at < letters.count, letters[at] == "~" {
        at += 1
        length += 1
      }
      return Link(line: .invisible, tail: .none, head: .none, length: length - 2)
    }
    guard at < letters.count else { return nil }
    var link: Link
    if has("-.", at: at) {
      at += 1
      let dots = run(of: ".")
      link = Link(line: .dotted, tail: tail, head: .none, length: dots)
      if at < letters.count, letters[at] == "-" {
        at += 1
        link.head = takeHead()
      } else {
        try finish(&link, text: ".")
      }
    } else if has("--", at: at) || has("==", at: at) {
      let sign = letters[at]
      let count = run(of: sign)
      link = Link(line: sign == "-" ? .solid : .thick, tail: tail, head: .none, length: count - 1)
      link.head = takeHead()
      if link.head == .none {
        link.length = count - 2
        if count == 2 { try finish(&link, text: sign) }
      }
    } else {
      return nil
    }
    link.length = min(6, max(1, link.length))
    if take("|") {
      guard let (label, end) = label(from: at, to: "|") else {
        throw syntaxError("the label of a link is not closed")
      }
      link.label = label
      at = end
    }
    return link
  }

  private mutating func run(of sign: Character) -> Int {
    let start = at
    while at < letters.count, letters[at] == sign { at += 1 }
    return at - start
  }

  private func head(_ letter: Character) -> Flowchart.Edge.Head {
    switch letter {
    case "<", ">": .arrow
    case "x": .cross
    case "o": .circle
    default: .none
    }
  }

  /// A head right here. A letter is one only where the node does not begin with it.
  private mutating func takeHead() -> Flowchart.Edge.Head {
    guard at < letters.count else { return .none }
    let letter = letters[at]
    if letter == ">" {
      at += 1
      return .arrow
    }
    if letter == "x" || letter == "o",
      at + 1 >= letters.count || letters[at + 1].isWhitespace || letters[at + 1] == "|"
    {
      at += 1
      return head(letter)
    }
    return .none
  }

  /// The text of a link and the rest of it: `text -->`, `text .->`.
  private mutating func finish(_ link: inout Link, text sign: Character) throws(DiagramError) {
    let start = at
    var place = at
    var isQuoted = false
    while place < letters.count {
      if letters[place] == "\"" { isQuoted.toggle() }
      let ends = sign == "." ? has(".-", at: place) : has(String([sign, sign]), at: place)
      if !isQuoted, ends { break }
      place += 1
    }
    guard place < letters.count else {
      throw syntaxError(
        "the link \"\(String(String(letters[max(0, start - 2)...]).prefix(30)))\" has no end")
    }
    link.label = MermaidSource.trimmed(String(letters[start..<place]))
    at = place
    if sign == "." {
      link.length = max(link.length, run(of: "."))
      _ = run(of: "-")
      link.head = takeHead()
    } else {
      let count = run(of: sign)
      link.head = takeHead()
      link.length = link.head == .none ? count - 2 : count - 1
    }
  }
}

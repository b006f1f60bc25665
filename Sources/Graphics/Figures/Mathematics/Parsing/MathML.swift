// SPDX-License-Identifier: MIT
// Part of Platen: presentational MathML as LaTeX, the notation that formulas are stored in.

/// An element of MathML, or the text between elements.
public struct MathElement: Hashable, Sendable {
  /// Lower-case, without a prefix; empty for text.
  public var name: String
  public var text: String
  public var attributes: [String: String]
  public var children: [MathElement]

  public init(
    name: String, text: String = "", attributes: [String: String] = [:],
    children: [MathElement] = []
  ) {
    self.name = name
    self.text = text
    self.attributes = attributes
    self.children = children
  }

  /// The equivalent LaTeX, of the elements of MathML Core that show something by themselves; nil
  /// where any other element is among them.
  public var latex: String? {
    var writer = LatexWriter()
    let text = writer.row(name == "math" ? children : [self])
    return writer.isComplete ? text : nil
  }
}

private struct LatexWriter {
  var isComplete = true
  private var depth = 0

  mutating func row(_ elements: [MathElement]) -> String {
    let elements = elements.filter { !$0.name.isEmpty }
    if elements.count > 2, let open = elements.first, let close = elements.last,
      let left = delimiter(open, among: "([{|⟨⌈⌊‖"),
      let right = delimiter(close, among: ")]}|⟩⌉⌋‖"),
      elements.dropFirst().dropLast().contains(where: isTall)
    {
      let inner = elements.dropFirst().dropLast().map { piece($0) }.joined(separator: " ")
      return "\\left\(left) \(inner) \\right\(right)"
    }
    return elements.map { piece($0) }.joined(separator: " ")
  }

  private func isTall(_ element: MathElement) -> Bool {
    ["mfrac", "mtable", "munderover", "msqrt", "mroot"].contains(element.name)
      || (["mrow", "mstyle", "msup", "msub", "msubsup"].contains(element.name)
        && element.children.contains(where: isTall))
  }

  private func delimiter(_ element: MathElement, among signs: String) -> String? {
    guard element.name == "mo", element.attributes["stretchy"] != "false" else { return nil }
    let sign = words(element)
    guard sign.count == 1, signs.contains(sign) else { return nil }
    return sign == "{" || sign == "}" ? "\\" + sign : sign
  }

  private mutating func piece(_ element: MathElement) -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 40 else {
      isComplete = false
      return ""
    }
    let children = element.children.filter { !$0.name.isEmpty }
    func child(_ index: Int) -> MathElement {
      index < children.count ? children[index] : MathElement(name: "mrow")
    }
    switch element.name {
    case "": return ""
    case "mi": return identifier(element)
    case "mn": return escaped(words(element))
    case "mo": return sign(words(element))
    case "mtext", "ms": return "\\text{\(escaped(words(element)))}"
    case "mspace": return "\\;"
    case "mrow", "mstyle", "mpadded", "merror", "maction": return row(children)
    case "semantics":
      if let note = children.first(where: {
        $0.name == "annotation" && $0.attributes["encoding"] == "application/x-tex"
      }) {
        return words(note)
      }
      return piece(child(0))
    case "mphantom": return "\\phantom{\(row(children))}"
    case "msqrt": return "\\sqrt{\(row(children))}"
    case "mroot": return "\\sqrt[\(group(child(1)))]{\(piece(child(0)))}"
    case "mfrac":
      let isBare = ["0", "0px", "0pt", "0em"].contains(element.attributes["linethickness"] ?? "")
      return isBare
        ? "{\(piece(child(0))) \\atop \(piece(child(1)))}"
        : "\\frac{\(piece(child(0)))}{\(piece(child(1)))}"
    case "msup": return "\(group(child(0)))^{\(piece(child(1)))}"
    case "msub": return "\(group(child(0)))_{\(piece(child(1)))}"
    case "msubsup": return "\(group(child(0)))_{\(piece(child(1)))}^{\(piece(child(2)))}"
    case "mover": return over(child(0), child(1))
    case "munder":
      if isOperator(child(0)) { return "\(piece(child(0)))\\limits_{\(piece(child(1)))}" }
      switch words(child(1)) {
      case "⏟": return "\\underbrace{\(piece(child(0)))}"
      case "_", "̲", "¯": return "\\underline{\(piece(child(0)))}"
      default: return "\\underset{\(piece(child(1)))}{\(piece(child(0)))}"
      }
    case "munderover":
      let base = isOperator(child(0)) ? piece(child(0)) : "\\mathop{\(piece(child(0)))}"
      return "\(base)\\limits_{\(piece(child(1)))}^{\(piece(child(2)))}"
    case "mtable":
      let rows = children.filter { $0.name == "mtr" }.map { row in
        row.children.filter { $0.name == "mtd" }.map { self.row($0.children) }
          .joined(separator: " & ")
      }
      return "\\begin{matrix}" + rows.joined(separator: " \\\\ ") + "\\end{matrix}"
    default:
      isComplete = false
      return ""
    }
  }

  private mutating func over(_ base: MathElement, _ mark: MathElement) -> String {
    let accents: [String: String] = [
      "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "¯": "bar", "‾": "overline", "→": "vec",
      "⃗": "vec", "˙": "dot", "¨": "ddot", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave",
      "⏞": "overbrace", "_": "overline",
    ]
    if let accent = accents[words(mark)] {
      let inner = piece(base)
      let isLong = base.children.count > 1
      let name =
        accent == "hat" && isLong
        ? "widehat" : accent == "vec" && isLong ? "overrightarrow" : accent
      return "\\\(name){\(inner)}"
    }
    if isOperator(base) { return "\(piece(base))\\limits^{\(piece(mark))}" }
    return "\\overset{\(piece(mark))}{\(piece(base))}"
  }

  private func isOperator(_ element: MathElement) -> Bool {
    let sign = words(element)
    if element.name == "mo", sign.unicodeScalars.count == 1, let scalar = sign.unicodeScalars.first,
      Symbols.sign(of: scalar)?.isBig == true
    {
      return true
    }
    return ["mo", "mi"].contains(element.name) && Symbols.word(sign) != nil
  }

  private mutating func group(_ element: MathElement) -> String {
    let text = piece(element)
    return ["mi", "mn", "mo"].contains(element.name) && !text.contains(" ") ? text : "{\(text)}"
  }

  private func identifier(_ element: MathElement) -> String {
    let word = words(element)
    if Symbols.word(word) != nil { return "\\\(word) " }
    if word.unicodeScalars.count > 1 { return "\\mathrm{\(escaped(word))}" }
    return element.attributes["mathvariant"] == "normal"
      ? "\\mathrm{\(escaped(word))}" : escaped(word)
  }

  private func sign(_ word: String) -> String {
    switch word {
    // What is applied or multiplied without a sign.
    case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}": return ""
    case "‖": return "\\| "
    default:
      if Symbols.word(word) != nil { return "\\\(word) " }
      if word.unicodeScalars.count > 1, word.allSatisfy({ $0.isASCII && $0.isLetter }) {
        return "\\operatorname{\(word)}"
      }
      return escaped(word)
    }
  }

  private func words(_ element: MathElement) -> String {
    var text = element.name.isEmpty ? element.text : ""
    for child in element.children where depth < 40 { text += words(child) }
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{", "}", "%", "&", "#", "$", "_": result += "\\" + String(scalar)
      case "\\": result += "\\backslash "
      case "^": result += "\\hat{}"
      case "~": result += "\\sim "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

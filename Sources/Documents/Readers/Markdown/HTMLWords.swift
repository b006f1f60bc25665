// SPDX-License-Identifier: MIT
// Part of Platen: what is read of raw HTML in Markdown: a few inline elements, and the text of others.

internal import Documents

/// Raw HTML of a text that is read with extensions.
enum HTMLWords {
  /// An inline element that Markdown has no sign for.
  enum Tag: String {
    case sup, sub, b, strong, i, em, s, del, strike, kbd, mark, u, ins, small, q

    /// The element that a tag opens; nil for tags that mean nothing here.
    init?(opening html: String) {
      guard html.hasPrefix("<"), !html.hasPrefix("</"), !html.hasSuffix("/>") else { return nil }
      self.init(rawValue: HTMLWords.name(of: html))
    }

    func isClosed(by html: String) -> Bool {
      html.hasPrefix("</") && HTMLWords.name(of: html) == rawValue
    }

    /// The element with that content.
    func around(_ inlines: [Inline]) -> Inline {
      switch self {
      case .sup: .superscript(inlines)
      case .sub: .subscript(inlines)
      case .b, .strong: .strong(inlines)
      case .i, .em: .emphasis(inlines)
      case .s, .del, .strike: .strikethrough(inlines)
      case .kbd: .span(Span(inlines, .classes("key")))
      case .mark: .span(Span(inlines, .classes("highlight")))
      case .u, .ins: .span(Span(inlines, .classes("underlined")))
      case .small: .span(Span(inlines, .classes("small")))
      case .q: .span(Span(inlines))
      }
    }
  }

  /// The name of a tag, in lower case.
  private static func name(of html: String) -> String {
    html.drop { $0 == "<" || $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      .lowercased()
  }

  /// The value of an attribute of a tag.
  private static func value(_ key: String, of html: some StringProtocol) -> String? {
    var rest = html.drop { !$0.isWhitespace }
    while let start = rest.firstIndex(where: { !$0.isWhitespace && $0 != "/" && $0 != ">" }) {
      rest = rest[start...]
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" }.lowercased()
      rest = rest.drop { !$0.isWhitespace && $0 != "=" && $0 != ">" }
      guard rest.first == "=" else {
        if name.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst()
      let value: String
      if let quote = rest.first, quote == "\"" || quote == "'" {
        rest = rest.dropFirst()
        value = String(rest.prefix { $0 != quote })
        rest = rest.drop { $0 != quote }.dropFirst()
      } else {
        value = String(rest.prefix { !$0.isWhitespace && $0 != ">" })
        rest = rest.drop { !$0.isWhitespace && $0 != ">" }
      }
      if name == key { return value }
    }
    return nil
  }

  /// An inline that one tag stands for; nil for none, and an empty text for what shows nothing.
  static func inline(of html: String) -> Inline? {
    if html.hasPrefix("<!--") { return .text("") }
    if let formula = formula(html) { return formula }
    switch name(of: html) {
    case "br": return .lineBreak
    case "wbr": return .text("")
    case "img":
      guard let source = value("src", of: html) else { return nil }
      return .image(Image(source, alternative: value("alt", of: html) ?? ""))
    case "a":
      if html.hasPrefix("</") { return .text("") }
      guard let id = value("id", of: html) ?? value("name", of: html), !id.isEmpty else {
        return nil
      }
      return .span(Span([], Attributes(id: id)))
    default: return nil
    }
  }

  /// Indicates whether nothing of a piece of HTML is lost.
  static func isRead(_ html: String) -> Bool {
    html.hasPrefix("<!--")
      && html.firstRange(of: "-->").map { end in
        html[end.upperBound...].allSatisfy(\.isWhitespace)
      } ?? true
  }

  private static let formulaStart = "<span class=\"math\">"
  private static let displayStart = "<span class=\"math display\">"

  /// A formula as the dialect writes it.
  static func formula(_ html: String) -> Inline? {
    let isDisplay = html.hasPrefix(displayStart)
    guard isDisplay || html.hasPrefix(formulaStart), html.hasSuffix("</span>") else { return nil }
    let latex = html.dropFirst((isDisplay ? displayStart : formulaStart).count).dropLast(7)
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return .span(
      Span([.code(String(latex))], Attributes(classes: isDisplay ? ["math", "display"] : ["math"])))
  }

  /// The text of a block of HTML as Markdown: without tags, comments, scripts and styles; images are
  /// those of Markdown.
  static func markdown(of html: String) -> String {
    var result = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        continue
      }
      guard let next = rest.dropFirst().first,
        next.isLetter || next == "/" || next == "!" || next == "?",
        let close = rest.firstIndex(of: ">")
      else {
        result += "&lt;"
        rest = rest.dropFirst()
        continue
      }
      let tag = String(rest[...close])
      rest = rest[rest.index(after: close)...]
      switch name(of: tag) {
      case "script", "style":
        if !tag.hasPrefix("</") {
          rest = rest.firstRange(of: "</").map { rest[$0.lowerBound...] } ?? ""
        }
      case "br": result += "  \n"
      case "p", "div", "li", "tr", "table", "ul", "ol", "dl", "dd", "dt", "details", "summary",
        "blockquote", "section", "h1", "h2", "h3", "h4", "h5", "h6", "center":
        // A line between two lines of text is a paragraph's end.
        result += "\n\n"
      case "td", "th": result += " "
      case "img":
        guard let source = value("src", of: tag), !source.contains(where: { "<>\n".contains($0) })
        else { break }
        let words = (value("alt", of: tag) ?? "").filter { $0 != "[" && $0 != "]" }
        result += "![\(words)](<\(source)>)"
      default: break
      }
    }
    // Indented text would be code.
    return (result + rest).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "\n")
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: what a page of HTML reads as, in the lines of `Structure`.

import Foundation

/// Reads a page as lines that say what is there and in which order, without names of styles.
struct WebStructure {
  private(set) var lines: [String] = []

  init(_ root: Element) { read(root, lists: 0) }

  /// The lines of `Structure` as far as HTML tells them apart.
  static func reduced(_ lines: [String]) -> [String] {
    lines.map { line in
      let name = line.prefix { $0 != ":" }
      if name.hasPrefix("table") || name.hasPrefix("cell") { return line }
      let text = line.dropFirst(name.count)
      if name == "Title" { return "heading 1" + text }
      if name.hasPrefix("heading ") {
        return String(name).replacing(" Unlisted", with: "") + text
      }
      if name.hasPrefix("item ") || name == "Horizontal Rule" { return line }
      return String(text.dropFirst(2))
    }
  }

  private static let inline: Set<String> = [
    "em", "strong", "s", "span", "sup", "sub", "code", "a", "img", "br",
  ]

  private mutating func read(_ element: Element, lists: Int) {
    var words: [(String, Set<String>)] = []
    func flush(_ lines: inout [String]) {
      // Line ends beside tags are layout.
      let text = WebStructure.text(words).trimmingCharacters(in: .newlines)
      if !text.allSatisfy(\.isWhitespace) { lines.append(text) }
      words = []
    }
    for node in element.nodes {
      switch node {
      case .text(let text): words.append((text, []))
      case .element(let child) where WebStructure.inline.contains(child.name):
        WebStructure.words(child, [], &words)
      case .element(let child):
        flush(&lines)
        block(child, lists: lists)
      }
    }
    flush(&lines)
  }

  private mutating func block(_ element: Element, lists: Int) {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      lines.append("heading \(element.name.dropFirst()): \(WebStructure.text(of: element))")
    case "p", "dt", "dd", "pre", "footer", "figcaption":
      let isTitle = element.attributes["class"] == "callout-title" || element.name == "dt"
      let text = WebStructure.text(of: element, isTitle ? ["b"] : [])
      if element.name == "dd" {
        lines[lines.count - 1] += "\t" + text
      } else if !text.isEmpty {
        lines.append(element.name == "pre" ? element.allText : text)
      }
    case "ul", "ol":
      if element.attributes["class"] == "index" { return }
      let sort = element.name == "ul" ? "bullet" : "number"
      for item in element.children {
        let start = lines.count
        read(item, lists: lists + 1)
        if start == lines.count { lines.append("") }
        lines[start] = "item \(lists) \(sort): \(lines[start])"
      }
    case "table":
      if let caption = element["caption"] { lines.append(WebStructure.text(of: caption)) }
      let head = element["thead"]?.children ?? []
      let body = element["tbody"]?.children ?? []
      let columns = (head + body)[0].children.reduce(0) {
        $0 + (Int($1.attributes["colspan"] ?? "1") ?? 1)
      }
      lines.append("table \(head.count + body.count)x\(columns) head \(head.count)")
      for cell in (head + body).flatMap(\.children) {
        lines.append("cell" + (cell.attributes["colspan"].map { " " + $0 } ?? ""))
        read(cell, lists: 0)
      }
    case "hr": lines.append("Horizontal Rule: ")
    case "nav": for child in element.children where child.name == "p" { block(child, lists: lists) }
    case "section" where element.attributes["role"] == "doc-endnotes": break
    default: read(element, lists: lists)
    }
  }

  private static func text(of element: Element, _ marks: Set<String> = []) -> String {
    var words: [(String, Set<String>)] = []
    for node in element.nodes {
      switch node {
      case .text(let text): words.append((text, marks))
      case .element(let child): self.words(child, marks, &words)
      }
    }
    return text(words)
  }

  private static func words(
    _ element: Element, _ marks: Set<String>, _ words: inout [(String, Set<String>)]
  ) {
    var marks = marks
    switch element.name {
    case "em": marks.insert("i")
    case "strong": marks.insert("b")
    case "s": marks.insert("s")
    case "code": marks.insert("c")
    case "sup": marks.insert("^")
    case "sub": marks.insert("_")
    case "br": words.append(("\n", marks))
    case "img": words.append(("{\(element.attributes["alt"] ?? "?")}", marks))
    case "a" where element.attributes["role"] == "doc-noteref":
      words.append(("[\(element.text)]", []))
      return
    default: break
    }
    for node in element.nodes {
      switch node {
      case .text(let text): words.append((text, marks))
      case .element(let child): self.words(child, marks, &words)
      }
    }
  }

  private static func text(_ words: [(String, Set<String>)]) -> String {
    var text = ""
    var open = ""
    for (piece, marks) in words.filter({ !$0.0.isEmpty }) + [("", [])] {
      let now = ["b", "i", "s", "c", "^", "_"].filter { marks.contains($0) }.joined()
      if now != open {
        if !open.isEmpty { text += "⟩" }
        if !now.isEmpty { text += "⟨\(now):" }
        open = now
      }
      text += piece
    }
    return text
  }
}

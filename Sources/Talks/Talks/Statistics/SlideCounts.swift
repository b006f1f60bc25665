// SPDX-License-Identifier: MIT
// Part of Platen: counts the contents of a slide's HTML, as Toboggan counts them.

internal import Documents
internal import Figures

extension Slide.Counts {
  /// Counts the words, list items, images and steps of a part of the body.
  mutating func addBody(_ nodes: [HTMLNode]) {
    words += Slide.Counts.spokenWords(nodes)
    nodes.walk { element in
      if element.has("step") {
        steps += 1
        element.children.walk { if $0.has("step") { nestedSteps += 1 } }
      }
      if element.name == "script" { scripts += 1 }
    }
    countShown(nodes)
  }

  mutating func addNotes(_ nodes: [HTMLNode]) {
    notesWords += Slide.Counts.spokenWords(nodes)
    countShown(nodes)
  }

  private mutating func countShown(_ nodes: [HTMLNode]) {
    nodes.walk { element in
      switch element.name {
      case "li": bullets += 1
      case "img", "svg", "figure": images += 1
      // A diagram's source is drawn as an image.
      case "code" where element.classes.contains(where: { $0.hasPrefix("language-mermaid") }):
        images += 1
      default: break
      }
    }
  }

  /// The number of spoken words: without blocks of code, and without images. Words end where
  /// elements do: a comma after `<code>` is one of its own, as Toboggan counts.
  static func spokenWords(_ nodes: [HTMLNode]) -> Int {
    var text = ""
    func gather(_ nodes: [HTMLNode]) {
      for node in nodes {
        switch node {
        case .text(let more): text += " " + more
        case .element(let element) where element.has("math"):
          // As many words as MathML has signs.
          let latex = element.children.text
          let formula = try? Formula(latex: latex, isDisplay: element.has("display"))
          text += formula.map { String(repeating: " x", count: $0.signCount) } ?? " " + latex
        case .element(let element) where element.has("markdown-alert-title"):
          // Built with its code between backticks: its words end at blanks alone.
          text += " " + element.children.text
        case .element(let element):
          if let alert = AlertParts(element), !alert.title.text.allSatisfy(\.isWhitespace) {
            text += " " + alert.title.text
            gather(alert.rest)
          } else if !["style", "script", "svg", "figure", "pre"].contains(element.name) {
            gather(element.children)
          }
        }
      }
    }
    gather(nodes)
    return withoutAddresses(text).split(whereSeparator: \.isWhitespace).count
  }

  /// Links as Markdown writes them, `[text](address)`, without their addresses.
  private static func withoutAddresses(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "]")) else { return text }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "]"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "("),
        let end = bytes[at...].prefix(2048).firstIndex(of: UInt8(ascii: ")"))
      {
        result.append(bytes[at])
        at = end + 1
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

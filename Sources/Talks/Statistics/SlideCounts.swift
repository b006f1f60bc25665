// SPDX-License-Identifier: MIT
// Part of Platen: what a slide's HTML holds, counted as talks count it.

internal import Documents

extension Slide.Counts {
  /// Counts the words, points, pictures and steps of a part of the body.
  mutating func add(body nodes: [HTMLNode]) {
    words += Slide.Counts.spokenWords(nodes)
    nodes.walk { if $0.has("step") { steps += 1 } }
    countShown(nodes)
  }

  mutating func add(notes nodes: [HTMLNode]) {
    notesWords += Slide.Counts.spokenWords(nodes)
    countShown(nodes)
  }

  private mutating func countShown(_ nodes: [HTMLNode]) {
    nodes.walk { element in
      switch element.name {
      case "li": bullets += 1
      case "img", "svg", "figure": images += 1
      // A diagram in its source is drawn as a picture.
      case "code" where element.classes.contains(where: { $0.hasPrefix("language-mermaid") }):
        images += 1
      default: break
      }
    }
  }

  /// What is said: no code that stands by itself, and nothing of pictures.
  static func spokenWords(_ nodes: [HTMLNode]) -> Int {
    var text = ""
    func gather(_ nodes: [HTMLNode]) {
      for node in nodes {
        switch node {
        case .text(let more): text += more
        case .element(let element):
          if !["style", "script", "svg", "figure", "pre"].contains(element.name) {
            gather(element.children)
          }
        }
      }
    }
    gather(nodes)
    return text.split(whereSeparator: \.isWhitespace).count
  }
}

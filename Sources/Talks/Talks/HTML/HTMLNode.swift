// SPDX-License-Identifier: MIT
// Part of Platen: a piece of HTML as a tree of plain values.

/// A node of a piece of HTML.
indirect enum HTMLNode: Sendable {
  case text(String)
  case element(HTMLElement)
}

struct HTMLElement: Sendable {
  /// The attribute with the number of the step that an element comes up with, in columns.
  static let stepAttribute = "data-deck-step"

  /// The name in lower case.
  var name: String
  var attributes: [(name: String, value: String)]
  var children: [HTMLNode]

  init(
    _ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [HTMLNode] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }

  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  var classes: [String] {
    (self["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  func has(_ name: String) -> Bool { classes.contains(name) }
}

extension [HTMLNode] {
  /// All text in it, in order, unchanged.
  var text: String {
    var result = ""
    for node in self {
      switch node {
      case .text(let text): result += text
      case .element(let element): result += element.children.text
      }
    }
    return result
  }

  /// Visits every element, each before its contents.
  func walk(_ visit: (HTMLElement) -> Void) {
    for case .element(let element) in self {
      visit(element)
      element.children.walk(visit)
    }
  }
}

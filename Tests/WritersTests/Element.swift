// SPDX-License-Identifier: MIT
// Part of Platen: XML read by Foundation's parser, for tests of what was written.

import Foundation
import FoundationXML

/// An element of an XML part.
final class Element {
  let name: String
  let attributes: [String: String]
  /// Texts and elements in their order.
  enum Node {
    case text(String)
    case element(Element)
  }
  var nodes: [Node] = []
  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  var children: [Element] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text right in it.
  var text: String {
    nodes.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// All text in it.
  var allText: String {
    nodes.map {
      switch $0 {
      case .text(let text): text
      case .element(let element): element.allText
      }
    }.joined()
  }

  /// The root of a part; nil where it is not well formed.
  static func parse(_ bytes: [UInt8]) -> Element? {
    let parser = XMLParser(data: Data(bytes))
    let builder = Builder()
    parser.delegate = builder
    return parser.parse() ? builder.root : nil
  }

  subscript(name: String) -> Element? { children.first { $0.name == name } }
  func value(_ name: String) -> String? { self[name]?.attributes["w:val"] }

  func all(_ name: String) -> [Element] {
    (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
  }
}

/// Builds elements with Foundation's parser, which refuses what is not well formed.
private final class Builder: NSObject, XMLParserDelegate {
  var root: Element?
  var open: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    open.last?.nodes.append(.element(element))
    if root == nil { root = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if case .text(let before)? = open.last?.nodes.last {
      open.last?.nodes.removeLast()
      open.last?.nodes.append(.text(before + text))
    } else {
      open.last?.nodes.append(.text(text))
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: small XML parts, such as a template's styles, read as a tree and written again.

internal import Text

/// An element of a small XML part. Names carry the prefix that ``XMLTree/prefixes`` gives their
/// namespace, whatever the part itself called it.
package final class XMLTree {
  package enum Node {
    case element(XMLTree)
    case text(String)
  }

  package var name: String
  package var attributes: [(name: String, value: String)]
  package var children: [Node]

  package init(
    _ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [XMLTree] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children.map { .element($0) }
  }

  /// The elements among the children.
  package var elements: [XMLTree] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  package func first(_ name: String) -> XMLTree? { elements.first { $0.name == name } }

  package subscript(attribute: String) -> String? {
    get { attributes.first { $0.name == attribute }?.value }
    set {
      if let at = attributes.firstIndex(where: { $0.name == attribute }) {
        if let newValue { attributes[at].value = newValue } else { attributes.remove(at: at) }
      } else if let newValue {
        attributes.append((attribute, newValue))
      }
    }
  }

  func append(_ element: XMLTree) { children.append(.element(element)) }

  func insert(_ element: XMLTree, at place: Int) { children.insert(.element(element), at: place) }

  /// Removes the children that are elements of these names.
  func remove(_ names: Set<String>) {
    children.removeAll { if case .element(let it) = $0 { names.contains(it.name) } else { false } }
  }

  /// Inserts an element before the first one whose name is meant; at the end where none is.
  func insert(_ child: XMLTree, before isMeant: (String) -> Bool) {
    let place = children.firstIndex {
      if case .element(let it) = $0 { isMeant(it.name) } else { false }
    }
    insert(child, at: place ?? children.count)
  }

  /// This element and all below it, each before its children.
  package func visit(_ body: (XMLTree) -> Void) {
    var open = [self]
    while let next = open.popLast() {
      body(next)
      open.append(contentsOf: next.elements.reversed())
    }
  }

  func copy() -> XMLTree {
    let made = XMLTree(name, attributes)
    made.children = children.map {
      switch $0 {
      case .element(let element): .element(element.copy())
      case .text(let text): .text(text)
      }
    }
    return made
  }

  // MARK: Writing

  /// Writes the tree as a whole part, with the namespaces it uses declared at its root.
  func write(to output: XMLOutput) {
    output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n")
    var used: Set<String> = []
    visit { element in
      for name in [element.name] + element.attributes.map(\.name) {
        if let colon = name.firstIndex(of: ":") { used.insert(String(name[..<colon])) }
      }
    }
    // mc:Ignorable also names prefixes; unused ones are omitted from it.
    if let ignorable = self["mc:Ignorable"] {
      let kept = ignorable.split(separator: " ").filter { used.contains(String($0)) }
      self["mc:Ignorable"] = kept.isEmpty ? nil : kept.joined(separator: " ")
    }
    let declarations = XMLTree.namespaces.filter { used.contains($0.prefix) && $0.prefix != "xml" }
      .map { (name: "xmlns:" + $0.prefix, value: $0.uri) }
    write(to: output, with: declarations)
  }

  /// The tree as text inside a part whose root declares the namespaces.
  package func fragment() throws -> String {
    let storage = MemoryStorage()
    let output = XMLOutput(storage)
    writeFragment(to: output)
    try output.finish()
    return String(decoding: storage.bytes, as: UTF8.self)
  }

  /// Writes the tree inside a part whose root declares the namespaces.
  func writeFragment(to output: XMLOutput) { write(to: output, with: []) }

  private func write(to output: XMLOutput, with extra: [(name: String, value: String)]) {
    output.raw("<").raw(name)
    for attribute in extra + attributes {
      output.raw(" ").raw(attribute.name).raw("=\"").value(attribute.value).raw("\"")
    }
    if children.isEmpty {
      output.raw("/>")
      return
    }
    output.raw(">")
    for child in children {
      switch child {
      case .element(let element): element.write(to: output, with: [])
      case .text(let text): output.text(text)
      }
    }
    output.raw("</").raw(name).raw(">")
  }

  // MARK: Namespaces

  /// The namespaces of Office Open XML (ECMA-376 part 1 annex A, and the extensions Word writes),
  /// with the prefixes everybody gives them.
  static let namespaces: [(prefix: String, uri: String)] = [
    ("w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    ("r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    ("wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
    ("a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
    ("pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    ("m", "http://schemas.openxmlformats.org/officeDocument/2006/math"),
    ("mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"),
    ("v", "urn:schemas-microsoft-com:vml"),
    ("o", "urn:schemas-microsoft-com:office:office"),
    ("w10", "urn:schemas-microsoft-com:office:word"),
    ("wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"),
    ("wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"),
    ("wp14", "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"),
    ("w14", "http://schemas.microsoft.com/office/word/2010/wordml"),
    ("w15", "http://schemas.microsoft.com/office/word/2012/wordml"),
    ("w16cid", "http://schemas.microsoft.com/office/word/2016/wordml/cid"),
    ("w16se", "http://schemas.microsoft.com/office/word/2015/wordml/symex"),
    ("w16", "http://schemas.microsoft.com/office/word/2018/wordml"),
    ("p", "http://schemas.openxmlformats.org/presentationml/2006/main"),
    ("rel", "http://schemas.openxmlformats.org/package/2006/relationships"),
    ("ct", "http://schemas.openxmlformats.org/package/2006/content-types"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
  ]

  /// The prefixes of the strict namespaces, the same as those of the transitional ones.
  private static let strict: [String: String] = [
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/picture": "pic",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
  ]

  static func prefix(of uri: String) -> String? {
    strict[uri] ?? namespaces.first { $0.uri == uri }?.prefix
  }
}

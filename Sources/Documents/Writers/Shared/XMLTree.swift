// SPDX-License-Identifier: MIT
// Part of Platen: small XML parts, such as a template's styles, read as a tree and written again.

internal import Diagnostics

/// An element of a small XML part. Names carry the prefix that ``XMLTree/prefixes`` gives their
/// namespace, whatever the part itself called it.
final class XMLTree {
  enum Node {
    case element(XMLTree)
    case text(String)
  }

  var name: String
  var attributes: [(name: String, value: String)]
  var children: [Node]

  init(
    _ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [XMLTree] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children.map { .element($0) }
  }

  /// The elements among the children.
  var elements: [XMLTree] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  func first(_ name: String) -> XMLTree? { elements.first { $0.name == name } }

  subscript(attribute: String) -> String? {
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
  func visit(_ body: (XMLTree) -> Void) {
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
  ]

  static func prefix(of uri: String) -> String? {
    strict[uri] ?? namespaces.first { $0.uri == uri }?.prefix
  }
}

/// Reads a small XML part: elements, attributes and characters. Comments and instructions are
/// skipped; a document type is rejected, since entities of one's own are how XML bombs are made.
/// Elements and attributes of unknown namespaces are skipped: they are extensions.
struct XMLTreeParser {
  private let bytes: [UInt8]
  private let part: String
  private var at = 0
  private var open: [(element: XMLTree?, scopes: [String: String], tag: ArraySlice<UInt8>)] = []
  private var count = 0

  static let depthLimit = 200
  /// A template has a few thousand.
  static let elementLimit = 500_000
  /// The name of the elements kept two levels below the root; nil for all.
  private let kept: String?

  /// The root of a part.
  ///
  /// - Throws: `Failure` with `docx.template`, naming the part and the byte.
  ///
  /// - Parameter kept: the name of the only elements kept two levels below the root; the others are
  ///   skipped, so that a whole book can be a template.
  static func parse(
    _ bytes: [UInt8], part: String, keepingInBody kept: String? = nil
  ) throws -> XMLTree {
    var parser = XMLTreeParser(bytes: bytes, part: part, kept: kept)
    return try parser.root()
  }

  private init(bytes: [UInt8], part: String, kept: String?) {
    self.kept = kept
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    self.part = part
  }

  private func fault(_ what: String) -> Failure {
    Failure(
      .error(
        .docxTemplate, "\(part) cannot be read: \(what) at byte \(at)",
        at: SourceLocation(field: part), hints: ["save the template again with Word or LibreOffice"]
      ))
  }

  private mutating func root() throws -> XMLTree {
    var root: XMLTree?
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        try characters()
        continue
      }
      if matches("<?") {
        try skip(past: "?>")
      } else if matches("<!--") {
        try skip(past: "-->")
      } else if matches("<![CDATA[") {
        let start = at + 9
        try skip(past: "]]>")
        append(String(decoding: bytes[start..<at - 3], as: UTF8.self))
      } else if matches("<!") {
        throw fault("a document type, which parts of Word files do not have,")
      } else if matches("</") {
        try closeTag()
      } else {
        if open.isEmpty, root != nil { throw fault("a second root") }
        let element = try openTag()
        if root == nil { root = element }
      }
    }
    guard let root, open.isEmpty else { throw fault("it ends too early") }
    return root
  }

  private func matches(_ text: StaticString) -> Bool {
    guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { zip($0, bytes[at...]).allSatisfy { $0 == $1 } }
  }

  private mutating func skip(past end: StaticString) throws {
    while at < bytes.count {
      if matches(end) {
        at += end.utf8CodeUnitCount
        return
      }
      at += 1
    }
    throw fault("it ends too early")
  }

  private mutating func characters() throws {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
    if open.last?.element != nil { append(try unescaped(bytes[start..<at])) }
  }

  /// Appends text to the open element. Blanks between elements are layout, however they are written;
  /// beside other text, or within what preserves them, they are text.
  private func append(_ text: String) {
    guard let parent = open.last?.element else { return }
    if case .text(var before) = parent.children.last {
      // Out of the tree first: what two hold is copied, once for each of the parts of a text.
      parent.children.removeLast()
      before += text
      parent.children.append(.text(before))
      return
    }
    let isBlank = text.utf8.allSatisfy { $0 <= 0x20 }
    if isBlank, parent["xml:space"] != "preserve" { return }
    parent.children.append(.text(text))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func passSpace() {
    while at < bytes.count, XMLTreeParser.isSpace(bytes[at]) { at += 1 }
  }

  private mutating func name() throws -> ArraySlice<UInt8> {
    let start = at
    while at < bytes.count, !XMLTreeParser.isSpace(bytes[at]),
      !"=/><\"'".utf8.contains(bytes[at])
    {
      at += 1
    }
    if at == start { throw fault("a name is missing") }
    return bytes[start..<at]
  }

  /// Reads a start tag; nil for an element of a namespace we do not know, or below one.
  private mutating func openTag() throws -> XMLTree? {
    let isWanted = open.isEmpty || open.last?.element != nil
    if isWanted { count += 1 }
    guard open.count < XMLTreeParser.depthLimit, count < XMLTreeParser.elementLimit else {
      throw fault("more or deeper elements than a template has,")
    }
    at += 1
    let tag = try name()
    var scopes = open.last?.scopes ?? [:]
    var found: [(name: String, value: String)] = []
    while true {
      passSpace()
      guard at < bytes.count else { throw fault("it ends too early") }
      if bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/") { break }
      let name = String(decoding: try name(), as: UTF8.self)
      passSpace()
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        throw fault("an attribute without a value")
      }
      at += 1
      passSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'")
      else { throw fault("an attribute without quotes") }
      let quote = bytes[at]
      let start = at + 1
      at = start
      while at < bytes.count, bytes[at] != quote { at += 1 }
      guard at < bytes.count else { throw fault("it ends too early") }
      // Below what is passed over, only namespaces matter.
      let value = isWanted || name.hasPrefix("xmlns") ? try unescaped(bytes[start..<at]) : ""
      at += 1
      if name == "xmlns" {
        scopes[""] = value
      } else if name.hasPrefix("xmlns:") {
        scopes[String(name.dropFirst(6))] = value
      } else if isWanted {
        found.append((name, value))
      }
    }
    let element: XMLTree?
    if isWanted,
      let name = canonical(String(decoding: tag, as: UTF8.self), scopes, isAttribute: false),
      kept == nil || open.count != 2 || name == kept
    {
      let attributes = found.compactMap { pair in
        canonical(pair.name, scopes, isAttribute: true).map { (name: $0, value: pair.value) }
      }
      let made = XMLTree(name, attributes)
      open.last?.element?.append(made)
      element = made
    } else {
      element = nil
    }
    if bytes[at] == UInt8(ascii: "/") {
      at += 1
      guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { throw fault("a stray slash") }
      at += 1
    } else {
      at += 1
      open.append((element, scopes, tag))
    }
    return element
  }

  private mutating func closeTag() throws {
    at += 2
    let tag = try name()
    passSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">"), let last = open.popLast(),
      last.tag.elementsEqual(tag)
    else { throw fault("an end tag that ends nothing") }
    at += 1
  }

  /// The name with the usual prefix; nil for a namespace we do not know.
  private func canonical(_ name: String, _ scopes: [String: String], isAttribute: Bool) -> String? {
    guard let colon = name.firstIndex(of: ":") else {
      if isAttribute { return name }
      guard let uri = scopes[""] else { return name }
      return XMLTree.prefix(of: uri).map { $0 + ":" + name }
    }
    // Bound without being declared (Namespaces in XML, section 3).
    if name.hasPrefix("xml:") { return name }
    guard let uri = scopes[String(name[..<colon])], let prefix = XMLTree.prefix(of: uri) else {
      return nil
    }
    return prefix + name[colon...]
  }

  private func unescaped(_ slice: ArraySlice<UInt8>) throws -> String {
    guard slice.contains(UInt8(ascii: "&")) else { return String(decoding: slice, as: UTF8.self) }
    var result: [UInt8] = []
    var at = slice.startIndex
    while at < slice.endIndex {
      guard slice[at] == UInt8(ascii: "&") else {
        result.append(slice[at])
        at += 1
        continue
      }
      guard let end = slice[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw fault("an ampersand that begins no reference")
      }
      let name = String(decoding: slice[at + 1..<end], as: UTF8.self)
      switch name {
      case "amp": result.append(UInt8(ascii: "&"))
      case "lt": result.append(UInt8(ascii: "<"))
      case "gt": result.append(UInt8(ascii: ">"))
      case "quot": result.append(UInt8(ascii: "\""))
      case "apos": result.append(UInt8(ascii: "'"))
      default:
        let code =
          name.hasPrefix("#x")
          ? UInt32(name.dropFirst(2), radix: 16)
          : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let code, let scalar = Unicode.Scalar(code) else {
          throw fault("an unknown reference '\(name)'")
        }
        result.append(contentsOf: String(Character(scalar)).utf8)
      }
      at = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

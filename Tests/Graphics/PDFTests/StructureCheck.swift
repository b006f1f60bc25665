// SPDX-License-Identifier: MIT
// Part of Platen: a PDF's structure looked at from both ends, which validators do not do.

import TestSupport
import Text

@testable import PDF

/// Reads a finished PDF and finds every place where its structure does not agree with itself.
///
/// Validators pass files whose tree hangs in the air. Here each element's parent must know it as a
/// kid, each mark in content must be claimed by one element and known to the parent tree as that
/// element's, each link's annotation must be on its page and lead back, and nothing may be drawn
/// outside of marks and artefacts.
struct StructureCheck {
  private(set) var faults: [String] = []
  /// The tree as text: a line for each element, deeper ones further in, with its attributes, and for
  /// each kid of another kind.
  private(set) var outline = ""
  /// The text in the marks, as `page:number`, in reading order.
  private(set) var readingOrder: [String] = []
  private(set) var elementCount = 0

  private let source: PDFSource
  private var pages: [Int] = []
  private var pageIndex: [Int: Int] = [:]
  /// The element that claims a mark or an annotation.
  private var claims: [String: Int] = [:]
  private var elements: Set<Int> = []
  private var identifiers: [String: Int] = [:]

  init(_ file: [UInt8]) throws {
    let storage = MemoryStorage()
    try file.withUnsafeBytes { try storage.append($0) }
    source = try PDFSource(storage)
    pages = try source.pages()
    for (index, page) in pages.enumerated() { pageIndex[page] = index }
    try check()
  }

  private func dictionary(_ value: PDFValue?) throws -> PDFDictionary? {
    try source.resolve(value)?.dictionary
  }

  private mutating func fault(_ text: String) { faults.append(text) }

  private mutating func check() throws {
    guard let catalog = try dictionary(source.trailer["Root"]) else { return fault("no catalog") }
    if try dictionary(catalog["MarkInfo"])?["Marked"] != .bool(true) { fault("not marked") }
    guard let rootNumber = catalog["StructTreeRoot"]?.reference,
      let root = try dictionary(catalog["StructTreeRoot"])
    else { return fault("no structure") }
    if root["Type"]?.name != "StructTreeRoot" { fault("the root has another type") }
    let kids = try source.resolve(root["K"])?.array ?? []
    for kid in kids {
      guard let number = kid.reference else {
        fault("a root's kid is not an element")
        continue
      }
      try walk(number, parent: rootNumber, depth: 0)
    }
    let parents = try entries(of: root["ParentTree"], "Nums")
    var known: [Int: PDFValue] = [:]
    for (key, value) in parents {
      guard let key = key.integer else {
        fault("a key of the parent tree is not a number")
        continue
      }
      if known.updateValue(value, forKey: key) != nil { fault("parent tree has \(key) twice") }
    }
    if known.keys.contains(where: { $0 >= (root["ParentTreeNextKey"]?.integer ?? 0) }) {
      fault("the parent tree's next key is taken")
    }
    for (index, page) in pages.enumerated() { try check(page, index, &known) }
    if !known.isEmpty { fault("parent tree has keys of nothing: \(known.keys.sorted())") }
    if !claims.isEmpty { fault("elements claim what is not there: \(claims.keys.sorted())") }
    for (key, value) in try entries(of: root["IDTree"], "Names") {
      guard case .string(let name) = key,
        identifiers.removeValue(forKey: String(decoding: name, as: UTF8.self)) == value.reference
      else {
        fault("the tree of identifiers is wrong at \(key)")
        continue
      }
    }
    if !identifiers.isEmpty { fault("identifiers are missing: \(identifiers.keys.sorted())") }
  }

  // MARK: Down

  private mutating func walk(_ number: Int, parent: Int, depth: Int) throws {
    guard elements.insert(number).inserted else { return fault("element \(number) is met twice") }
    guard let element = try source.object(number).value.dictionary else {
      return fault("element \(number) is not there")
    }
    elementCount += 1
    if element["Type"]?.name != "StructElem" { fault("element \(number) is none") }
    if element["P"]?.reference != parent {
      fault("element \(number) has \(String(describing: element["P"])) above it, not \(parent)")
    }
    let indent = String(repeating: " ", count: depth)
    outline += indent + (element["S"]?.name ?? "?") + attributes(of: element) + "\n"
    if case .string(let name)? = element["ID"] {
      identifiers[String(decoding: name, as: UTF8.self)] = number
    }
    for kid in try source.resolve(element["K"])?.array ?? [] {
      if let mark = kid.integer {
        claim(mark, element["Pg"]?.reference, number, indent)
      } else if let reference = kid.reference {
        try walk(reference, parent: number, depth: depth + 1)
      } else if let inner = kid.dictionary, inner["Type"]?.name == "MCR",
        let mark = inner["MCID"]?.integer
      {
        claim(mark, inner["Pg"]?.reference, number, indent)
      } else if let inner = kid.dictionary, inner["Type"]?.name == "OBJR",
        let object = inner["Obj"]?.reference, let page = inner["Pg"]?.reference
      {
        outline += indent + " object\n"
        if claims.updateValue(number, forKey: "object \(object) on \(page)") != nil {
          fault("object \(object) is claimed twice")
        }
      } else {
        fault("element \(number) has a kid of no kind: \(kid)")
      }
    }
  }

  private func attributes(of element: PDFDictionary) -> String {
    element.entries.filter { !["Type", "S", "P", "Pg", "K"].contains($0.key) }.map { entry in
      var bytes: [UInt8] = []
      entry.value.write(to: &bytes)
      return " \(entry.key)=" + String(decoding: bytes, as: UTF8.self)
    }.joined()
  }

  private mutating func claim(_ mark: Int, _ page: Int?, _ element: Int, _ indent: String) {
    guard let page, let index = pageIndex[page] else {
      return fault("element \(element) claims a mark of no page")
    }
    let name = "\(index):\(mark)"
    outline += indent + " " + name + "\n"
    readingOrder.append(name)
    if claims.updateValue(element, forKey: name) != nil { fault("mark \(name) is claimed twice") }
  }

  // MARK: Up

  private mutating func check(
    _ number: Int, _ index: Int, _ parents: inout [Int: PDFValue]
  ) throws {
    guard let page = try source.object(number).value.dictionary else {
      return fault("page \(index) is not there")
    }
    if page["Tabs"]?.name != "S" { fault("page \(index) is not tabbed by structure") }
    guard let key = page["StructParents"]?.integer else {
      return fault("page \(index) is unknown to the parent tree")
    }
    let known = try source.resolve(parents.removeValue(forKey: key))?.array ?? []
    let marks = try self.marks(of: page, index)
    if marks != Array(0..<known.count) {
      fault("page \(index) has marks \(marks) and \(known.count) in the parent tree")
    }
    for (mark, element) in known.enumerated() {
      let claimed = claims.removeValue(forKey: "\(index):\(mark)")
      if claimed == nil || claimed != element.reference {
        fault("mark \(index):\(mark) is \(element) above and \(String(describing: claimed)) below")
      }
    }
    for annotation in try source.resolve(page["Annots"])?.array ?? [] {
      guard let object = annotation.reference, let entry = try dictionary(annotation),
        let key = entry["StructParent"]?.integer
      else {
        fault("an annotation of page \(index) is unknown to the parent tree")
        continue
      }
      let above = parents.removeValue(forKey: key)?.reference
      let claimed = claims.removeValue(forKey: "object \(object) on \(number)")
      if above == nil || above != claimed {
        fault(
          "annotation \(object) is \(String(describing: above)), \(String(describing: claimed))")
      }
      if entry["P"]?.reference != number { fault("annotation \(object) is of another page") }
    }
  }

  /// The MCIDs in a page's content, in order.
  private mutating func marks(of page: PDFDictionary, _ index: Int) throws -> [Int] {
    var content: [UInt8] = []
    let streams = page["Contents"]?.array ?? [page["Contents"] ?? .null]
    for stream in streams {
      guard let number = stream.reference,
        let bytes = try source.decoded(source.object(number))
      else {
        fault("page \(index) has no content")
        return []
      }
      content += bytes + [10]
    }
    var marks: [Int] = []
    // Whether each open mark is one of an element or an artefact.
    var open: [Bool] = []
    for (operation, operands) in try ContentOperations(content).all {
      switch operation {
      case "BMC": open.append(operands.first?.name == "Artifact")
      case "BDC":
        let mark = operands.last?.dictionary?["MCID"]?.integer
        if let mark {
          marks.append(mark)
          if open.contains(true) { fault("mark \(index):\(mark) is within another") }
        }
        open.append(mark != nil)
      case "EMC":
        if open.popLast() == nil { fault("page \(index) ends a mark that was not begun") }
      case "Tj", "TJ", "'", "\"", "f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Do", "sh":
        if !open.contains(true) { fault("page \(index) shows something unmarked: \(operation)") }
      default: break
      }
    }
    if !open.isEmpty { fault("page \(index) does not end a mark") }
    return marks
  }

  // MARK: Trees

  /// The entries of a name or number tree, whose keys must ascend and keep within their limits.
  private mutating func entries(
    of value: PDFValue?, _ keyword: String
  ) throws -> [(key: PDFValue, value: PDFValue)] {
    guard let node = try dictionary(value) else { return [] }
    var result: [(key: PDFValue, value: PDFValue)] = []
    let leaf = try source.resolve(node[keyword])?.array ?? []
    for i in stride(from: 0, to: leaf.count - 1, by: 2) { result.append((leaf[i], leaf[i + 1])) }
    for kid in try source.resolve(node["Kids"])?.array ?? [] {
      if try dictionary(kid)?["Limits"] == nil { fault("a node of \(keyword) has no limits") }
      result += try entries(of: kid, keyword)
    }
    if let limits = node["Limits"]?.array {
      if limits != [result.first?.key, result.last?.key].compactMap(\.self) {
        fault("the limits of a node of \(keyword) are wrong")
      }
    }
    for (a, b) in zip(result, result.dropFirst()) where !StructureCheck.ascends(a.key, b.key) {
      fault("keys of \(keyword) do not ascend: \(a.key), \(b.key)")
    }
    return result
  }

  private static func ascends(_ a: PDFValue, _ b: PDFValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.string(let a), .string(let b)): a.lexicographicallyPrecedes(b)
    default: false
    }
  }
}

/// A content stream as operations with their operands.
struct ContentOperations {
  private(set) var all: [(operation: String, operands: [PDFValue])] = []

  init(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      var operands: [PDFValue] = []
      while true {
        parser.skipSpace()
        guard parser.position < bytes.count else { break }
        let byte = bytes[parser.position]
        let isWord =
          (65...90).contains(byte) || (97...122).contains(byte) || byte == 39 || byte == 34
        guard isWord else {
          operands.append(try parser.value())
          continue
        }
        var end = parser.position
        while end < bytes.count, !PDFParser.isSpace(bytes[end]), !PDFParser.isDelimiter(bytes[end])
        {
          end += 1
        }
        let word = String(decoding: bytes[parser.position..<end], as: UTF8.self)
        parser = PDFParser(bytes, at: end)
        all.append((word, operands))
        operands = []
      }
    }
  }
}

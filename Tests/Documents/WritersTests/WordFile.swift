// SPDX-License-Identifier: MIT
// Part of Platen: a small reader of Word files for tests, which knows nothing of the writer.

import Archive
import Foundation
import FoundationXML

/// An element of an XML part.
final class Element {
  let name: String
  let attributes: [String: String]
  var children: [Element] = []
  var text = ""
  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
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
    open.last?.children.append(element)
    if root == nil { root = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
}

struct WordFile {
  let parts: [String: [UInt8]]
  let names: [String]

  init(_ bytes: [UInt8]) throws {
    let reader = try ZipReader(bytes: bytes)
    var parts: [String: [UInt8]] = [:]
    for entry in reader.entries { parts[entry.name] = try reader.contents(of: entry) }
    self.parts = parts
    names = reader.entries.map(\.name)
  }

  struct NotWellFormed: Error { var part: String }

  func xml(_ name: String) throws -> Element {
    let parser = XMLParser(data: Data(parts[name] ?? []))
    let builder = Builder()
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else { throw NotWellFormed(part: name) }
    return root
  }

  /// The lines of the body, each with what it is: see `Structure`.
  func structure() throws -> [String] {
    let styles = try xml("word/styles.xml")
    var names: [String: String] = [:]
    for style in styles.all("w:style") {
      names[style.attributes["w:styleId"] ?? ""] = style.value("w:name") ?? ""
    }
    for style in styles.all("w:style") where style.attributes["w:type"] == "character" {
      let format = style["w:rPr"]
      let marks = [("w:b", "b"), ("w:i", "i")].filter { format?[$0.0] != nil }.map(\.1)
      names["marks " + (style.attributes["w:styleId"] ?? "")] = marks.joined()
    }
    var bullets: Set<String> = []
    let numbering = try xml("word/numbering.xml")
    var abstractBullets: Set<String> = []
    for abstract in numbering.all("w:abstractNum")
    where abstract["w:lvl"]?.value("w:numFmt") == "bullet" {
      abstractBullets.insert(abstract.attributes["w:abstractNumId"] ?? "")
    }
    for num in numbering.all("w:num") where abstractBullets.contains(num.value("w:abstractNumId")!)
    {
      bullets.insert(num.attributes["w:numId"] ?? "")
    }
    let body = try xml("word/document.xml")["w:body"]!
    var lines: [String] = []
    read(body.children, names, bullets, &lines)
    return lines
  }

  private func read(
    _ elements: [Element], _ names: [String: String], _ bullets: Set<String>,
    _ lines: inout [String]
  ) {
    for element in elements {
      switch element.name {
      case "w:tbl":
        let rows = element.children.filter { $0.name == "w:tr" }
        let heads = rows.filter { $0["w:trPr"]?["w:tblHeader"] != nil }.count
        let columns = element["w:tblGrid"]?.children.count ?? 0
        lines.append("table \(rows.count)x\(columns) head \(heads)")
        for row in rows {
          for cell in row.children where cell.name == "w:tc" {
            if let merge = cell["w:tcPr"]?["w:vMerge"], merge.attributes["w:val"] == nil {
              continue
            }
            let span = cell["w:tcPr"]?.value("w:gridSpan")
            lines.append("cell" + (span.map { " " + $0 } ?? ""))
            read(cell.children, names, bullets, &lines)
          }
        }
      case "w:p":
        let properties = element["w:pPr"]
        let style = properties?.value("w:pStyle").flatMap { names[$0] } ?? "Normal"
        let text = words(of: element, names)
        if let number = properties?["w:numPr"] {
          let sort = bullets.contains(number.value("w:numId")!) ? "bullet" : "number"
          lines.append("item \(number.value("w:ilvl")!) \(sort): \(text)")
        } else if let level = style.lowercased().hasPrefix("heading ") ? style.dropFirst(8) : nil {
          lines.append("heading \(level): \(text)")
        } else if !text.isEmpty || style == "Horizontal Rule" {
          lines.append("\(style): \(text)")
        }
      default: break
      }
    }
  }

  /// The words of a paragraph, with marks where emphasis begins and ends.
  private func words(of paragraph: Element, _ names: [String: String]) -> String {
    var text = ""
    var marks: [String] = []
    func add(_ piece: String, _ now: [String]) {
      guard !piece.isEmpty else { return }
      if now != marks {
        if !marks.isEmpty { text += "⟩" }
        if !now.isEmpty { text += "⟨" + now.joined() + ":" }
        marks = now
      }
      text += piece
    }
    func visit(_ element: Element) {
      for child in element.children {
        switch child.name {
        case "w:hyperlink": visit(child)
        case "w:r":
          let format = child["w:rPr"]
          var now: [String] = []
          let worn = format?.value("w:rStyle").flatMap { names["marks " + $0] } ?? ""
          if format?["w:b"] != nil || worn.contains("b") { now.append("b") }
          if format?["w:i"] != nil || worn.contains("i") { now.append("i") }
          if format?["w:strike"] != nil { now.append("s") }
          if format?.value("w:rStyle") == "VerbatimChar" { now.append("c") }
          if let vertical = format?.value("w:vertAlign") {
            now.append(vertical == "superscript" ? "^" : "_")
          }
          for piece in child.children {
            switch piece.name {
            case "w:t": add(piece.text, now)
            case "w:tab": add("\t", now)
            case "w:br": add("\n", now)
            case "w:footnoteReference": add("[\(piece.attributes["w:id"]!)]", [])
            case "w:drawing":
              add("{\(piece.all("wp:docPr")[0].attributes["descr"] ?? "?")}", now)
            default: break
            }
          }
        default: break
        }
      }
    }
    visit(paragraph)
    add("\u{0}", [])
    text.removeLast()
    return text
  }
}

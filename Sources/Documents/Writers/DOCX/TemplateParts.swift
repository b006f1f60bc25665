// SPDX-License-Identifier: MIT
// Part of Platen: parts of a template that are copied, with those they point at.

internal import Diagnostics
internal import Documents
internal import Text

/// Copies parts with what they refer to: the logo in a header, the pictures of a theme.
struct PartCopier {
  private let package: WordPackage
  private var names: [String: String] = [:]
  private var taken: Set<String>
  private(set) var parts: [(name: String, storage: any TemporaryStorage)] = []
  private(set) var warnings: [Diagnostic] = []
  var types: TypesPart

  private static let limit = 256
  /// The parts a header may need; scripts, controls and embedded files are dropped.
  private static let kinds: Set<String> = ["image", "hyperlink"]

  init(_ package: WordPackage, types: TypesPart, pictures: Set<String>) {
    self.package = package
    self.types = types
    taken = Set(pictures.map { "word/" + $0 })
  }

  /// The name of a theme or font table, and its type.
  mutating func name(kind: String) -> String {
    let name = kind == "theme" ? "word/theme/theme1.xml" : "word/\(kind).xml"
    types.addPart(
      name,
      kind == "theme"
        ? "application/vnd.openxmlformats-officedocument.theme+xml"
        : DOCXWriter.wordprocessing + kind + "+xml")
    return name
  }

  /// Copies what the part `original` refers to, for its copy called `name`.
  mutating func follow(
    _ original: String, as name: String, storage: () throws -> any TemporaryStorage
  ) throws {
    let found = try package.relationships(of: original)
    guard !found.isEmpty else { return }
    let output = XMLOutput(try storage())
    let list = Relationships(output)
    for relationship in found {
      if relationship.isExternal {
        if relationship.kind == "hyperlink", LinkAddress.sound(relationship.target) != nil {
          list.writeRelationship(relationship.id, relationship.type, relationship.target, true)
        } else {
          warn(original, relationship)
        }
        continue
      }
      guard PartCopier.kinds.contains(relationship.kind),
        let part = package.part(named: relationship.target), parts.count < PartCopier.limit
      else {
        warn(original, relationship)
        continue
      }
      if names[part.name] == nil {
        let file = part.name.split(separator: "/").last.map(String.init) ?? "picture"
        var free = "word/media/" + file
        while !taken.insert(free).inserted { free = "word/media/t" + free.dropFirst(11) }
        names[part.name] = free
        let copy = try storage()
        try part.bytes.withUnsafeBytes { try copy.write($0, at: 0) }
        parts.append((free, copy))
        types.addPart(free, package.contentType(of: part.name) ?? "application/octet-stream")
      }
      list.writeRelationship(
        relationship.id, relationship.type, "/" + (names[part.name] ?? ""), false)
    }
    try list.finish()
    let steps = name.split(separator: "/")
    let folder = steps.dropLast().joined(separator: "/")
    let last = steps.last.map(String.init) ?? ""
    parts.append((folder + "/_rels/" + last + ".rels", output.storage))
  }

  private mutating func warn(_ part: String, _ relationship: OfficePackage.Relationship) {
    warnings.append(
      .warning(
        .docxTemplatePart,
        "the template's \(part) refers to a part of the kind \"\(relationship.kind)\", which is not"
          + " taken over", hints: ["use only text and images in headers and footers"]))
  }
}

/// Headers and footers with the document's own words in them.
enum HeaderText {
  /// The bytes of a header in which `${title}`, `${subtitle}`, `${authors}`, `${date}`,
  /// `${publisher}` and `${license}` stand for what the metadata has.
  ///
  /// - Parameters:
  ///   - styles: given for the skeleton's header: a template's styles go by other ids.
  static func filled(
    _ header: TemplateFiles.Header, _ metadata: Metadata, styles: StyleSheet?, replaced: inout Int
  ) throws -> [UInt8] {
    var bytes = header.part.bytes
    if let styles {
      let tree = try XMLTreeParser.parse(bytes, part: header.part.name)
      tree.visit { element in
        if element.name == "w:pStyle" || element.name == "w:rStyle", let id = element["w:val"] {
          element["w:val"] = styles.current(id)
        }
      }
      if metadata.direction == .rightToLeft { turn(tree) }
      let storage = MemoryStorage()
      let output = XMLOutput(storage)
      tree.write(to: output)
      try output.finish()
      bytes = storage.bytes
    }
    var text = String(decoding: bytes, as: UTF8.self)
    let values = [
      ("title", metadata.title), ("subtitle", metadata.subtitle),
      ("authors", metadata.authors.joined(separator: ", ")), ("date", metadata.date),
      ("publisher", metadata.publisher), ("license", metadata.license),
    ]
    for (name, value) in values where text.contains("${\(name)}") {
      let storage = MemoryStorage()
      let output = XMLOutput(storage)
      output.text(value)
      try output.finish()
      replaced += output.replaced
      text = text.replacing("${\(name)}", with: String(decoding: storage.bytes, as: UTF8.self))
    }
    return Array(text.utf8)
  }

  /// Makes a header run from right to left.
  private static func turn(_ tree: XMLTree) {
    tree.visit { element in
      switch element.name {
      case "w:pPr":
        let before: Set<String> = ["w:pStyle", "w:keepNext", "w:keepLines", "w:tabs"]
        element.insert(XMLTree("w:bidi")) { !before.contains($0) }
      case "w:r":
        if element.first("w:rPr") == nil {
          element.insert(XMLTree("w:rPr", [], [XMLTree("w:rtl")]), at: 0)
        }
      default: break
      }
    }
  }
}

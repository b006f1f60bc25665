// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a Word file that give a document its style: the skeleton's or a
// user's.

public import Archive
internal import Diagnostics

/// One part of a Word file: its name in the package, without a leading slash, and its bytes.
public struct DOCXPart: Hashable, Sendable {
  public var name: String
  public var bytes: [UInt8]
  public init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The limits for reading a template; a Word file of styled pages has a few megabytes.
  public static let templateLimits = ZipLimits(
    entries: 4096, entryBytes: 64 << 20, totalBytes: 256 << 20)

  /// The parts of a Word file (`.docx`, `.dotx`) given as on disk.
  ///
  /// - Throws: `Failure` with `docx.template` if it is not a ZIP file, with an `archive.` code if
  ///   it is damaged or larger than ``templateLimits``.
  public static func parts(of file: [UInt8]) throws -> [DOCXPart] {
    guard file.starts(with: "PK".utf8) else {
      throw WordPackage.noWordFile("it is not a ZIP file, as Word's files are")
    }
    let reader = try ZipReader(bytes: file, limits: templateLimits)
    return try reader.entries.filter { !$0.isFolder }.map {
      DOCXPart($0.name, try reader.contents(of: $0))
    }
  }
}

/// Parts found through their relationships, as ECMA-376 part 2 has it.
struct WordPackage {
  struct Relationship {
    var id: String
    /// The last part of the type's URI, such as `styles`.
    var kind: String
    var type: String
    /// A part's name, or an address where it is external.
    var target: String
    var isExternal: Bool
  }

  private let parts: [String: [UInt8]]
  private let types: ContentTypes
  /// The main part's name.
  let main: String
  let relationships: [Relationship]

  /// - Throws: `Failure` with `docx.template` if the main part is missing.
  init(_ list: [DOCXPart]) throws {
    var parts: [String: [UInt8]] = [:]
    for part in list { parts[part.name] = part.bytes }
    self.parts = parts
    types = try ContentTypes(parts["[Content_Types].xml"] ?? [])
    let roots = try WordPackage.relationships(of: "", in: parts)
    guard let root = roots.first(where: { $0.kind == "officeDocument" && !$0.isExternal }),
      parts[root.target] != nil
    else {
      throw WordPackage.noWordFile("its main part is missing")
    }
    main = root.target
    relationships = try WordPackage.relationships(of: root.target, in: parts)
  }

  static func noWordFile(_ reason: String) -> Failure {
    Failure(
      .error(
        .docxTemplate, "not a Word file: " + reason,
        hints: ["a template is a .docx or .dotx, saved by Word or LibreOffice"]))
  }

  /// The part the main part has of that kind.
  func part(_ kind: String) -> DOCXPart? {
    relationships.first { $0.kind == kind && !$0.isExternal }.flatMap { part(named: $0.target) }
  }

  func part(named name: String) -> DOCXPart? { parts[name].map { DOCXPart(name, $0) } }

  /// The part of that kind as a tree, or nil where there is none.
  func tree(_ kind: String) throws -> XMLTree? {
    try part(kind).map { try XMLTreeParser.parse($0.bytes, part: $0.name) }
  }

  /// The properties of the last section of the main part: the size of its pages and their headers.
  func section() throws -> XMLTree? {
    guard let bytes = parts[main] else { return nil }
    let root = try XMLTreeParser.parse(bytes, part: main, keepingInBody: "w:sectPr")
    return root.first("w:body")?.elements.last { $0.name == "w:sectPr" }
  }

  func contentType(of name: String) -> String? { types.type(of: name) }

  func relationships(of name: String) throws -> [Relationship] {
    try WordPackage.relationships(of: name, in: parts)
  }

  private static func relationships(
    of name: String, in parts: [String: [UInt8]]
  ) throws -> [Relationship] {
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    let path = (folder.isEmpty ? "" : folder + "/") + "_rels/" + file + ".rels"
    guard let bytes = parts[path] else { return [] }
    let root = try XMLTreeParser.parse(bytes, part: path)
    return root.elements.compactMap { element in
      guard element.name == "rel:Relationship", let id = element["Id"], let type = element["Type"],
        let target = element["Target"]
      else { return nil }
      let isExternal = element["TargetMode"] == "External"
      return Relationship(
        id: id, kind: type.split(separator: "/").last.map(String.init) ?? "", type: type,
        target: isExternal ? target : resolve(target, in: folder), isExternal: isExternal)
    }
  }

  /// A target as a part's name: relative to the folder of the part it belongs to, or absolute.
  private static func resolve(_ target: String, in folder: String) -> String {
    var path = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for step in target.split(separator: "/") {
      if step == ".." { _ = path.popLast() } else if step != "." { path.append(step) }
    }
    return path.joined(separator: "/")
  }
}

/// The content of `[Content_Types].xml`.
private struct ContentTypes {
  private var defaults: [String: String] = [:]
  private var overrides: [String: String] = [:]

  init(_ bytes: [UInt8]) throws {
    if bytes.isEmpty { return }
    let root = try XMLTreeParser.parse(bytes, part: "[Content_Types].xml")
    for element in root.elements {
      guard let type = element["ContentType"] else { continue }
      if element.name == "ct:Default", let pathExtension = element["Extension"] {
        defaults[pathExtension.lowercased()] = type
      } else if element.name == "ct:Override", let name = element["PartName"] {
        overrides[String(name.drop { $0 == "/" })] = type
      }
    }
  }

  func type(of name: String) -> String? {
    overrides[name] ?? defaults[name.split(separator: ".").last.map { $0.lowercased() } ?? ""]
  }
}

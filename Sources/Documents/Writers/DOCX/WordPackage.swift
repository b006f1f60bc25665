// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a Word file that give a document its style: the skeleton's or a
// user's.

public import Archive

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
      throw OfficeFormat.word.mismatch("it is not a ZIP file, as Word's files are")
    }
    let reader = try ZipReader(bytes: file, limits: templateLimits)
    return try reader.entries.filter { !$0.isFolder }.map {
      DOCXPart($0.name, try reader.contents(of: $0))
    }
  }
}

/// The parts of a Word file.
struct WordPackage {
  private let package: OfficePackage

  /// - Throws: `Failure` with `docx.template` if the main part is missing.
  init(_ list: [DOCXPart]) throws {
    var parts: [String: [UInt8]] = [:]
    for part in list { parts[part.name] = part.bytes }
    package = try OfficePackage(parts, format: .word)
  }

  /// The main part's name.
  var main: String { package.main }

  var relationships: [OfficePackage.Relationship] { package.relationships }

  /// The part the main part has of that kind.
  func part(_ kind: String) -> DOCXPart? {
    relationships.first { $0.kind == kind && !$0.isExternal }.flatMap { part(named: $0.target) }
  }

  func part(named name: String) -> DOCXPart? { package.bytes(of: name).map { DOCXPart(name, $0) } }

  /// The part of that kind as a tree, or nil where there is none.
  func tree(_ kind: String) throws -> XMLTree? {
    try part(kind).flatMap { try package.tree(of: $0.name) }
  }

  /// The properties of the last section of the main part: the size of its pages and their headers.
  func section() throws -> XMLTree? {
    guard let bytes = package.bytes(of: main) else { return nil }
    let root = try XMLTreeParser.parse(bytes, part: main, keepingInBody: "w:sectPr")
    return root.first("w:body")?.elements.last { $0.name == "w:sectPr" }
  }

  func contentType(of name: String) -> String? { package.contentType(of: name) }

  func relationships(of name: String) throws -> [OfficePackage.Relationship] {
    try package.relationships(of: name)
  }
}

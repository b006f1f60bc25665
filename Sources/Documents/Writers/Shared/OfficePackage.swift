// SPDX-License-Identifier: MIT
// Part of Platen: packages of Office Open XML: parts, their types, and what they refer to.

package import Diagnostics

/// The kind of office file that a template is, for the errors about it.
package struct OfficeFormat: Sendable {
  package let code: Diagnostic.Code
  /// Such as `Word file`.
  package let name: String
  /// Such as `Word or LibreOffice`.
  package let programs: String
  /// The file that a template is.
  package let hint: String

  package init(_ code: Diagnostic.Code, name: String, programs: String, hint: String) {
    (self.code, self.name, self.programs, self.hint) = (code, name, programs, hint)
  }

  /// Templates of documents.
  package static let word = OfficeFormat(
    .docxTemplate, name: "Word file", programs: "Word or LibreOffice",
    hint: "a template is a .docx or .dotx, saved by Word or LibreOffice")

  /// An error about one part.
  package func failure(_ message: String, part: String) -> Failure {
    Failure(
      .error(
        code, message, at: SourceLocation(field: part),
        hints: ["save the template again with \(programs)"]))
  }

  /// The error of a file that is of another kind.
  package func mismatch(_ reason: String) -> Failure {
    Failure(.error(code, "not a \(name): " + reason, hints: [hint]))
  }
}

/// Parts found through their relationships, as ECMA-376 part 2 has it.
package struct OfficePackage: Sendable {
  package struct Relationship: Sendable {
    package var id: String
    /// The last part of the type's URI, such as `styles`.
    package var kind: String
    package var type: String
    /// A part's name, or an address where it is external.
    package var target: String
    package var isExternal: Bool
  }

  private let parts: [String: [UInt8]]
  private let types: ContentTypes
  private let format: OfficeFormat
  /// The main part's name.
  package let main: String
  /// The relationships of the main part.
  package let relationships: [Relationship]

  /// - Parameter parts: bytes by the names of parts, without a leading slash.
  /// - Throws: `Failure` with the format's code if the main part is missing.
  package init(_ parts: [String: [UInt8]], format: OfficeFormat) throws {
    self.parts = parts
    self.format = format
    types = try ContentTypes(parts["[Content_Types].xml"] ?? [], format)
    let roots = try OfficePackage.relationships(of: "", in: parts, format)
    guard let root = roots.first(where: { $0.kind == "officeDocument" && !$0.isExternal }),
      parts[root.target] != nil
    else {
      throw format.mismatch("its main part is missing")
    }
    main = root.target
    relationships = try OfficePackage.relationships(of: root.target, in: parts, format)
  }

  package func bytes(of name: String) -> [UInt8]? { parts[name] }

  /// A part as a tree; nil where there is none.
  package func tree(of name: String) throws -> XMLTree? {
    try parts[name].map { try XMLTreeParser.parse($0, part: name, of: format) }
  }

  package func contentType(of name: String) -> String? { types.type(of: name) }

  package func relationships(of name: String) throws -> [Relationship] {
    try OfficePackage.relationships(of: name, in: parts, format)
  }

  private static func relationships(
    of name: String, in parts: [String: [UInt8]], _ format: OfficeFormat
  ) throws -> [Relationship] {
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    let path = (folder.isEmpty ? "" : folder + "/") + "_rels/" + file + ".rels"
    guard let bytes = parts[path] else { return [] }
    let root = try XMLTreeParser.parse(bytes, part: path, of: format)
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
private struct ContentTypes: Sendable {
  private var defaults: [String: String] = [:]
  private var overrides: [String: String] = [:]

  init(_ bytes: [UInt8], _ format: OfficeFormat) throws {
    if bytes.isEmpty { return }
    let root = try XMLTreeParser.parse(bytes, part: "[Content_Types].xml", of: format)
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

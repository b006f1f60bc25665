// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a template that a presentation takes over, with those they refer to.

internal import Diagnostics
internal import Writers

/// Copies masters, layouts and themes as they are, under their own names.
struct TemplateCopier {
  struct Part: Sendable {
    var name: String
    var bytes: [UInt8]
    /// Empty for relationships.
    var type: String
  }

  private let package: OfficePackage
  /// The bytes of parts that the package was read without.
  private let read: (String) throws -> [UInt8]?
  private(set) var parts: [Part] = []
  /// The parts that are not taken over, in the order found.
  private(set) var omitted: [String] = []
  private var known: Set<String> = []

  private static let limit = 2048
  /// Slides of the template are dropped, and so is what runs.
  private static let refused: Set<String> = [
    "slide", "notesSlide", "vbaProject", "control", "activeXControlBinary", "comments",
  ]

  init(_ package: OfficePackage, reading read: @escaping (String) throws -> [UInt8]?) {
    self.package = package
    self.read = read
  }

  /// Copies parts and what they refer to.
  mutating func copy(_ roots: [String]) throws {
    var open: [String] = []
    for root in roots where known.insert(root).inserted { open.append(root) }
    // The list grows while it is read.
    var next = 0
    while next < open.count {
      try copy(open[next], &open)
      next += 1
    }
  }

  /// Indicates whether a presentation has a part of its own of this name.
  private func isOwn(_ name: String) -> Bool {
    let own = [
      package.main, "ppt/presentation.xml", "ppt/presProps.xml", "ppt/viewProps.xml",
      "[Content_Types].xml",
    ]
    return own.contains(name)
      || ["ppt/slides/", "ppt/notesSlides/", "docProps/", "_rels/"].contains {
        name.hasPrefix($0)
      }
  }

  private mutating func copy(_ name: String, _ open: inout [String]) throws {
    guard var bytes = try package.bytes(of: name) ?? read(name) else { return }
    var list = ""
    for relation in try package.relationships(of: name) {
      var target = relation.target
      if relation.isExternal {
        guard relation.kind == "hyperlink", let sound = LinkAddress.sound(target) else {
          drop(relation, &bytes)
          continue
        }
        target = sound
      } else {
        guard !TemplateCopier.refused.contains(relation.kind), !isOwn(target),
          known.contains(target) || open.count < TemplateCopier.limit
        else {
          drop(relation, &bytes)
          continue
        }
        if known.insert(target).inserted { open.append(target) }
        target = "/" + target
      }
      list +=
        "<Relationship Id=\"\(escaped(relation.id))\" Type=\"\(escaped(relation.type))\""
        + " Target=\"\(escaped(target))\"\(relation.isExternal ? " TargetMode=\"External\"" : "")/>"
    }
    parts.append(
      Part(
        name: name, bytes: bytes,
        type: package.contentType(of: name) ?? "application/octet-stream"))
    guard !list.isEmpty else { return }
    let path = name.split(separator: "/")
    let folder = path.dropLast().joined(separator: "/")
    let xml =
      SlideWriter.head + "<Relationships xmlns=\"\(Relations.namespace)\">\(list)</Relationships>"
    parts.append(
      Part(name: "\(folder)/_rels/\(path.last ?? "").rels", bytes: Array(xml.utf8), type: ""))
  }

  /// Empties the references of a part to what is dropped: programs refuse those that lead nowhere.
  private mutating func drop(_ relation: OfficePackage.Relationship, _ bytes: inout [UInt8]) {
    let what =
      relation.isExternal
      ? "links to files outside" : "\(printable(relation.kind, limit: 40)) of layouts"
    if !omitted.contains(what) { omitted.append(what) }
    for quote in ["\"", "'"] {
      let reference = Array("=\(quote)\(relation.id)\(quote)".utf8)
      bytes.replace(reference, with: Array("=\(quote)\(quote)".utf8))
    }
  }
}

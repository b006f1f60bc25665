// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a template that a presentation takes over, with those they refer to.

internal import Diagnostics
internal import Text
internal import Writers

/// Copies masters, layouts and themes as they are, under their own names.
struct TemplateCopier {
  private let template: PresentationTemplate
  private(set) var parts: [(name: String, bytes: [UInt8], type: String)] = []
  /// What is not taken over, in the order found.
  private(set) var omitted: [String]
  private var known: Set<String> = []

  private static let limit = 2048
  /// Slides of the template are dropped, and so is what runs.
  private static let refused: Set<String> = [
    "slide", "notesSlide", "vbaProject", "control", "activeXControlBinary", "comments",
  ]

  init(_ template: PresentationTemplate) throws {
    self.template = template
    omitted = template.omitted
    var open = template.masters.map(\.part)
    for kind in ["notesMaster", "handoutMaster", "tableStyles"] {
      if let part = template.part(kind) { open.append(part) }
    }
    known = Set(open)
    // The list grows while it is read.
    var next = 0
    while next < open.count {
      try copy(open[next], &open)
      next += 1
    }
  }

  /// A warning for what is not taken over.
  var warning: Diagnostic? {
    guard !omitted.isEmpty else { return nil }
    return .warning(
      .pptxTemplatePart, "not taken over from the template: \(cappedList(omitted))")
  }

  private mutating func copy(_ name: String, _ open: inout [String]) throws {
    guard var bytes = try template.bytes(of: name) else { return }
    var list = ""
    for relation in try template.package.relationships(of: name) {
      var target = relation.target
      if relation.isExternal {
        guard relation.kind == "hyperlink", let sound = LinkAddress.sound(target) else {
          drop(relation, &bytes)
          continue
        }
        target = sound
      } else {
        guard !TemplateCopier.refused.contains(relation.kind), !template.isOwn(target),
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
      (name, bytes, template.package.contentType(of: name) ?? "application/octet-stream"))
    guard !list.isEmpty else { return }
    let path = name.split(separator: "/")
    let folder = path.dropLast().joined(separator: "/")
    let xml =
      SlideWriter.head + "<Relationships xmlns=\"\(Relations.namespace)\">\(list)</Relationships>"
    parts.append(("\(folder)/_rels/\(path.last ?? "").rels", Array(xml.utf8), ""))
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

// SPDX-License-Identifier: MIT
// Part of Platen: the styles of a Word file, taken from a template and from the skeleton.

internal import Diagnostics

/// The parts of a template that a document takes over, with the skeleton's where it has none.
struct TemplateFiles {
  var styles: StyleSheet
  var settings: XMLTree
  /// The template's lists; nil without a template or if its lists are malformed.
  var theirLists: XMLTree?
  var ourLists: XMLTree
  /// The last section of the main part.
  var section: XMLTree?
  /// Parts that are copied as they are, without those they point at.
  var copies: [(kind: String, part: DOCXPart)] = []
  var headers: [Header] = []
  var warnings: [Diagnostic] = []
  /// The package in which `copies` and `headers` have their relationships and types.
  let package: WordPackage
  let isTemplate: Bool

  struct Header {
    /// `headerReference` or `footerReference`.
    var reference: String
    /// `default`, `first` or `even`.
    var type: String
    var part: DOCXPart
    /// Indicates whether it is the skeleton's in a template's clothes, and so names our styles.
    var isOurs: Bool
    /// The name in `word/`.
    var name: String

    var kind: String { reference == "headerReference" ? "header" : "footer" }
  }

  init(skeleton: [DOCXPart], template: [DOCXPart]?) throws {
    let ours = try WordPackage(skeleton)
    let base = try template.map { try WordPackage($0) }
    func required(_ kind: String) throws -> XMLTree {
      guard let tree = try ours.tree(kind) else {
        throw Failure(
          .error(
            .docxSkeleton, "the skeleton of Word files has no \(kind)",
            hints: ["restore all parts below Templates/Word"]))
      }
      return tree
    }
    let ourStyles = try required("styles")
    settings = try required("settings")
    ourLists = try required("numbering")
    package = base ?? ours
    isTemplate = base != nil
    section = try package.section()

    if let base {
      if let theirs = try base.tree("styles") {
        styles = StyleSheet(template: theirs, adding: ourStyles)
      } else {
        styles = StyleSheet(ourStyles)
      }
      if let lists = try base.tree("numbering"), TemplateFiles.isSound(lists) {
        theirLists = lists
      } else {
        styles.removeLists()
      }
      if let theirs = try base.tree("settings"), theirs.first("w:evenAndOddHeaders") != nil {
        TemplateFiles.turnOnEvenHeaders(settings)
      }
    } else {
      styles = StyleSheet(ourStyles)
    }
    for kind in ["theme", "fontTable"] {
      if let part = package.part(kind) { copies.append((kind, part)) }
    }
    headers = try TemplateFiles.headers(of: package, section, isOurs: false)
    if base != nil, headers.isEmpty {
      headers = try TemplateFiles.headers(of: ours, ours.section(), isOurs: true)
    }
  }

  /// Indicates whether every list has the abstract list it names.
  private static func isSound(_ lists: XMLTree) -> Bool {
    let abstracts = Set(
      lists.elements.filter { $0.name == "w:abstractNum" }.compactMap { $0["w:abstractNumId"] })
    return lists.name == "w:numbering"
      && lists.elements.filter { $0.name == "w:num" }.allSatisfy { num in
        guard let id = num["w:numId"].flatMap({ Int($0) }), (0..<1_000_000).contains(id),
          let abstract = num.first("w:abstractNumId")?["w:val"]
        else { return false }
        return abstracts.contains(abstract)
      }
  }

  private static func turnOnEvenHeaders(_ settings: XMLTree) {
    guard settings.first("w:evenAndOddHeaders") == nil else { return }
    // The schema requires it behind w:defaultTabStop and hyphenation, before
    // w:characterSpacingControl.
    settings.insert(XMLTree("w:evenAndOddHeaders")) { $0 == "w:characterSpacingControl" }
  }

  private static func headers(
    of package: WordPackage, _ section: XMLTree?, isOurs: Bool
  ) throws -> [Header] {
    var found: [Header] = []
    for element in section?.elements ?? [] {
      guard element.name == "w:headerReference" || element.name == "w:footerReference",
        let id = element["r:id"],
        let relationship = package.relationships.first(where: { $0.id == id && !$0.isExternal }),
        let part = package.part(named: relationship.target)
      else { continue }
      var header = Header(
        reference: String(element.name.dropFirst(2)), type: element["w:type"] ?? "default",
        part: part, isOurs: isOurs, name: "")
      header.name = "\(header.kind)\(found.count + 1).xml"
      found.append(header)
    }
    return found
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the lists of a Word file: how each sort counts, and where each list begins.

internal import Documents

/// Writes `word/numbering.xml` as lists come: every list that counts has an instance of its own, so
/// that it begins where it should.
final class Numbering {
  let output: XMLOutput
  /// Our abstract lists by `bullet` and the raw values of `List.NumberStyle`.
  private var abstracts: [String: Int] = [:]
  private var bullets: Int?
  private var tasks: Int?
  private var next = 1

  /// The number of levels of Word's lists.
  static let levels = 9
  /// The indent of each further level, in twentieths of a point; the skeleton's lists know it.
  static let indent = 360

  /// - Parameters:
  ///   - theirs: the lists of a template.
  ///   - ours: those of the skeleton, each named `Platen` and its sort.
  init(_ output: XMLOutput, theirs: XMLTree?, ours: XMLTree) {
    self.output = output
    output.raw(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <w:numbering xmlns:w="\(namespace)" xmlns:r="\(relationships)">
      """ as String)
    var nextAbstract = 0
    let known = theirs?.elements ?? []
    for element in known where element.name == "w:abstractNum" {
      nextAbstract = max(nextAbstract, (Int(element["w:abstractNumId"] ?? "") ?? 0) + 1)
      writeElement(element)
    }
    for element in ours.elements where element.name == "w:abstractNum" {
      guard let name = element.first("w:name")?["w:val"], name.hasPrefix("Platen ") else {
        continue
      }
      let copy = element.copy()
      copy["w:abstractNumId"] = String(nextAbstract)
      abstracts[String(name.dropFirst(7))] = nextAbstract
      nextAbstract += 1
      writeElement(copy)
    }
    for element in known where element.name == "w:num" {
      next = max(next, (Int(element["w:numId"] ?? "") ?? 0) + 1)
      writeElement(element)
    }
  }

  private var namespace: String { XMLTree.namespaces[0].uri }
  private var relationships: String { XMLTree.namespaces[1].uri }

  private func writeElement(_ element: XMLTree) {
    // Pictures as bullets have parts of their own; later extensions are for Word alone.
    element.visit { element in
      element.attributes.removeAll { !$0.name.hasPrefix("w:") }
      element.remove(["w:lvlPicBulletId"])
      element.children.removeAll {
        if case .element(let it) = $0 { !it.name.hasPrefix("w:") } else { false }
      }
    }
    element.writeFragment(to: output)
  }

  /// The instance for a list at a level.
  func instance(for marker: List.Marker, level: Int) -> Int {
    switch marker {
    case .bullet:
      if let bullets { return bullets }
      let made = addDefinition(abstracts["bullet"] ?? 0, level: nil, start: 1)
      bullets = made
      return made
    case .ordered(let start, let style):
      return addDefinition(
        abstracts[style.rawValue] ?? 0, level: level, start: max(0, min(start, 32_767)))
    }
  }

  /// The instance for items with a box in place of a bullet: the box is text, the list has no
  /// marks.
  func taskInstance() -> Int {
    if let tasks { return tasks }
    let made = addDefinition(abstracts["task"] ?? 0, level: nil, start: 1)
    tasks = made
    return made
  }

  private func addDefinition(_ abstract: Int, level: Int?, start: Int) -> Int {
    let id = next
    next += 1
    output.raw("<w:num w:numId=\"").number(id).raw("\"><w:abstractNumId w:val=\"").number(abstract)
    output.raw("\"/>")
    if let level {
      output.raw("<w:lvlOverride w:ilvl=\"").number(level).raw("\"><w:startOverride w:val=\"")
      output.number(start).raw("\"/></w:lvlOverride>")
    }
    output.raw("</w:num>")
    return id
  }

  func finish() throws {
    output.raw("</w:numbering>")
    try output.finish()
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the styles a Word file is written with: a template's, and ours where it has none.

internal import Documents
internal import Text

/// Styles found by the names Word gives them, which are the same in every language Word speaks; the
/// ids in the file are not.
final class StyleSheet {
  enum Kind: String { case paragraph, character, table }

  private struct Key: Hashable {
    var kind: String
    var name: String
  }

  let tree: XMLTree
  private var ids: [Key: String] = [:]
  /// Ours, as the template calls them.
  private var renamed: [String: String] = [:]
  /// The names of the template's styles; nil without a template.
  private let theirs: Set<Key>?
  /// The id of the style of paragraphs that name none.
  let normal: String
  /// Earlier results: by class, and by style.
  private var idsOfClasses: [Key: String?] = [:]
  private var mirrored: [String: String?] = [:]
  private var italics: [String: Bool] = [:]

  /// The skeleton's styles as they are.
  init(_ ours: XMLTree) {
    tree = ours
    theirs = nil
    for (key, style) in StyleSheet.styles(of: ours) { ids[key] = style["w:styleId"] }
    normal = StyleSheet.normal(of: ours)
  }

  /// A template's styles, with those of `ours` that it has none of.
  init(template: XMLTree, adding ours: XMLTree) {
    tree = template
    normal = StyleSheet.normal(of: template)
    var taken: Set<String> = []
    for (key, style) in StyleSheet.styles(of: template) {
      guard let id = style["w:styleId"], taken.insert(id).inserted else { continue }
      if ids[key] == nil { ids[key] = id }
    }
    theirs = Set(ids.keys)
    // Running text is what the template's plain paragraphs are: our body text would undo its look.
    let body = Key(kind: Kind.paragraph.rawValue, name: "body text")
    if ids[body] == nil { ids[body] = normal }

    var added: [XMLTree] = []
    for (key, style) in StyleSheet.styles(of: ours) {
      guard let id = style["w:styleId"] else { continue }
      if let known = ids[key] {
        renamed[id] = known
        continue
      }
      var free = id
      while !taken.insert(free).inserted { free += "Platen" }
      ids[key] = free
      renamed[id] = free
      let copy = style.copy()
      copy["w:styleId"] = free
      copy["w:default"] = nil
      added.append(copy)
    }
    for style in added {
      for element in style.elements
      where ["w:basedOn", "w:next", "w:link"].contains(element.name) {
        if let id = element["w:val"], let now = renamed[id] { element["w:val"] = now }
      }
      tree.append(style)
    }
  }

  private static func styles(of tree: XMLTree) -> [(Key, XMLTree)] {
    tree.elements.compactMap { style in
      guard style.name == "w:style", let name = style.first("w:name")?["w:val"] else { return nil }
      return (Key(kind: style["w:type"] ?? "paragraph", name: name.lowercased()), style)
    }
  }

  private static func normal(of tree: XMLTree) -> String {
    let all = tree.elements.filter {
      $0.name == "w:style" && ($0["w:type"] ?? "paragraph") == "paragraph"
    }
    let chosen = all.first { $0["w:default"] == "1" || $0["w:default"] == "true" } ?? all.first
    return chosen?["w:styleId"] ?? "Normal"
  }

  /// The id of the style of that name, in any case of letters.
  func id(_ name: String, _ kind: Kind = .paragraph) -> String? {
    ids[Key(kind: kind.rawValue, name: name.lowercased())]
  }

  /// The id of the style that a node's first class names, where there is one.
  func id(of attributes: Attributes, _ kind: Kind = .paragraph) -> String? {
    guard let name = attributes.classes.first else { return nil }
    let key = Key(kind: kind.rawValue, name: name)
    if let known = idsOfClasses[key] { return known }
    let found = id(name, kind) ?? id(name.replacing("-", with: " "), kind)
    idsOfClasses.updateValue(found, forKey: key)
    return found
  }

  /// Indicates whether the template brought a style of that name.
  func isTheirs(_ name: String, _ kind: Kind) -> Bool {
    theirs?.contains(Key(kind: kind.rawValue, name: name.lowercased())) ?? false
  }

  /// One of our ids as the file has it.
  func current(_ id: String) -> String { renamed[id] ?? id }

  /// Indicates whether text in a paragraph style is italic.
  func isItalic(_ id: String) -> Bool {
    if let known = italics[id] { return known }
    var next: String? = id
    var isItalic: Bool?
    // A style may be based on another, and that on another.
    for _ in 0..<16 {
      guard let id = next, let style = tree.elements.first(where: { $0["w:styleId"] == id })
      else { break }
      if let mark = style.first("w:rPr")?.first("w:i") {
        isItalic = !["0", "false", "off"].contains(mark["w:val"] ?? "")
        break
      }
      next = style.first("w:basedOn")?["w:val"]
    }
    italics[id] = isItalic ?? false
    return isItalic ?? false
  }

  /// Borders for a paragraph of this style that runs from right to left: a line at the side where
  /// text begins stands at the other side. nil where the style has none there.
  func mirroredBorders(of id: String) -> String? {
    if let known = mirrored[id] { return known }
    let made = makeMirroredBorders(of: id)
    mirrored.updateValue(made, forKey: id)
    return made
  }

  private func makeMirroredBorders(of id: String) -> String? {
    var id = id
    // A style may be based on another, and that on another.
    for _ in 0..<16 {
      guard
        let style = tree.elements.first(where: {
          $0.name == "w:style" && $0["w:styleId"] == id
            && ($0["w:type"] ?? "paragraph") == "paragraph"
        })
      else { return nil }
      if let borders = style.first("w:pPr")?.first("w:pBdr") {
        guard let left = borders.first("w:left"), borders.first("w:right") == nil else {
          return nil
        }
        let right = XMLTree("w:right", left.attributes)
        let none = XMLTree("w:left", [("w:val", "nil")])
        let others = borders.elements.filter { $0.name != "w:left" }
        let output = XMLOutput(MemoryStorage())
        // The schema's order: top, left, bottom, right, between, bar.
        let order = ["w:top", "w:left", "w:bottom", "w:right", "w:between", "w:bar"]
        let sorted = (others + [right, none]).sorted {
          (order.firstIndex(of: $0.name) ?? 9) < (order.firstIndex(of: $1.name) ?? 9)
        }
        XMLTree("w:pBdr", [], sorted).writeFragment(to: output)
        guard (try? output.finish()) != nil, let storage = output.storage as? MemoryStorage else {
          return nil
        }
        return String(decoding: storage.bytes, as: UTF8.self)
      }
      guard let base = style.first("w:basedOn")?["w:val"] else { return nil }
      id = base
    }
    return nil
  }

  /// The language of ideographs in a text of another script. With a language that has none,
  /// LibreOffice measures them with one font and draws them with another, one over the next.
  private static let defaultEastAsian = "zh-CN"

  /// Sets the language of all text that names none.
  func setLanguage(_ tag: LanguageTag) {
    let language = XMLTree(
      "w:lang",
      [
        ("w:val", tag.text),
        ("w:eastAsia", tag.isEastAsian ? tag.text : StyleSheet.defaultEastAsian),
        ("w:bidi", tag.isRightToLeft ? tag.text : "ar-SA"),
      ])
    guard let defaults = tree.first("w:docDefaults") else {
      let made = XMLTree("w:rPrDefault", [], [XMLTree("w:rPr", [], [language])])
      tree.insert(XMLTree("w:docDefaults", [], [made]), at: 0)
      return
    }
    guard let runs = defaults.first("w:rPrDefault") else {
      defaults.insert(XMLTree("w:rPrDefault", [], [XMLTree("w:rPr", [], [language])]), at: 0)
      return
    }
    guard let properties = runs.first("w:rPr") else {
      runs.append(XMLTree("w:rPr", [], [language]))
      return
    }
    properties.remove(["w:lang"])
    // The schema requires w:lang behind all but these.
    let after: Set<String> = ["w:eastAsianLayout", "w:specVanish", "w:oMath"]
    properties.insert(language) { after.contains($0) }
  }

  /// Moves every tab at `old` to `new`, both in twentieths of a point: right margins of a page of
  /// another width.
  func moveTabs(from old: Int, to new: Int) {
    tree.visit { element in
      if element.name == "w:tab", element["w:pos"] == String(old) { element["w:pos"] = String(new) }
    }
  }

  /// Takes the lists out of the styles, for a template whose lists are missing.
  func removeLists() {
    tree.visit { element in
      if element.name == "w:pPr" { element.remove(["w:numPr"]) }
    }
  }
}

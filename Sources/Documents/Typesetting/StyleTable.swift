// SPDX-License-Identifier: MIT
// Part of Platen: styles as numbers: each resolved once, however many nodes use it.

internal import Drawing

/// The properties that a run of text needs to be set and drawn.
struct RunStyle {
  /// The font in the word cache.
  var font: Int32
  var size: Double
  var color: Color
  /// Behind the words.
  var ground: Color?
  var rise: Double
  var isUnderlined: Bool
  var isStruck: Bool
  var hyphenates: Bool
  /// A word space, in points, and the glyphs that show it.
  var spaceWidth: Double
  var space: Int32
  var hyphen: Int32
  var hyphenWidth: Double
}

/// Kinds that are met so often that they are looked up by number.
enum InlineKind: String {
  fileprivate static let count = 13

  case emphasis, strong, strikethrough
  case smallCaps = "small-caps"
  case superscript, `subscript`, verbatim, link
  case reference, mark, paragraph, list, item

  fileprivate var index: Int {
    switch self {
    case .emphasis: 0
    case .strong: 1
    case .strikethrough: 2
    case .smallCaps: 3
    case .superscript: 4
    case .subscript: 5
    case .verbatim: 6
    case .link: 7
    case .reference: 8
    case .mark: 9
    case .paragraph: 10
    case .list: 11
    case .item: 12
    }
  }
}

/// Resolves the look's patches for nodes, and numbers the results.
final class StyleTable {
  private(set) var nodes: [NodeStyle] = []
  private(set) var runs: [RunStyle] = []
  private var nodeIndex: [NodeStyle: Int32] = [:]
  private var resolved: [ResolveKey: Int32] = [:]
  private var runOfNode: [Int32] = []
  /// By parent and kind; -1 for styles that were not used yet.
  private var often: [Int32] = []
  private let style: BookStyle
  let words: WordCache

  private struct ResolveKey: Hashable {
    var kind: String
    var classes: [String]
    var parent: Int32
    var language: String
  }

  init(style: BookStyle, words: WordCache, language: String) {
    self.style = style
    self.words = words
    var root = NodeStyle()
    root.language = language.isEmpty ? "en" : language
    if let patch = style.patches["body"] { root = root.applying(patch) }
    _ = intern(root.inherited)
  }

  /// The style of the document as a whole.
  var root: Int32 { 0 }

  func node(_ index: Int32) -> NodeStyle { nodes[Int(index)] }

  /// The style of a node of a kind within another.
  ///
  /// - Parameter language: Its own; empty for that of its surroundings.
  func resolve(
    _ kind: String, _ classes: [String] = [], in parent: Int32, language: String = ""
  ) -> Int32 {
    let key = ResolveKey(kind: kind, classes: classes, parent: parent, language: language)
    if let known = resolved[key] { return known }
    var node = nodes[Int(parent)].inherited
    if !language.isEmpty { node.language = language }
    // One patch, so that two scales for one node do not multiply.
    var all = StylePatch()
    func lay(_ selector: String) {
      if let patch = style.patches[selector] { all = all.merging(patch) }
    }
    // `heading.2` begins with what holds for every `heading`.
    if kind.hasPrefix("heading.") { lay("heading") }
    lay(kind)
    for name in classes {
      lay("." + name)
      lay(kind + "." + name)
    }
    // Emphasis within italic text is upright.
    if kind == InlineKind.emphasis.rawValue, node.isItalic, all.isItalic == true {
      all.isItalic = false
    }
    node = node.applying(all)
    if kind == "span" {
      node.mark = all.ground ?? node.mark
      node.ground = nil
    }
    let index = intern(node)
    resolved[key] = index
    return index
  }

  /// A style for text within, set to a side, without hyphens.
  func aligning(_ index: Int32, _ alignment: StylePatch.Alignment) -> Int32 {
    var node = nodes[Int(index)].inherited
    node.alignment = alignment
    node.hyphenates = false
    node.indent = 0
    return intern(node)
  }

  /// Resolves as `resolve(_:_:in:language:)` does for a node without classes.
  func resolve(_ kind: InlineKind, in parent: Int32) -> Int32 {
    let slot = Int(parent) * InlineKind.count + kind.index
    if slot < often.count, often[slot] >= 0 { return often[slot] }
    let style = resolve(kind.rawValue, in: parent)
    if slot >= often.count {
      often += [Int32](repeating: -1, count: slot + 1 - often.count)
    }
    often[slot] = style
    return style
  }

  private func intern(_ node: NodeStyle) -> Int32 {
    if let known = nodeIndex[node] { return known }
    let index = Int32(nodes.count)
    nodes.append(node)
    runOfNode.append(-1)
    nodeIndex[node] = index
    return index
  }

  /// The run settings of text in a node's style.
  func run(of node: Int32) -> Int32 {
    let known = runOfNode[Int(node)]
    if known >= 0 { return known }
    let style = nodes[Int(node)]
    var request = FontRequest(
      families: style.families, size: 1, weight: style.weight, isItalic: style.isItalic,
      letterSpacing: style.letterSpacing, language: style.language, features: style.features)
    var size = style.size
    // Where the face has no small capitals, letters are drawn as small capital ones.
    var isUppercased = false
    if style.isSmallCaps {
      var small = request
      small.features.append("smcp")
      if hasSmallCaps(small, plain: request) {
        request = small
      } else {
        isUppercased = true
        size *= 0.8
        if request.letterSpacing == 0 { request.letterSpacing = 0.04 }
      }
    }
    let font = words.font(request, uppercases: isUppercased)
    let index = Int32(runs.count)
    runs.append(
      RunStyle(
        font: font, size: size, color: style.color, ground: style.mark, rise: style.rise,
        isUnderlined: style.isUnderlined, isStruck: style.isStruck,
        hyphenates: style.hyphenates, spaceWidth: 0, space: -1, hyphen: -1, hyphenWidth: 0))
    fill(Int(index))
    runOfNode[Int(node)] = index
    return index
  }

  /// A style with smaller or larger letters.
  func scaled(_ index: Int32, by factor: Double) -> Int32 {
    var node = nodes[Int(index)]
    node.size *= factor
    return intern(node)
  }

  /// The style without the page break before it.
  func withoutPageBreak(_ index: Int32) -> Int32 {
    var node = nodes[Int(index)]
    node.pageBreak = .none
    return intern(node)
  }

  /// The style itself of `run(of:)`.
  func runStyle(of node: Int32) -> RunStyle {
    let index = run(of: node)
    return runs[Int(index)]
  }

  /// Shapes what every run needs; again after the words were forgotten.
  func refill() {
    for i in runs.indices { fill(i) }
  }

  private func fill(_ i: Int) {
    let space = words.word(" ", font: runs[i].font)
    let hyphen = words.word("-", font: runs[i].font)
    runs[i].space = space
    runs[i].spaceWidth = words.words[Int(space)].width * runs[i].size
    runs[i].hyphen = hyphen
    runs[i].hyphenWidth = words.words[Int(hyphen)].width * runs[i].size
  }

  /// Indicates whether a face has small capitals of its own: whether they differ from the plain
  /// letters.
  private func hasSmallCaps(_ small: FontRequest, plain: FontRequest) -> Bool {
    let a = words.word("a", font: words.font(small))
    let b = words.word("a", font: words.font(plain))
    let (x, y) = (words.words[Int(a)], words.words[Int(b)])
    guard x.glyphCount == 1, y.glyphCount == 1 else { return false }
    return words.glyphs[Int(x.glyphStart)].id != words.glyphs[Int(y.glyphStart)].id
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: HTML of a slide becomes its steps.

internal import Documents

/// Makes blocks and steps of a slide's HTML.
struct SlideMaker {
  let assets: SlideAssets
  private var notes: [String: [HTMLNode]] = [:]

  init(assets: SlideAssets) { self.assets = assets }

  mutating func footnotes(_ html: String) { notes = assets.footnotes(of: html) }

  func blocks(of nodes: [HTMLNode]) -> [Block] {
    assets.check(stylesIn: nodes)
    var builder = BlockBuilder(assets: assets)
    builder.footnotes = notes
    return Descriptions.gathered(builder.blocks(of: nodes))
  }

  /// The words of a piece of HTML on one line.
  func words(of html: String) -> String {
    (HTMLParser.read(html)?.nodes ?? []).text.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  /// Steps where HTML has them as elements of the class `step` that are in no other; content that
  /// follows one without being one appears with it.
  func steps(of nodes: [HTMLNode]) -> [Slide.Step] {
    var groups: [(nodes: [HTMLNode], classes: [String])] = [([], [])]
    for node in nodes {
      if case .element(let element) = node, element.has("step") {
        let own = element.classes.filter { name in
          name != "step" && !(name.hasPrefix("step-") && Int(name.dropFirst(5)) != nil)
        }
        groups.append((element.children, own))
      } else {
        groups[groups.count - 1].nodes.append(node)
      }
    }
    return groups.map { Slide.Step(blocks(of: $0.nodes), classes: $0.classes) }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: checks the styles of elements of slides.

internal import Documents

extension SlideAssets {
  /// Reports styles of elements themselves, as far as they have no effect. Code, drawings and
  /// formulas have colors of their own.
  func check(stylesIn nodes: [HTMLNode]) {
    for case .element(let element) in nodes {
      if let style = element["style"] {
        for own in StyleDeclaration.list(style) where !SlideAssets.hasEffect(own, by: element) {
          recordUnused(.declarations, own.name, line: firstLine(of: style))
          check(imageIn: own)
        }
      }
      if !["pre", "svg", "math"].contains(element.name) { check(stylesIn: element.children) }
    }
  }

  private static func hasEffect(_ own: StyleDeclaration, by element: HTMLElement) -> Bool {
    switch element.name {
    case "pre", "svg", "math": true
    case "img": own.name == "width" && own.value.hasSuffix("%")
    case "td", "th": own.name == "text-align"
    default: false
    }
  }
}

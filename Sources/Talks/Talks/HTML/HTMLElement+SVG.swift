// SPDX-License-Identifier: MIT
// Part of Platen: a drawing within HTML as an SVG file of its own.

extension HTMLElement {
  /// The element with its contents as SVG.
  ///
  /// HTML accepts SVG's elements in any case and without a namespace; files of SVG do not.
  var svg: String {
    var result = ""
    writeMarkup(to: &result, isRoot: true)
    return result
  }

  private static let namespace = "http://www.w3.org/2000/svg"

  /// Names with capital letters in them.
  private static let names: [String: String] = Dictionary(
    [
      "animateMotion", "animateTransform", "clipPath", "feBlend", "feColorMatrix",
      "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
      "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB",
      "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology",
      "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
      "foreignObject", "linearGradient", "radialGradient", "textPath",
    ].map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  private func writeMarkup(to text: inout String, isRoot: Bool) {
    // Scripts and elements of HTML are omitted.
    guard name != "script", !name.isEmpty, name.utf8.allSatisfy(HTMLElement.isName) else { return }
    let own = HTMLElement.names[name] ?? name
    text += "<" + own
    var hasNamespace = false
    for attribute in attributes where attribute.name.utf8.allSatisfy(HTMLElement.isName) {
      if attribute.name == "xmlns" { hasNamespace = true }
      if attribute.name.hasPrefix("on") || attribute.name.hasPrefix("xmlns:") { continue }
      text += " \(attribute.name)=\"\(HTMLElement.escaped(attribute.value))\""
    }
    if isRoot, !hasNamespace { text += " xmlns=\"\(HTMLElement.namespace)\"" }
    text += ">"
    for child in children {
      switch child {
      case .text(let words): text += HTMLElement.escaped(words)
      case .element(let element): element.writeMarkup(to: &text, isRoot: false)
      }
    }
    text += "</\(own)>"
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func escaped(_ text: String) -> String {
    // Characters that XML does not allow are omitted.
    let known = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    return HTMLText.escaped(String(String.UnicodeScalarView(known)))
  }
}

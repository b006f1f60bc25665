// SPDX-License-Identifier: MIT
// Part of Platen: the example of PlatenAssets, compiled; all below this header stands in its article.

import PlatenAssets

/// Writes design tokens as Swift and as custom properties of CSS.
func makeColors(_ tokens: [UInt8]) throws -> (swift: String, css: String) {
  let set = try TokenReader.read(TokenReader.values(of: tokens, file: "tokens.json"))
  return (try SwiftTokens.source(set), try CSSTokens.css(set))
}

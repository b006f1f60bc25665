// SPDX-License-Identifier: MIT
// Part of Platen: what tests of cards share: looks from the templates, fonts, composed cards.

import Canvas
import Cards
import Diagnostics
import Drawing
import Foundation
import Rows
import TestSupport
import Tokens
import Values

enum TestLooks {
  /// A look of JSON, for tests of what looks can express.
  static func json(
    _ text: String, colors: [(String, String)] = [], columns: [String: [String]] = [:]
  ) throws -> CardLook {
    let members = colors.map {
      PlacedValue.Member(
        key: $0.0, place: SourceLocation(), value: PlacedValue(.text($0.1), at: SourceLocation()))
    }
    return try CardLook(
      TokenReader.values(of: Array(text.utf8), file: "look.json"), name: "test", colors: members,
      columns: columns)
  }

  /// A look of the templates.
  static func template(_ name: String) throws -> CardLook {
    func source(_ name: String) throws -> PlacedValue {
      let file = Shared.repository.appendingPathComponent("Templates/Looks/Cards/\(name).yaml")
      let own = try TokenReader.values(of: [UInt8](Data(contentsOf: file)), file: "\(name).yaml")
      return try own["extends"]?.text.map { own.laid(over: try source($0)) } ?? own
    }
    let merged = try source(name)
    let groups = merged.entries.filter { $0.key != "extends" }
    return try CardLook(PlacedValue(.mapping(groups), at: merged.place), name: name)
  }

  /// A look with one text in a box.
  static func text(_ element: String, box: String = "[40, 40, 920, 600]") throws -> CardLook {
    try json(
      """
      {"colors": {"ink": "#102030"},
       "fonts": {"body": {"families": ["EB Garamond", "DejaVu Serif"], "rtl": "arabic"},
                 "arabic": {"families": ["Amiri"], "line": 1.9}},
       "views": {"card": {"square": [{"box": \(box), \(element)}]}}}
      """)
  }
}

enum Fonts {
  static func library(_ files: [String] = []) throws -> FontLibrary {
    try FontLibrary(FontSet(files: files))
  }
}

extension CardLook {
  /// The cards of a row, distinguished by fields.
  func cards(
    _ fields: [(String, RowValue)], size: String = "square", mayContinue: Bool = false,
    view: String = "card"
  ) throws -> Diagnosed<[ComposedCard]> {
    let library = try Fonts.library()
    return try CardComposer(
      self, view: view, size: CardSize(size)!, appearance: .light, measuring: library
    ).cards(of: Row(fields.map { Row.Field($0.0, $0.1) }), mayContinue: mayContinue)
  }
}

extension Scene {
  /// Every text of it, groups entered.
  var texts: [TextNode] { nodes.flatMap(\.texts) }
}

extension Node {
  fileprivate var texts: [TextNode] {
    switch self {
    case .text(let text): [text]
    case .group(let group): group.children.flatMap(\.texts)
    default: []
    }
  }
}

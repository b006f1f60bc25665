// SPDX-License-Identifier: MIT
// Part of Platen: tests of the tables of what a look can say of pages and of what stands on them.

import Diagnostics
import Drawing
import TestSupport
import Testing

@testable import Typesetting

@Suite struct LookFieldTests {
  /// Another value than the one a setting has.
  private func other(_ kind: LookKind, than value: LookValue?) -> LookValue {
    switch kind {
    case .length, .numbers: .number(0)
    case .points(let range), .number(let range):
      .number(value == .number(range.upperBound) ? range.lowerBound : range.upperBound)
    case .integer(let range):
      .number(
        Double(value == .number(Double(range.upperBound)) ? range.lowerBound : range.upperBound))
    case .color, .opaqueColor: .text("#123456")
    case .flag: .flag(true)
    case .text: .text("other")
    case .choice(let words): .text(words.first { .text($0) != value } ?? "")
    case .colors: .list([.text("#123456")])
    case .words: .list([.text("other")])
    }
  }

  @Test func `every setting of pages changes the look and comes back`() throws {
    for field in BookStyle.pageFields {
      var look = BookStyle.bare
      let value = other(field.kind, than: field.get(look))
      try field.set(&look, value)
      #expect(field.get(look) == value, "\(field.name)")
      #expect(look != .bare, "\(field.name)")
      #expect(!field.doc.isEmpty && !field.doc.hasSuffix("."), "\(field.name)")
    }
  }

  @Test func `every property is unset by default and is read back`() throws {
    for field in StylePatch.fields {
      var patch = StylePatch()
      #expect(field.get(patch) == nil, "\(field.name)")
      let value = other(field.kind, than: nil)
      try field.set(&patch, value)
      #expect(field.get(patch) == value, "\(field.name)")
      #expect(patch != StylePatch() && StylePatch().merging(patch) == patch, "\(field.name)")
    }
    // As many rows as there are properties.
    #expect(StylePatch.fields.count == Mirror(reflecting: StylePatch()).children.count)
  }

  @Test func `a setting of styles is found by its selector`() throws {
    var look = BookStyle.bare
    for selector in ["body", "heading.1", "heading.1.title", ".speaker", "callout.dice"] {
      let name = "styles.\(selector).color"
      let field = try #require(BookStyle.field(named: name), "\(name)")
      #expect(field.name == name)
      try field.set(&look, .text("#abcdef"))
      #expect(look.patches[selector]?.color == Color(hex: "#abcdef"))
    }
    for name in [
      "styles.body", "styles.bdoy.color", "styles.body.colr", "styles..nobody.size", "page",
    ] {
      #expect(BookStyle.field(named: name) == nil, "\(name)")
    }
  }

  @Test func `names are unique and every kind and class is listed once`() {
    for names in [
      BookStyle.pageFields.map(\.name), StylePatch.fields.map(\.name), BookStyle.selectors,
    ] {
      #expect(Set(names).count == names.count)
    }
    // A property of the name of a class could not be told from it.
    #expect(Set(StylePatch.fields.map(\.name)).isDisjoint(with: BookStyle.classes.map(\.name)))
  }

  @Test(arguments: [
    ("styles.body.size", LookValue.text("12pt")), ("styles.body.size", .number(0)),
    ("styles.body.weight", .number(400.5)), ("styles.body.color", .text("red")),
    ("styles.body.align", .text("centre")), ("page.orphans", .number(0)),
  ])
  func `wrong values are refused`(name: String, value: LookValue) throws {
    var look = BookStyle.bare
    let field = try #require(BookStyle.field(named: name))
    let error = #expect(throws: Failure.self) { try field.set(&look, value) }
    #expect(error?.diagnostics.first?.code == "look.value")
    #expect(look == .bare)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: tests that each form a kind lists is written as that form and no other.

import Diagnostics
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import Recipes

@Suite struct FormTests {
  private static let texts = [
    "rows.csv": "slug,title\nfire,Fire\n",
    "tokens.json":
      ##"{ "colors": { "sea": "#112233" }, "strings": { "en": { "a": "b" } }, "fonts": ["A.ttf"] }"##,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'/>",
  ]

  private func faults(_ kind: RecipeKind, _ form: OutputForm) throws -> [Diagnostic] {
    let input =
      switch kind.name {
      case "map": form.ending == "html" ? "worlds" : "w.map"
      case "campaign": "c.json"
      case "talk": "t.md"
      case "meeting": "m.json"
      case "assets": "tokens.json"
      default: "rows.csv"
      }
    let settings =
      switch (kind.name, form.ending) {
      case ("map", "html"), ("campaign", "json"): "form: library, "
      case ("assets", _): "icon: icon.svg, "
      default: ""
      }
    let output =
      switch form.ending {
      case "/": kind.name == "assets" ? "web/" : "tiles/"
      case "csv" where kind.name == "map": "burgs.csv"
      default: "a.\(form.ending)"
      }
    if kind.name == "cards", form.ending == "docx" || form.ending == "txt" {
      // Booklets are made of lists, which these rows are not.
      return []
    }
    let text =
      "version: 1\njobs: [{ \(kind.name): \(input), \(settings)outputs: [\"\(output)\"] }]\n"
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-forms-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in FormTests.texts {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Recipes.kinds, environment: environment)
      .parse(Array(text.utf8), file: "platen.yaml", folder: folder.path)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    let context = RecipeContext(environment: environment, templates: templates)
    let jobs = try Recipes.jobs(of: manifest, in: context)
    #expect(!jobs.flatMap(\.outputs).isEmpty)
    // A form without a writer is a stage that fails with this code.
    let outputs = try Outputs(root: folder.appendingPathComponent("out").path, locking: .none)
    let result = try Engine(
      environment: environment, outputs: outputs, options: Engine.Options(tool: "test")
    ).run(try Plan(jobs: jobs), on: DispatchRunner(width: 1))
    return result.record.jobs.flatMap(\.errors).filter { $0.code == .engine }
  }

  @Test(arguments: Recipes.builtKinds.map(\.name))
  func `each form has its writer`(kind: String) throws {
    let kind = try #require(Recipes.builtKinds.first { $0.name == kind })
    for form in kind.forms {
      do {
        #expect(try faults(kind, form) == [], "\(kind.name) .\(form.ending)")
      } catch let failure as Failure {
        #expect(
          failure.diagnostics.allSatisfy { $0.code != .engine }, "\(kind.name) .\(form.ending)")
      }
    }
  }
}

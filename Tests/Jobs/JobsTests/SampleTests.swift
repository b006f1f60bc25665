// SPDX-License-Identifier: MIT
// Part of Platen: tests that what we hand out to start from is right.

import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing

@Suite struct SampleTests {
  static let manifests = [
    "Samples/Ardenfell/platen.yaml", "Samples/Harbour/platen.yaml",
    "Samples/NightWatch/platen.yaml", "Templates/Manifests/cards.yaml",
    "Templates/Manifests/assets.yaml", "Templates/Manifests/map.yaml",
  ]

  static func text(_ path: String) throws -> String {
    try String(contentsOf: Shared.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: manifests) func manifestsAreRight(path: String) throws {
    let text = try SampleTests.text(path)
    #expect(throws: Never.self) {
      try ManifestParser(
        kinds: Jobs.kinds, environment: SealedEnvironment(texts: ["a.map": ""])
      ).parse(Array(text.utf8), file: path, folder: ".")
    }
    #expect(try SchemaTests.faults(text) == [])
  }

  @Test func theSamplesSchemaIsToday() throws {
    #expect(
      try SampleTests.text("Samples/Ardenfell/platen.schema.json")
        == ManifestSchema(kinds: Jobs.kinds, in: SchemaTests.context()).json())
  }

  /// Every look, layer and size the sample names is known, and its jobs share what they can.
  @Test func theSamplePlans() throws {
    let folder = Shared.repository.appendingPathComponent("Samples/Ardenfell").path
    let environment = DiskEnvironment(folder: folder)
    let bytes = try environment.read("platen.yaml").bytes
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment)
      .parse(bytes, file: "platen.yaml", folder: folder)
    let context = RecipeContext(environment: environment, templates: nil)
    let plan = try Plan(jobs: try Jobs.jobs(of: manifest, in: context))
    #expect(plan.jobs.count == 7)
    // One reading, one import, one rectangle; the plates of the sheet; a scene for each of six
    // requests; and what makes each of seven files.
    #expect(plan.stageCount == 1 + 1 + 1 + 1 + 6 + 7)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes books of worlds.

package import Diagnostics
package import JobKit
internal import MapJobs
package import Pipeline

/// Jobs that make books of worlds.
package struct GazetteerKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { GazetteerKeys.grammar }
  package var codes: CodeTable { .gazetteerJobs }
  package var inputHelp: String { "a map for a gazetteer" }
  package var inputPhrase: String { "a map" }

  /// Files of worlds are maps first.
  package var sharedExtensions: Set<String> { MapKind().ownExtensions.union(["gz", "json"]) }
  package func takesFolder(_ settings: Settings) -> Bool { false }
  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    MapKind().claim(onBeginning: bytes)
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try GazetteerRecipe(job, in: context, root: manifest.root).makeJob()
  }

  package var looksOf: String? { "campaign" }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try MapKind().inspection(of: file, at: path, salvages: salvages)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that draws worlds.

package import Diagnostics
package import JobKit
package import Pipeline
internal import Text

/// Jobs that draw worlds, convert their data, or list those of a folder.
package struct MapKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { MapKeys.grammar }
  package var codes: CodeTable { .mapJobs }
  package var inputHelp: String { "a map (FMG, World Foundry)" }
  package var exampleOutput: String { "world.png" }

  package var ownExtensions: Set<String> { ["map", "wfmap", "platenworld"] }
  package var inputExtensions: [String] { ["map", "wfmap", "platenworld", "gz"] }

  package func takesFolder(_ settings: Settings) -> Bool { WorldLibrary.isMeant(by: settings) }

  package func claim(onFolder names: [String]) -> InputClaim {
    let pathExtensions = Set(names.map { fileExtension(of: $0) })
    if !ownExtensions.isDisjoint(with: pathExtensions) { return .likely }
    return pathExtensions.contains("gz") ? .fallback : .none
  }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    bytes.withUnsafeBytes(WorldFile.recognizes) ? .certain : .none
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    WorldLibrary.isMeant(by: job)
      ? try WorldLibrary(job, in: context).makeJob() : try MapRecipe(job, in: context).makeJob()
  }

  package var looks: (any LookFamily)? { MapLooks() }

  package var isFoundInFolders: Bool { true }

  package func claim(on file: FileBytes, at path: String) -> InputClaim {
    file.withUnsafeBytes { WorldFile.recognizes($0) } ? .certain : .none
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try Inspection(of: file, path: path, salvages: salvages)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that lists, describes and draws changes.

internal import CampaignJobs
package import Diagnostics
package import JobKit
internal import MapJobs
package import Pipeline

/// Jobs that list, describe and draw the changes between two versions.
package struct DiffKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { DiffKeys.grammar }
  package var codes: CodeTable { .diffJobs }
  package var inputHelp: String { "two versions to compare" }
  package var inputPhrase: String { "a world, a campaign or a record of a run" }
  package var expectedPhrase: String { "two worlds, campaigns or records of runs" }
  package var exampleOutput: String { "changes.pdf" }

  /// Files of worlds and campaigns are theirs first.
  package var sharedExtensions: Set<String> {
    MapKind().ownExtensions.union(["gz", "json", "jsonl", "ndjson", "txt"])
  }
  package func takesFolder(_ settings: Settings) -> Bool { false }
  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    MapKind().claim(onBeginning: bytes)
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try DiffRecipe(job, in: context).makeJob()
  }

  package var looksOf: String? { "campaign" }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try MapKind().inspection(of: file, at: path, salvages: salvages)
  }
}

/// A subject whose versions are compared.
enum DiffSubject: Hashable {
  case world, campaign, run

  /// The subject of a file by its name and its first bytes.
  init(path: String, beginning bytes: [UInt8]) {
    let map = MapKind()
    if RunDifferences.isRecord(bytes) {
      self = .run
    } else if map.inputExtensions.contains(where: { path.lowercased().hasSuffix("." + $0) })
      || map.claim(onBeginning: bytes) == .certain
    {
      self = .world
    } else {
      // Its reader reports what is of no kind at all.
      self =
        CampaignKind().claim(onBeginning: bytes) > .none || path.hasSuffix(".txt")
          || path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") ? .campaign : .world
    }
  }
}

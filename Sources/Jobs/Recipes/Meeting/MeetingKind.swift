// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that writes up meetings.

internal import Diagnostics
public import Pipeline

/// Jobs that make minutes, recaps, invitations and tables of meetings.
public struct MeetingKind: JobKind {
  public init() {}

  public var grammar: JobGrammar { MeetingKeys.grammar }
  public var ownEndings: Set<String> { ["db", "sqlite", "sqlite3"] }
  public var inputEndings: [String] { ["db", "sqlite", "sqlite3"] }

  public func claim(onFolder names: [String]) -> InputClaim {
    let isMeeting = names.contains { name in
      let name = name.lowercased()
      let isData = [".json", ".jsonl", ".ndjson"].contains(where: name.hasSuffix)
      return isData && ["chat", "room", "participants", "meeting"].contains(where: name.hasPrefix)
        || [".db", ".sqlite", ".sqlite3", ".minutes.yaml"].contains(where: name.hasSuffix)
    }
    return isMeeting ? .strong : .none
  }

  public func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    FirstBytes(bytes).areOfMeeting ? .strong : .none
  }

  public func isNamedOtherwise(_ bytes: [UInt8]) -> Bool { FirstBytes(bytes).areOfServerList }

  public func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try MeetingRecipe(job, among: manifest.jobs + manifest.unchosen, in: context).makeJob()
  }

  public var isFoundInFolders: Bool { true }

  public func claim(on file: FileBytes, at path: String) -> InputClaim {
    MeetingInspection.recognizes(file, path: path) ? .strong : .none
  }

  public func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try MeetingInspection(of: file, path: path)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that writes up meetings.

package import Diagnostics
package import JobKit
internal import Meetings
package import Pipeline
internal import Text

/// Jobs that make minutes, recaps, invitations and tables of meetings.
package struct MeetingKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { MeetingKeys.grammar }
  package var codes: CodeTable { .meetingJobs }
  package var inputHelp: String {
    "a meeting (Bedrud, Zoom, Teams, VTT, …)"
  }

  package func filesReadBeside(_ settings: Settings) -> [String] {
    settings[MeetingKeys.with] ?? []
  }
  /// Minutes are books.
  package var looksOf: String? { "campaign" }
  package var ownExtensions: Set<String> {
    Set(["db", "sqlite", "sqlite3"] + RoomFormat.pathExtensions)
  }
  package var inputExtensions: [String] {
    ["db", "sqlite", "sqlite3"] + RoomFormat.pathExtensions
  }

  package var sharedExtensions: Set<String> { ["csv"] }

  package func claim(onFolder names: [String]) -> InputClaim {
    let isMeeting = names.contains { name in
      let name = name.lowercased()
      let isData = [".json", ".jsonl", ".ndjson"].contains(where: name.hasSuffix)
      return isData && ["chat", "room", "participants", "meeting"].contains(where: name.hasPrefix)
        || [".db", ".sqlite", ".sqlite3", ".minutes.yaml"].contains(where: name.hasSuffix)
    }
    if isMeeting { return .strong }
    let hasTranscript = names.contains { RoomFormat.pathExtensions.contains(fileExtension(of: $0)) }
    let known = RoomFormat.pathExtensions + RoomFormat.otherPathExtensions + ["yaml", "yml"]
    // Subtitles may also be beside a film or the slides of a talk.
    let isRoom = names.allSatisfy { known.contains(fileExtension(of: $0)) }
    return hasTranscript ? isRoom && names.count > 1 ? .likely : .fallback : .none
  }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    if let format = RoomFormat(beginning: bytes) { return format.isTable ? .strong : .certain }
    let first = FirstBytes(bytes)
    return first.areOfTranscript ? .certain : first.areOfMeeting ? .strong : .none
  }

  package func isNamedOtherwise(_ bytes: [UInt8]) -> Bool {
    let first = FirstBytes(bytes)
    return first.areOfServerList || first.areOfServerDump
      || RoomFormat(beginning: bytes)?.isTable ?? false
  }

  package func link(in text: String) throws(Failure) -> InputLink? {
    let link = try RoomLink(text)
    return InputLink(server: link.base, name: link.name)
  }

  package func uploads(namedIn bytes: [UInt8], limit: Int) -> [String] {
    ChatUploads.names(in: bytes, limit: limit)
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try MeetingRecipe(job, among: manifest.jobs + manifest.unchosen, in: context).makeJob()
  }

  package var pages: (any PageSource)? { MeetingPages() }

  package var isFoundInFolders: Bool { true }

  package func claim(on file: FileBytes, at path: String) -> InputClaim {
    MeetingInspection.recognizes(file, path: path) ? .strong : .none
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try MeetingInspection(of: file, path: path)
  }
}

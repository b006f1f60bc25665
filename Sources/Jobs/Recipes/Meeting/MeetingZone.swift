// SPDX-License-Identifier: MIT
// Part of Platen: time zones by their names, from the zone files of the machine.

internal import Diagnostics
internal import Meetings
internal import Pipeline

/// Finds the rules of a time zone.
enum MeetingZone {
  private static let folder = "/usr/share/zoneinfo"

  /// The zone of that name. The file is read through the environment, so that a job is made anew when
  /// the machine's zone files change its rules.
  ///
  /// - Throws: `Failure` `meeting.zone` for one nobody knows, or where there are no zone files.
  static func rules(_ name: String, in environment: any Environment) throws -> ZoneRules {
    if let fixed = ZoneRules(fixed: name) { return fixed }
    let path = folder + "/" + name
    guard ZoneRules.isName(name), try environment.status(path)?.kind == .file else {
      let hasFiles = try environment.status(folder + "/Europe/Berlin") != nil
      throw Failure(
        .error(
          "meeting.zone", "no time zone called \"\(printable(name, limit: 60))\"",
          hints: [
            hasFiles
              ? "names are as in Europe/Prague or Asia/Tehran; an offset is written +03:30"
              : "zones by name need the package tzdata; an offset such as +01:00 needs nothing"
          ]))
    }
    return try ZoneRules(name: name, file: try environment.read(path, limit: 1 << 20).bytes)
  }
}

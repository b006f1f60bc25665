// SPDX-License-Identifier: MIT
// Part of Platen: time zones by their names, from the zone files of the machine.

internal import Diagnostics

extension ZoneRules {
  /// The folder of zone files.
  package static let folder = "/usr/share/zoneinfo"

  /// The rules of a zone by its name or its offset from UTC.
  ///
  /// - Parameter read: the bytes of a zone file; nil where the file does not exist.
  /// - Throws: `Failure` `meeting.zone` for an unknown name, or where zone files are missing.
  package init(named name: String, read: (String) throws -> [UInt8]?) throws {
    if let fixed = ZoneRules(fixed: name) {
      self = fixed
      return
    }
    func file(_ name: String) throws -> [UInt8]? { try read(ZoneRules.folder + "/" + name) }
    guard ZoneRules.isName(name), let bytes = try file(name) else {
      let hasFiles = try file("Europe/Berlin") != nil
      throw Failure(
        .error(
          .meetingZone, "unknown time zone \"\(printable(name, limit: 60))\"",
          hints: [
            hasFiles
              ? "names are as in Europe/Prague or Asia/Tehran; an offset is written +03:30"
              : "zones by name need the package tzdata; an offset such as +01:00 needs nothing"
          ]))
    }
    try self.init(name: name, file: bytes)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: time zones by their names, from the zone files of the machine.

internal import Diagnostics
internal import Text

extension ZoneRules {
  /// The folders of zone files, in the order in which they are searched, whether they exist or not:
  /// that of `TZDIR`, `zoneinfo` in each folder of shared data, and those of NixOS and macOS.
  package static func folders(variable: (String) -> String?) -> [String] {
    let own = variable("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return [own].compactMap(\.self)
      + DataFolders.all(variable: variable).map { $0 + "/zoneinfo" }
      + ["/etc/zoneinfo", "/var/db/timezone/zoneinfo"]
  }

  /// The rules of a zone by its name or its offset from UTC.
  ///
  /// - Parameters:
  ///   - folders: the folders of zone files; the first that has the file counts.
  ///   - read: the bytes of a zone file; nil where the file does not exist.
  /// - Throws: `Failure` `meeting.zone` for an unknown name, or where zone files are missing.
  package init(
    named name: String, in folders: [String], read: (String) throws -> [UInt8]?
  ) throws {
    if let fixed = ZoneRules(fixed: name) {
      self = fixed
      return
    }
    func file(_ name: String) throws -> [UInt8]? {
      for folder in folders {
        if let bytes = try read(folder + "/" + name) { return bytes }
      }
      return nil
    }
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

// SPDX-License-Identifier: MIT
// Part of Platen: giving up files outside some folders, and the network, by Linux's Landlock.

import CProcess
import Diagnostics
import Libc

/// The files that a process and the processes it starts may use from now on.
///
/// Source: Linux, Documentation/userspace-api/landlock.rst.
struct Confinement {
  /// Folders and files to read.
  var readable: [String]
  /// Programs to run, with the loader of their libraries; no other is started.
  var programs: [String]
  /// Folders to read and to write.
  var writable: [String]
  /// A folder from which empty folders may be removed.
  var swept: String

  /// Rights to files, by their bits.
  private enum Right {
    static let execute: UInt64 = 1 << 0
    static let writeFile: UInt64 = 1 << 1
    static let readFile: UInt64 = 1 << 2
    static let readFolder: UInt64 = 1 << 3
    static let removeFolder: UInt64 = 1 << 4
    static let truncate: UInt64 = 1 << 14
    /// All rights that a version of the kernel's interface knows.
    static func all(_ version: Int32) -> UInt64 {
      switch version {
      case ...1: (1 << 13) - 1
      case 2: (1 << 14) - 1
      case 3, 4: (1 << 15) - 1
      default: (1 << 16) - 1
      }
    }
    static let reading = readFile | readFolder
    /// The rights that a file can have that is not a folder.
    static let ofFiles = execute | writeFile | readFile | truncate | 1 << 15
  }

  /// Gives up everything else, for good. Paths that do not exist are skipped.
  ///
  /// It has to be called before other threads are started: these would keep their rights.
  ///
  /// - Throws: `Failure` `mcp.confinement` where the kernel has no Landlock.
  func apply() throws(Failure) {
    let version = platen_landlock_version()
    guard version >= 1 else { throw Confinement.refusal }
    let all = Right.all(version)
    // Connecting and listening, where the kernel can forbid them.
    let rules = platen_landlock_create(all, version >= 4 ? 3 : 0, version)
    guard rules >= 0 else { throw Confinement.refusal }
    defer { close(rules) }
    for path in readable { try allow(Right.reading & all, path, rules) }
    for path in programs { try allow(Right.execute | Right.readFile, path, rules) }
    for path in writable { try allow(all & ~Right.execute, path, rules) }
    try allow(Right.removeFolder, swept, rules)
    guard platen_landlock_apply(rules) == 0 else { throw Confinement.refusal }
  }

  private func allow(_ rights: UInt64, _ path: String, _ rules: Int32) throws(Failure) {
    let file = open(path, platen_path_flag | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard platen_landlock_allow(rules, isFolder ? rights : rights & Right.ofFiles, file) == 0 else {
      throw Confinement.refusal
    }
  }

  private static var refusal: Failure {
    Failure(
      .error(
        .mcpConfinement, "this system cannot confine the server to its folders: no Landlock",
        hints: [
          "use Linux 5.13 or later with Landlock enabled",
          "give --no-confinement to rely on the checks of paths alone",
        ]))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the maps, campaigns, talks and meetings at a path, read in sequence.

import Diagnostics
import JobKit
import Jobs
import MapJobs
import Meetings
import Pipeline
import Readers
import Text

/// The maps, campaigns, talks and meetings at a path: one, or those in a folder and below.
struct InputSearch {
  private let path: String
  /// Indicates whether the intact parts of damaged saves are read.
  private let salvages: Bool

  init(_ path: String, salvages: Bool = false) {
    self.path = path
    self.salvages = salvages
  }

  /// Reads each and passes on its inspection; reports the errors of those that cannot be read.
  ///
  /// - Returns: whether any could not be read.
  func forEach(_ console: Console, _ body: (any FileInspection) -> Void) throws -> Bool {
    if path != "-", let kind = Jobs.kind(ofWhole: path, in: DiskEnvironment()) {
      return !readWhole(path, kind, console, body)
    }
    guard Files.isFolder(path) else { return read(path, console, isFound: false, body) == false }
    // The folder is not part of the pattern: its name may contain brackets and stars.
    let found = try console.exiting { try DiskEnvironment(folder: path).glob("**/*") }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var failed = false
    var count = 0
    var wholes: Set<String> = []
    for file in found.map({ folder + $0 }) {
      if let (kind, whole) = whole(around: file) {
        guard wholes.insert(whole).inserted else { continue }
        count += 1
        if !readWhole(whole, kind, console, body) { failed = true }
        continue
      }
      guard isMeant(file) else { continue }
      switch read(file, console, isFound: true, body) {
      case true?: count += 1
      case false?: (count, failed) = (count + 1, true)
      case nil: break
      }
    }
    if count == 0 { console.report("no maps, campaigns, talks or meetings in \(path)") }
    return failed
  }

  /// The bytes of a file, or of standard input (`-`).
  static func bytes(of path: String) throws -> FileBytes {
    try DiskEnvironment().read(path == "-" ? "/dev/stdin" : path)
  }

  /// The inspection of a file's bytes.
  ///
  /// - Throws: `Failure` placed in the file.
  static func inspection(
    of bytes: FileBytes, path: String, salvages: Bool = false
  ) throws -> any FileInspection {
    if let kind = Jobs.kind(of: bytes, at: path) {
      return try kind.inspection(of: bytes, at: path, salvages: salvages)
    }
    let maps = MapKind()
    do {
      return try maps.inspection(of: bytes, at: path, salvages: salvages)
    } catch let failure as Failure
      where failure.diagnostics.contains(where: \.reportsOtherFormat)
      && !maps.inputExtensions.contains(fileExtension(of: path))
    {
      throw Failure(
        .error(
          .inspectKind, "unknown kind of file", at: SourceLocation(file: path),
          hints: [
            "known: maps, campaigns, talks, meetings, rows, design tokens and asset catalogs"
          ]))
    }
  }

  /// The whole that a file in a folder is part of, and its kind.
  private func whole(around file: String) -> (kind: any JobKind, path: String)? {
    for kind in Jobs.kinds {
      if let path = kind.whole(around: file, in: DiskEnvironment()) { return (kind, path) }
    }
    return nil
  }

  /// Indicates whether it could be read.
  private func readWhole(
    _ path: String, _ kind: any JobKind, _ console: Console, _ body: (any FileInspection) -> Void
  ) -> Bool {
    do {
      body(try kind.inspection(ofWhole: path, in: DiskEnvironment()))
      return true
    } catch let failure as Failure {
      console.report(failure.diagnostics)
    } catch {
      console.report([.error(.talkUnreadable, "\(error)", at: SourceLocation(file: path))])
    }
    return false
  }

  /// Indicates whether the file could be read; nil for one that was found in a folder and is
  /// something else.
  private func read(
    _ path: String, _ console: Console, isFound: Bool, _ body: (any FileInspection) -> Void
  ) -> Bool? {
    do {
      body(
        try InputSearch.inspection(
          of: InputSearch.bytes(of: path), path: path, salvages: salvages))
      return true
    } catch let failure as Failure {
      // JSON and text may be anything, and a file that looks like a campaign may not be one.
      let codes: [Diagnostic.Code] = [
        .campaignNone, .campaignFormat, .meetingFormat, .meetingTranscript,
      ]
      if isFound, failure.diagnostics.contains(where: { codes.contains($0.code) }) {
        return nil
      }
      console.report(failure.inFile(path).diagnostics)
    } catch {
      console.report([.error(.mapUnreadable, "\(error)", at: SourceLocation(file: path))])
    }
    return false
  }

  /// Indicates whether a file in a folder is an input: by its extension, or, as JSON and text may
  /// be anything, by its content.
  private func isMeant(_ path: String) -> Bool {
    let name = path.lowercased()
    if [".map", ".wfmap", ".platenworld", ".map.gz"].contains(where: name.hasSuffix) {
      return true
    }
    if name.hasSuffix(".minutes.yaml") { return true }
    let pathExtensions = [".json", ".jsonl", ".ndjson", ".txt", ".db", ".sqlite", ".sqlite3"]
    guard pathExtensions.contains(where: name.hasSuffix) else { return false }
    // An unreadable file may be a map, and its reader reports the error; texts are mostly
    // none.
    guard let bytes = try? InputSearch.bytes(of: path) else {
      return ![".jsonl", ".ndjson", ".txt"].contains(where: name.hasSuffix)
    }
    return Jobs.kind(of: bytes, at: path)?.isFoundInFolders == true
  }
}

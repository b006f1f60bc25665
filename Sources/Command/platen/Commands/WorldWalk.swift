// SPDX-License-Identifier: MIT
// Part of Platen: the maps, campaigns, talks and meetings that a path means, read one by one.

import Diagnostics
import Meetings
import Pipeline
import Readers
import Recipes

/// The maps, campaigns, talks and meetings at a path: one, or those in a folder and below.
struct WorldWalk {
  private let path: String
  /// Whether what is whole of damaged saves is read.
  private let salvages: Bool

  init(_ path: String, salvages: Bool = false) {
    self.path = path
    self.salvages = salvages
  }

  /// Reads each and hands on what it is; says what is wrong with those that cannot be read.
  ///
  /// - Returns: whether any could not be read.
  func forEach(_ voice: Voice, _ body: (any FileInspection) -> Void) throws -> Bool {
    if Files.isFolder(path), AssetInspection.recognizes(folder: path, in: DiskEnvironment()) {
      do {
        body(try AssetInspection(folder: path, in: DiskEnvironment()))
        return false
      } catch let failure as Failure {
        voice.say(failure.diagnostics)
        return true
      }
    }
    if isTalk(path) { return readTalk(path, voice, body) == false }
    guard Files.isFolder(path) else { return read(path, voice, isFound: false, body) == false }
    // The folder is no part of the pattern: its own name may hold brackets and stars.
    let found = try voice.ending { try DiskEnvironment(folder: path).glob("**/*") }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var failed = false
    var count = 0
    var talks: Set<String> = []
    for file in found.map({ folder + $0 }) {
      if let talk = talk(foundAt: file) {
        guard talks.insert(talk).inserted else { continue }
        count += 1
        if !readTalk(talk, voice, body) { failed = true }
        continue
      }
      guard isMeant(file) else { continue }
      switch read(file, voice, isFound: true, body) {
      case true?: count += 1
      case false?: (count, failed) = (count + 1, true)
      case nil: break
      }
    }
    if count == 0 { voice.say("\(path): no maps, campaigns, talks or meetings in it") }
    return failed
  }

  /// The bytes of a file, or of standard input (`-`).
  static func bytes(of path: String) throws -> FileBytes {
    try DiskEnvironment().read(path == "-" ? "/dev/stdin" : path)
  }

  /// What a file's bytes hold.
  ///
  /// - Throws: `Failure` placed in the file.
  static func inspection(
    of bytes: FileBytes, path: String, salvages: Bool = false
  ) throws -> any FileInspection {
    // A world is one whatever its name says, and whatever words stand in it.
    if bytes.withUnsafeBytes({ WorldFile.recognizes($0) }) {
      return try Inspection(of: bytes, path: path, salvages: salvages)
    }
    if isMeeting(bytes, path) { return try MeetingInspection(of: bytes, path: path) }
    if isCampaign(bytes, path) { return try CampaignInspection(of: bytes, path: path) }
    if AssetInspection.recognizes(file: path)
      || AssetInspection.recognizes(site: path, beginning: bytes.bytes)
    {
      return try AssetInspection(file: path, in: DiskEnvironment())
    }
    if AssetInspection.recognizes(file: path, beginning: bytes.bytes) {
      return try AssetInspection(file: path, bytes: bytes.bytes)
    }
    if isRows(bytes, path) { return try RowInspection(of: bytes, path: path) }
    return try Inspection(of: bytes, path: path, salvages: salvages)
  }

  /// Whether a file is a campaign; a world's file is none, whatever it is called. A PDF is none either,
  /// but whoever gives one means a campaign's export, so the reader of campaigns answers.
  static func isCampaign(_ bytes: FileBytes, _ path: String) -> Bool {
    if bytes.bytes.starts(with: "%PDF".utf8) { return true }
    return !bytes.withUnsafeBytes { WorldFile.recognizes($0) }
      && CampaignInspection.recognizes(bytes, path: path)
  }

  /// Whether a file is of a meeting; a world's file is not, whatever it is called.
  static func isMeeting(_ bytes: FileBytes, _ path: String) -> Bool {
    !bytes.withUnsafeBytes { WorldFile.recognizes($0) }
      && MeetingInspection.recognizes(bytes, path: path)
  }

  /// Whether a file holds rows that cards are made of.
  static func isRows(_ bytes: FileBytes, _ path: String) -> Bool {
    !bytes.withUnsafeBytes { WorldFile.recognizes($0) }
      && RowInspection.recognizes(bytes, path: path)
  }

  private func isTalk(_ path: String) -> Bool {
    path != "-" && (try? TalkInspection.recognizes(path, in: DiskEnvironment())) == true
  }

  /// The talk that a file in a folder tells of: its cover, a slide in a folder called `slides`, or a
  /// deck that was built.
  private func talk(foundAt file: String) -> String? {
    let endings = [".md", ".markdown", ".html", ".htm"]
    if let slides = file.firstRange(of: "/slides/"),
      endings.contains(where: file.lowercased().hasSuffix)
    {
      let talk = String(file[..<slides.lowerBound])
      if !talk.isEmpty, isTalk(talk) { return talk }
    }
    if file.hasSuffix("/_cover.md") { return String(file.dropLast("/_cover.md".count)) }
    return file.lowercased().hasSuffix(".toml") && isTalk(file) ? file : nil
  }

  /// Whether the talk could be read.
  private func readTalk(
    _ path: String, _ voice: Voice, _ body: (any FileInspection) -> Void
  ) -> Bool {
    do {
      body(try TalkInspection(path, in: DiskEnvironment()))
      return true
    } catch let failure as Failure {
      voice.say(failure.diagnostics)
    } catch {
      voice.say([.error("talk.unreadable", "\(error)", at: Place(file: path))])
    }
    return false
  }

  /// Whether the file could be read; nil for one that was found in a folder and is something else.
  private func read(
    _ path: String, _ voice: Voice, isFound: Bool, _ body: (any FileInspection) -> Void
  ) -> Bool? {
    do {
      body(
        try WorldWalk.inspection(
          of: WorldWalk.bytes(of: path), path: path, salvages: salvages))
      return true
    } catch let failure as Failure {
      // JSON and text may be anything, and what looks like a campaign at first need be none.
      let codes: [Diagnostic.Code] = [.campaignNone, .campaignFormat, .meetingFormat]
      if isFound, failure.diagnostics.contains(where: { codes.contains($0.code) }) {
        return nil
      }
      voice.say(failure.inFile(path).diagnostics)
    } catch {
      voice.say([.error("map.unreadable", "\(error)", at: Place(file: path))])
    }
    return false
  }

  /// Whether a file in a folder is meant: by its ending, or, as JSON and text may be anything, by its
  /// content.
  private func isMeant(_ path: String) -> Bool {
    let name = path.lowercased()
    if [".map", ".wfmap", ".platenworld", ".map.gz"].contains(where: name.hasSuffix) {
      return true
    }
    if name.hasSuffix(".minutes.yaml") { return true }
    let endings = [".json", ".jsonl", ".ndjson", ".txt", ".db", ".sqlite", ".sqlite3"]
    guard endings.contains(where: name.hasSuffix) else { return false }
    // One that cannot be read may be a map, and whoever reads it says why not; texts are mostly none.
    guard let bytes = try? WorldWalk.bytes(of: path) else {
      return ![".jsonl", ".ndjson", ".txt"].contains(where: name.hasSuffix)
    }
    return bytes.withUnsafeBytes { WorldFile.recognizes($0) }
      || WorldWalk.isCampaign(bytes, path) || WorldWalk.isMeeting(bytes, path)
  }
}

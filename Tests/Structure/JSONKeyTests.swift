// SPDX-License-Identifier: MIT
// Part of Platen: holds that the keys of Platen's own JSON are in kebab case.

import Foundation
import TestSupport
import Testing

struct JSONKeyTests {
  /// Files and folders that write or read the formats of other systems, as the manual's page
  /// FilesOfPlaten lists them.
  private static let foreign = [
    "Assets/Assets/Icons/WebIcons.swift", "Assets/Tokens/Writing/FormatWriter.swift",
    "Assets/Tokens/Writing/TokensJSON.swift",
    "Cards/Cards/Sheets/TabletopDeck.swift", "Command/ModelContext/",
    "Command/Serving/LiveServer.swift",
    "Documents/Readers/Campaign/", "Engine/Instances/Clients/", "Engine/Reports/ChromeTrace.swift",
    "Jobs/MapJobs/Looks/LookSchema.swift", "Maps/Exports/Generator/",
    "Maps/Tabletop/FoundryDocuments.swift", "Maps/Tabletop/UniversalVTT.swift",
    "Maps/WorldFoundry/WorldFoundryWriter.swift", "Maps/Worldsmith/Save/",
    "Meetings/Meetings/Reading/", "Talks/Rehearsal/LiveRoom.swift",
    "Talks/Rehearsal/LiveState.swift", "Talks/Talks/Live/TalkJSON.swift",
    "Talks/Talks/Statistics/StatisticsText.swift",
  ]

  /// The keys in a source that JSON is written with and that are not in kebab case.
  private static func otherKeys(in text: String) -> [String] {
    let call = #/\b(?:member|key|visit|field|rows)\(\s*"([^"\\]+)"/#.wordBoundaryKind(.simple)
    return text.matches(of: call).map { String($0.1) }
      .filter { $0.contains { $0 == "_" || $0.isUppercase } }
  }

  @Test func otherKeysAreFound() {
    let text = #"json.member("plan_seconds", 1); json.key("isNew"); fields.visit("map-id", &id)"#
    #expect(Self.otherKeys(in: text) == ["plan_seconds", "isNew"])
  }

  @Test func ownKeysAreInKebabCase() {
    let folder = Shared.repository.appendingPathComponent("Sources")
    let depth = folder.standardizedFileURL.pathComponents.count
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var unused = Set(Self.foreign)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      let path = file.standardizedFileURL.pathComponents.dropFirst(depth).joined(separator: "/")
      let keys = Self.otherKeys(in: text)
      if let entry = Self.foreign.first(where: { path.hasPrefix($0) }) {
        if !keys.isEmpty { unused.remove(entry) }
      } else {
        #expect(keys == [], "\(path)")
      }
    }
    #expect(unused == [])
  }
}

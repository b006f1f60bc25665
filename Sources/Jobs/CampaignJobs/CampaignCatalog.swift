// SPDX-License-Identifier: MIT
// Part of Platen: the campaigns of a folder, with the data that a library shows.

internal import Diagnostics
internal import Digests
internal import Documents
internal import JSON
internal import JobKit
internal import Pipeline
internal import Readers

/// The campaigns of a folder.
struct CampaignCatalog: Hashable, Sendable, Digestible {
  /// One of them.
  struct Volume: Hashable, Sendable, Digestible {
    var listing: CampaignLibrary.Listing
    /// The places of the story, whenever that changes.
    var places: [Place]

    /// The scene that is the first at a place.
    struct Place: Hashable, Sendable, Digestible {
      var scene: Int
      var name: String
      func add(to digester: inout Digester) { digester.addFields(scene, name) }
    }

    func add(to digester: inout Digester) {
      digester.addFields(listing.title, listing.hero, listing.scenes, listing.words)
      digester.addFields(
        listing.lastPlayed?.microseconds ?? -1, listing.premise, listing.file, places)
    }
  }

  var volumes: [Volume]

  func add(to digester: inout Digester) { digester.addFields(volumes) }

  /// Reads the campaigns in sequence, and keeps none of them.
  ///
  /// Each campaign is listed once, even if it is in several files, formats and folders; the folders
  /// in it are searched as well. A file that is not a campaign, or a damaged one, is omitted with a
  /// warning: one never stops the others.
  /// - Throws: `Failure` `campaign.empty-folder` where none is left, `campaign.no-folder` for a
  ///   file.
  static func read(
    _ path: String, _ phrases: Phrasebook, in context: StageContext
  ) throws -> Diagnosed<CampaignCatalog> {
    if try context.environment.status(path)?.kind == .file {
      throw Failure(
        .error(
          .campaignNoFolder, "a library: expected a folder of campaigns, found a file",
          at: SourceLocation(file: path), hints: ["show: book makes a book of it"]))
    }
    var catalog = CampaignCatalog(volumes: [])
    var diagnostics: [Diagnostic] = []
    let entries = try context.environment.list(path)
    var files = CampaignFiles.names(of: entries, in: path)
    // Files in the library's own folder do not take its name.
    let own = Set(files)
    for entry in entries where entry.isFolder && !entry.name.hasPrefix(".") {
      let folder = joinedPath(path, entry.name)
      files += CampaignFiles.names(of: try context.environment.list(folder), in: folder)
    }
    try catalog.read(files, own: own, phrases, in: context, &diagnostics)
    guard !catalog.volumes.isEmpty else {
      throw Failure(
        [.error(.campaignEmptyFolder, "no campaign in this folder", at: .init(file: path))]
          + diagnostics)
    }
    return Diagnosed(catalog, warnings: diagnostics)
  }

  /// The codes of files that are not campaigns at all.
  private static let foreign: Set<Diagnostic.Code> = [.campaignFormat, .campaignNone]

  /// Reads files of the library's folder and of those in it, each campaign among them once.
  ///
  /// A campaign that is the only one in a folder takes the folder's name.
  /// - Parameter own: Files of the library's own folder.
  private mutating func read(
    _ files: [String], own: Set<String>, _ phrases: Phrasebook, in context: StageContext,
    _ diagnostics: inout [Diagnostic]
  ) throws {
    var signatures: [CampaignSignature] = []
    // What each file comes to alone, which is all of it where a campaign is one file.
    var volumes: [Result<Volume?, Failure>] = []
    for file in files {
      if context.isCancelled { throw CancellationError() }
      let bytes = try context.read(file, limit: CampaignFiles.limit)
      // Other files, such as worlds and Platen's own records, are not campaigns.
      guard CampaignInspection.recognizes(bytes, path: file) else { continue }
      let part = try CampaignPart(NamedBytes(file, bytes.bytes))
      signatures.append(part.signature)
      volumes.append(
        try CampaignCatalog.volume(file, phrases) { try CampaignReader.read(part).value })
    }
    let groups = CampaignGroups(signatures)
    var campaigns: [String: Int] = [:]
    for files in groups.campaigns {
      for folder in Set(files.map({ signatures[$0].folder })) { campaigns[folder, default: 0] += 1 }
    }
    for files in groups.campaigns {
      let folders = Set(files.map { signatures[$0].folder })
      let first = signatures[files[0]]
      let isOnly = folders.count == 1 && campaigns[first.folder] == 1 && !own.contains(first.file)
      let name = isOnly ? String(first.folder.dropLast()) : first.file
      let volume =
        files.count == 1
        ? volumes[files[0]]
        : try CampaignCatalog.volume(name, phrases) {
          try CampaignReader.read(
            files: files.map { index in
              let file = signatures[index].file
              return NamedBytes(file, try context.read(file, limit: CampaignFiles.limit).bytes)
            }
          ).value
        }
      addVolume(volume, name: name, &diagnostics)
    }
    for index in groups.others {
      // A folder may hold anything; a file that ends as a campaign's does is meant to be one.
      if case .failure(let failure) = volumes[index], !own.contains(signatures[index].file),
        failure.diagnostics.allSatisfy({ CampaignCatalog.foreign.contains($0.code) })
      {
        continue
      }
      addVolume(volumes[index], name: signatures[index].file, &diagnostics)
    }
  }

  /// A campaign as the library needs it, nil where it has no story, or its errors.
  private static func volume(
    _ name: String, _ phrases: Phrasebook, _ read: () throws -> Campaign
  ) throws -> Result<Volume?, Failure> {
    do {
      let campaign = try read()
      return .success(campaign.sceneCount > 0 ? Volume(campaign, file: name, phrases) : nil)
    } catch let failure as Failure {
      return .failure(failure)
    }
  }

  private mutating func addVolume(
    _ volume: Result<Volume?, Failure>, name: String, _ diagnostics: inout [Diagnostic]
  ) {
    switch volume {
    case .success(var volume?):
      volume.listing.file = name.split(separator: "/").last.map(String.init) ?? name
      volumes.append(volume)
    case .success(nil):
      diagnostics.append(
        .warning(
          .campaignNoStory, "the campaign has no scenes, so it is not in the library",
          at: SourceLocation(file: name)))
    case .failure(let failure):
      diagnostics += failure.inFile(name).diagnostics.map { fault in
        var fault = fault
        fault.severity = .warning
        return fault
      }
    }
  }

  /// The index, for programs; keys are only ever added.
  var json: String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("format", "library")
      json.member("scenes", volumes.reduce(0) { $0 + $1.listing.scenes })
      json.member("words", volumes.reduce(0) { $0 + $1.listing.words })
      json.member(
        "campaigns",
        array: { json in
          for listing in CampaignLibrary.sorted(volumes.map(\.listing)) {
            json.object { json in
              json.member("file", listing.file)
              json.member("title", listing.title)
              json.member("hero", listing.hero)
              json.member("scenes", listing.scenes)
              json.member("words", listing.words)
              json.member("last-played", listing.lastPlayed?.isoDay)
              json.member("premise", listing.premise)
            }
          }
        })
    }
    return json.text + "\n"
  }
}

extension CampaignCatalog.Volume {
  fileprivate init(_ campaign: Campaign, file: String, _ phrases: Phrasebook) {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    listing = CampaignLibrary.Listing(campaign, file: name, phrases: phrases)
    places = []
    for entry in campaign.entries {
      guard let scene = entry.scene, !entry.place.isEmpty, entry.place != places.last?.name
      else { continue }
      places.append(Place(scene: scene, name: entry.place))
    }
  }
}

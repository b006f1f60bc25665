// SPDX-License-Identifier: MIT
// Part of Platen: the campaigns of a folder, each as little as a library needs of it.

internal import Diagnostics
internal import Digests
internal import Documents
internal import JSON
internal import Pipeline
internal import Readers

/// The campaigns of a folder.
struct CampaignShelf: Hashable, Sendable, Digestible {
  /// One of them.
  struct Volume: Hashable, Sendable, Digestible {
    var listing: CampaignLibrary.Listing
    /// Where the story is, whenever that changes.
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

  /// Reads the campaigns one after the other, and keeps none of them.
  ///
  /// A folder in it is a campaign of several files, such as a story beside its state. A file that is no
  /// campaign, or is a damaged one, is left out with a warning: one never stops the others.
  /// - Throws: `Failure` `campaign.empty-folder` where none is left, `campaign.no-folder` for a file.
  static func read(
    _ path: String, _ phrases: Phrasebook, in context: StageContext
  ) throws -> Warned<CampaignShelf> {
    if try context.environment.status(path)?.kind == .file {
      throw Failure(
        .error(
          "campaign.no-folder", "a library is made of a folder of campaigns, and this is a file",
          at: Place(file: path), hints: ["form: book makes a book of it"]))
    }
    var shelf = CampaignShelf(volumes: [])
    var said: [Diagnostic] = []
    for (name, files) in try books(of: path, in: context) {
      if context.isCancelled { throw CancellationError() }
      var read: [NamedBytes] = []
      for file in files {
        let bytes = try context.read(file, limit: CampaignFiles.limit)
        // What stands beside campaigns, such as worlds and this program's own records, is no campaign.
        guard CampaignInspection.recognizes(bytes, path: file) else { continue }
        read.append(NamedBytes(file, bytes.bytes))
      }
      guard !read.isEmpty else { continue }
      do {
        let campaign = try CampaignReader.read(files: read).value
        guard campaign.sceneCount > 0 else {
          said.append(
            .warning(
              "campaign.no-story", "no scene is told in it, so it is not in the library",
              at: Place(file: name)))
          continue
        }
        shelf.volumes.append(Volume(campaign, file: name, phrases))
      } catch let failure as Failure {
        // A folder may hold anything; a file that ends as a campaign's does is meant to be one.
        let isFolder = files != [name]
        if isFolder, failure.diagnostics.allSatisfy({ foreign.contains($0.code) }) { continue }
        said += failure.inFile(name).diagnostics.map { fault in
          var fault = fault
          fault.severity = .warning
          return fault
        }
      }
    }
    guard !shelf.volumes.isEmpty else {
      throw Failure(
        [.error("campaign.empty-folder", "no campaign in this folder", at: .init(file: path))]
          + said)
    }
    return Warned(shelf, warnings: said)
  }

  /// Said of files that are no campaign at all.
  private static let foreign: Set<Diagnostic.Code> = ["campaign.format", "campaign.none"]

  /// The files of a folder, each for itself, then its folders with the files that are one campaign
  /// together.
  private static func books(
    of folder: String, in context: StageContext
  ) throws -> [(name: String, files: [String])] {
    let entries = try context.environment.list(folder)
    let files = CampaignFiles.names(of: entries, in: folder)
    let folders = entries.filter { $0.isFolder && !$0.name.hasPrefix(".") }
      .map { joinedPath(folder, $0.name) }
    return try files.map { ($0, [$0]) }
      + folders.map { ($0, CampaignFiles.names(of: try context.environment.list($0), in: $0)) }
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
              json.member("lastPlayed", listing.lastPlayed?.isoDay)
              json.member("premise", listing.premise)
            }
          }
        })
    }
    return json.text + "\n"
  }
}

extension CampaignShelf.Volume {
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

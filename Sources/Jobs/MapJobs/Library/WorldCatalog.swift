// SPDX-License-Identifier: MIT
// Part of Platen: the worlds of a folder, each reduced to what a list needs.

internal import Atlas
internal import Azgaar
internal import Diagnostics
internal import Digests
internal import JSON
internal import JobKit
internal import Pipeline

/// The worlds of a folder.
struct WorldCatalog: Hashable, Sendable, Digestible {
  /// One of the worlds.
  struct Volume: Hashable, Sendable, Digestible {
    var name: String
    /// The name of its file, and the file's size in bytes.
    var file: String
    var size: Int
    /// The size of the sheet in map units.
    var width: Double
    var height: Double
    var cells: Int
    var states: Int
    var burgs: Int
    /// The date, such as `2026-02-13`; empty if the file has none.
    var savedOn: String
    /// A PNG of `previewWidth` pixels; empty if the world has nothing to draw.
    var preview: [UInt8]
    var previewHeight: Int

    func add(to digester: inout Digester) {
      digester.addFields(name, file, size, width, height, cells, states, burgs, savedOn)
      digester.addFields(Digest.of(preview).description, previewHeight)
    }
  }

  /// The worlds, ordered by name, then by file.
  var volumes: [Volume]

  func add(to digester: inout Digester) { digester.addFields(volumes) }

  /// The largest number of worlds in one list.
  static let mostVolumes = 2000
  /// The width of a preview in pixels.
  static let previewWidth = 480
  /// The estimated size of a preview in bytes: a map of that width has about half as many.
  static let previewBytes = 256 << 10
  private static let pathExtensions = ["map", "wfmap", "platenworld", "json", "gz"]

  /// Reads the worlds in order, several in parallel if slots are idle, and keeps none of them.
  ///
  /// A file that is not a world, or is damaged, is skipped with a warning: one file never stops
  /// the others.
  ///
  /// - Parameters:
  ///   - options: options of the readers; losses in salvaged worlds become warnings.
  ///   - draw: returns a preview and its height.
  /// - Throws: `Failure` `map.empty-folder` if no world remains, `map.too-many`.
  static func read(
    _ folder: String, options: ImportOptions, in context: StageContext,
    draw: @escaping @Sendable (World) throws -> (png: [UInt8], height: Int)
  ) throws -> Diagnosed<WorldCatalog> {
    let names = try names(in: folder, context.environment)
    var volumes: [Volume] = []
    var diagnostics: [Diagnostic] = []
    try context.inOrder(names.count, ahead: 2) { index -> Result<Diagnosed<Volume>?, Failure> in
      let name = names[index]
      do {
        return .success(try volume(name, in: folder, options, context, draw))
      } catch let failure as Failure {
        return .failure(failure.inFile(joinedPath(folder, name)))
      }
    } take: { found in
      switch found {
      case .success(let volume):
        guard let volume else { return }
        volumes.append(volume.value)
        diagnostics += volume.warnings
      case .failure(let failure):
        diagnostics += failure.diagnostics.map { fault in
          var fault = fault
          fault.severity = .warning
          return fault
        }
      }
    }
    guard !volumes.isEmpty else {
      throw Failure(
        [
          .error(
            .mapEmptyFolder, "no worlds found in this folder", at: SourceLocation(file: folder))
        ]
          + diagnostics)
    }
    volumes.sort { ($0.name, $0.file) < ($1.name, $1.file) }
    return Diagnosed(WorldCatalog(volumes: volumes), warnings: diagnostics)
  }

  /// Returns the number of files in a folder that may be worlds, for memory estimates; 0 if the
  /// folder cannot be read.
  static func count(in folder: String, _ environment: any Environment) -> Int {
    (try? names(in: folder, environment).count) ?? 0
  }

  /// Returns the names of the files in a folder that may be worlds.
  private static func names(
    in folder: String, _ environment: any Environment
  ) throws -> [String] {
    guard try environment.status(folder)?.kind == .folder else {
      throw Failure(
        .error(
          .mapEmptyFolder, "a list of worlds requires a folder, and this is not one",
          at: SourceLocation(file: folder), hints: ["specify the folder that contains the worlds"]))
    }
    let names = try environment.list(folder).filter { entry in
      !entry.isFolder && !entry.name.hasPrefix(".")
        && pathExtensions.contains { entry.name.lowercased().hasSuffix("." + $0) }
    }.map(\.name).sorted()
    guard !names.isEmpty, names.count <= mostVolumes else {
      throw Failure(
        names.isEmpty
          ? .error(
            .mapEmptyFolder,
            "no worlds found in this folder; extensions: "
              + pathExtensions.map { ".\($0)" }.joined(separator: ", "),
            at: SourceLocation(file: folder))
          : .error(
            .mapTooMany,
            "\(names.count) files in this folder; a list may have at most \(mostVolumes)",
            at: SourceLocation(file: folder),
            hints: ["split the folder, and make one list per folder"]))
    }
    return names
  }

  /// Reads and draws one world; nil for a file of another kind.
  private static func volume(
    _ name: String, in folder: String, _ options: ImportOptions, _ context: StageContext,
    _ draw: (World) throws -> (png: [UInt8], height: Int)
  ) throws -> Diagnosed<Volume>? {
    try context.checkCancellation()
    let path = joinedPath(folder, name)
    let bytes = try context.read(path)
    // Not every JSON file is a world: other files in the folder are not errors.
    let isWorld = bytes.withUnsafeBytes { WorldFile.recognizes($0) }
    if !isWorld, name.lowercased().hasSuffix(".json") { return nil }
    let imported = try bytes.withUnsafeBytes {
      try WorldFile.read($0, path: path, options: options)
    }
    let read = imported.value
    let world = read.world
    var volume = Volume(
      name: world.info.name.isEmpty ? stem(of: name) : world.info.name, file: name,
      size: bytes.count, width: world.info.width, height: world.info.height,
      cells: world.cells?.count ?? 0,
      // Id 0 is "Neutrals": the absence of a state.
      states: world.states.count { $0.id != 0 }, burgs: world.burgs.count,
      savedOn: read.report.savedOn ?? "", preview: [], previewHeight: 0)
    if world.terrain != nil || world.cells != nil {
      let drawn = try draw(world)
      (volume.preview, volume.previewHeight) = (drawn.png, drawn.height)
    }
    // Other repairs are reported by the job that draws the world itself.
    return Diagnosed(volume, warnings: imported.warnings.filter { $0.code == .mapLost })
  }

  /// The list as JSON, for programs. Keys are added, never removed.
  var json: String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("format", "worlds")
      json.member(
        "worlds",
        array: { json in
          for volume in volumes {
            json.object { json in
              json.member("file", volume.file)
              json.member("name", volume.name)
              json.member("width", volume.width)
              json.member("height", volume.height)
              json.member("cells", volume.cells)
              json.member("states", volume.states)
              json.member("burgs", volume.burgs)
              json.member("saved-on", volume.savedOn.isEmpty ? nil : volume.savedOn)
              json.member("size", volume.size)
            }
          }
        })
    }
    return json.text + "\n"
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: where looks and starter manifests are found.

internal import Diagnostics
internal import Libc
package import Pipeline

/// The folder of looks and starter manifests, and how it was found.
package struct Templates: Sendable {
  /// Absolute, or as the user named it.
  package let folder: String
  private let environment: any Environment

  /// Finds the folder: the one named, `PLATEN_DATA_DIR`, `../share/platen/Templates` beside the
  /// executable, `Templates` in a folder above the executable or above the working directory.
  ///
  /// - Throws: `Failure` `templates.missing`, with the paths that were searched.
  package static func find(
    named name: String? = nil, in environment: any Environment = DiskEnvironment()
  ) throws -> Templates {
    if let named = name
      ?? environment.variable("PLATEN_DATA_DIR").flatMap({ $0.isEmpty ? nil : $0 })
    {
      guard isFolder(named, environment) else {
        throw Failure(
          .error(
            .templatesMissing, "no such folder of templates: \(named)",
            hints: [name == nil ? "PLATEN_DATA_DIR names it" : "--data-dir names it"]))
      }
      return Templates(folder: named, environment: environment)
    }
    var tried: [String] = []
    for place in places() {
      // Desktops have a folder of this name for purposes of their own.
      if isFolder(place + "/Looks", environment) {
        return Templates(folder: place, environment: environment)
      }
      tried.append(place)
    }
    throw Failure(
      .error(
        .templatesMissing, "no folder of templates found",
        hints: [
          "name it with --data-dir or PLATEN_DATA_DIR",
          "searched \(tried.prefix(3).joined(separator: ", "))",
        ]))
  }

  private init(folder: String, environment: any Environment) {
    self.folder = folder
    self.environment = environment
  }

  /// The starter manifest of a kind.
  package func manifest(kind: String) throws -> [UInt8] {
    try environment.read("\(folder)/Manifests/\(kind).yaml").bytes
  }

  /// A file by its name from the templates, such as `Schemas/events.schema.json`.
  package func file(_ name: String) throws -> [UInt8] {
    try environment.read("\(folder)/\(name)", limit: 1 << 20).bytes
  }

  /// The names of the looks that are there, sorted.
  ///
  /// - Parameter place: below the templates: `Looks` holds those of maps, `Looks/Books` of books.
  package func lookNames(in place: String) -> [String] {
    ((try? environment.list("\(folder)/\(place)")) ?? []).compactMap { entry in
      guard !entry.isFolder, entry.name.hasSuffix(".yaml"), !entry.name.hasPrefix(".") else {
        return nil
      }
      return String(entry.name.dropLast(5))
    }
  }

  /// A look's file, or nil when there is none of that name.
  package func look(named name: String, in place: String) throws -> FileBytes? {
    guard lookNames(in: place).contains(name) else { return nil }
    return try environment.read("\(folder)/\(place)/\(name).yaml", limit: 1 << 20)
  }

  /// Every file below a folder of the templates, by its name from there, sorted.
  package func files(below name: String) throws -> [(name: String, file: FileBytes)] {
    var found: [(name: String, file: FileBytes)] = []
    func gather(_ path: String) throws {
      for entry in try environment.list("\(folder)/\(name)\(path)") where !entry.isLink {
        let inner = "\(path)/\(entry.name)"
        // Five levels and a megabyte a file are more than any of Platen's templates has.
        if entry.isFolder {
          if inner.split(separator: "/").count <= 5 { try gather(inner) }
        } else if entry.name != ".DS_Store" {
          found.append(
            (
              String(inner.dropFirst()),
              try environment.read("\(folder)/\(name)\(inner)", limit: 1 << 20)
            ))
        }
      }
    }
    try gather("")
    return found
  }

  /// The files that outputs may depend on, by their names from the folder, sorted.
  func decidingFiles() throws -> [(name: String, file: FileBytes)] {
    try ["Fonts", "Looks", "Overview", "Phrases", "Slides", "Tiles", "Word"].flatMap { folder in
      guard Templates.isFolder("\(self.folder)/\(folder)", environment) else {
        return [(name: String, file: FileBytes)]()
      }
      return try files(below: folder).map { ("\(folder)/\($0.name)", $0.file) }
    }
  }

  /// The language files, by the names of their languages.
  package func phraseFiles() throws -> [String: FileBytes] {
    let place = "\(folder)/Phrases"
    guard try environment.status(place)?.kind == .folder else { return [:] }
    var files: [String: FileBytes] = [:]
    for entry in try environment.list(place)
    where !entry.isFolder && entry.name.hasSuffix(".yaml") && !entry.name.hasPrefix(".") {
      let file = try environment.read("\(place)/\(entry.name)", limit: 1 << 20)
      files[String(entry.name.dropLast(5))] = file
    }
    return files
  }

  /// The language file of that name, or nil when there is none.
  package func phrases(language: String) throws -> FileBytes? {
    let path = "\(folder)/Phrases/\(language).yaml"
    guard !language.contains("/"), try environment.status(path) != nil else { return nil }
    return try environment.read(path, limit: 1 << 20)
  }

  private static func isFolder(_ path: String, _ environment: any Environment) -> Bool {
    (try? environment.status(path))?.kind == .folder
  }

  private static func places() -> [String] {
    var places: [String] = []
    if let executable = executablePath() {
      let parts = executable.split(separator: "/").dropLast()
      if !parts.isEmpty {
        places.append("/" + parts.dropLast().map { $0 + "/" }.joined() + "share/platen/Templates")
      }
      places += above(parts)
    }
    if let working = getcwd(nil, 0) {
      places += above(String(cString: working).split(separator: "/")[...])
      free(working)
    }
    return places
  }

  /// `Templates` in a folder and in each above it.
  private static func above(_ parts: ArraySlice<Substring>) -> [String] {
    (0...parts.count).reversed().map { count in
      "/" + parts.prefix(count).map { $0 + "/" }.joined() + "Templates"
    }
  }

  private static func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

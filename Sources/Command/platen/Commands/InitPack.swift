// SPDX-License-Identifier: MIT
// Part of Platen: `platen init` of a pack: World Foundry's five sets of exports as manifests.

import Diagnostics
import JobKit
import Libc
import MapJobs
import Pipeline

/// A set of outputs for one purpose, built from one world.
enum InitPack: String, CaseIterable {
  case masterPack = "master-pack"
  case playerHandout = "player-handout"
  case printShop = "print-shop"
  case webGallery = "web-gallery"
  case archive

  /// The files by name: the manifest, and what is delivered beside the outputs.
  ///
  /// - Parameters:
  ///   - world: the file, from the working folder.
  ///   - into: the folder of the manifest.
  /// - Throws: `Failure` `init.world` where the file does not exist.
  func files(
    from templates: Templates, world: String, into: String
  ) throws -> [(String, [UInt8])] {
    let path = try InitPack.input(world, from: into)
    let text = String(decoding: try templates.file("Packs/\(rawValue)/platen.yaml"), as: UTF8.self)
    // The name first: a path may contain braces, a name does not.
    let manifest = text.split(separator: "{{name}}", omittingEmptySubsequences: false)
      .joined(separator: InitPack.name(of: world))
      .split(separator: "{{world}}", omittingEmptySubsequences: false).joined(separator: path)
    return [
      ("platen.yaml", Array(manifest.utf8)),
      ("Documentation/README.txt", try templates.file("Packs/\(rawValue)/README.txt")),
      ("Documentation/License.txt", try templates.file("Packs/License.txt")),
    ]
  }

  /// The name of a world's deliveries: its file's stem, safe in file names.
  private static func name(of world: String) -> String {
    let file = world.split(separator: "/").last.map(String.init) ?? world
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    let safe = stem.prefix(100).map { character in
      character.isLetter || character.isNumber || "-_. ".contains(character)
        ? String(character) : "-"
    }.joined()
    return safe.first.map { $0 == "." || $0 == " " } ?? true ? "World" : safe
  }

  /// A world's path as the manifest has it, quoted: relative to its own folder where the world is
  /// in or below it, else absolute.
  private static func input(_ world: String, from folder: String) throws -> String {
    var status = stat()
    guard stat(world, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        .error(
          .initWorld, "no such world: \(printable(world))",
          hints: ["name the file of a map: platen init master-pack world.map"]))
    }
    let kind = InputKind.kind(of: world, outputs: [])
    guard kind.isSame(as: MapKind()) else {
      throw Failure(
        .error(
          .initWorld, "\(printable(world)) is \(kind.inputPhrase), not a world",
          hints: ["name the file of a map: platen init master-pack world.map"]))
    }
    var path = world
    if folder != "." {
      guard let real = Files.realPath(world) else {
        throw Failure(.error(.initWorld, "\(printable(world)) cannot be found"))
      }
      path = real
      if let place = Files.realPath(folder) {
        let prefix = place + "/"
        // Bytes: the same letter may have several encodings that differ for the system.
        if path.utf8.starts(with: prefix.utf8) {
          path = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
      }
    }
    guard !path.unicodeScalars.contains(where: isControl) else {
      throw Failure(
        .error(
          .initWorld, "\(printable(path)) has a control character in its name",
          hints: ["rename the file or its folder"]))
    }
    var quoted = "\""
    for scalar in path.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Indicates whether YAML forbids the character in a quoted text, or reads it as a line ending.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: reads a user's own drawings of charges: a folder of SVG files named after them.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Heraldry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Vectors

/// A folder of drawings of charges.
struct ChargeFolder: Sendable {
  let path: String
  /// Its location in the manifest, for errors.
  let place: SourceLocation?

  /// The side of a drawn charge in pixels: sharp on a shield 10 cm wide in print.
  private static let side = 320
  /// The largest number of drawings for one map: 160 MB of pixels.
  private static let limit = 400
  /// The bytes that all drawings take.
  static let mostBytes = limit * side * side * 4

  /// Checks that the folder exists, as `check` does, whether or not coats of arms are drawn.
  ///
  /// - Throws: `Failure` `file.missing` or `file.folder` at the manifest's line.
  func check(in context: StageContext) throws {
    try context.checkFolder(path, of: MapKeys.charges.name, at: place)
  }

  /// Reads the drawings of the charges in the coats of arms of `world`, and no other files.
  func images(
    for world: World, in context: StageContext
  ) throws -> Diagnosed<[String: ChargeImage]> {
    var names: Set<String> = []
    for arms in world.coatsOfArms where !arms.isCustom { names.formUnion(arms.chargeNames) }
    var images: [String: ChargeImage] = [:]
    var warnings: [Diagnostic] = []
    for name in names.sorted() where ChargeFolder.isPlain(name) {
      try context.checkCancellation()
      let file = joinedPath(path, name + ".svg")
      guard try context.environment.status(file)?.kind == .file else { continue }
      guard images.count < ChargeFolder.limit else {
        warnings.append(
          .warning(
            .chargesMany,
            "more than \(ChargeFolder.limit) drawings of charges: using Platen's for the others"))
        break
      }
      do {
        let isCancelled = { context.isCancelled }
        let vector = try SVGDrawing(
          try context.read(file, limit: SVGDrawing.limit).bytes, isCancelled: isCancelled)
        warnings += vector.warnings.map { $0.inFile(file) }
        let bitmap = try vector.drawn(
          width: ChargeFolder.side, height: ChargeFolder.side, isCancelled: isCancelled)
        let image = RasterImage(
          width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
        // As large as Platen's own at their widest.
        let frame = Rect(x: -40, y: -40, width: 80, height: 80)
        images[name] = ChargeImage(nodes: [.image(ImageNode(image, frame: frame))])
      } catch let failure as Failure {
        throw failure.inFile(file)
      }
    }
    return Diagnosed(images, warnings: warnings)
  }

  /// Indicates whether a charge's name is a valid file name, and cannot refer outside the folder.
  static func isPlain(_ name: String) -> Bool {
    (1...60).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}

extension World {
  /// The arms of all states, provinces and burgs.
  fileprivate var coatsOfArms: [CoatOfArms] {
    states.compactMap(\.coatOfArms) + provinces.compactMap(\.coatOfArms)
      + burgs.compactMap(\.coatOfArms)
  }
}

extension StageContext {
  /// Checks that the folder of drawings that a key names exists.
  ///
  /// - Throws: `Failure` `file.missing` or `file.folder` at the key's place in the manifest.
  func checkFolder(_ path: String, of key: String, at place: SourceLocation?) throws {
    switch try environment.status(path)?.kind {
    case .folder?: return
    case nil: throw Failure(.error(.fileMissing, "no such folder: \(path)", at: place))
    case .file?, .other?:
      throw Failure(
        .error(.fileIsFolder, "\(key): expected a folder, found the file \"\(path)\"", at: place))
    }
  }
}

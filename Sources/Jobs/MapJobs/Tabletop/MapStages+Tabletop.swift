// SPDX-License-Identifier: MIT
// Part of Platen: the stage that writes a map for virtual tabletops, and its check.

internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Tabletop
internal import Text

extension MapStages {
  /// Returns the stage that paints the scene into a Universal VTT file.
  func tabletop(_ output: OutputRequest, _ request: TabletopRequest) -> Stage<FileArtifact> {
    let options = output.options
    let fonts = scenes.fonts
    let pixels = request.pixels
    return .file(
      "write tabletop", version: 1, parameters: .of(options, scenes.type),
      memory: MapMemory.tabletop(pixels: pixels, sceneOf: scenes.inputSize),
      after: scenes.scene(for: output, sizedBy: .image), scenes.part(output, sizedBy: .image),
      check: { try Verification.universalVTT($0) }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      guard size.width.isMultiple(of: pixels), size.height.isMultiple(of: pixels) else {
        throw Failure(
          .error(
            .engine, "internal error: \(size.width) × \(size.height) pixels are not whole squares"))
      }
      let writer = try unsafe UniversalVTTWriter(
        columns: size.width / pixels, rows: size.height / pixels, pixels: pixels, sink: file.write)
      let isOpaque = scene.background.alpha >= 1
      let encoder = try unsafe PNGEncoder(
        width: size.width, height: size.height, pixels: isOpaque ? .rgb : .rgba,
        sink: writer.write)
      let packs = PNGEncoder.isInPieces(width: size.width, height: size.height)
      try MapStages.paint(
        scene, size, packed: packs ? !isOpaque : nil, to: encoder, with: fonts, in: context)
      try writer.finish()
      return []
    }
  }
}

extension MapMemory {
  /// Returns the estimate for a map for tabletops: the bands of an image of about 40 squares.
  static func tabletop(pixels: Int, sceneOf file: Int) -> MemoryEstimate {
    let width = 48 * pixels
    let bands = bandsAhead(width: width, height: width) * width * ImageCanvas.bandHeight * 4
    return MemoryEstimate(running: (16 << 20) + file + bands + min(width * width, 12 << 20) * 5)
  }
}

extension Verification {
  /// Checks a Universal VTT file: its beginning, its end, and that its picture has the size that its
  /// squares have.
  static func universalVTT(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = String(decoding: try file.read(at: 0, count: 1024), as: UTF8.self)
    let tail = try file.read(at: max(0, file.size - 2), count: 2)
    func number(_ key: String) -> Int? {
      head.firstRange(of: "\"\(key)\":").flatMap {
        Int(head[$0.upperBound...].prefix(while: \.isNumber))
      }
    }
    guard head.hasPrefix("{\"format\":"), tail == Array("\"}".utf8),
      let columns = number("x\":0,\"y\":0},\"map_size\":{\"x"),
      let rows = head.firstRange(of: "\"map_size\":{\"x\":\(columns),\"y\":").flatMap({
        Int(head[$0.upperBound...].prefix(while: \.isNumber))
      }), let pixels = number("pixels_per_grid"),
      let image = head.firstRange(of: "\"image\":\"")
    else { throw refusal("\(file.target) is not a whole Universal VTT file") }
    // 24 bytes: the signature and the size.
    let picture = Base64.decode(String(head[image.upperBound...].prefix(32))) ?? []
    func size(_ at: Int) -> Int { picture[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard picture.count == 24, size(16) == columns * pixels, size(20) == rows * pixels else {
      throw refusal("\(file.target) does not have the picture of its squares")
    }
    return FileFacts(width: size(16), height: size(20))
  }
}

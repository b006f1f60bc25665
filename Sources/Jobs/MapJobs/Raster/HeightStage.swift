// SPDX-License-Identifier: MIT
// Part of Platen: writes a world's heights as 16-bit grays, for programs that build terrain.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Geometry
internal import JobKit
internal import Pipeline

/// The stage that writes a heightmap.
enum HeightStage {
  /// The number of rows sampled at once.
  private static let bandRows = 256

  /// - Parameters:
  ///   - shown: the part of the sheet that the output shows.
  ///   - input: the world's path, for diagnostics.
  static func stage(
    _ output: OutputRequest, as raster: RasterSettings, of world: Stage<World>,
    showing shown: Stage<ShownPart>, from input: String, memory: MemoryEstimate
  ) -> Stage<FileArtifact> {
    let options = output.options.only(
      MapKeys.width, MapKeys.height, MapKeys.scale, MapKeys.dpi, MapKeys.orientation,
      MapKeys.margin, PrintKeys.bleed, PrintKeys.cropMarks, RasterKeys.compression)
    return .file(
      "heights", version: 1, parameters: .of(options, raster.packerVersion),
      memory: memory, after: world, shown,
      check: { file in
        try Verification.heights(
          file, as: raster, width: options[MapKeys.width], height: options[MapKeys.height])
      }
    ) { context, file, world, shown in
      let size = try MapSize(options, showing: shown)
      let heights: HeightRaster
      do {
        heights = try HeightRaster(
          of: world, window: size.window, width: size.width, height: size.height)
      } catch let failure as Failure {
        // The sampler does not know the world's file.
        throw failure.inFile(input)
      }
      let (write, finish) = try writer(raster, size, to: file)
      var range: (least: UInt16, most: UInt16) = (.max, 0)
      let bands = (size.height + bandRows - 1) / bandRows
      try context.inOrder(bands, ahead: ahead(width: size.width)) { index in
        let top = index * bandRows
        return heights.rows(top..<min(size.height, top + bandRows))
      } take: { rows in
        for gray in rows { range = (min(range.least, gray), max(range.most, gray)) }
        try write(rows)
      }
      try finish()
      guard range.least == range.most else { return [] }
      return [
        .warning(
          .heightsFlat, "the heightmap is flat: every pixel is \(range.least) of 65535",
          hints: ["choose another region"])
      ]
    }
  }

  /// Returns the number of bands that fit into 32 MB, and at least two.
  static func ahead(width: Int) -> Int {
    max(2, min(8, (32 << 20) / max(1, width * bandRows * 2)))
  }

  /// Returns functions that write rows from the top, and that finish the file.
  private static func writer(
    _ raster: RasterSettings, _ size: MapSize, to file: FileWriter
  ) throws -> (rows: ([UInt16]) throws -> Void, finish: () throws -> Void) {
    var row = 0
    func counted(_ body: @escaping (Int, [UInt16]) throws -> Void) -> ([UInt16]) throws -> Void {
      { grays in
        try body(row, grays)
        row += grays.count / size.width
      }
    }
    let encoder = try raster.heightEncoder(
      width: size.width, height: size.height, dpi: size.dpi, to: file)
    return (counted(encoder.write), encoder.finish)
  }
}

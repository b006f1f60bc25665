// SPDX-License-Identifier: MIT
// Part of Platen: the entry point for worlds of World Foundry.

internal import Archive
public import Atlas
public import Diagnostics
internal import JSON

/// Reads World Foundry's native JSON and `.wfmap`, which is that JSON or a ZIP of it.
///
/// The format has no definition beyond its program, so the reader is lenient: numbers may be
/// written as text, missing fields have defaults, and every id may be null. A warning reports every
/// guess and every omission.
public enum WorldFoundryReader {
  /// Indicates whether `bytes` look like something `read` can read, judged by content alone.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if unsafe ZipReader.recognizes(bytes) {
      guard let json = try? unsafe worldInside(bytes) else { return false }
      return unsafe json.withUnsafeBytes(looksNative)
    }
    return unsafe looksNative(bytes)
  }

  /// Reads a world.
  ///
  /// - Throws: `Failure` whose diagnostics describe what is wrong with the file and where.
  /// - Returns: the world, how it was read, and a warning for everything that was guessed, dropped
  ///   or not understood.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, options: ImportOptions = ImportOptions()
  ) throws -> Diagnosed<ImportedWorld> {
    guard unsafe ZipReader.recognizes(bytes) else {
      return try unsafe read(json: bytes, format: "worldfoundry-json", options: options)
    }
    let json = try unsafe worldInside(bytes)
    return try unsafe json.withUnsafeBytes {
      try unsafe read(json: $0, format: "wfmap", options: options)
    }
  }

  private static func read(
    json bytes: UnsafeRawBufferPointer, format: String, options: ImportOptions
  ) throws -> Diagnosed<ImportedWorld> {
    let document: JSONDocument
    do {
      document = try unsafe JSONDocument(unsafelyBorrowing: bytes)
    } catch {
      throw Failure(
        error.diagnostic(
          .worldfoundryJson, hints: ["the file may be cut short; save or copy it again"]))
    }
    return try unsafe document.withView { root in
      var reader = NativeReader(options: options)
      if let offset = document.repairs.firstOffset {
        let position = document.position(ofByte: offset)
        reader.log.record(
          .warning(
            .worldfoundryEncoding,
            "bytes that are not UTF-8, or unescaped control characters, were replaced",
            at: SourceLocation(line: position.line, column: position.column)))
      }
      let world = try reader.world(root)
      var report = ImportReport(
        format: format, version: world.info.version, isRepaired: !document.repairs.isEmpty,
        tables: world.nativeTableCounts)
      report.savedOn = ImportReport.day(root["metadata"]?["modified_at"]?.string)
      return Diagnosed(
        ImportedWorld(world: world, report: report), warnings: reader.log.diagnostics)
    }
  }

  /// The keys that stand in every native world and in no other format that we read.
  private static func looksNative(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard unsafe bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{") else {
      return false
    }
    return unsafe contains(bytes, "\"metadata\"")
      && (contains(bytes, "\"heightmap\"") || contains(bytes, "\"coordinates\""))
      && !contains(bytes, "\"mapCoordinates\"")
  }

  private static func contains(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    var at = 0
    // The quote is rare enough in numbers to make the plain search fast.
    while at <= bytes.count - count {
      if unsafe bytes[at] == word.utf8Start[0] {
        var same = 1
        while same < count, unsafe bytes[at + same] == word.utf8Start[same] { same += 1 }
        if same == count { return true }
      }
      at += 1
    }
    return false
  }

  /// The native JSON in a ZIP: the first file called `.json` or `.wfmap` that looks like it, or the
  /// only file there is. Others are not unpacked: most ZIPs are something else altogether.
  private static func worldInside(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    let zip = try unsafe ZipReader(bytes: bytes, limits: ZipLimits(ratio: 64))
    let files = zip.entries.filter { !$0.isFolder }
    for entry in files {
      let name = entry.name.lowercased()
      guard files.count == 1 || name.hasSuffix(".json") || name.hasSuffix(".wfmap") else {
        continue
      }
      let contents = try zip.contents(of: entry)
      if unsafe contents.withUnsafeBytes(looksNative) { return contents }
    }
    throw Failure(
      .error(
        .worldfoundryNoWorld, "the ZIP holds \(files.count) files and no World Foundry world",
        hints: ["a .wfmap is a world's JSON or a ZIP of it"]))
  }
}

extension World {
  /// The numbers of rows of each table of the native format, in its order.
  var nativeTableCounts: [ImportReport.TableCount] {
    [
      .init("cells", cells?.count ?? 0), .init("features", features.count),
      .init("cultures", cultures.count), .init("states", states.count),
      .init("burgs", burgs.count), .init("rivers", rivers.count), .init("routes", routes.count),
      .init("markers", markers.count), .init("zones", zones.count),
    ]
  }
}

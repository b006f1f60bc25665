// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of worlds: saves, exports, and worlds in the form of our own.

import Archive
import Atlas
import Diagnostics
import Exports
import Foundation
import JSON
import TestSupport
import Text
import WorldFoundry
import Worldsmith

@testable import Azgaar
@testable import Drawing

/// A small world in every form, made once.
private let sample: [UInt8] = SampleWorld.map(seed: 5, cells: 1000, width: 300, height: 200)

private func read(_ save: [UInt8]) throws -> World {
  try save.withUnsafeBytes { try AzgaarReader.read($0).value.world }
}

private func written(_ form: DataFormat) throws -> [UInt8] {
  var bytes: [UInt8] = []
  _ = try WorldExporter.writeWorld(try read(sample), DataRequest(form), storage: MemoryStorage.init)
  {
    bytes += $0
  }
  return bytes
}

/// Writes a world that was read in one of the forms that look at most of it: nothing in it may trap.
private func export(_ world: World, choice: Int) throws {
  // Most of the time goes to reading.
  guard choice % 4 == 0 else { return }
  let forms = [DataFormat.full, .geojson, .worldFoundry]
  guard choice / 4 % 4 == 3 else {
    _ = try? WorldExporter.writeWorld(
      world, DataRequest(forms[choice / 4 % 4]), storage: MemoryStorage.init
    ) { _ in }
    return
  }
  var bytes: [UInt8] = []
  _ = try WorldExporter.writeWorld(world, DataRequest(.platenWorld), storage: MemoryStorage.init) {
    bytes += $0
  }
  do {
    _ = try bytes.withUnsafeBytes { try PlatenWorldReader.read($0) }
  } catch let failure as Failure {
    fatalError("what was written is not read: \(failure.diagnostics.map(\.message))")
  }
}

private let patchedWorld = Result { try PatchedJSON(try written(.platenWorld)) }
private let patchedFull = Result { try PatchedJSON(try written(.full)) }
private let patchedNative = Result { try PatchedJSON(try written(.worldFoundry)) }

extension FuzzTarget {
  /// Sections of a save, replaced: a section's number, its text up to a zero byte.
  static let sections = FuzzTarget(
    name: "save", longest: 1 << 13, timePerByte: 40, time: 1500,
    words: PatchedJSON.words + [
      "|", ",", "\r\n", "<svg ", "</svg>", "<path d=\"M0,0L1,1Z\"", "<g id=\"",
      "transform=\"translate(",
      "&amp;", "&#x", "</g>", "1.99.", "\"i\":", "\"cells\":",
    ],
    seeds: { seeds in
      let save = sample.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (number, section) in save.enumerated() { seeds.add([UInt8(number & 0xFF)] + section) }
      for number in 0..<52 { seeds.add([UInt8(number)] + Array("[{\"i\":1}]".utf8)) }
      seeds.addLiterals(in: ["Tests/Maps/AzgaarTests"], after: [5]) { $0.contains("<") }
    },
    document: { patchedSave(by: $0) },
    read: { bytes in
      let save = patchedSave(by: bytes)
      var options = ImportOptions()
      guard let read = try? save.withUnsafeBytes({ try AzgaarReader.read($0) }) else {
        options.salvages = true
        _ = try save.withUnsafeBytes { try AzgaarReader.read($0, options: options) }
        return
      }
      try export(read.value.world, choice: bytes.count)
    })

  private static func patchedSave(by input: UnsafeRawBufferPointer) -> [UInt8] {
    var lines = sample.split(separator: 0x0A, omittingEmptySubsequences: false)
    for patch in Array(input).split(separator: 0) {
      guard let number = patch.first, Int(number) < lines.count else { continue }
      lines[Int(number)] = patch.dropFirst()
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// The small readers inside a save, without the rest of it.
  static let saveParts = FuzzTarget(
    name: "save-parts", longest: 1 << 16, timePerByte: 4,
    words: [
      "<svg>", "</svg>", "<g id=\"x\">", "</g>", "<path d=\"", "<use href=\"#",
      "transform=\"translate(",
      "M1,2L3,4", "C1 2 3 4 5 6", "A1,1,0,0,1,2,2", "Z", "&quot;", "&#65;", "<!--", "-->",
      "<![CDATA[",
      "1,2,3", "-1.5e3", "\r\n",
    ],
    seeds: { seeds in
      for kind in 0..<6 { seeds.addLiterals(in: ["Tests/Maps/AzgaarTests"], after: [UInt8(kind)]) }
      for kind in 0..<6 { seeds.add([UInt8(kind)] + Array("1,2,3.5,-4e2,,x M1,2L3 4Z".utf8)) }
    },
    read: { bytes in
      guard let kind = bytes.first else { return }
      let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
      switch kind % 6 {
      case 0:
        _ = PathDataReader.read(rest)
      case 1: _ = SavedDrawing(rest)
      case 2:
        _ = NumberList.integers(rest, expected: 16, in: Int16(-1)...Int16.max)
        _ = NumberList.floats(rest, expected: 16)
      case 3: if SaveEncoding.seemsEncoded(rest) { _ = SaveEncoding.decode(rest) }
      case 4:
        var log = DiagnosticLog()
        _ = try MapSections(rest, salvages: kind > 127, log: &log)
      default: _ = MarkupAttributes.decode(rest)
      }
    })

  /// Whole files, recognized by their content: containers, and forms of JSON.
  static let containers = FuzzTarget(
    name: "containers", longest: 1 << 14, timePerByte: 100, time: 200,
    words: [
      "1.147.0|", "\u{1F}\u{8B}\u{08}", "PK\u{03}\u{04}", "\"mapCoordinates\"", "\"metadata\"",
      "{\"format\":",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: [
        "Tests/Maps/AzgaarTests", "Tests/Maps/WorldFoundryTests", "Tests/Maps/ExportsTests",
      ])
      seeds.addFiles(in: [Shared.root.path + "/maps/hostile"], ["map", "json", "gz", "wfmap"])
    },
    read: { bytes in
      // One after another, as files of unknown kinds are tried.
      if PlatenWorldReader.recognizes(bytes) { _ = try? PlatenWorldReader.read(bytes) }
      if WorldFoundryReader.recognizes(bytes) { _ = try? WorldFoundryReader.read(bytes) }
      _ = AzgaarReader.recognizes(bytes)
      var options = ImportOptions()
      options.salvages = bytes.count % 2 == 1
      _ = try AzgaarReader.read(bytes, options: options)
    })

  /// Values of a world in the form of our own, replaced.
  static let platenWorld = FuzzTarget(
    name: "platenworld", longest: 1 << 12, timePerByte: 100, time: 1500, words: PatchedJSON.words,
    seeds: addPatches, document: { try patchedWorld.get().patched(by: $0) },
    read: { bytes in
      let text = try patchedWorld.get().patched(by: bytes)
      let world = try text.withUnsafeBytes { try PlatenWorldReader.read($0).value.world }
      try export(world, choice: bytes.count)
    })

  /// Values of a Full export, replaced.
  static let fullExport = FuzzTarget(
    name: "full", longest: 1 << 12, timePerByte: 100, time: 1500, words: PatchedJSON.words,
    seeds: addPatches, document: { try patchedFull.get().patched(by: $0) },
    read: { bytes in
      let text = try patchedFull.get().patched(by: bytes)
      let world = try text.withUnsafeBytes { try AzgaarReader.read($0).value.world }
      try export(world, choice: bytes.count)
    })

  /// Values of World Foundry's JSON, replaced.
  static let worldFoundry = FuzzTarget(
    name: "worldfoundry", longest: 1 << 12, timePerByte: 100, time: 1500, words: PatchedJSON.words,
    seeds: addPatches, document: { try patchedNative.get().patched(by: $0) },
    read: { bytes in
      let text = try patchedNative.get().patched(by: bytes)
      let world = try text.withUnsafeBytes { try WorldFoundryReader.read($0).value.world }
      try export(world, choice: bytes.count)
    })

  @Sendable private static func addPatches(_ seeds: inout Seeds) {
    var random = SplitMix(state: 7)
    for word in PatchedJSON.words {
      for _ in 0..<24 {
        let number = UInt16(truncatingIfNeeded: random.next())
        seeds.add([UInt8(number & 0xFF) | 1, UInt8(number >> 8) | 1] + Array(word.utf8))
      }
    }
  }
}

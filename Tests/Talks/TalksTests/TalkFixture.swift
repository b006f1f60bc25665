// SPDX-License-Identifier: MIT
// Part of Platen: small talks written in a test, and the real ones.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport

@testable import Talks

/// A talk of the given files; files beside the slides are `assets`.
func talk(
  _ files: [String: String], assets: [String: [UInt8]] = [:], settings: String? = nil,
  options: TalkOptions = TalkOptions()
) throws -> Diagnosed<Talk> {
  try TalkReader.read(
    TalkFolder(
      files: files.keys.sorted().map { NamedBytes($0, Array((files[$0] ?? "").utf8)) },
      settings: settings.map { [NamedBytes("toboggan.toml", Array($0.utf8))] } ?? [],
      asset: { assets[$0] }),
    options: options)
}

/// The blocks of a slide that is that Markdown.
func blocks(_ markdown: String, assets: [String: [UInt8]] = [:]) throws -> [Block] {
  try talk(["a.md": markdown], assets: assets).value.deck.slides[0].steps[0].blocks
}

/// The errors of a talk.
func faults(
  _ files: [String: String], settings: String? = nil, options: TalkOptions = TalkOptions()
) -> [Diagnostic] {
  do {
    _ = try talk(files, settings: settings, options: options)
    return []
  } catch let failure as Failure {
    return failure.diagnostics
  } catch {
    return [.error("test", "\(error)")]
  }
}

/// A PNG file as far as its size.
func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]
}

/// A real talk, by its slides' folder below the shared ones.
func sharedTalk(_ path: String, options: TalkOptions = TalkOptions()) throws -> Diagnosed<Talk> {
  let folder = Shared.root.appendingPathComponent(path)
  let paths = Shared.files(in: path, suffix: "").map { String($0.dropFirst(path.utf8.count + 1)) }
  let files = try paths.compactMap { name -> NamedBytes? in
    var isFolder: ObjCBool = false
    let url = folder.appendingPathComponent(name)
    _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return isFolder.boolValue ? nil : NamedBytes(name, [UInt8](try Data(contentsOf: url)))
  }
  let root = folder.deletingLastPathComponent()
  return try TalkReader.read(
    TalkFolder(
      files: files, asset: { try? [UInt8](Data(contentsOf: root.appendingPathComponent($0))) }),
    options: options)
}

extension Slide {
  var titleText: String {
    (counter.isEmpty ? "" : counter + " ") + title.plainText
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: tests of the files that a manifest names beside those of its jobs.

import Diagnostics
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct MissingFileTests {
  /// The messages about a manifest's files, beside which `there.pem` is.
  private func messages(_ rules: String) throws -> [String] {
    let folder = try Scratch()
    let place = folder.url.path
    for name in ["world.map", "there.pem"] {
      try Data("x".utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let manifest = "version: 1\n\(rules)\njobs: [{ map: world.map, outputs: [a.png] }]\n"
    let environment = DiskEnvironment(folder: place)
    let parsed = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(manifest.utf8), file: place + "/platen.yaml", folder: place)
    return try parsed.missingFiles(in: environment).diagnostics.map(\.message)
  }

  @Test(
    arguments: [
      ("cache: { remote: \"https://cache.example\", ca-file: no.pem }", "no such file: no.pem"),
      (
        "cache: { remote: \"https://cache.example\", signing-key: \"file:no.key\" }",
        "no such file: no.key"
      ),
      ("cache: { remote: \"https://cache.example\", ca-file: there.pem, credential: env:A }", nil),
      (
        "instances: { club: { kind: bedrud, url: \"https://a.example\", ca-file: no.pem } }",
        "no such file: no.pem"
      ),
      (
        "instances: { club: { kind: bedrud, url: \"https://a.example\", credential: \"file:no\" } }",
        "no such file: no"
      ),
      (
        "instances: { club: { kind: bedrud, url: \"https://a.example\", credential: \"file:~/no\" } }",
        nil
      ),
      ("deliver: world.map", "to: expected a folder, found the file \"world.map\""),
      (
        "deliver: [{ to: new }, { to: world.map }]",
        "to: expected a folder, found the file \"world.map\""
      ),
      ("deliver: new", nil),
    ] as [(String, String?)])
  func `files of servers, caches and deliveries are looked for`(
    rules: String, message: String?
  ) throws {
    #expect(try messages(rules) == [message].compactMap(\.self))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a folder of an assets job, for tests.

import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline

/// A folder with a manifest in it.
final class AssetFolder {
  let folder: URL

  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "platen-assets-\(UUID().uuidString)")
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The jobs of `platen.yaml`.
  func jobs() throws -> [Job] {
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      read("platen.yaml"), file: folder.path + "/platen.yaml", folder: folder.path)
    return try Jobs.jobs(
      of: manifest, in: RecipeContext(environment: environment, templates: nil))
  }

  /// Runs them as `platen render` does, without a record.
  func render(
    knowing rendered: RenderedFiles = RenderedFiles(), replacing: Bool = false
  ) throws -> RunResult {
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      read("platen.yaml"), file: folder.path + "/platen.yaml", folder: folder.path)
    let plain = Manifest(
      file: "", folder: folder.path, root: manifest.root, jobs: manifest.jobs)
    let context = RecipeContext(environment: environment, templates: nil)
    context.rendered = rendered
    context.replaces = replacing
    let jobs = try Jobs.jobs(of: plain, in: context)
    let outputs = try Outputs(root: folder.path + "/out", locking: .none)
    let engine = Engine(
      environment: environment, outputs: outputs, options: .init(tool: "test"))
    return try engine.run(try Plan(jobs: jobs), on: DispatchRunner(width: 2))
  }

  /// Runs them, and keeps the record.
  @discardableResult func run() throws -> RunResult {
    let outputs = try Outputs(root: folder.path + "/out")
    defer { outputs.close() }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: outputs,
      options: .init(tool: "test"))
    let result = try engine.run(try Plan(jobs: try jobs()), on: DispatchRunner(width: 2))
    _ = try result.savedRecord(in: outputs)
    return result
  }

  func faults() -> [String] {
    do {
      _ = try jobs()
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.code.rawValue)
    } catch {
      return ["\(error)"]
    }
  }
}

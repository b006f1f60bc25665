// SPDX-License-Identifier: MIT
// Part of Platen: `platen serve` on an output directory: its page, its files and its run in
// progress.

import Diagnostics
import Dispatch
import JobKit
import Pipeline
import Rehearsal
import Reports
import Serving

/// Shows an output directory in browsers.
struct RunShow {
  let root: String
  /// The words of the page of a directory in which no run has written one.
  let words: ReportWords
  let common: CommonOptions
  /// The folder of the cache, from which thumbnails are taken; nil without a cache.
  let cacheFolder: String?

  // The page's requests besides files, see ``RunServer/Desk/file``.
  private static let jobs = ".live/jobs/"
  private static let picture = ".live/picture/"

  /// The target of a name: an output directory or a manifest.
  enum Subject {
    case outputs(String)
    case manifest(LoadedManifest)

    /// Finds what a name refers to; nil for a talk.
    ///
    /// - Throws: `Failure` with all errors of a manifest.
    init?(_ name: String) throws {
      let pathExtension = name.split(separator: ".").last.map { $0.lowercased() }
      if ["yaml", "yml"].contains(pathExtension), !Files.isFolder(name) {
        let loaded = try RunArgument.manifest(at: name)
        // Its output directory may be among what is wrong.
        try loaded.faults.throwIfAny()
        self = .manifest(loaded)
        return
      }
      let traces = [RunRecord.fileName, ".platen.sock", ".platen"]
      guard Files.isFolder(name), traces.contains(where: { Files.exists("\(name)/\($0)") }) else {
        return nil
      }
      self = .outputs(name)
    }

    /// The output directory.
    var root: String {
      switch self {
      case .outputs(let root): root
      case .manifest(let loaded): loaded.manifest.root
      }
    }

    /// The words of its page, with warnings where phrases are missing.
    ///
    /// - Parameters:
    ///   - settings: a language and a phrase file, where they are given; otherwise they are the
    ///     manifest's defaults.
    ///   - templates: the folder of the templates, where it is given.
    /// - Throws: `Failure` with all errors of a phrase file.
    func words(_ settings: Settings, templates: String?) throws -> Diagnosed<ReportWords> {
      let phrases =
        if case .manifest(let loaded) = self, settings.all.isEmpty {
          try loaded.context(templates: templates).phrases(of: loaded.manifest.pageSettings)
        } else {
          try RecipeContext.make(DiskEnvironment(), templates: templates).phrases(of: settings)
        }
      return Diagnosed(ReportWords(phrases.value), warnings: phrases.warnings)
    }
  }

  /// Serves until it is stopped.
  func serve(
    at endpoint: Endpoint, token: AccessToken?,
    stopping: (@escaping @Sendable () -> Void) -> [any DispatchSourceSignal]
  ) throws {
    let server = try server(at: endpoint, token: token)
    let handle = server.handle
    let signals = stopping { handle.stop() }
    announce(server.endpoint, isOpen: token == nil)
    server.run()
    signals.forEach { $0.cancel() }
  }

  /// The server, which already listens.
  func server(at endpoint: Endpoint, token: AccessToken?) throws -> RunServer {
    guard let outputs = Outputs.existing(root: root) else {
      throw Failure(
        .error(
          .runNone, "no such output directory: \(root)",
          hints: ["the first run of its manifest creates it"]))
    }
    let parts = try ReportPage.Parts(from: Templates.find(named: common.dataDir), words: words)
    let title = outputs.absoluteRoot.split(separator: "/").last.map(String.init) ?? root
    let run = RunFollower(root: root)
    let served = ServedFiles(of: outputs, run: run)
    let pictures = ReportImages(of: outputs, store: cacheFolder)
    return try RunServer(
      at: endpoint, token: token,
      desk: .init(
        status: { run.status() },
        perform: { [root] request in
          do {
            let known = ControlSocket.Request(rawValue: request.rawValue)
            _ = try known.map { try ControlSocket.send($0, to: root) }
            return nil
          } catch {
            return (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
          }
        },
        file: { path in
          if path.hasPrefix(RunShow.jobs) {
            return Int(path.dropFirst(RunShow.jobs.count)).flatMap { run.jobs(since: $0) }.map {
              ShownFile($0, isOutput: false, type: "application/json")
            }
          }
          if path.hasPrefix(RunShow.picture) {
            let path = String(path.dropFirst(RunShow.picture.count))
            return served.digest(of: path).flatMap { pictures.thumbnail(of: path, digest: $0) }.map
            {
              ShownFile($0, isOutput: true, type: Thumbnail.type(of: $0))
            }
          }
          // A run that writes no page makes the previous page outdated.
          if path == RunEpilogue.pageName, served.digest(of: path) == nil, served.hasOldPage {
            return nil
          }
          return served.file(at: path)
        },
        empty: {
          let record =
            (try? RunRecord.last(in: outputs))
            ?? RunRecord(tool: PlatenVersion.tool, jobs: [], totals: RunTotals())
          var page = ReportPage(
            .init(
              title: title, record: record, last: nil, notes: nil,
              finished: served.recorded ?? 0, since: nil))
          return page.html(parts, thumbnails: nil, width: 1) { _ in nil }
        }))
  }

  /// Prints the address.
  func announce(_ endpoint: Endpoint, isOpen: Bool) {
    ServerAnnouncement.pages("root", root, needsToken: !isOpen).print(endpoint, common)
  }
}

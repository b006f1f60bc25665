// SPDX-License-Identifier: MIT
// Part of Platen: `platen serve` on an output root: its page and files, and the run that goes on there.

import Diagnostics
import Dispatch
import JSON
import Pipeline
import Recipes
import Rehearsal
import Reports
import Serving

/// Shows an output root in browsers.
struct RunShow {
  let root: String
  let common: CommonOptions

  /// The output root a name means; nil where it means a talk.
  static func root(_ name: String) throws -> String? {
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    if ["yaml", "yml"].contains(ending), !Files.isFolder(name) {
      return try RunPlace.root(of: name)
    }
    guard Files.isFolder(name) else { return nil }
    let traces = [RunRecord.fileName, ".platen.sock", ".platen"]
    return traces.contains { Files.exists("\(name)/\($0)") } ? name : nil
  }

  /// Serves until it is told to stop.
  func serve(
    at endpoint: Endpoint, token: Secret?,
    stopping: (@escaping @Sendable () -> Void) -> [any DispatchSourceSignal]
  ) throws {
    guard let outputs = Outputs.existing(root: root) else {
      throw Failure(
        .error(
          .runNone, "there is no output root \(root)",
          hints: ["the first run of its manifest makes it"]))
    }
    let parts = try ReportPage.Parts(from: Templates.find(named: common.templates))
    let title = outputs.absoluteRoot.split(separator: "/").last.map(String.init) ?? root
    let exhibits = Exhibits(of: outputs)
    let server = try RunServer(
      at: endpoint, token: token,
      desk: .init(
        status: { [root] in try? ControlSocket.send(.status, to: root) },
        ask: { [root] request in
          do {
            let known = ControlSocket.Request(rawValue: request.rawValue)
            _ = try known.map { try ControlSocket.send($0, to: root) }
            return nil
          } catch {
            return (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
          }
        },
        file: { exhibits.file(at: $0) },
        empty: {
          let record =
            (try? RunRecord.last(in: outputs))
            ?? RunRecord(tool: PlatenVersion.tool, jobs: [], totals: RunTotals())
          var page = ReportPage(
            .init(title: title, record: record, last: nil, notes: nil, finished: 0, since: nil))
          return page.html(parts, shelf: nil, width: 1) { _ in nil }
        }))
    let handle = server.handle
    let signals = stopping { handle.stop() }
    announce(server.endpoint, isOpen: token == nil)
    server.run()
    signals.forEach { $0.cancel() }
  }

  private func announce(_ endpoint: Endpoint, isOpen: Bool) {
    let isEverywhere = ["0.0.0.0", "::"].contains(endpoint.address)
    let host = isEverywhere ? "THIS-MACHINE:\(endpoint.port)" : endpoint.authority
    if common.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "serving")
        json.member("root", root)
        json.member("address", "http://\(host)/")
      }
      return StandardOutput.write(json.text + "\n")
    }
    guard !common.quiet else { return }
    let token = isOpen ? "" : "?token=… (your token)"
    StandardOutput.write("\(root): http://\(host)/\(token)\nCtrl-C ends it.\n")
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the inputs of a job: files, parts of folders, and what instances have.

internal import Diagnostics
internal import Instances
internal import Pipeline
internal import Values

extension ManifestReading {
  /// A job's input: its path, or why there is none.
  struct Input {
    var path: String
    /// Files that are read together with it.
    var companions: [String] = []
    /// The places where the manifest names companions, by their paths.
    var companionPlaces: [String: SourceLocation] = [:]
    /// The value of `${name}`, where it is not the stem of the path.
    var name: String?
    var error: Diagnostic?
    /// The place where the manifest names it.
    var place: SourceLocation
  }

  mutating func inputs(of settings: Settings, kind: any JobKind) -> [Input] {
    guard let value = settings[name: kind.name] else { return [] }
    if let instance = settings[InstanceKeys.from] {
      return (value.elements ?? [value]).flatMap { held($0, by: instance, settings, kind) }
    }
    var inputs: [Input] = []
    for value in value.elements ?? [value] {
      let text = here(value.text ?? "")
      do {
        let found = try parser.environment.glob(text, folders: kind.grammar.takesFolders)
        for path in found {
          let parts =
            try settings.namesOutputs ? parts(of: path, settings, kind, at: value.place) : []
          inputs += parts.isEmpty ? [Input(path: path, place: value.place)] : parts
        }
        if found.isEmpty {
          let fault = Diagnostic.error(
            .manifestNoMatch, "no file matches \"\(text)\"", at: value.place,
            hints: ["the pattern starts from the manifest's folder"])
          inputs.append(Input(path: text, error: fault, place: value.place))
        }
      } catch let failure as Failure where failure.diagnostics.contains(where: { $0.code == .glob })
      {
        for var fault in failure.diagnostics {
          fault.place = value.place
          log.record(fault)
        }
      } catch {
        // A folder that may not be read today fails its job, not the manifest.
        let fault = (error as? Failure)?.diagnostics.first
        inputs.append(
          Input(
            path: text, error: fault ?? .error(.manifestNoMatch, "\(error)", at: value.place),
            place: value.place))
      }
    }
    guard kind.grammar.mergesInputs(settings), let first = inputs.first else { return inputs }
    var whole = first
    whole.companions += inputs.dropFirst().flatMap { [$0.path] + $0.companions }
    whole.companionPlaces = Dictionary(
      inputs.dropFirst().map { ($0.path, $0.place) }, uniquingKeysWith: { first, _ in first })
    whole.error = inputs.compactMap(\.error).first
    return [whole]
  }

  /// The inputs in a folder; empty where it is one input itself, or none.
  func parts(
    of folder: String, _ settings: Settings, _ kind: any JobKind, at place: SourceLocation
  ) throws -> [Input] {
    try kind.grammar.parts(folder, settings, parser.environment).map {
      Input(path: $0[0], companions: Array($0.dropFirst()), place: place)
    }
  }

  /// Inputs that are on an instance.
  mutating func held(
    _ value: PlacedValue, by instance: String, _ settings: Settings, _ kind: any JobKind
  ) -> [Input] {
    var pattern = value.text ?? ""
    // An unknown instance is reported already.
    guard let named = instances.first(where: { $0.instance.name == instance })?.instance else {
      return []
    }
    let held = named.kind
    guard held.heldKind == kind.name else {
      log.record(
        .manifestValue,
        "\(instance) is a \(held.rawValue) instance, which has \(held.heldKind)s, not \(kind.name)s",
        at: settings.place(of: InstanceKeys.from) ?? value.place)
      return []
    }
    if held == .bedrud, let room = roomName(pattern, kind, on: named, at: value.place) {
      pattern = room
    }
    demands.append(
      InstanceDemand(
        instance: instance, pattern: pattern, kind: kind.name,
        tags: settings[ManifestKeys.tags] ?? [], id: settings[ManifestKeys.id],
        outputs: (settings[ManifestKeys.outputs]?.elements ?? []).compactMap {
          ($0["file"] ?? $0).text
        },
        references: kind.references(in: settings),
        files: kind.filesReadBeside(settings).map { here($0) }))
    if parser.isSurveying { return [] }
    let folder = InstanceHoldings.folder(of: instance)
    let holdings = parser.holdings[instance] ?? InstanceHoldings()
    if pattern == ".", held == .bedrud {
      let report = holdings.report
      let fault =
        report?.error ?? (report == nil ? holdings.error ?? unreported(named, value) : nil)
      return [
        Input(
          path: "\(folder)/\(InstanceHoldings.reportName).json", name: instance, error: fault,
          place: value.place)
      ]
    }
    if pattern == "." {
      let fault = holdings.entries.isEmpty ? holdings.error : nil
      return [Input(path: folder, name: instance, error: fault, place: value.place)]
    }
    let found = holdings.matching(pattern)
    guard found.isEmpty else {
      return found.map {
        Input(path: "\(folder)/\($0.name).json", error: $0.error, place: value.place)
      }
    }
    let fault =
      holdings.error
      ?? .error(
        .manifestNoMatch, "\"\(pattern)\" not found on \(instance)", at: value.place,
        hints: [heldHint(pattern, holdings)])
    // Two that are down must not seem to write one file.
    return [
      Input(
        path: "\(folder)/\(pattern)", name: "\(instance)-\(demands.count)", error: fault,
        place: value.place)
    ]
  }

  func unreported(_ instance: Instance, _ value: PlacedValue) -> Diagnostic {
    .error(
      .instanceNotFetched, "no report fetched from \(instance.name) yet", at: value.place,
      hints: ["platen run fetches it"])
  }

  /// The name of a room that is named by its name, its code or its link; nil for a pattern.
  mutating func roomName(
    _ text: String, _ kind: any JobKind, on instance: Instance, at place: SourceLocation
  ) -> String? {
    guard text != ".", !text.contains(where: { "*?[".contains($0) }) else { return nil }
    do throws(Failure) {
      guard let link = try kind.link(in: text) else { return nil }
      if !link.server.isEmpty {
        let server = try WebAddress(link.server)
        guard server.origin == instance.address.origin else {
          log.record(
            .manifestValue,
            "this room is on \(server), and \(instance.name) is \(instance.address.root)",
            at: place, hints: ["name the instance that has the room"])
          return nil
        }
      }
      return link.name
    } catch {
      // Rooms are also known by their ids, which are not names.
      if text.contains("/") { log.record(error, foundFrom: place) }
      return nil
    }
  }

  func heldHint(_ pattern: String, _ holdings: InstanceHoldings) -> String {
    let words = holdings.entries.prefix(2000).flatMap { [$0.name, $0.title] }
    if let near = nearMiss(pattern, among: words) { return "did you mean \"\(near)\"?" }
    let names = holdings.entries.prefix(8).map(\.name)
    if names.isEmpty { return "it has nothing that this account may see" }
    return "it has: " + names.joined(separator: ", ") + (names.count == 8 ? ", …" : "")
  }
}

extension Settings {
  /// Indicates whether the name of an output has `${name}`.
  package var namesOutputs: Bool {
    (self[ManifestKeys.outputs]?.elements ?? []).contains {
      ($0["file"] ?? $0).text?.contains("${name}") ?? false
    }
  }
}

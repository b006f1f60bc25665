// SPDX-License-Identifier: MIT
// Part of Platen: the defaults of a manifest, and which of them a job takes.

internal import Diagnostics
internal import Values

extension ManifestReading {
  mutating func readDefaults(_ value: PlacedValue?) {
    var folderName = ManifestKeys.defaultFolder
    if let value {
      guard let members = value.members else {
        log.record(
          .manifestType, "defaults: expected a mapping, found \(value.description)", at: value.place
        )
        return
      }
      // A key that several kinds have must suit one of them; which, the job decides.
      let kinds = parser.kinds
      for member in members {
        let before = log.diagnostics.count
        let shapes = kinds.flatMap(jobKeys).filter { $0.name == member.key }
        if member.key == ManifestKeys.folder.name {
          ManifestKeys.folder.shape.check(member.value, named: member.key, into: &log)
          folderName = member.value.text ?? folderName
        } else if let key = shapes.first {
          let suits = shapes.contains { key in
            var errors = DiagnosticList()
            key.check(member.value, into: &errors)
            return errors.isEmpty
          }
          if !suits {
            var all = key
            all.shape = ManifestReading.union(of: shapes.map(\.shape), or: key.shape)
            all.check(member.value, into: &log)
          }
          // Errors here are reported once, and not again for each job.
          if log.diagnostics.count == before { defaults.append(member) }
        } else {
          var known: [String] = [ManifestKeys.folder.name]
          for key in kinds.flatMap(\.grammar.jobKeys) where !known.contains(key.name) {
            known.append(key.name)
          }
          log.unknownKey(member, in: "defaults", among: known)
        }
      }
    }
    root = into ?? joinedPath(folder, here(folderName))
  }

  /// The hint at a key of jobs or defaults that is beside them; nil for any other key.
  func hint(atMisplaced key: String) -> String? {
    let kinds = parser.kinds
    if kinds.contains(where: { $0.grammar.name == key }) {
      return "jobs: [{ \(key): …, outputs: […] }]"
    }
    let isOfJobs = kinds.contains { kind in jobKeys(of: kind).contains { $0.name == key } }
    return isOfJobs || key == ManifestKeys.folder.name
      ? "\(key) is a key of \"defaults\", for all jobs" : nil
  }

  /// All words of shapes that are words; otherwise the other shape.
  static func union(of shapes: [Shape], or other: Shape) -> Shape {
    var words: [String] = []
    for shape in shapes {
      guard case .word(let own) = shape else { return other }
      words += own.filter { !words.contains($0) }
    }
    return .word(words)
  }

  /// The defaults that a job of a kind takes. A value that only another kind's key of that name
  /// takes is omitted, since defaults need not suit each job, except for the job's own keys, whose
  /// values override the defaults.
  mutating func defaults(for keys: [ManifestKey], stated: [String]) -> Settings {
    Settings(
      defaults.compactMap { member in
        guard let key = keys.first(where: { $0.name == member.key }) else { return nil }
        var errors = DiagnosticList()
        let right = key.check(member.value, into: &errors)
        if stated.contains(member.key) {
          if errors.isEmpty { takenDefaults.insert(key.name) }
          return member
        }
        guard errors.isEmpty, let right else {
          if refusedDefaults[key.name] == nil { refusedDefaults[key.name] = errors.diagnostics }
          return nil
        }
        takenDefaults.insert(key.name)
        return PlacedValue.Member(key: member.key, place: member.place, value: right)
      })
  }

  /// Reports defaults that none of the jobs they were meant for could take.
  mutating func checkDefaults() {
    for member in defaults where !takenDefaults.contains(member.key) {
      for fault in refusedDefaults[member.key] ?? [] { log.record(fault) }
    }
  }
}

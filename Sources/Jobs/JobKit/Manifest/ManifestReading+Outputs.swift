// SPDX-License-Identifier: MIT
// Part of Platen: the outputs of a job: their paths, formats and options, and those written twice.

internal import Diagnostics
internal import Pipeline
internal import Values

extension ManifestReading {
  mutating func output(
    _ value: PlacedValue, of job: ManifestJob, kind: any JobKind,
    _ variables: [(name: String, value: String)]
  ) -> OutputRequest? {
    let nameValue = value["file"] ?? value
    guard let template = nameValue.text,
      let name = expanded(
        here(template), variables + kind.grammar.placeholders, at: nameValue.place)
    else { return nil }
    warnUnreplaced(in: template, variables + kind.grammar.placeholders, at: nameValue.place)
    let path: String
    let format: OutputFormat
    let placeholder: String?
    do throws(Failure) {
      path = try outputPath(name, root: root, from: isHere(template) ? folder : nil)
      format = try kind.grammar.format(of: path)
      placeholder = try format.placeholder(in: path)
      let own = placeholder == nil ? [] : [format.each, format.within]
      if let other = kind.grammar.placeholders.first(where: {
        path.contains($0.value) && !own.contains($0.name)
      }) {
        throw Failure(
          .error(
            .manifestVariable,
            "a .\(format.pathExtension) output is one file and cannot have \(other.value)"))
      }
    } catch {
      log.record(error, foundFrom: nameValue.place)
      return nil
    }
    var options = Settings(
      job.settings.all.filter { member in format.options.contains(member.key) })
    let own = (value.members ?? []).filter { $0.key != "file" }
    options.override(
      with: own.filter { format.options.contains($0.key) }, alternatives: kind.grammar.alternatives)
    for member in own where !format.options.contains(member.key) {
      log.record(
        .manifestValue, "unsupported option \"\(member.key)\" of a .\(format.pathExtension) output",
        at: member.place,
        hints: format.options.isEmpty
          ? ["it takes none"] : ["its options: \(format.options.joined(separator: ", "))"])
    }
    claim(path, of: template, for: job, at: nameValue.place)
    return OutputRequest(
      path: path, placeholder: placeholder, format: format.pathExtension, options: options,
      place: nameValue.place)
  }

  /// Notes that a job writes a path; reports when another does already.
  ///
  /// - Parameter template: the name as it is written.
  mutating func claim(
    _ path: String, of template: String, for job: ManifestJob, at place: SourceLocation
  ) {
    if path.split(separator: "/").first == "platen-run.json" {
      log.record(
        .manifestName, "\"platen-run.json\" is reserved for the run record", at: place)
    }
    guard let other = writers[path] else {
      writers[path] = (place, job.id, job.input)
      return
    }
    let lines = [
      other.place.line ?? 0, place.line ?? 0, other.place.column ?? 0, place.column ?? 0,
    ]
    guard reportedPairs.insert(lines).inserted else { return }
    if other.job == job.id {
      log.record(
        .manifestDuplicateOutput, "\"\(path)\" would be written twice by one job",
        at: place, hints: ["give one of them another name"])
    } else if lines[0] == lines[1] {
      log.record(
        .manifestDuplicateOutput,
        "\"\(path)\" would be written by two jobs of line \(lines[1]): \(other.job) and \(job.id)",
        at: place, hints: [clashHint(job, other.input, template)])
    } else {
      log.record(
        .manifestDuplicateOutput,
        "\"\(path)\" would be written twice: here in line \(lines[1]) and in line \(lines[0])",
        at: place, hints: ["give one of them another name"])
    }
  }

  /// A hint at the cause of two jobs of one line that would write one path.
  func clashHint(_ job: ManifestJob, _ other: String, _ template: String) -> String {
    let input = job.input
    if input == other, !job.matrixKeys.isEmpty {
      let keys = job.matrixKeys.map { "${\($0)}" }.filter { !template.contains($0) }
      return keys.isEmpty
        ? "two values of the matrix have the same name: remove one"
        : "add \(keys.joined(separator: " or ")) to the name"
    }
    guard input != other, safeFileName(stem(of: input)) == safeFileName(stem(of: other)) else {
      return "add ${name} or a key of the matrix to the name"
    }
    // `${name}` is the same for both.
    return "\(other) and \(input) have the same name: rename one, or give each its own job"
  }

  /// Warns of a variable that is written without its `${` and `}` and so stays as it is.
  mutating func warnUnreplaced(
    in template: String, _ variables: [(name: String, value: String)], at place: SourceLocation
  ) {
    // A name is one for all jobs of a pattern or matrix.
    guard namesLookedAt.insert(place).inserted,
      let written = unreplacedVariable(in: template, variables.map(\.name))
    else { return }
    doubts.record(
      .warning(
        .manifestVariable, "\"\(written.text)\" is not replaced", at: place,
        hints: ["write ${\(written.name)}"]))
  }

  /// One output cannot be a file and a folder on the way to another.
  mutating func checkFoldersAmongFiles() {
    guard log.isEmpty else { return }
    for path in writers.keys.sorted() {
      var parts = path.split(separator: "/")
      parts.removeLast()
      while !parts.isEmpty {
        let folder = parts.joined(separator: "/")
        if let file = writers[folder], let inside = writers[path] {
          log.record(
            .manifestDuplicateOutput,
            "\"\(folder)\" is a file here and a folder in line \(inside.place.line ?? 0) (\"\(path)\")",
            at: file.place)
        }
        parts.removeLast()
      }
    }
  }
}

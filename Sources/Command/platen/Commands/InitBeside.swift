// SPDX-License-Identifier: MIT
// Part of Platen: the files of `platen init` besides manifests: timers, rules for builds, and jobs of
// clusters.

import Diagnostics
import JobKit
import Pipeline
import Text

/// The files for other programs that start Platen: timers, builds and clusters.
enum InitBeside: String, CaseIterable {
  case timer, make, ninja, cmake, openjd, slurm, parallel, kubernetes

  /// The files by name, and what to do with them next.
  func files(
    from templates: Templates, at time: TimeOfDay?, into: String
  ) throws -> (files: [(String, [UInt8])], next: String) {
    switch self {
    case .timer: return try timer(templates, time ?? TimeOfDay(hour: 2, minute: 0), into)
    case .make:
      return (
        [("platen.mk", try templates.file("Build/platen.mk"))],
        "include platen.mk in your Makefile, and make a target depend on platen.stamp"
      )
    case .ninja:
      return (
        [("platen.ninja", try templates.file("Build/platen.ninja"))],
        "include platen.ninja, then: build art.stamp: platen platen.yaml"
      )
    case .cmake:
      return (
        [("Platen.cmake", try templates.file("Build/Platen.cmake"))],
        "include(Platen), then platen_add_outputs(art MANIFEST platen.yaml)"
      )
    case .openjd:
      return (
        [("platen-openjd.yaml", try templates.file("Cluster/platen-openjd.yaml"))],
        "openjd run platen-openjd.yaml, or submit it to a farm"
      )
    case .slurm:
      return (
        [("platen-slurm.sh", try templates.file("Cluster/platen-slurm.sh"))],
        "sh platen-slurm.sh platen.yaml 4, where 4 is the number of shards"
      )
    case .parallel:
      return (
        [("platen-parallel.sh", try templates.file("Cluster/platen-parallel.sh"))],
        "sh platen-parallel.sh :,other-host platen.yaml"
      )
    case .kubernetes:
      return (
        [("platen-kubernetes.yaml", try templates.file("Cluster/platen-kubernetes.yaml"))],
        "set the image, the claim and the number of shards in platen-kubernetes.yaml; it is untested"
      )
    }
  }

  // MARK: Timers

  private func timer(
    _ templates: Templates, _ time: TimeOfDay, _ into: String
  ) throws -> ([(String, [UInt8])], String) {
    let manifest = InitBeside.absolute(try LoadedManifest.read(nil).path)
    let folder = String(manifest[..<(manifest.lastIndex(of: "/") ?? manifest.startIndex)])
    let title = folder.split(separator: "/").last.map(String.init) ?? "platen"
    let program = InitBeside.absolute("/proc/self/exe")
    for path in [manifest, program] where path.unicodeScalars.contains(where: { $0.value < 32 }) {
      throw Failure(
        .error(
          .initPath,
          "\(printable(path)) cannot be written into a timer: its name has a control character"))
    }
    let values = [
      "title": InitBeside.raw(title), "time": time.text, "folder": InitBeside.raw(folder),
      "platen": InitBeside.quoted(program), "manifest": InitBeside.quoted(manifest),
    ]
    let files = try ["service", "timer"].map { pathExtension -> (String, [UInt8]) in
      var text = String(
        decoding: try templates.file("Timer/platen.\(pathExtension)"), as: UTF8.self)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        text = text.split(separator: "{{\(name)}}", omittingEmptySubsequences: false)
          .joined(separator: value)
      }
      return ("platen-\(InitBeside.unitName(title)).\(pathExtension)", Array(text.utf8))
    }
    let unit = "platen-\(InitBeside.unitName(title))"
    let place = into == "." ? "" : into + "/"
    let cron =
      "\(time.minute) \(time.hour) * * * cd \(shellWord(folder)) && "
      + "\(shellWord(program)) run \(shellWord(manifest)) --no-wait -q"
    return (
      files,
      """
      cp \(place)\(unit).* ~/.config/systemd/user/ && systemctl --user enable --now \(unit).timer
      it runs while you are logged in; at other times after: loginctl enable-linger
      for cron instead, a line for crontab -e:
      \(cron.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%"))
      """
    )
  }

  private static func absolute(_ path: String) -> String {
    Files.realPath(path) ?? path
  }

  /// The text for a setting of a unit that takes the rest of its line: a percent sign begins a
  /// specifier.
  private static func raw(_ text: String) -> String {
    text.map { $0 == "%" ? "%%" : String($0) }.joined()
  }

  /// A word of a unit's command line.
  private static func quoted(_ text: String) -> String {
    let safe = text.map { character in
      switch character {
      case "%": "%%"
      case "$": "$$"
      case "\"", "\\": "\\\(character)"
      default: String(character)
      }
    }.joined()
    return safe.allSatisfy { $0.isLetter || $0.isNumber || "/.-_+@%$".contains($0) }
      ? safe : "\"\(safe)\""
  }

  /// A valid name of a unit.
  private static func unitName(_ text: String) -> String {
    let name = text.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-"
    }
    return String(name.prefix(100))
  }
}

extension TimeOfDay {
  /// The time as `02:30`.
  var text: String {
    [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

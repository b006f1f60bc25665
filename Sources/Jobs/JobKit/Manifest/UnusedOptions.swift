// SPDX-License-Identifier: MIT
// Part of Platen: options that a job names for its outputs and none of these takes.

package import Diagnostics
internal import Values

extension ManifestJob {
  /// An error for each option of the job that none of its outputs takes, which would otherwise be
  /// ignored silently. Defaults are for many jobs and need not suit each.
  package var unusedOptions: [Diagnostic] {
    let kind = kind.grammar
    // An invalid output might have taken it.
    guard outputs.count == settings[ManifestKeys.outputs]?.elements?.count ?? outputs.count else {
      return []
    }
    let formats = kind.formats.filter { format in
      outputs.contains { $0.format == format.pathExtension }
    }
    return settings.all.compactMap { member in
      let isOption = kind.options.contains { $0.name == member.key }
      guard isOption, !kind.keys.contains(where: { $0.name == member.key }),
        !inherited.contains(member.key),
        !formats.contains(where: { $0.options.contains(member.key) })
      else { return nil }
      let able = kind.formats.filter { $0.options.contains(member.key) }
        .map { $0.pathExtension == "/" ? "folders/" : ".\($0.pathExtension)" }
      return .error(
        .outputOption, "no output of this job takes \(member.key)", at: member.place,
        hints: ["it is an option of \(able.joined(separator: ", "))"])
    }
  }
}

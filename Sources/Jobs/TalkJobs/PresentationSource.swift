// SPDX-License-Identifier: MIT
// Part of Platen: the template that an output names for its presentation.

internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Presentations
internal import Values

/// The template of a presentation, and the names of its layouts.
struct PresentationSource: Sendable {
  let path: String
  private let layouts: [(role: PresentationTemplate.Role, name: String)]

  private static let limit = 64 << 20

  /// The keys of a template with names of layouts.
  static var keys: [ManifestKey] {
    let roles = PresentationTemplate.Role.allCases.map { role in
      ManifestKey(role.rawValue, .text, "the name of the layout", example: "Titelfolie")
    }
    return [
      ManifestKey("file", .path, "the presentation", example: "house.pptx", isRequired: true)
    ] + roles
  }

  /// Nil for an output without a template.
  init?(_ output: OutputRequest) {
    guard let value = output.options[TalkKeys.template],
      let path = value["file"]?.text ?? value.text
    else { return nil }
    self.path = path
    layouts = (value.members ?? []).compactMap { member in
      guard let role = PresentationTemplate.Role(rawValue: member.key), let name = member.value.text
      else { return nil }
      return (role, name)
    }
  }

  /// Reads the template.
  var stage: Stage<PresentationTemplate> {
    Stage(
      "read template", version: 1,
      parameters: .of(layouts.map { "\($0.role.rawValue): \($0.name)" }), files: [path],
      memory: MemoryEstimate(running: 64 << 20, held: 8 << 20)
    ) { [self] context in
      let template = try PresentationTemplate(
        try context.read(path, limit: PresentationSource.limit).bytes, layouts: layouts)
      return Diagnosed(template, warnings: [template.warning].compactMap(\.self))
    }
  }

  /// Stages that read the templates a job names.
  static func checks(of job: ManifestJob) -> [AnyStage] {
    job.outputs.compactMap { PresentationSource($0)?.stage.erased }
  }
}

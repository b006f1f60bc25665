// SPDX-License-Identifier: MIT
// Part of Platen: looks by name or from files, each setting checked and found by line and column.

internal import Diagnostics
internal import Drawing
package import Pipeline
package import Values

/// Finds and reads looks.
///
/// A look is a built-in one, a file of the templates, or a file of the user's own that names what
/// it starts from (`extends: parchment`; `none` for nothing) and then only what differs. Names of
/// settings may be nested or dotted: `land: { fill: "#eee" }` and `land.fill: "#eee"` are the same.
package struct LookFile: Sendable {
  /// Looks that extend looks that extend looks…
  static let depthLimit = 16

  /// The environment that files are read from; relative names start from its folder.
  let environment: any Environment
  /// Nil without a folder of templates: built-in looks are found nevertheless.
  package let templates: Templates?
  /// The kinds of look there are: a hint names the one that has a setting which another lacks.
  let kinds: [any FiledLook.Type]

  package init(
    environment: any Environment, templates: Templates?, kinds: [any FiledLook.Type] = []
  ) {
    self.environment = environment
    self.templates = templates
    self.kinds = kinds
  }

  /// Every name of a look of a kind that is known without a file.
  package func lookNames<Look: FiledLook>(of kind: Look.Type) -> [String] {
    var names = Look.builtIn.map(\.name)
    for name in templates?.lookNames(in: Look.folder) ?? [] where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// The look of a name, or in a file: what has a slash or ends in `.yaml`, `.yml` or `.json`.
  ///
  /// - Throws: `Failure` with all errors in the look's files, or `look.unknown`.
  package func look<Look: FiledLook>(of kind: Look.Type, named name: String) throws -> Look {
    try find(name, from: "", chain: [])
  }

  /// The fit of settings to looks of a kind, and whether they extend one of these.
  package func claim<Look: FiledLook>(of kind: Look.Type, on settings: PlacedValue) -> LookClaim {
    let members = settings.entries
    let base = members.first { $0.key == "extends" }?.value.text ?? ""
    return LookClaim(
      settings: members.count { member in
        let name = String(member.key.prefix { $0 != "." })
        return Look.field(named: name) != nil || Look.isGroup(name)
      }, extendsOne: lookNames(of: kind).contains(base))
  }

  /// The look in a file that was read already, whatever its name ends in.
  package func look<Look: FiledLook>(
    of kind: Look.Type, in file: FileBytes, at path: String
  ) throws -> Look {
    try read(file, path: plainPath(path), name: path, [])
  }

  /// The lines below a first one that is a comment; in templates, it names their source.
  private static func belowFirstComment(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard bytes.first == UInt8(ascii: "#") else { return bytes[...] }
    return bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
  }

  private func find<Look: FiledLook>(
    _ name: String, from folder: String, chain: [String]
  ) throws -> Look {
    if LookFile.isFile(name) {
      let path = plainPath(joinedPath(folder, name))
      return try read(try environment.read(path, limit: 1 << 20), path: path, name: name, chain)
    }
    // The name of a look that extends itself means the one below it.
    let builtIn = Look.builtIn.first { $0.name == name }
    if !chain.contains("template \(name)"),
      let file = try templates?.look(named: name, in: Look.folder)
    {
      // The templates have the built-in looks as well, below a line with their origin;
      // as long as the file is unchanged, there is no need to read it.
      if let builtIn, LookFile.belowFirstComment(file.bytes).elementsEqual(builtIn.yaml.utf8) {
        return builtIn
      }
      return try read(file, path: file.path, name: name, chain + ["template \(name)"])
    }
    if let builtIn { return builtIn }
    guard templates != nil || !Look.builtIn.isEmpty else {
      throw Failure(
        .error(
          .templatesMissing,
          "looks for \(Look.things) need the folder of templates, which was not found",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    if let refusal = Look.refusal(of: name) { throw refusal }
    let others = chain.isEmpty ? Look.namesWithoutLook : []
    throw Failure(
      .error(
        .lookUnknown, "unknown look \"\(name)\" for \(Look.things)",
        hints: nearMissHints(name, among: lookNames(of: Look.self) + others, listedBy: "looks"))
    )
  }

  /// Indicates whether a look is named by its file.
  package static func isFile(_ name: String) -> Bool {
    name.contains("/") || [".yaml", ".yml", ".json"].contains(where: name.hasSuffix)
  }

  private func read<Look: FiledLook>(
    _ file: FileBytes, path: String, name: String, _ chain: [String]
  ) throws -> Look {
    guard chain.count < LookFile.depthLimit, !chain.contains(path) else {
      throw Failure(
        .error(
          .lookExtends, "looks that extend each other in a circle", at: SourceLocation(file: path)))
    }
    let value = try PlacedValue(yaml: file.bytes, file: path)
    guard let members = value.map({ $0.members }) ?? [] else {
      throw Failure(
        .error(
          .lookValue, "expected a mapping of settings, found \(value?.description ?? "nothing")",
          at: value?.place))
    }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    var errors = DiagnosticList()
    var look: Look
    if let base = members.first(where: { $0.key == "extends" }) {
      look = Look.nothing
      if base.value.text == "none" {
        // Begins with nothing.
      } else if let text = base.value.text {
        do {
          look = try find(text, from: folder, chain: chain + [path])
        } catch let failure as Failure {
          errors.record(failure, foundFrom: base.value.place)
        }
      } else {
        errors.record(
          .lookValue, "extends: expected a look's name or file, found \(base.value.description)",
          at: base.value.place)
      }
    } else {
      look = try defaultLook(chain + [path])
    }
    // The description of the look it extends does not fit this one.
    look.describe("")
    for member in members where member.key != "extends" {
      if member.key == "description" {
        look.describe(member.value.text ?? "")
      } else {
        set(member, under: "", in: &look, into: &errors)
      }
    }
    try errors.throwIfAny()
    look.filesNamed(from: folder, in: members)
    look.name = name
    return look
  }

  /// The look that a look without `extends` extends.
  private func defaultLook<Look: FiledLook>(_ chain: [String]) throws -> Look {
    if let first = Look.builtIn.first { return first }
    // Templates without it have looks that begin with nothing.
    guard templates == nil || lookNames(of: Look.self).contains(Look.defaultName) else {
      return Look.nothing
    }
    return try find(Look.defaultName, from: "", chain: chain)
  }

  /// Sets one setting, or every setting of a group.
  private func set<Look: FiledLook>(
    _ member: PlacedValue.Member, under group: String, in look: inout Look,
    into errors: inout DiagnosticList
  ) {
    let name = group.isEmpty ? member.key : group + "." + member.key
    guard let field = Look.field(named: name) else {
      if let inner = member.value.members, Look.isGroupOrSynonym(name) {
        for each in inner { set(each, under: name, in: &look, into: &errors) }
        return
      }
      let known = Look.names(like: name)
      let near =
        Look.setting(meantBy: name) ?? nearMiss(name, among: known)
        ?? sameExtension(name, among: known)
      errors.record(
        .lookField, "unknown setting \"\(name)\" in a \(Look.description)", at: member.place,
        hints: [near.map { "did you mean \"\($0)\"?" } ?? settingsHint(name, of: Look.self)])
      return
    }
    if let empty = ([member.value] + (member.value.elements ?? [])).first(where: \.isNull) {
      let color = field.kind == .color ? "write none for no color" : nil
      errors.record(
        .lookValue, "\(name): expected \(field.expectation), found nothing", at: empty.place,
        hints: [empty.hintWhenEmpty ?? color ?? "write a value, or remove the setting"])
      return
    }
    do {
      try field.set(&look, lookValue(member.value, for: field.kind))
    } catch let failure as Failure {
      errors.record(failure, foundFrom: member.value.place)
    } catch {
      errors.record(.lookValue, "\(name): \(error)", at: member.value.place)
    }
  }

  /// A hint for an unknown setting: at another kind of look that has it, or where the known ones
  /// are listed.
  private func settingsHint<Look: FiledLook>(_ name: String, of kind: Look.Type) -> String {
    let group = String(name.prefix { $0 != "." })
    guard let other = kinds.first(where: { $0 != kind && $0.isGroup(group) }) else {
      return Look.settingsHint
    }
    return
      "it is a setting of looks for \(other.things); this look is read as one for \(Look.things)"
  }

  /// The value as the field expects it: `no` is a text where a text is expected.
  private func lookValue(_ value: PlacedValue, for kind: LookKind) -> LookValue {
    if let elements = value.elements {
      return .list(elements.map { lookValue($0, for: kind) })
    }
    let text = value.text ?? value.description
    switch kind {
    case .length, .points, .number, .integer, .numbers:
      return value.number.map { .number($0) } ?? .text(text)
    case .flag: return value.flag.map { .flag($0) } ?? .text(text)
    case .color, .opaqueColor, .colors, .text, .choice, .words:
      return .text(text)
    }
  }

  /// A setting with the same last words: `fill` most likely belongs to the group it is about.
  private func sameExtension(_ name: String, among known: [String]) -> String? {
    known.first { $0.hasSuffix("." + name) }
  }
}

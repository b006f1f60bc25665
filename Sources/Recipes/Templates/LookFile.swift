// SPDX-License-Identifier: MIT
// Part of Platen: looks by name or from files, each setting checked and found by line and column.

public import Cartography
internal import Diagnostics
public import Pipeline

/// Finds and reads looks.
///
/// A look is a built-in one, a file of the templates, or a file of the user's own that names what
/// it starts from (`extends: parchment`) and then only what differs. Names of settings may be
/// nested or dotted: `land: { fill: "#eee" }` and `land.fill: "#eee"` are the same.
public struct LookFile: Sendable {
  /// Looks that extend looks that extend looks…
  static let depthLimit = 16

  /// Where files are read from; relative names start from its folder.
  let environment: any Environment
  /// Nil where there are no templates: built-in looks are found all the same.
  let templates: Templates?

  public init(environment: any Environment, templates: Templates?) {
    self.environment = environment
    self.templates = templates
  }

  /// Every name that is known without a file.
  public var names: [String] {
    var names = MapLook.builtIn.map(\.name)
    for name in templates?.lookNames() ?? [] where !names.contains(name) { names.append(name) }
    return names
  }

  /// The look of a name, or in a file: what has a slash or ends in `.yaml`, `.yml` or `.json`.
  ///
  /// - Throws: `Failure` with every fault in the look's files, or `look.unknown`.
  public func look(_ name: String) throws -> MapLook {
    try look(name, from: "", chain: [])
  }

  /// The look in a file that was read already, whatever its name ends in.
  public func look(in file: FileBytes, of path: String) throws -> MapLook {
    try read(file, path: plainPath(path), name: path, [])
  }

  private func look(_ name: String, from folder: String, chain: [String]) throws -> MapLook {
    if name.contains("/") || [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) {
      let path = plainPath(joinedPath(folder, name))
      return try read(try environment.read(path, limit: 1 << 20), path: path, name: name, chain)
    }
    // The name of a look that extends itself means the one below it.
    let builtIn = MapLook.builtIn.first { $0.name == name }
    if !chain.contains("template \(name)"), let file = try templates?.look(named: name) {
      // The templates hold the built-in looks, too; as long as nobody changed the file, there is no
      // need to read it.
      if let builtIn, file.bytes.elementsEqual(builtIn.yaml.utf8) { return builtIn }
      return try read(file, path: file.path, name: name, chain + ["template \(name)"])
    }
    if let builtIn { return builtIn }
    throw Failure(
      .error(
        "look.unknown", "there is no look called \"\(name)\"",
        hints: [nearMissHint(name, among: names), "platen looks lists them"]))
  }

  private func read(
    _ file: FileBytes, path: String, name: String, _ chain: [String]
  ) throws -> MapLook {
    guard chain.count < LookFile.depthLimit, !chain.contains(path) else {
      throw Failure(
        .error(
          "look.extends", "looks that extend each other in a circle", at: Place(file: path)))
    }
    let value = try YAMLValue(parsing: file.bytes, file: path)
    guard let members = value.map({ $0.members }) ?? [] else {
      throw Failure(
        .error(
          "look.value", "a look is a mapping of settings, not \(value?.spoken ?? "nothing")",
          at: value?.place))
    }
    var faults = FaultList()
    var look = MapLook.builtIn.first ?? .parchment
    if let base = members.first(where: { $0.key == "extends" }) {
      if let text = base.value.text {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
          .joined(separator: "/")
        do {
          look = try self.look(text, from: folder, chain: chain + [path])
        } catch let failure as Failure {
          faults.record(failure, foundFrom: base.value.place)
        }
      } else {
        faults.record(
          "look.value", "extends takes a look's name or file, not \(base.value.spoken)",
          at: base.value.place)
      }
    }
    for member in members where !["extends", "description"].contains(member.key) {
      set(member, under: "", in: &look, into: &faults)
    }
    try faults.throwIfAny()
    look.name = name
    return look
  }

  /// Sets one setting, or every setting of a group.
  private func set(
    _ member: YAMLValue.Member, under group: String, in look: inout MapLook,
    into faults: inout FaultList
  ) {
    let name = group.isEmpty ? member.key : group + "." + member.key
    guard let field = MapLook.field(named: name) else {
      if let inner = member.value.members,
        MapLook.fields.contains(where: { $0.name.hasPrefix(name + ".") })
      {
        for each in inner { set(each, under: name, in: &look, into: &faults) }
        return
      }
      let known = MapLook.fields.map(\.name)
      let near = nearMiss(name, among: known) ?? sameEnding(name, among: known)
      faults.record(
        "look.field", "a map's look has no setting \"\(name)\"", at: member.place,
        hints: [near.map { "did you mean \"\($0)\"?" } ?? "platen looks --settings lists them"])
      return
    }
    do {
      try field.set(&look, lookValue(member.value, for: field))
    } catch let failure as Failure {
      faults.record(failure, foundFrom: member.value.place)
    } catch {
      faults.record("look.value", "\(name): \(error)", at: member.value.place)
    }
  }

  /// The value as the field wants it: `no` is a text where a text is wanted.
  private func lookValue(_ value: YAMLValue, for field: LookField) -> LookValue {
    if let elements = value.elements {
      return .list(elements.map { lookValue($0, for: field) })
    }
    let text = value.text ?? value.spoken
    switch field.kind {
    case .length, .number, .numbers: return value.number.map { .number($0) } ?? .text(text)
    case .flag: return value.flag.map { .flag($0) } ?? .text(text)
    case .color, .text, .choice, .words: return .text(value.isNull ? "none" : text)
    }
  }

  /// A setting that ends in the same words: `fill` is most likely meant in the group it is about.
  private func sameEnding(_ name: String, among known: [String]) -> String? {
    known.first { $0.hasSuffix("." + name) }
  }
}

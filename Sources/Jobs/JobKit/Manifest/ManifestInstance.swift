// SPDX-License-Identifier: MIT
// Part of Platen: an instance of a manifest, read from its keys.

package import Diagnostics
package import Instances
internal import Pipeline
internal import Values

/// An instance as a manifest describes it.
package struct ManifestInstance: Sendable {
  package var instance: Instance
  package var place: SourceLocation
}

/// The holdings that a job requires from an instance.
package struct InstanceDemand: Hashable, Sendable {
  /// The instance's name.
  package var instance: String
  /// The name or pattern of the job's input.
  package var pattern: String
  /// The job's kind, tags, id and names of outputs, which show whether a selection may include it.
  /// Without an id its name is that of the holding; names may have placeholders.
  package var kind: String
  package var tags: [String]
  package var id: String?
  package var outputs: [String] = []
  /// Jobs that it names.
  package var references: [JobReference] = []
  /// Further files of the job: the uploads that they name are fetched as well.
  package var files: [String] = []
}

extension Instance.Kind {
  /// The name of the kind of job that is made from its holdings.
  var heldKind: String {
    switch self {
    case .bedrud: "meeting"
    case .worldarchitect: "campaign"
    case .toboggan: "talk"
    }
  }
}

extension ManifestInstance {
  /// Reads the instances of a manifest; errors are recorded, and the rest is read.
  ///
  /// - Parameter folder: the manifest's folder, which paths start from.
  static func read(
    _ value: PlacedValue?, folder: String, into log: inout DiagnosticList
  ) -> [ManifestInstance] {
    guard let value else { return [] }
    guard let members = value.members else {
      InstanceKeys.instances.shape.check(value, named: "instances", into: &log)
      return []
    }
    var found: [ManifestInstance] = []
    for member in members {
      guard InstanceKeys.isName(member.key) else {
        log.record(
          .manifestValue, "invalid instance name: use letters, digits, - and _", at: member.place)
        continue
      }
      if let instance = one(member, folder: folder, into: &log) {
        found.append(ManifestInstance(instance: instance, place: member.place))
      }
    }
    refuseSharing(found, members, folder: folder, into: &log)
    return found
  }

  private static func one(
    _ member: PlacedValue.Member, folder: String, into log: inout DiagnosticList
  ) -> Instance? {
    var value = member.value
    // Reported by name and line, without the value.
    let plain = { (key: String) in key.lowercased().filter { $0 != "_" && $0 != "-" } }
    let inline = (value.members ?? []).filter { InstanceKeys.secrets.contains(plain($0.key)) }
    for secret in inline {
      log.record(
        .manifestSecret, "the manifest contains a secret, under \"\(secret.key)\"",
        at: secret.place,
        hints: ["remove it, get a new one from the server, and use credential:"])
    }
    if !inline.isEmpty, let members = value.members {
      value.content = .mapping(
        members.filter { member in !inline.contains { $0.key == member.key } })
    }
    let shape = Shape.mapping(InstanceKeys.keys)
    guard let sound = shape.check(value, named: "instances.\(member.key)", into: &log),
      let kind = sound["kind"]?.text.flatMap(Instance.Kind.init),
      let address = sound["url"]?.text.flatMap({ try? WebAddress($0) })
    else { return nil }
    var instance = Instance(
      name: member.key, kind: kind, address: address, label: sound["label"]?.text)
    instance.credential = sound["credential"]?.text.flatMap { try? CredentialReference($0) }
    instance.user = sound["user"]?.text.flatMap { try? CredentialReference($0) }
    instance.authority = sound["ca-file"]?.text.map { joinedPath(folder, $0) }
    instance.concurrency = sound["concurrency"]?.integer ?? instance.concurrency
    instance.perMinute = sound["rate"]?.integer
    instance.idleTimeout =
      sound["timeout"]?.text.flatMap(DurationText.seconds) ?? instance.idleTimeout
    if let rules = sound["retries"] {
      instance.retries.limit = rules["limit"]?.integer ?? instance.retries.limit
      instance.retries.delay =
        rules["delay"]?.text.flatMap(DurationText.seconds) ?? instance.retries.delay
    }
    if let limits = sound["limits"] {
      instance.limits.requests = limits["requests"]?.integer ?? instance.limits.requests
      instance.limits.entries = limits["entries"]?.integer ?? instance.limits.entries
      if let size = limits["size"]?.text, let budget = try? MemoryBudget(parsing: size) {
        instance.limits.bytes = budget.bytes
      }
      instance.limits.seconds =
        limits["time"]?.text.flatMap(DurationText.seconds) ?? instance.limits.seconds
    }
    instance.allowsStale = sound["stale"]?.text != "fail"
    if kind == .worldarchitect, instance.user == nil, value["user"] == nil {
      log.record(
        .manifestMissingKey, "instances.\(member.key) lacks \"user\"", at: member.place,
        hints: ["user: env:NAME names the user whose campaigns are fetched"])
    }
    if instance.credential != nil, address.scheme == "http", !address.isLoopback {
      log.record(
        .manifestValue, "the credential would be sent in clear text: the address is http",
        at: sound["url"]?.place ?? member.place,
        hints: ["use https; ca-file: names the certificates of a private server"])
    }
    return instance
  }

  /// Reports shared credentials: of two servers that share one, each could use the other's. One
  /// file may be spelled in many ways.
  private static func refuseSharing(
    _ instances: [ManifestInstance], _ members: [PlacedValue.Member], folder: String,
    into log: inout DiagnosticList
  ) {
    let vault = CredentialVault(folder: folder)
    var owners: [String: ManifestInstance] = [:]
    for one in instances {
      guard let place = one.instance.credential.map(vault.identity) else { continue }
      guard let other = owners[place] else {
        owners[place] = one
        continue
      }
      let value = members.first { $0.key == one.instance.name }?.value["credential"]
      log.record(
        .manifestValue,
        "\(other.instance.name) already uses this credential: each instance needs its own",
        at: value?.place ?? one.place)
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: settings of a server, with everything masked that opens a door.

internal import JSON

/// Which settings are secrets, and what stands for them.
enum Secrets {
  /// What the server itself shows instead.
  static let mask = "••••••••"

  /// The fields the server's own API masks, in small letters without underscores.
  private static let known: Set<String> = [
    "googleclientsecret", "githubclientsecret", "twitterclientsecret", "jwtsecret",
    "sessionsecret", "livekitapisecret", "chatuploads3secretkey",
  ]

  /// Whether a setting of that name is a secret: one of the seven, or one that sounds like it.
  static func isSecret(_ name: String) -> Bool {
    let folded = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    return known.contains(folded)
      || ["secret", "secretkey", "password", "passwd", "token", "privatekey", "credentials"]
        .contains { folded.hasSuffix($0) }
  }

  /// Every setting by its dotted name, secrets masked.
  static func settings(_ view: JSONView) -> [AdminData.Setting] {
    var settings: [AdminData.Setting] = []
    add(view, "", isSecret: false, depth: 0, to: &settings)
    return settings
  }

  private static func add(
    _ view: JSONView, _ name: String, isSecret: Bool, depth: Int,
    to settings: inout [AdminData.Setting]
  ) {
    guard settings.count < 1000, depth < 8 else { return }
    switch view.kind {
    case .object:
      for member in view.members {
        let own = name.isEmpty ? member.key : name + "." + member.key
        add(
          member.value, own, isSecret: isSecret || Secrets.isSecret(member.key),
          depth: depth + 1, to: &settings)
      }
    case .array:
      for (index, element) in view.elements.enumerated() {
        add(element, "\(name)[\(index)]", isSecret: isSecret, depth: depth + 1, to: &settings)
      }
    default:
      let value = (view as JSONView?).line()
      let masks = isSecret && !value.isEmpty && value != "null"
      settings.append(
        AdminData.Setting(name, masks ? mask : value, isMasked: masks))
    }
  }
}

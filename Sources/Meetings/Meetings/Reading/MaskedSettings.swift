// SPDX-License-Identifier: MIT
// Part of Platen: settings of a server, with all secrets masked.

internal import Diagnostics
internal import JSON

/// Settings of a server as they are shown.
enum MaskedSettings {
  /// Every setting by its dotted name, secrets masked.
  static func settings(_ view: JSONView) -> [AdminData.Setting] {
    var settings: [AdminData.Setting] = []
    addSetting(view, "", isSecret: false, depth: 0, to: &settings)
    return settings
  }

  private static func addSetting(
    _ view: JSONView, _ name: String, isSecret: Bool, depth: Int,
    to settings: inout [AdminData.Setting]
  ) {
    guard settings.count < 1000, depth < 8 else { return }
    switch view.kind {
    case .object:
      for member in view.members {
        let own = name.isEmpty ? member.key : name + "." + member.key
        addSetting(
          member.value, own, isSecret: isSecret || SecretMasking.matches(member.key),
          depth: depth + 1, to: &settings)
      }
    case .array:
      for (index, element) in view.elements.enumerated() {
        addSetting(
          element, "\(name)[\(index)]", isSecret: isSecret, depth: depth + 1, to: &settings)
      }
    default:
      let value = (view as JSONView?).line()
      let masks = isSecret && !value.isEmpty && value != "null"
      settings.append(
        AdminData.Setting(name, masks ? SecretMasking.mask : value, isMasked: masks))
    }
  }
}

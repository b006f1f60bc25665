// SPDX-License-Identifier: MIT
// Part of Platen: tokens in the design-token format itself.

internal import JSON

/// Writes tokens in the design-token format (DTCG, 2025.10): groups, aliases, and values of other
/// modes in `$extensions.mode`.
public enum FormatWriter {
  /// A group, with the token it is as well.
  private final class Tree {
    var token: Token?
    var names: [String] = []
    var groups: [String: Tree] = [:]

    func group(_ name: String) -> Tree {
      if let group = groups[name] { return group }
      let group = Tree()
      names.append(name)
      groups[name] = group
      return group
    }
  }

  /// The file. Lengths that only style sheets have are not in the format, and omitted.
  public static func json(_ set: TokenSet) -> [UInt8] {
    let targets = TokenTargets(set)
    let root = Tree()
    for token in set.tokens where !token.isForStyleSheets {
      token.path.reduce(root) { $0.group($1) }.token = token
    }
    var json = JSONWriter(indent: 2)
    writeTree(root, targets, to: &json)
    return json.utf8 + [0x0A]
  }

  private static func writeTree(_ tree: Tree, _ targets: TokenTargets, to json: inout JSONWriter) {
    json.object { json in
      if let token = tree.token {
        if tree.names.isEmpty {
          writeToken(token, targets, to: &json)
        } else {
          json.member("$root", object: { writeToken(token, targets, to: &$0) })
        }
      }
      for name in tree.names {
        guard let group = tree.groups[name] else { continue }
        json.key(name)
        writeTree(group, targets, to: &json)
      }
    }
  }

  private static func writeToken(_ token: Token, _ targets: TokenTargets, to json: inout JSONWriter)
  {
    json.member("$type", token.type.rawValue)
    if !token.description.isEmpty { json.member("$description", token.description) }
    json.key("$value")
    writeValue(of: token, .light, targets, to: &json)
    let others = token.modes.filter { $0 != .light }
    guard !others.isEmpty else { return }
    json.member(
      "$extensions",
      object: { json in
        json.member(
          "mode",
          object: { json in
            for mode in others {
              json.key(mode.rawValue)
              writeValue(of: token, mode, targets, to: &json)
            }
          })
      })
  }

  private static func writeValue(
    of token: Token, _ mode: TokenMode, _ targets: TokenTargets, to json: inout JSONWriter
  ) {
    if let target = targets.target(of: token, in: mode) {
      json.string("{\(target.name)}")
    } else if let value = token.value(in: mode) {
      writeValue(value, to: &json)
    } else {
      json.null()
    }
  }

  private static func writeValue(_ value: TokenValue, to json: inout JSONWriter) {
    switch value {
    case .color(let color): writeColor(color, to: &json)
    case .dimension(let length): writeLength(length, to: &json)
    case .fontFamily(let names):
      if names.count == 1 {
        json.string(names[0])
      } else {
        json.array { for name in names { $0.string(name) } }
      }
    case .fontWeight(let number), .number(let number): json.double(number)
    case .duration(let time):
      json.object { json in
        json.key("value")
        json.double(time)
        json.member("unit", "ms")
      }
    case .cubicBezier(let points): json.array { for point in points { $0.double(point) } }
    case .shadow(let layers):
      if layers.count == 1 {
        writeShadow(layers[0], to: &json)
      } else {
        json.array { for layer in layers { writeShadow(layer, to: &$0) } }
      }
    case .gradient(let stops):
      json.array { json in
        for stop in stops {
          json.object { json in
            json.key("color")
            writeColor(stop.color, to: &json)
            json.key("position")
            json.double(stop.position)
          }
        }
      }
    case .typography(let type):
      json.object { json in
        json.member("fontFamily", type.families)
        json.key("fontSize")
        writeLength(type.size, to: &json)
        json.key("fontWeight")
        json.double(type.weight)
        json.key("letterSpacing")
        writeLength(type.letterSpacing ?? TokenLength(0), to: &json)
        if let height = type.lineHeight {
          json.key("lineHeight")
          json.double(height)
        }
      }
    case .border(let border):
      json.object { json in
        json.key("color")
        writeColor(border.color, to: &json)
        json.key("width")
        writeLength(border.width, to: &json)
        json.member("style", border.style)
      }
    case .css(let text): json.string(text)
    }
  }

  private static func writeShadow(_ layer: TokenShadow, to json: inout JSONWriter) {
    json.object { json in
      json.key("color")
      writeColor(layer.color, to: &json)
      for (name, length) in [
        ("offsetX", layer.offsetX), ("offsetY", layer.offsetY), ("blur", layer.blur),
        ("spread", layer.spread),
      ] {
        json.key(name)
        writeLength(length, to: &json)
      }
      if layer.isInset { json.member("inset", true) }
    }
  }

  private static func writeLength(_ length: TokenLength, to json: inout JSONWriter) {
    json.object { json in
      json.key("value")
      json.double(length.value)
      json.member("unit", length.unit.rawValue)
    }
  }

  private static func writeColor(_ color: TokenColor, to json: inout JSONWriter) {
    json.object { json in
      json.member("colorSpace", color.space == .displayP3 ? "display-p3" : "srgb")
      json.member(
        "components",
        array: { json in
          for part in [color.red, color.green, color.blue] { json.raw("\(part)") }
        })
      if color.alpha < 1 {
        json.key("alpha")
        json.raw("\(color.alpha)")
      }
      json.member("hex", String(color.hex.prefix(7)))
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: tokens as JSON for programs: flat, resolved, mode by mode.

internal import JSON

/// Writes tokens as JSON: a member for each, with its type and its value in each mode it has one for.
/// Colors are `#rrggbb` with their components beside them, lengths are numbers of pixels, or texts
/// where they depend on their surroundings.
public enum TokensJSON {
  public static func json(_ set: TokenSet) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("modes", array: { json in for mode in set.modes { json.string(mode.rawValue) } })
      json.member(
        "tokens",
        object: { json in
          for token in set.tokens {
            json.member(
              token.name,
              object: { json in
                json.member("type", token.type.rawValue)
                if !token.description.isEmpty { json.member("description", token.description) }
                for mode in token.modes {
                  guard let value = token.values[mode] else { continue }
                  json.key(mode.rawValue)
                  writeValue(value, to: &json)
                }
              })
          }
        })
      if !set.contrasts.isEmpty {
        json.member(
          "contrast",
          array: { json in
            for pair in set.contrasts {
              json.object { json in
                json.member("text", pair.text)
                json.member("on", pair.ground)
                json.member("level", pair.level.rawValue)
                for mode in set.modes {
                  guard let contrast = set.contrast(of: pair, in: mode) else { continue }
                  json.member(
                    mode.rawValue,
                    object: { json in
                      json.key("ratio")
                      json.raw(contrast.text)
                      json.member("passes", contrast.passes(pair.level))
                    })
                }
              }
            }
          })
      }
    }
    return json.utf8 + [0x0A]
  }

  private static func writeValue(_ value: TokenValue, to json: inout JSONWriter) {
    switch value {
    case .color(let color): writeColor(color, to: &json)
    case .dimension(let length): json.raw(exact(length.points))
    case .fontFamily(let names): json.array { json in for name in names { json.string(name) } }
    case .fontWeight(let number), .number(let number), .duration(let number):
      json.raw(exact(number))
    case .cubicBezier(let points):
      json.array { json in for point in points { json.raw(brief(point)) } }
    case .shadow(let layers):
      json.array { json in
        for layer in layers {
          json.object { json in
            json.key("color")
            writeColor(layer.color, to: &json)
            let lengths = [
              ("offsetX", layer.offsetX), ("offsetY", layer.offsetY), ("blur", layer.blur),
              ("spread", layer.spread),
            ]
            for (name, length) in lengths {
              json.key(name)
              json.raw(exact(length.points))
            }
            json.member("inset", layer.isInset)
          }
        }
      }
    case .gradient(let stops):
      json.array { json in
        for stop in stops {
          json.object { json in
            json.key("color")
            writeColor(stop.color, to: &json)
            json.key("position")
            json.raw(brief(stop.position))
          }
        }
      }
    case .typography(let type):
      json.object { json in
        json.member("families", type.families)
        json.key("size")
        json.raw(brief(type.size.points))
        json.key("weight")
        json.raw(brief(type.weight))
        json.key("lineHeight")
        if let height = type.lineHeight { json.raw(brief(height)) } else { json.null() }
        json.key("letterSpacing")
        json.raw(exact(type.letterSpacing?.points ?? 0))
      }
    case .border(let border):
      json.object { json in
        json.key("color")
        writeColor(border.color, to: &json)
        json.key("width")
        json.raw(exact(border.width.points))
        json.member("style", border.style)
      }
    case .css(let text): json.string(text)
    }
  }

  private static func writeColor(_ color: TokenColor, to json: inout JSONWriter) {
    json.object { json in
      json.member("hex", color.hex)
      json.member("space", color.space.rawValue)
      json.member(
        "components",
        array: { json in
          for part in [color.red, color.green, color.blue] { json.raw(brief(part)) }
        })
      json.key("alpha")
      json.raw(brief(color.alpha))
    }
  }
}

extension TokenSet {
  /// The contrast of a pair in a mode; nil where a name is not a color's.
  public func contrast(of pair: ContrastPair, in mode: TokenMode) -> Contrast? {
    guard let text = self[pair.text]?.color(in: mode),
      let ground = self[pair.ground]?.color(in: mode)
    else { return nil }
    return Contrast(of: text, on: ground)
  }
}

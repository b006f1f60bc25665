// SPDX-License-Identifier: MIT
// Part of Platen: the shapes of shields, drawn by ourselves.

public import Geometry

/// A shield's outline and where charges stand on it. The origin is the middle of the field, y runs
/// down; the field reaches 100 to each side.
public struct ShieldShape: Hashable, Sendable {
  /// The format's name for it.
  public let name: String
  public let outline: Path
  /// The distance of the middle of a square that shows the whole shield below the field's.
  public let drop: Double
  /// The size of charges on it.
  let chargeScale: Double
  /// Letter → position.
  let places: [Character: Point]

  /// The shield called `name`; nil when there is none.
  public static func named(_ name: String) -> ShieldShape? { all[name] }

  /// The default shield, also used for unknown ones.
  public static let standard = "heater"

  /// Names of all shields, in the order they are listed.
  public static let names = outlines.map(\.name)

  private static let all: [String: ShieldShape] = {
    var result: [String: ShieldShape] = [:]
    let lines = placesText.split(separator: "\n").map { $0.split(separator: " ") }
    for words in lines where words.count > 3 {
      let name = String(words[0])
      guard let shape = outlines.first(where: { $0.name == name }) else { continue }
      var places: [Character: Point] = [:]
      for word in words.dropFirst(3) {
        let pair = word.dropFirst().split(separator: ",").compactMap { Double($0) }
        guard let letter = word.first, pair.count == 2 else { continue }
        places[letter] = Point(pair[0], pair[1])
      }
      result[name] = ShieldShape(
        name: name, outline: shape.isHalf ? mirrored(shape.text) : OutlineText.path(shape.text),
        drop: Double(words[2]) ?? 0, chargeScale: Double(words[1]) ?? 1, places: places)
    }
    return result
  }()

  /// The outline whose right half is `text`, from the top of the axis to its bottom.
  private static func mirrored(_ text: String) -> Path {
    var path = OutlineText.path(text)
    let half = path.verbs
    let points = path.points
    var index = points.count - 1
    func left(_ i: Int) -> Point { Point(-points[i].x, points[i].y) }
    for verb in half.reversed() {
      switch verb {
      case .line:
        index -= 1
        path.line(to: left(index))
      case .curve:
        path.curve(to: left(index - 3), left(index - 1), left(index - 2))
        index -= 3
      case .move, .close: continue
      }
    }
    path.close()
    return path
  }

  private struct Outline {
    var name: String
    var text: String
    var isHalf: Bool
  }

  private static func half(_ name: String, _ text: String) -> Outline {
    Outline(name: name, text: text, isHalf: true)
  }

  private static func whole(_ name: String, _ text: String) -> Outline {
    Outline(name: name, text: text, isHalf: false)
  }

  private static let outlines: [Outline] = [
    half("heater", "M0,-75 L75,-75 75,-28 C75,38 42,76 0,100"),
    half("spanish", "M0,-75 L75,-75 75,25 C75,67 41,100 0,100"),
    half("french", "M0,-75 L75,-75 75,72 C75,81 70,84 62,84 L22,84 C9,84 3,91 0,100"),
    half(
      "horsehead",
      "M0,-81 C34,-82 60,-72 81,-57 C80,-24 48,-2 47,24 C46,42 55,54 40,71 C29,82 12,92 0,100"),
    half(
      "horsehead2",
      """
      M0,-80 L26,-80 C30,-62 42,-50 57,-42 C65,-20 61,6 51,23 C43,40 47,58 46,69 \
      C36,85 18,84 0,94
      """),
    half(
      "polish",
      """
      M0,-84 C10,-91 26,-91 35,-84 C36,-70 44,-61 58,-58 C56,-44 50,-36 50,-19 \
      C52,0 72,10 71,36 C70,62 46,80 0,96
      """),
    half("hessen", "M0,-86 L30,-86 C46,-85 62,-81 77,-72 C76,-20 75,20 67,44 C57,74 26,86 0,100"),
    half("swiss", "M0,-76 C20,-66 52,-66 75,-76 C77,-30 70,12 56,36 C42,62 20,85 0,100"),
    half(
      "boeotian",
      "M0,-88 C32,-88 72,-62 70,-28 C69,-14 44,-11 41,0 C44,11 69,14 70,29 C71,62 32,91 0,91"),
    half("roman", "M0,-84 C25,-84 45,-80 60,-75 L60,75 C45,80 25,84 0,84"),
    half("kite", "M0,-100 C30,-100 47,-82 47,-55 C47,-20 22,44 0,92"),
    half("oldFrench", "M0,-75 L75,-75 75,18 C75,58 44,82 0,100"),
    half(
      "renaissance",
      """
      M0,-70 C12,-79 30,-80 42,-69 C52,-61 64,-66 73,-62 C65,-42 60,-26 62,-12 \
      C66,5 76,14 75,32 C74,62 60,85 40,86 C24,87 8,90 0,98
      """),
    half(
      "baroque",
      """
      M0,-74 C20,-74 52,-73 74,-63 C68,-46 62,-30 66,-15 C72,0 76,15 74,34 \
      C70,62 48,78 30,83 C16,86 6,92 0,98
      """),
    whole(
      "targe",
      """
      M-75,-68 C-40,-82 10,-98 40,-91 C55,-87 66,-78 70,-66 C64,-40 66,-20 68,0 \
      C72,30 66,60 46,74 C20,91 -20,92 -46,78 C-68,66 -74,40 -70,14 \
      C-68,2 -40,0 -35,-8 C-27,-20 -34,-32 -46,-32 C-60,-32 -72,-44 -75,-68 Z
      """),
    whole(
      "targe2",
      """
      M-60,-71 C-40,-62 -20,-66 0,-76 C14,-84 30,-90 44,-86 C58,-80 62,-66 60,-50 \
      C57,-30 58,-16 63,0 C73,14 75,40 64,62 C52,82 24,90 0,95 C-30,92 -56,80 -68,56 \
      C-76,40 -76,22 -70,10 C-60,4 -50,-2 -48,-14 C-48,-24 -58,-26 -66,-34 \
      C-70,-46 -68,-60 -60,-71 Z
      """),
    half("pavise", "M0,-84 L28,-84 C52,-84 66,-76 66,-58 L54,90 0,90"),
    half("wedged", "M0,-81 L48,-81 C50,-69 61,-62 75,-62 C78,-14 62,56 0,98"),
    whole("flag", "M-90,-60 L90,-60 90,60 -90,60 Z"),
    whole("pennon", "M-90,-61 L98,0 -90,61 Z"),
    whole("guidon", "M-90,-60 L96,-60 50,0 96,60 -90,60 Z"),
    half("banner", "M0,-75 L75,-75 75,76 C65,92 38,92 25,82 C18,91 8,92 0,92"),
    half("dovetail", "M0,-75 L75,-75 75,97 0,62"),
    half("gonfalon", "M0,-75 L75,-75 75,38 0,101"),
    half("pennant", "M0,-86 L75,-86 0,98"),
    half("round", "M0,-84 C46.4,-84 84,-46.4 84,0 C84,46.4 46.4,84 0,84"),
    half("oval", "M0,-92 C37,-92 67,-50.8 67,0 C67,50.8 37,92 0,92"),
    half("vesicaPiscis", "M0,-100 C40,-70 59,-32 59,0 C59,32 40,70 0,100"),
    half("square", "M0,-75 L75,-75 75,75 0,75"),
    half("diamond", "M0,-95 L74,0 0,95"),
    half("no", "M0,-100 L100,-100 100,100 0,100"),
    half("fantasy1", "M0,-80 C18,-70 50,-65 79,-67 C65,-50 61,-30 61,-10 C61,28 46,68 0,95"),
    half(
      "fantasy2",
      """
      M0,-82 C16,-74 32,-76 50,-83 C52,-62 60,-46 72,-38 C56,-28 45,-14 49,0 \
      C52,12 66,16 70,24 C58,44 40,56 37,68 C27,82 10,86 0,96
      """),
    half(
      "fantasy3",
      """
      M0,-82 C14,-86 26,-84 32,-78 C38,-60 54,-52 70,-48 C54,-36 44,-24 45,-10 \
      C47,4 64,10 72,16 C64,44 40,66 0,96
      """),
    half(
      "fantasy4",
      """
      M0,-90 C12,-78 24,-72 40,-70 C56,-68 72,-70 85,-71 C80,-40 74,-12 74,10 \
      C74,50 60,84 30,90 C16,92 6,96 0,100
      """),
    half("fantasy5", "M0,-85 L30,-85 C44,-84 58,-82 71,-78 C69,-28 66,38 0,99"),
    half(
      "noldor",
      """
      M0,-97 C8,-86 22,-80 30,-72 C38,-62 45,-54 42,-44 C36,-34 26,-30 26,-20 \
      C26,-8 36,0 34,14 C32,40 14,70 0,88
      """),
    half("gondor", "M0,-84 C28,-84 51,-72 51,-54 L51,25 C51,60 24,80 0,97"),
    half("easterling", "M0,-73 C20,-73 40,-78 61,-84 L61,84 C40,78 20,73 0,73"),
    half("erebor", "M0,-90 L29,-90 36,-58 58,-52 76,0 58,52 36,58 29,90 0,90"),
    half("ironHills", "M0,-83 L40,-83 70,-76 68,30 44,66 0,99"),
    whole("urukHai", "M-34,-92 L-2,-100 70,-63 44,68 0,64 -42,68 -64,-26 -44,-44 Z"),
    whole(
      "moriaOrc",
      "M-58,-58 L-14,-60 14,-54 42,-72 62,-28 60,12 48,52 4,57 -38,50 -52,10 -62,-20 Z"),
  ]
}

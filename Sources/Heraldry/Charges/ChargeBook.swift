// SPDX-License-Identifier: MIT
// Part of Platen: which charges can be drawn, and what stands for those that cannot.

/// All charges we draw, by the format's names.
enum ChargeBook {
  /// How a charge comes to be drawn.
  enum Entry {
    /// As itself.
    case own(ChargeDrawing)
    /// By a general form of its family.
    case general(ChargeDrawing, name: String)
  }

  /// The drawing of `charge`, or of the nearest general form; nil where neither is there.
  static func entry(_ charge: String) -> Entry? {
    if let drawing = drawings[charge] { return .own(drawing) }
    guard let name = family(of: charge), let drawing = drawings[name] else { return nil }
    return .general(drawing, name: name)
  }

  /// Names of all charges that are drawn as themselves.
  static var names: [String] { drawings.keys.sorted() }

  /// Drawn when first asked for, and then kept: a map asks for the same few again and again.
  private static let drawings: [String: ChargeDrawing] = {
    var result: [String: ChargeDrawing] = [:]
    for (name, drawing) in GeometricCharges.all { result[name] = drawing }
    for (name, drawing) in Crosses.all { result[name] = drawing }
    for text in [Objects.text, Implements.text, Nature.text, Beasts.text, Birds.text, People.text] {
      for (name, drawing) in read(text) { result[name] = drawing }
    }
    for (name, drawing) in Quadrupeds.all { result[name] = drawing }
    return result.mapValues(\.fitted)
  }()

  /// Drawings written one after another: a line `= NAME`, or several names, then its layers.
  private static func read(_ text: String) -> [(String, ChargeDrawing)] {
    var result: [(String, ChargeDrawing)] = []
    var names: [Substring] = []
    var lines: [Substring] = []
    func finish() {
      guard !names.isEmpty else { return }
      let drawing = ChargeDrawing(lines.joined(separator: "\n"))
      result += names.map { (String($0), drawing) }
    }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("= ") {
        finish()
        names = line.dropFirst(2).split(separator: " ")
        lines = []
      } else {
        lines.append(line)
      }
    }
    finish()
    return result
  }

  /// The general form that stands for a charge of a family.
  private static func family(of charge: String) -> String? {
    families.first { charge.hasPrefix($0.prefix) }?.drawn
  }

  /// Beginnings of names, the longer before the shorter, and what is drawn for them.
  private static let families: [(prefix: String, drawn: String)] = [
    ("inescutcheon", "inescutcheon"), ("mullet", "mullet"), ("cross", "crossHummetty"),
    ("lozenge", "lozenge"), ("lionHead", "lionHeadErased"), ("lionPassant", "lionPassant"),
    ("lion", "lionRampant"), ("eagle", "eagle"), ("wolfHead", "wolfHeadErased"),
    ("wolf", "wolfPassant"), ("horseHead", "horseHeadCouped"), ("horse", "horsePassant"),
    ("stag", "stagPassant"), ("greyhound", "talbotPassant"), ("talbot", "talbotPassant"),
    ("bull", "bullPassant"), ("ram", "ramPassant"), ("dragon", "dragonPassant"),
    ("griffin", "griffinPassant"), ("wyvern", "dragonPassant"), ("sabre", "sabre"),
    ("scythe", "scythe"), ("sword", "sword"), ("mace", "mace"), ("helmet", "helmet"),
    ("crown", "crown"), ("book", "bookClosed"), ("bow", "bow"), ("swan", "swan"), ("owl", "owl"),
    ("sun", "sun"), ("skull", "skull"), ("scissors", "scissors"), ("bridge", "bridge"),
    ("castle", "castle"), ("boat", "boat"), ("ladder", "ladder"), ("grape", "grapeBunch"),
    ("peacock", "cock"), ("arbalest", "arbalest"), ("bugleHorn", "bugleHorn"),
    ("roundel", "roundel"), ("laurelWreath", "laurelWreath"), ("elephant", "elephant"),
    ("lamb", "lamb"), ("agnus", "lamb"), ("boar", "boarRampant"), ("bear", "bearRampant"),
    ("unicorn", "unicornRampant"), ("triangle", "triangle"), ("scale", "scale"),
    ("tree", "tree"), ("tower", "tower"), ("wing", "wing"), ("armEmbowed", "armEmbowedVambraced"),
  ]
}

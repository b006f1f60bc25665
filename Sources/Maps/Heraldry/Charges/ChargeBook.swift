// SPDX-License-Identifier: MIT
// Part of Platen: which charges can be drawn, and what stands for those that cannot.

internal import Diagnostics

/// All charges we draw, by the format's names.
enum ChargeBook {
  /// The source of a charge's drawing.
  enum Entry {
    /// A drawing of its own.
    case own(ChargeDrawing)
    /// By a general form of its family.
    case general(ChargeDrawing, name: String)
  }

  /// The drawing of `charge`, or of the nearest general form; nil where neither is there.
  static func entry(_ charge: String) -> Entry? {
    if let drawing = drawing(charge) { return .own(drawing) }
    guard let name = family(of: charge), let drawing = drawing(name) else { return nil }
    return .general(drawing, name: name)
  }

  /// Names of all charges that are drawn as themselves.
  static var names: [String] { Set(built.keys).union(texts.keys).sorted() }

  /// Draws a charge on first use and then keeps it: a map uses the same few again and again.
  private static func drawing(_ name: String) -> ChargeDrawing? {
    if let drawing = built[name] { return drawing }
    guard let text = texts[name] else { return nil }
    return read.withLock { read in
      if let known = read[name] { return known }
      let drawing = ChargeDrawing(String(text)).fitted
      read[name] = drawing
      return drawing
    }
  }

  private static let read = Guarded<[String: ChargeDrawing]>([:])

  /// Those that are made, not written down.
  private static let built = Dictionary(
    (GeometricCharges.all + Crosses.all + Quadrupeds.all).map { ($0, $1.fitted) },
    uniquingKeysWith: { $1 })

  /// Drawings written one after another: a line `= NAME`, or several names, then its layers.
  private static let texts: [String: Substring] = {
    var result: [String: Substring] = [:]
    for text in [
      Objects.text, Implements.text, Nature.text, Beasts.text, Birds.text, HumanCharges.text,
    ] {
      var names: [Substring] = []
      var start = text.startIndex
      func finish(at end: String.Index) {
        for name in names { result[String(name)] = text[start..<end] }
      }
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.starts(with: "= ".utf8)
      {
        finish(at: line.startIndex)
        names = Substring(line.dropFirst(2)).split(separator: " ")
        start = line.endIndex
      }
      finish(at: text.endIndex)
    }
    return result
  }()

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

// SPDX-License-Identifier: MIT
// Part of Platen: names for people and places, put together from syllables of our own.

/// A way of naming: what words of one people sound like.
struct Tongue {
  let name: String
  /// The beginnings of words.
  let heads: [String]
  /// Possible middles; most names go without.
  let middles: [String]
  /// The endings of place names.
  let places: [String]
  /// The endings of names of people, gods and rivers.
  let plain: [String]
  /// The endings that turn a root into the name of a country.
  let lands: [String]

  static let all: [Tongue] = [
    Tongue(
      name: "Ardish",
      heads: [
        "Ard", "Bren", "Cald", "Dun", "El", "Fen", "Gar", "Hal", "Iver", "Kest", "Lorn", "Mar",
        "Nor", "Ost", "Pell", "Quen", "Rav", "Sel", "Thorn", "Ul", "Ver", "Wyn", "Yar", "Ash",
        "Black", "Cross", "Dray", "Elder", "Grey", "Hart", "Long", "Merr", "Stan", "West", "Win",
      ],
      middles: ["en", "er", "in", "ing", "a", "ow", "el"],
      places: [
        "fell", "ford", "mere", "wick", "holt", "dale", "bridge", "stead", "march", "haven", "ton",
        "combe", "field", "mouth", "shaw", "worth", "burn", "gate",
      ],
      plain: ["an", "ric", "mund", "a", "win", "el", "den", "er"],
      lands: ["land", "mark", "shire", "and", "ia"]),
    Tongue(
      name: "Velan",
      heads: [
        "Va", "Li", "So", "Cara", "Mo", "Ta", "Ro", "Ni", "Belle", "Do", "Fio", "Pa", "Galla", "Se",
        "Mira", "Al", "Vere", "Lu", "Cas", "Ori", "San", "Tre", "Monta", "Ser", "Ver", "Ama",
        "Brio",
      ],
      middles: ["ri", "le", "na", "vi", "ra", "to", "di"],
      places: [
        "no", "lia", "sca", "vento", "zza", "nera", "cona", "tella", "mare", "luna", "rosa", "dova",
        "sina", "gento", "vara", "polla",
      ],
      plain: ["ria", "lo", "nte", "ra", "sia", "no", "lia", "ro"],
      lands: ["nia", "ria", "lia", "sia", "vania"]),
    Tongue(
      name: "Skarnish",
      heads: [
        "Skar", "Hjal", "Bjar", "Thrond", "Vald", "Ulf", "Grim", "Ask", "Hrafn", "Kald", "Stor",
        "Torv", "Eld", "Is", "Jarn", "Lund", "Mosk", "Nord", "Rang", "Sigr", "Tind", "Vest", "Yng",
        "Fjor", "Hvit", "Od", "Sval",
      ],
      middles: ["a", "e", "u", "ar", "er"],
      places: [
        "vik", "heim", "gard", "fjall", "ness", "strand", "dal", "holm", "by", "sund", "berg",
        "vatn",
        "lund", "havn", "stad",
      ],
      plain: ["ar", "ulf", "in", "a", "rún", "ir", "vald", "e"],
      lands: ["land", "mark", "rike", "gard", "heim"]),
    Tongue(
      name: "Asharic",
      heads: [
        "Qa", "Sha", "Ra", "Mu", "Za", "Ba", "Ha", "Ja", "Na", "Su", "Ta", "Ka", "Fa", "Dar", "Sir",
        "Kir", "Tal", "Ish", "Ash", "Ze", "Mah", "Sar", "Bel", "Far", "Nur",
      ],
      middles: ["ra", "la", "di", "ha", "mi", "sa", "ri"],
      places: [
        "bad", "mir", "zar", "din", "rah", "shad", "qand", "wan", "har", "zeh", "kesh", "dar",
        "stan",
        "gir", "zan",
      ],
      plain: ["im", "ir", "ah", "een", "ad", "iya", "ash", "ur"],
      lands: ["istan", "ia", "abad", "an", "ar"]),
    Tongue(
      name: "Tuguric",
      heads: [
        "Tar", "Or", "Khal", "Bur", "Sog", "Ulan", "Kher", "Tug", "Alt", "Bay", "Dor", "Erg", "Gur",
        "Jol", "Kur", "Mor", "Nar", "Sar", "Tem", "Zuk", "Cha", "Tol",
      ],
      middles: ["a", "u", "ga", "ta", "ra", "mu"],
      places: [
        "gan", "dai", "bek", "tai", "lun", "sar", "gol", "nuur", "tur", "khut", "bulag", "dur",
        "gai",
        "shin",
      ],
      plain: ["khan", "dai", "bek", "ul", "gai", "chin", "ur", "a"],
      lands: ["an", "ar", "ai", "und", "gar"]),
    Tongue(
      name: "Ilmerin",
      heads: [
        "Ila", "Eru", "Ane", "Sil", "Lau", "Kai", "Vie", "Tuo", "Ael", "Cele", "Faera", "Galae",
        "Imra",
        "Lore", "Mae", "Nimi", "Ora", "Phae", "Rie", "Sera", "Thali", "Una", "Ylva",
      ],
      middles: ["li", "ne", "ra", "the", "lo", "ri"],
      places: [
        "lin", "mar", "niel", "veri", "lasse", "nen", "tar", "lond", "dell", "rest", "vain", "thil",
        "nor", "wen",
      ],
      plain: ["iel", "wen", "ion", "as", "eth", "il", "ene", "or"],
      lands: ["nor", "dor", "lien", "iath", "ande"]),
    Tongue(
      name: "Kazuri",
      heads: [
        "Ka", "Mi", "Shi", "To", "Ha", "Na", "Ri", "Yo", "Sa", "Ku", "A", "Hi", "Mo", "Ta", "Se",
        "Fu", "I", "O", "Ko", "Ma",
      ],
      middles: ["zu", "na", "ri", "ka", "mo", "shi", "ta", "wa", "ne"],
      places: [
        "zura", "seki", "tanu", "hori", "miko", "rana", "kawo", "shimo", "bane", "gahi", "dare",
        "suno",
      ],
      plain: ["ri", "mo", "ka", "na", "zu", "shi", "ko", "ne"],
      lands: ["kai", "ma", "zuri", "mora", "shima"]),
    Tongue(
      name: "Dorrakh",
      heads: [
        "Dur", "Kaz", "Bal", "Grom", "Thar", "Mog", "Khar", "Zag", "Bor", "Dag", "Gund", "Hur",
        "Karn",
        "Mur", "Nog", "Rag", "Skul", "Tor", "Uz", "Vorg",
      ],
      middles: ["a", "u", "o", "ga", "ru"],
      places: [
        "dum", "grim", "rak", "gund", "zad", "bar", "dur", "khal", "mok", "thol", "gar", "nak",
        "drun",
      ],
      plain: ["in", "rak", "ur", "a", "grim", "oth", "un", "ak"],
      lands: ["gard", "heim", "dor", "ak", "und"]),
  ]
}

/// Makes names in the tongues, none of them twice.
struct Namer {
  private var dice: RandomStream
  private var used: Set<String> = []
  private var landHeads: Set<String> = []

  init(seed: UInt64, for purpose: String) { dice = RandomStream(seed: seed, for: purpose) }

  /// The name of a town.
  mutating func place(_ tongue: Int) -> String {
    fresh(tongue) { dice, t in
      Namer.join(
        [dice.pick(t.heads), dice.chance(0.22) ? dice.pick(t.middles) : "", dice.pick(t.places)])
    }
  }

  /// The name of a person, a god or a river.
  mutating func word(_ tongue: Int) -> String {
    fresh(tongue) { dice, t in
      Namer.join(
        [dice.pick(t.heads), dice.chance(0.3) ? dice.pick(t.middles) : "", dice.pick(t.plain)])
    }
  }

  /// The name of a country; no two of them begin alike while the tongue has beginnings left.
  mutating func land(_ tongue: Int) -> String {
    let heads = Tongue.all[tongue % Tongue.all.count].heads.filter { !landHeads.contains($0) }
    var chosen = ""
    let name = fresh(tongue) { dice, t in
      chosen = dice.pick(heads.isEmpty ? t.heads : heads)
      return Namer.join(
        [chosen, dice.chance(0.4) ? dice.pick(t.middles) : "", dice.pick(t.lands)])
    }
    landHeads.insert(chosen)
    return name
  }

  private mutating func fresh(_ tongue: Int, _ make: (inout RandomStream, Tongue) -> String)
    -> String
  {
    let tongue = Tongue.all[tongue % Tongue.all.count]
    for attempt in 0..<80 {
      let name = make(&dice, tongue)
      // Short names look like slips of the pen; they serve only when nothing else is left.
      if name.count < 5, attempt < 40 { continue }
      if used.insert(name).inserted { return name }
    }
    // A small tongue in a large world runs out: longer names go on.
    while true {
      let name = Namer.join([
        dice.pick(tongue.heads), dice.pick(tongue.middles), dice.pick(tongue.middles),
        dice.pick(tongue.places),
      ])
      if used.insert(name).inserted || dice.chance(0.02) { return name }
    }
  }

  /// Joins syllables so that they can be spoken: no letter three times, no vowel clusters of three.
  private static func join(_ parts: [String]) -> String {
    var name: [Character] = []
    for part in parts {
      for letter in part.lowercased() {
        if let last = name.last {
          if last == letter, name.count > 1, name[name.count - 2] == letter { continue }
          if isVowel(letter), isVowel(last), name.count > 1, isVowel(name[name.count - 2]) {
            continue
          }
          if last == letter, isVowel(letter) { continue }
        }
        name.append(letter)
      }
    }
    return String(name).capitalizedFirst
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiouyú".contains(letter) }
}

extension String {
  /// With its first letter as a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The people or things of a country: `Lornia` → `Lornian`, `Skarmark` → `Skarmarkish`.
  var adjective: String {
    switch self {
    case let name where name.hasSuffix("ia"): name + "n"
    case let name where name.hasSuffix("a"): name + "n"
    case let name where name.hasSuffix("land") || name.hasSuffix("mark"): name + "ish"
    case let name where name.hasSuffix("e"): name + "an"
    case let name where name.hasSuffix("o") || name.hasSuffix("i"): name + "an"
    case let name where name.hasSuffix("an"): name + "i"
    default: self + "ian"
    }
  }
}

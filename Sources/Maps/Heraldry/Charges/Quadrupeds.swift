// SPDX-License-Identifier: MIT
// Part of Platen: beasts on four legs: a few bodies, many heads and tails.

internal import Geometry

/// Beasts put together of a posture, a head and a tail. They look to the dexter, the viewer's left.
enum Quadrupeds {
  /// The features that distinguish beasts. Heads are drawn with the neck's end about 38, 50.
  private struct Build {
    var head: String
    var tail = "1 T88,50,3 96,44,2.5 98,30,2.5 92,20,2 96,12,1.5"
    /// The same tail for a beast that stands on its hind legs.
    var rearTail = "1 T70,78,3 84,74,2.5 88,58,2.5 80,44,2.5 86,30,2.5 94,24,1.5"
    var chest = 15.0
    var waist = 11.0
    var hip = 14.0
    var leg = 1.0
    /// Paws end with toes, hoofs with a straight edge.
    var hasHoofs = false
    /// The parts drawn over the body: humps, wings.
    var extra = ""
  }

  private static func numbers(_ circles: [(Double, Double, Double)], _ k: Double) -> String {
    "T" + circles.map { "\($0.0),\($0.1),\($0.2 * k)" }.joined(separator: " ")
  }

  private static func foot(_ x: Double, _ y: Double, _ isHoof: Bool) -> String {
    isHoof
      ? "M\(x + 3.5),\(y - 5) L\(x + 4),\(y + 4) \(x - 6),\(y + 4) \(x - 3),\(y - 5) Z"
      : "E\(x - 3),\(y + 1),6,3.4"
  }

  /// Walking, one foreleg raised.
  private static func passant(_ b: Build, rests: Bool = false) -> ChargeDrawing {
    let k = b.leg
    let raised =
      rests
      ? numbers([(32, 60, 9), (27, 74, 5.5), (25, 90, 4)], k) + " " + foot(25, 92, b.hasHoofs)
      : numbers([(32, 60, 9), (20, 66, 6), (12, 60, 4.5), (10, 72, 3.5)], k) + " "
        + foot(9, 73, b.hasHoofs)
    let far = [
      "1 " + raised,
      "1 " + numbers([(76, 58, 10), (72, 72, 6), (78, 82, 4), (72, 91, 3.6)], k) + " "
        + foot(71, 92, b.hasHoofs),
    ]
    let near = [
      numbers([(38, 60, 10), (42, 76, 5.5), (39, 91, 4)], k) + " " + foot(38, 92, b.hasHoofs),
      numbers([(82, 56, 12), (86, 70, 7), (93, 80, 4.5), (88, 91, 4)], k) + " "
        + foot(87, 92, b.hasHoofs),
      "T34,52,\(b.chest) 58,52,\(b.waist) 82,52,\(b.hip)",
    ]
    return ChargeDrawing(
      ([b.tail] + far + ["1 " + near.joined(separator: " "), b.extra, b.head])
        .joined(separator: "\n")
    ).applying(AffineMap(a: 0.92, b: 0, c: 0, d: 0.92, tx: 0, ty: -1))
  }

  /// Standing on the hind legs.
  private static func rampant(_ b: Build) -> ChargeDrawing {
    let k = b.leg
    let far = [
      "1 " + numbers([(40, 38, 8), (26, 30, 5.5), (16, 22, 4), (12, 24, 3.4)], k) + " "
        + foot(11, 22, b.hasHoofs),
      "1 " + numbers([(60, 70, 11), (42, 72, 7), (34, 82, 4.5), (26, 84, 3.6)], k) + " "
        + foot(25, 84, b.hasHoofs),
    ]
    let near = [
      numbers([(44, 44, 9), (30, 48, 5.5), (20, 56, 4.2), (14, 52, 3.4)], k) + " "
        + foot(13, 51, b.hasHoofs),
      numbers([(66, 72, 12), (72, 84, 7), (62, 92, 4.5), (60, 98, 3.8)], k) + " "
        + foot(58, 98, b.hasHoofs),
      "T48,36,\(b.chest * 0.9) 56,54,\(b.waist * 0.95) 64,72,\(b.hip * 0.95)",
    ]
    let head = ChargeDrawing(b.head).applying(
      AffineMap(a: 0.92, b: 0, c: 0, d: 0.92, tx: 13, ty: -13))
    // Wings and humps go with the shoulders, turned as the body is.
    let extra = ChargeDrawing(b.extra).applying(
      AffineMap(a: 0.62, b: 0.5, c: -0.5, d: 0.62, tx: 4, ty: 4))
    let body = ChargeDrawing(
      ([b.rearTail] + far + ["1 " + near.joined(separator: " ")]).joined(separator: "\n"))
    return ChargeDrawing(layers: body.layers + extra.layers + head.layers)
      .applying(AffineMap(a: 0.94, b: 0, c: 0, d: 0.94, tx: 0, ty: -1))
  }

  /// A head alone, its neck torn off in tufts or cut straight.
  private static func headAlone(_ head: String, isCut: Bool) -> ChargeDrawing {
    let neck =
      isCut
      ? "1 S !26,50 32,42 44,42 54,56 !58,72 !30,72 32,60"
      : "1 S !26,50 32,42 44,42 54,54 60,64 !58,84 !52,70 !46,88 !42,72 !36,84 !34,70 !28,76 32,62"
    return ChargeDrawing([neck, head].joined(separator: "\n"))
      .applying(AffineMap(a: 1.3, b: 0, c: 0, d: 1.3, tx: 20, ty: 8))
  }

  private static let lionHead = """
    1 S !30,14 36,22 !46,18 45,28 !55,32 50,40 !58,48 50,54 !54,66 44,62 !40,74 34,66 !26,72 \
    24,60 !14,58 22,48
    1 S 36,20 28,16 18,24 8,34 6,40 10,46 18,48 28,48 36,42 40,30
    1 O36,20,4.4
    k E19,32,2.4,1.8 S !5,36 9,32 !13,35 9,40
    ~1.3 W9,41 15,43 21,41
    """
  private static let wolfHead = """
    1 T42,50,13 32,36,10 22,34,7.5 10,40,4.5 4,43,3 S !28,28 27,8 !38,26 S !34,30 40,12 !43,32
    k O21,33,2 O4,41,2.4
    ~1.3 W6,46 14,45 22,42
    """
  private static let bearHead = """
    1 T44,52,15 32,38,12 20,38,8.5 9,43,5.5 O30,24,5 O40,27,5
    k O21,35,2 O5,41,3
    ~1.3 W8,48 15,48 20,46
    """
  private static let catHead = """
    1 T44,52,12 34,38,9 O26,34,12 S !16,28 16,14 !26,22 S !27,22 38,14 !37,28
    k E21,33,2,2.6 E30,33,2,2.6 O25,39,1.6
    ~1 M22,41 L10,40 M22,42 L11,45 M29,41 L41,40 M29,42 L40,45
    """
  private static let horseHead = """
    2 S !26,14 38,14 48,28 54,44 !60,58 50,56 44,44 36,30
    1 T42,56,13 35,40,10 28,26,8 18,34,6.5 8,46,5 S !24,20 26,4 !33,18
    k O21,28,2 O6,45,1.4
    ~1.3 W7,50 11,49 14,46
    """
  private static let stagHead = """
    1 T42,56,11 35,40,7.5 29,28,7 18,34,5 9,39,3.4 S !33,24 46,20 !35,31
    2 T30,22,2 36,10,2 32,-6,1.4 T34,14,1.8 44,8,1.6 48,-2,1.2 T35,8,1.6 28,0,1.2 T27,22,2 \
    22,10,2 14,-2,1.4 T24,13,1.8 14,12,1.2
    k O22,29,1.8 O6,38,1.8
    """
  private static let hindHead = """
    1 T42,56,11 35,40,7.5 29,28,7 18,34,5 9,39,3.4 S !33,24 46,16 !36,31 S !28,24 30,8 !34,24
    k O22,29,1.8 O6,38,1.8
    """
  private static let bullHead = """
    1 T46,50,18 34,40,13 22,42,9.5 11,50,7 S !36,28 48,28 !40,38
    2 T36,28,4 46,22,3.6 50,12,2.8 44,4,1.2 T26,32,4 16,28,3.6 10,18,2.8 14,8,1.2
    k O23,38,2 O9,49,1.6
    ~1.3 W10,56 15,55 18,52
    """
  private static let ramHead = """
    1 T44,54,12 34,40,9.5 24,36,8 14,42,5.5 9,47,4
    2 T28,28,5 38,22,5 48,30,5 46,42,4 36,44,3.4 32,38,2.4
    k O21,35,1.9 O7,45,1.4
    """
  private static let goatHead = """
    1 T44,54,11 34,40,8 26,32,7 16,38,5 9,44,3.8 S !12,46 14,60 !18,46 S !32,28 44,28 !34,35
    2 T28,26,3 34,12,2.6 46,4,1.4 T25,25,3 28,10,2.6 38,0,1.4
    k O21,31,1.8
    """
  private static let boarHead = """
    1 T46,50,17 34,42,13 22,46,9 8,52,5.5 S !34,30 40,16 !44,34
    2 S !16,48 12,38 !10,46 S !22,50 20,38 !17,48
    k O24,40,2 E3,52,1.6,3
    ~1.4 W8,56 16,54 22,50
    """
  private static let elephantHead = """
    1 T46,44,18 32,36,15 20,40,9 12,54,6.5 12,70,5 18,80,4 24,76,3
    2 S !18,50 12,58 !2,58 10,64 !24,54
    1 S !40,22 56,24 60,40 50,58 40,56 36,40
    k O23,36,2
    """
  private static let camelHead = """
    1 T44,58,9 30,62,7 24,44,6 28,26,6 22,20,6 12,24,5 6,28,3.6 S !26,16 32,8 !32,18
    k O18,19,1.7
    ~1.2 W5,31 10,30 14,27
    """
  private static let rhinoHead = """
    1 T46,52,17 32,46,13 18,52,10 8,60,6 S !30,34 34,22 !40,36
    2 M4,54 C6,40 6,34 2,24 C14,34 18,44 18,46 Z M20,44 L22,32 28,42 Z
    k O22,46,1.8
    """
  private static let ratHead = """
    1 T44,54,11 32,46,9 20,46,6.5 8,51,3 O34,34,6
    k O20,43,2 O5,52,2
    """
  private static let rabbitHead = """
    1 T44,56,12 34,44,9 24,44,8 17,47,5 T32,38,3.4 38,22,4.4 44,8,3 T28,38,3.4 28,20,4.2 30,6,3
    k O23,41,2 O13,46,1.6
    """
  private static let dragonHead = """
    1 T46,54,13 36,40,9 32,24,8 20,24,6.5 8,30,4 S !22,30 12,38 !4,40 14,42 !28,36 S !32,18 \
    38,2 !40,20 S !26,18 28,4 !34,18
    2 T6,33,1.6 -2,32,1.4 -8,36,1
    k O22,22,2 O7,28,1.2
    """
  private static let eagleHead = """
    1 T46,54,14 36,40,11 28,30,9 S !22,24 10,26 4,38 !6,44 14,38 !24,38 S !34,22 44,10 !42,28
    k O24,28,2.2
    ~1.2 W8,36 14,35 20,34
    """
  private static let wings = """
    1 S !36,48 34,28 42,8 !60,-10 !62,0 !76,-4 !74,6 !88,6 !82,15 !94,20 !82,26 !88,36 !72,34 \
    54,44 48,56
    ~1.4 W46,42 50,24 62,2 M54,36 L75,8 M62,34 L83,17
    """

  private static let catTail =
    "1 T90,50,3.5 98,40,3 92,28,2.8 80,26,2.5 78,16,2.5 S !78,18 66,14 !70,2 78,4 !88,0 88,14"
  private static let catRearTail =
    "1 T72,80,3.5 88,80,3 90,64,2.8 80,52,2.5 84,38,2.5 S !84,40 72,32 !78,20 84,24 !94,18 92,34"
  private static let bushTail = "1 S !86,46 96,40 102,52 !104,78 96,74 90,62"
  private static let bushRearTail = "1 S !68,76 80,70 90,54 !102,40 102,62 92,80 78,86"
  private static let hairTail = "2 S !86,44 98,42 102,58 !102,86 96,78 94,60"
  private static let hairRearTail = "2 S !70,70 84,64 96,72 !100,96 90,90 82,80"
  private static let stubTail = "1 S !88,42 98,38 !100,50 92,54"
  private static let stubRearTail = "1 S !74,72 84,72 !84,84 76,82"
  private static let tuftTail =
    "1 T90,46,2.2 98,56,1.8 98,72,1.6 S !96,70 94,82 !98,90 103,82 !100,70"
  private static let tuftRearTail =
    "1 T74,72,2.2 88,70,1.8 90,52,1.6 S !88,54 84,42 !90,34 96,42 !92,54"

  static let all: [(String, ChargeDrawing)] = {
    let lion = Build(
      head: lionHead, tail: catTail, rearTail: catRearTail, chest: 16, waist: 9.5, hip: 13)
    let wolf = Build(
      head: wolfHead, tail: bushTail, rearTail: bushRearTail, chest: 14, waist: 9, hip: 11,
      leg: 0.85)
    let hound = Build(
      head: wolfHead, tail: "1 T90,46,2.5 98,34,2 96,20,1.2",
      rearTail: "1 T72,78,2.5 86,76,2 92,60,1.2", chest: 14, waist: 7.5, hip: 11, leg: 0.75)
    let bear = Build(
      head: bearHead, tail: stubTail, rearTail: stubRearTail, chest: 18, waist: 17, hip: 17,
      leg: 1.15)
    let horse = Build(
      head: horseHead, tail: hairTail, rearTail: hairRearTail, chest: 15, waist: 12, hip: 15,
      leg: 0.9, hasHoofs: true)
    var unicorn = horse
    unicorn.head = "2 M22,20 L2,-16 28,16 Z\n" + horseHead
    let stag = Build(
      head: stagHead, tail: stubTail, rearTail: stubRearTail, chest: 13, waist: 10, hip: 12,
      leg: 0.72, hasHoofs: true)
    var hind = stag
    hind.head = hindHead
    let bull = Build(
      head: bullHead, tail: tuftTail, rearTail: tuftRearTail, chest: 18, waist: 15, hip: 15,
      leg: 0.95, hasHoofs: true)
    let ram = Build(
      head: ramHead, tail: stubTail, rearTail: stubRearTail, chest: 16, waist: 15, hip: 15,
      leg: 0.75, hasHoofs: true)
    var goat = ram
    goat.head = goatHead
    goat.waist = 12
    var lamb = ram
    lamb.head = hindHead
    let boar = Build(
      head: boarHead, tail: "1 T92,46,2 100,42,1.6 98,34,1.2",
      rearTail: "1 T74,74,2 84,70,1.6 82,62,1.2", chest: 19, waist: 16, hip: 15, leg: 0.75,
      hasHoofs: true,
      extra: "2 S !36,38 !40,24 !44,35 !49,23 !53,35 !59,25 !62,37 !69,28 !72,39 60,41 48,41")
    let elephant = Build(
      head: elephantHead, tail: tuftTail, rearTail: tuftRearTail, chest: 21, waist: 21, hip: 20,
      leg: 1.4, hasHoofs: true)
    let camel = Build(
      head: camelHead, tail: tuftTail, rearTail: tuftRearTail, chest: 14, waist: 12, hip: 13,
      leg: 0.8, hasHoofs: true,
      extra: "1 S !34,46 40,26 48,24 56,40 64,24 72,26 !82,48 58,56")
    let rhinoceros = Build(
      head: rhinoHead, tail: tuftTail, rearTail: tuftRearTail, chest: 20, waist: 20, hip: 19,
      leg: 1.25, hasHoofs: true)
    let rat = Build(
      head: ratHead, tail: "1 T92,54,2 102,58,1.6 104,44,1.4 96,34,1",
      rearTail: "1 T74,82,2 88,86,1.6 94,72,1.4 90,58,1", chest: 12, waist: 13, hip: 14, leg: 0.6)
    let cat = Build(
      head: catHead, tail: "1 T90,50,3.5 98,38,3.2 92,22,3 96,12,2.4", chest: 13, waist: 11,
      hip: 13, leg: 0.85)
    let squirrel = Build(
      head: rabbitHead, tail: bushTail,
      rearTail: "1 S !72,86 78,66 74,44 82,26 !98,28 90,40 98,60 94,80", chest: 12, waist: 11,
      hip: 14, leg: 0.65)
    let dragon = Build(
      head: dragonHead, tail: "1 T90,50,7 102,46,5 102,30,3.5 92,28,2.6 S !94,32 82,26 !94,20",
      rearTail: "1 T70,80,7 88,84,5 94,68,3.6 86,54,2.6 S !82,58 80,42 !92,52", chest: 14,
      waist: 11, hip: 13, leg: 0.9, extra: wings)
    var griffin = lion
    griffin.head = eagleHead
    griffin.extra = wings
    var pegasus = horse
    pegasus.extra = wings

    let headless: [(String, ChargeDrawing)] = [
      ("lionHeadErased", headAlone(lionHead, isCut: false)),
      ("wolfHeadErased", headAlone(wolfHead, isCut: false)),
      ("boarHeadErased", headAlone(boarHead, isCut: false)),
      ("ramHeadErased", headAlone(ramHead, isCut: false)),
      ("elephantHeadErased", headAlone(elephantHead, isCut: false)),
      ("horseHeadCouped", headAlone(horseHead, isCut: true)),
    ]
    return headless + [
      ("lionPassant", passant(lion)), ("lionPassantGuardant", passant(lion)),
      ("lionRampant", rampant(lion)), ("wolfPassant", passant(wolf)),
      ("wolfStatant", passant(wolf, rests: true)), ("wolfRampant", rampant(wolf)),
      ("greyhoundCourant", passant(hound)), ("greyhoundRampant", rampant(hound)),
      ("talbotPassant", passant(hound)), ("mastiffStatant", passant(hound, rests: true)),
      ("martenCourant", passant(rat)), ("badgerStatant", passant(bear, rests: true)),
      ("bearPassant", passant(bear)), ("bearRampant", rampant(bear)),
      ("horsePassant", passant(horse)), ("horseRampant", rampant(horse)),
      ("horseSalient", rampant(horse)), ("unicornRampant", rampant(unicorn)),
      ("pegasus", passant(pegasus)), ("stagPassant", passant(stag)),
      ("hindStatant", passant(hind, rests: true)), ("bullPassant", passant(bull)),
      ("cowStatant", passant(bull, rests: true)), ("ramPassant", passant(ram)),
      ("goat", passant(goat, rests: true)), ("lamb", passant(lamb, rests: true)),
      ("lambPassantReguardant", passant(lamb)), ("boarRampant", rampant(boar)),
      ("elephant", passant(elephant, rests: true)), ("camel", passant(camel, rests: true)),
      ("rhinoceros", passant(rhinoceros, rests: true)), ("ratRampant", rampant(rat)),
      ("catPassantGuardant", passant(cat)), ("squirrel", rampant(squirrel)),
      ("rabbitSejant", rampant(squirrel)), ("dragonPassant", passant(dragon)),
      ("dragonRampant", rampant(dragon)), ("griffinPassant", passant(griffin)),
      ("griffinRampant", rampant(griffin)),
    ]
  }()
}

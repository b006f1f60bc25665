// SPDX-License-Identifier: MIT
// Part of Platen: tests of catalogs: files key for key, colors to three decimals, slots' pixels.

import Assets
import Diagnostics
import Foundation
import TestSupport
import Testing
import Tokens

@Suite struct CatalogTests {
  @Test func colorSetKeyForKey() throws {
    let token = Token(
      ["color", "paper"], .color,
      [
        .light: .color(try #require(TokenColor(hex: "#F7F3EA"))),
        .dark: .color(try #require(TokenColor(hex: "#14171A80"))),
      ])
    let expected = """
      {
        "colors" : [
          {
            "color" : {
              "color-space" : "srgb",
              "components" : {
                "alpha" : "1.000",
                "blue" : "0.918",
                "green" : "0.953",
                "red" : "0.969"
              }
            },
            "idiom" : "universal"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "color" : {
              "color-space" : "srgb",
              "components" : {
                "alpha" : "0.502",
                "blue" : "0.102",
                "green" : "0.090",
                "red" : "0.078"
              }
            },
            "idiom" : "universal"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """
    let bytes = ColorSet(token).contents.bytes
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(try ContentsValue(parsing: bytes).bytes == bytes)
  }

  @Test func highContrast() throws {
    let black = TokenColor(0, 0, 0)
    let set = ColorSet(TokenMode.allCases.map { .init($0, black) })
    let again = ColorSet(try ContentsValue(parsing: set.contents.bytes))
    #expect(again == set)
    let last = set.contents["colors"]?.list?.last?["appearances"]?.list
    #expect(last?.map { $0["appearance"]?.text } == ["luminosity", "contrast"])
    #expect(last?.map { $0["value"]?.text } == ["dark", "high"])
  }

  @Test(arguments: ["\"0.961\"", "\"245\"", "\"0xF5\"", "0.961", "\"0xf5\""])
  func componentsInEverySpelling(_ spelling: String) throws {
    let contents = try ContentsValue(
      parsing: Array(
        """
        {"colors":[{"idiom":"universal","color":{"color-space":"srgb",
        "components":{"red":\(spelling),"green":"0","blue":"1.000","alpha":"1"}}}]}
        """.utf8))
    #expect(ColorSet(contents)[.light]?.hex == "#f500ff")
  }

  /// Three decimals distinguish any two of 256 steps, so every color comes back.
  @Test func everyStepComesBack() throws {
    for byte in UInt8.min...UInt8.max {
      let color = TokenColor(Double(byte) / 255, 0, 0)
      let set = ColorSet([.init(.light, color)])
      let again = ColorSet(try ContentsValue(parsing: set.contents.bytes))
      #expect(again[.light]?.bytes.red == byte)
    }
  }

  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "assets/Assets.xcassets/Colors", suffix: ".colorset/Contents.json"))
  func realColorSetsComeBackAsTheyWere(_ path: String) throws {
    let bytes = try Shared.bytes(path)
    let read = ColorSet(try ContentsValue(parsing: bytes))
    #expect(read.slots.map(\.mode) == [.light, .dark])
    // By way of hex, as a file of tokens has them.
    let values = read.slots.map { slot in
      (slot.mode, slot.color.flatMap { TokenColor(hex: $0.hex) })
    }
    let token = Token(
      ["color", "x"], .color,
      Dictionary(uniqueKeysWithValues: values.map { ($0, .color($1 ?? TokenColor(0, 0, 0))) }))
    #expect(ColorSet(token).contents.bytes == bytes)
  }

  @Test func gradientsBecomeColors() throws {
    let stops = ["#112233", "#445566", "#778899"].compactMap { TokenColor(hex: $0) }
    func gradient(_ colors: [TokenColor]) -> TokenValue {
      .gradient(colors.enumerated().map { TokenStop($1, at: Double($0) / 2) })
    }
    let set = TokenSet(tokens: [
      Token(
        ["gradient", "dusk"], .gradient,
        [.light: gradient(Array(stops[..<2])), .dark: gradient(Array(stops[1...]))]),
      Token(["gradient", "day"], .gradient, [.light: gradient(stops)]),
      Token(["color", "badge", "dawn"], .color, [.light: .color(stops[0])]),
      Token(["spacing", "small"], .dimension, [.light: .dimension(TokenLength(8))]),
    ])
    let all = ColorSet.all(of: set)
    #expect(
      all.map(\.name) == [
        "gradientDuskStart", "gradientDuskEnd", "gradientDay1", "gradientDay2", "gradientDay3",
        "badgeDawn",
      ])
    #expect(all[1].set[.dark]?.hex == "#778899")
  }

  @Test func singleSizeIcon() throws {
    let set = CatalogSet(
      icon: "AppIcon", slots: IconSlots.single, filename: CatalogSet.iconFile)
    let expected = """
      {
        "images" : [
          {
            "filename" : "icon-1024.png",
            "idiom" : "universal",
            "platform" : "ios",
            "size" : "1024x1024"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "filename" : "icon-1024-dark.png",
            "idiom" : "universal",
            "platform" : "ios",
            "size" : "1024x1024"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "tinted"
              }
            ],
            "filename" : "icon-1024-tinted.png",
            "idiom" : "universal",
            "platform" : "ios",
            "size" : "1024x1024"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """
    #expect(String(decoding: set.contents.bytes, as: UTF8.self) == expected)
  }

  @Test func pixelsOfTheLadder() {
    let slots = IconSlots.fullLadder
    #expect(slots.first { $0.points == 83.5 }?.pixels == 167)
    #expect(slots.first { $0.points == 83.5 }?.contents(filename: nil)["size"]?.text == "83.5x83.5")
    let phone = IconSlots.ladder.filter { $0.idiom == "iphone" }.map(\.pixels)
    #expect(phone == [40, 60, 58, 87, 80, 120, 120, 180])
    let pad = IconSlots.ladder.filter { $0.idiom == "ipad" }.map(\.pixels)
    #expect(pad == [20, 40, 29, 58, 40, 80, 76, 152, 167])
    #expect(IconSlots.mac.map(\.pixels) == [16, 32, 32, 64, 128, 256, 256, 512, 512, 1024])
    #expect(slots.last?.idiom == "ios-marketing" && slots.last?.pixels == 1024)
    #expect(IconSlots.watchLadder.map(\.pixels).contains(258))
    // No slot twice.
    for table in [IconSlots.fullLadder, IconSlots.mac, IconSlots.watchLadder, IconSlots.single] {
      #expect(Set(table).count == table.count)
    }
  }

  @Test func whatIsNotKnownComesBackAsItWas() throws {
    let odd = """
      {
        "images" : [

        ],
        "folder" : "a\\/b",
        "version" : 1.50,
        "deep" : {

        }
      }

      """
    let value = try ContentsValue(parsing: Array(odd.utf8))
    #expect(
      String(decoding: value.bytes, as: UTF8.self)
        == odd.replacingOccurrences(of: "a\\/b", with: "a/b"))
  }

  @Test(arguments: ["", "{", "{\"a\":}", "[1,", "\u{0}"]) func whatIsNoJSON(_ text: String) {
    #expect(throws: Failure.self) { try ContentsValue(parsing: Array(text.utf8)) }
  }

  @Test func variantsByTheirNames() {
    let dark = ImageVariant(file: "harbour~dark~ar@3x.png")
    #expect(dark?.name == "harbour" && dark?.mode == .dark && dark?.language == "ar")
    #expect(dark?.scale == 3 && dark?.suffix == "-dark-ar")
    #expect(ImageVariant(file: "back~rtl.svg")?.direction == "right-to-left")
    #expect(ImageVariant(file: "a~dark~high-contrast.png")?.mode == .darkHighContrast)
    #expect(ImageVariant(file: "a~zh-Hant-TW.png")?.language == "zh-Hant-TW")
    for name in [
      "a.txt", ".png", "~dark.png", "a~de~fr.png", "a~b c.png", "a", "a~hover.png", "a~night.svg",
      "a~rtl~ltr.png", "a~de-.png", "a~x.png", "a~.png",
    ] {
      #expect(ImageVariant(file: name) == nil, "\(name)")
    }
  }
}

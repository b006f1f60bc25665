// SPDX-License-Identifier: MIT
// Part of Platen: every word of the format's heraldry is known.

import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Heraldry

/// The format's words, as the shared notes list them.
private struct Words: Decodable {
  struct Ordinaries: Decodable {
    var lined: [String]
    var straight: [String]
  }
  var tinctures: [String: String]
  var shields: [String: [String]]
  var positions: [String: [String: [Double]]]
  var divisions: [String]
  var ordinaries: Ordinaries
  var lines: [String]
  var patterns: [String]
  var charges: [String]
}

@Suite(.enabled(if: Shared.isPresent)) struct VocabularyTests {
  private let words: Words

  init() throws {
    let bytes = try Shared.bytes("formats/heraldry.json")
    words = try JSONDecoder().decode(Words.self, from: Data(bytes))
  }

  @Test func divisionsOrdinariesLinesAndPatterns() {
    #expect(Set(HeraldicVocabulary.divisions) == Set(words.divisions))
    #expect(
      Set(HeraldicVocabulary.ordinaries) == Set(words.ordinaries.lined + words.ordinaries.straight))
    #expect(Set(HeraldicVocabulary.lines) == Set(words.lines))
    // What is strewn over a field is a word of its own here.
    #expect(Set(HeraldicVocabulary.patterns) == Set(words.patterns).subtracting(["semy"]))
  }

  @Test func tincturesHaveTheirColors() {
    #expect(Set(Tinctures.names) == Set(words.tinctures.keys))
    for (name, hex) in words.tinctures {
      #expect(Tinctures.generator.colors[name]?.hex == hex, "\(name)")
    }
  }

  @Test func shieldsAndTheirPlaces() throws {
    #expect(Set(ShieldShape.names) == Set(words.shields.values.joined()))
    for (name, places) in words.positions {
      let shield = try #require(ShieldShape.named(name))
      #expect(shield.places.count == places.count)
      for (letter, at) in places {
        let place = try #require(letter.first.flatMap { shield.places[$0] })
        #expect(abs(place.x - at[0]) < 1e-6 && abs(place.y - at[1]) < 1e-6)
      }
    }
  }

  /// Each charge is drawn, as itself or by a general form of its family; the rest is known by name.
  @Test func chargesAreDrawnOrNamed() {
    let absent = words.charges.filter { !HeraldicVocabulary.draws($0) }
    #expect(absent == [])
    #expect(Set(words.charges).intersection(HeraldicVocabulary.charges).count >= 200)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: settings of stages are digested whole: no field is missing from a key.

import Atlas
import Cartography
import Diagnostics
import Exports
import Figures
import Meetings
import Pipeline
import Readers
import TalkJobs
import Talks
import Testing
import Tokens
import Values

@testable import Digests
@testable import JobKit

@Suite struct StageParametersTests {
  @Test func EveryFieldIsDigested() throws {
    let values: [any Digestible] = [
      GridRequest(), MapWords(), ImportOptions(), ImportMapping(), DataRequest(.full), ChartStyle(),
      BookOptions(), MinutesOptions(), try RoomLink("ABCDEFGH"), TalkOptions(),
      TokenColor(0, 0, 0),
    ]
    for value in values {
      let stream = Digester.stream(of: value)
      #expect(stream.first == DigestTag.fields.rawValue)
      #expect(
        Int(stream[1]) == Mirror(reflecting: value).children.count,
        "\(type(of: value)) has a field that its digest does not")
    }
  }

  @Test func AnEmptyValueIsNotTheTextNull() {
    func parameters(_ value: PlacedValue.Content) -> StageParameters {
      let place = Diagnostics.SourceLocation()
      let member = PlacedValue.Member(
        key: "title", place: place, value: PlacedValue(value, at: place))
      return .of(Settings([member]))
    }
    #expect(parameters(.null) != parameters(.text("null")))
    #expect(parameters(.bool(true)) != parameters(.text("true")))
    #expect(parameters(.list([])) != parameters(.text("[]")))
  }

  @Test func TheOrderOfSettingsDoesNotCount() {
    var one = Settings()
    one.set("width", to: "640")
    one.set("title", to: "Vale")
    var other = Settings()
    other.set("title", to: "Vale")
    other.set("width", to: "640")
    #expect(StageParameters.of(one) == StageParameters.of(other))
  }

  @Test func ValuesDoNotRunIntoEachOther() {
    #expect(StageParameters.of("ab", "c") != .of("a", "bc"))
    #expect(StageParameters.of("a", nil as String?) != .of("a"))
    #expect(StageParameters.of(1, 2) != .of(2, 1))
    #expect(StageParameters.none != .of(""))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: what is foreseen of the rest of a run.

import Testing

@testable import Pipeline

@Suite struct ForecastTests {
  @Test func knowsNothingWithoutAnyDuration() {
    let forecast = Forecast(names: ["read", "draw"], recorded: [nil, nil])
    #expect(forecast.remaining(at: 0, width: 2) == nil)
  }

  @Test func theRestIsWhatWasRecordedOfIt() {
    var forecast = Forecast(names: ["read", "draw", "draw"], recorded: [2, 4, 4])
    #expect(forecast.remaining(at: 0, width: 1) == 10)
    #expect(forecast.remaining(at: 0, width: 2) == 5)
    forecast.start(0, at: 0)
    #expect(forecast.remaining(at: 1, width: 1) == 9)
    // Longer than it was thought to take: an eighth more is left of it.
    #expect(forecast.remaining(at: 7, width: 1) == 8 + 7.0 / 8)
    forecast.end(0, after: 2)
    #expect(forecast.remaining(at: 7, width: 1) == 8)
  }

  @Test func aStageNeverTimedIsLikeItsNamesakes() throws {
    var forecast = Forecast(names: ["draw", "draw", "draw"], recorded: [4, nil, nil])
    #expect(forecast.remaining(at: 0, width: 1) == 12)
    forecast.end(1, after: 8)
    let left = try #require(forecast.remaining(at: 0, width: 1))
    #expect(abs(left - (4 + 6)) < 1e-9)
  }

  /// Reading is timed within moments; the drawings of a first run are not like it.
  @Test func aStageUnlikeTheTimedOnesMakesTheRestUnknown() {
    var forecast = Forecast(names: ["read", "read", "draw"], recorded: [nil, nil, nil])
    for node in [0, 1] { forecast.end(node, after: 0.01) }
    forecast.start(2, at: 1)
    #expect(forecast.remaining(at: 1.5, width: 2) != nil)
    #expect(forecast.remaining(at: 3, width: 2) == nil)
  }

  @Test func aSlowerMachineIsSlowerWithTheRestToo() {
    var forecast = Forecast(names: ["draw", "draw"], recorded: [4, 4])
    forecast.end(0, after: 8)
    #expect(forecast.remaining(at: 0, width: 1) == 8)
  }

  @Test func oneLongStageIsNotSpreadOverCores() {
    var forecast = Forecast(names: ["draw"], recorded: [10])
    forecast.start(0, at: 0)
    #expect(forecast.remaining(at: 4, width: 8) == 6)
  }

  @Test func nothingIsLeftWhenAllHasEnded() {
    var forecast = Forecast(names: ["draw", "read"], recorded: [10, nil])
    for node in [0, 1] { forecast.end(node, after: nil) }
    forecast.end(1, after: nil)
    #expect(forecast.remaining(at: 4, width: 8) == 0)
  }
}

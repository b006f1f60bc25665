// SPDX-License-Identifier: MIT
// Part of Platen: tests of the ways that a map job asks for.

import Testing

@testable import MapJobs

@Suite struct RouteRequestTests {
  @Test(
    arguments: [
      ("Ebbville > Karn", ["Ebbville", "Karn"], "foot"),
      ("Ebbville→Orvan → Karn by horse", ["Ebbville", "Orvan", "Karn"], "horse"),
      ("12 > Hill by Sea by ship", ["12", "Hill by Sea"], "ship"),
    ] as [(String, [String], String)])
  func townsAndModes(_ text: String, _ towns: [String], _ mode: String) throws {
    let request = try RouteRequest(text)
    #expect(request.towns == towns && "\(request.mode)" == mode)
  }

  @Test(arguments: [
    ("Ebbville", "a route needs two towns"), ("Ebbville >", "a town of the route has no name"),
    ("A > B by air", "unknown way of traveling \"air\""),
    (
      [String](repeating: "A", count: 101).joined(separator: ">"),
      "a route has at most 100 towns"
    ),
  ])
  func faults(_ text: String, _ message: String) throws {
    let error = try #require(throws: RouteRequestError.self) { _ = try RouteRequest(text) }
    #expect(error.description == message)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: tests of documents as JSON and of base64.

import Diagnostics
import Documents
import JSON
import Testing

@Suite struct DocumentJSONTests {
  private func read(_ text: String) throws -> Document {
    try Document(json: JSONDocument(parsing: Array(text.utf8)).root)
  }

  @Test func whatIsDumpedIsReadBack() throws {
    #expect(try read(Samples.everyKind.dump()) == Samples.everyKind)
    #expect(try read(Samples.everyKind.dump(indent: nil)) == Samples.everyKind)
    #expect(try read(Document().dump()) == Document())
  }

  @Test(
    arguments: [
      (#"{}"#, "the text is no document of Platen's, version 1", nil),
      (#"{"platenDocument": 1, "blocks": []}"#, #"the text has no "metadata""#, nil),
      (
        #"{"platenDocument": 1, "metadata": {}, "blocks": [{"verse": []}]}"#,
        #"is a block of an unknown kind, "verse""#, "blocks[0]"
      ),
      (
        #"{"platenDocument": 1, "metadata": {}, "blocks": [{"quote": [{"paragraph": [7]}]}]}"#,
        "is no inline", "blocks[0].quote[0].paragraph[0]"
      ),
      (
        #"{"platenDocument": 1, "metadata": {}, "blocks": [{"heading": [], "level": "x"}]}"#,
        "is no whole number", "blocks[0].level"
      ),
      (
        #"{"platenDocument":1,"metadata":{},"blocks":[{"list":[],"start":1,"style":"greek"}]}"#,
        "is unknown", "blocks[0].style"
      ),
    ] as [(String, String, String?)])
  func faultsNameTheNode(text: String, message: String, field: String?) throws {
    let failure = try #require(throws: Failure.self) { try read(text) }
    #expect(failure.diagnostics.map(\.message) == [message])
    #expect(failure.diagnostics.first?.place?.field == field)
  }
}

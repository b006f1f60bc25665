// SPDX-License-Identifier: MIT
// Part of Platen: what a part of a Word file points at.

/// The relationships of one part, written as they come.
final class Relationships {
  let output: XMLOutput
  private(set) var count = 0
  /// Addresses that came before; beyond a few thousand, each gets a relationship of its own.
  private var known: [String: String] = [:]

  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

  init(_ output: XMLOutput) {
    self.output = output
    output.raw(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      """)
  }

  /// The id of a relationship to a part or an address.
  func addRelationship(_ kind: String, _ target: String, isExternal: Bool = false) -> String {
    addRelationship(type: Relationships.office + kind, target, isExternal: isExternal)
  }

  func addRelationship(type: String, _ target: String, isExternal: Bool = false) -> String {
    if let id = known[target] { return id }
    count += 1
    let id = "rId\(count)"
    writeRelationship(id, type, target, isExternal)
    if known.count < 4096 { known[target] = id }
    return id
  }

  /// Writes a relationship under an id of its own: for parts that were copied with the ids in them.
  func writeRelationship(_ id: String, _ type: String, _ target: String, _ isExternal: Bool) {
    output.raw("<Relationship Id=\"").value(id).raw("\" Type=\"").value(type).raw("\" Target=\"")
    output.value(target).raw(isExternal ? "\" TargetMode=\"External\"/>" : "\"/>")
  }

  func finish() throws {
    output.raw("</Relationships>")
    try output.finish()
  }
}

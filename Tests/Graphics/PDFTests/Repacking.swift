// SPDX-License-Identifier: MIT
// Part of Platen: a finished PDF written plainly, so that a test can change it.

import Canvas
import Text

@testable import PDF

/// Writes a PDF's objects in sequence with a plain table of cross-references.
enum Repacking {
  /// The file with a text, if it is not empty, replaced wherever it stands in objects or in content.
  static func replacing(_ old: String, _ new: String, in file: [UInt8]) throws -> [UInt8] {
    let storage = MemoryStorage()
    try file.withUnsafeBytes { try storage.append($0) }
    let source = try PDFSource(storage)
    var result = Array("%PDF-1.7\n".utf8)
    var offsets: [Int] = []
    for number in 1..<source.count {
      offsets.append(result.count)
      let object = try source.object(number)
      var body: [UInt8] = []
      if var dictionary = object.value.dictionary, let bytes = try source.decoded(object) {
        dictionary["Filter"] = nil
        dictionary["DecodeParms"] = nil
        dictionary["Length"] = .integer(bytes.count)
        PDFValue.dictionary(dictionary).write(to: &body)
        body.put("\nstream\n")
        body += bytes
        body.put("\nendstream")
      } else {
        object.value.write(to: &body)
      }
      result.put("\(number) 0 obj\n")
      result += replace(Array(old.utf8), Array(new.utf8), in: body)
      result.put("\nendobj\n")
    }
    let start = result.count
    result.put("xref\n0 \(source.count)\n0000000000 65535 f \n")
    for offset in offsets {
      let digits = String(offset)
      result.put(String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
    }
    result.put("trailer\n<</Size \(source.count)/Root ")
    source.trailer["Root"]?.write(to: &result)
    result.put(">>\nstartxref\n\(start)\n%%EOF\n")
    return result
  }

  private static func replace(_ old: [UInt8], _ new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard !old.isEmpty else { return bytes }
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i...].starts(with: old) {
        result += new
        i += old.count
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }
}

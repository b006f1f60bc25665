// SPDX-License-Identifier: MIT
// Part of Platen: an action as the bytes of a journal's record.

internal import Diagnostics

extension Action {
  /// The action as bytes. Raise ``Journal/version`` whenever this changes.
  var encoded: [UInt8] {
    var writer = ByteWriter(capacity: 160 + 64 * trace.count)
    switch result {
    case .value(let digest):
      writer.write(byte: 0)
      writer.write(digest)
    case .file(let file):
      writer.write(byte: file.isSet ? 2 : 1)
      writer.write(file.digest)
      writer.write(file.size)
      writer.write(file.facts.width)
      writer.write(file.facts.height)
      writer.write(file.facts.pages)
      if file.isSet {
        writer.write(file.members.count)
        for member in file.members {
          writer.write(member.name)
          writer.write(member.size)
          writer.write(member.digest)
        }
      }
    }
    writer.write(seconds)
    writer.write(trace.count)
    for access in trace { access.write(to: &writer) }
    writer.write(warnings.count)
    for stageWarnings in warnings {
      writer.write(stageWarnings.stage.digest)
      writer.write(stageWarnings.diagnostics.count)
      for diagnostic in stageWarnings.diagnostics { diagnostic.write(to: &writer) }
    }
    return writer.bytes
  }

  init(decoding bytes: UnsafeRawBufferPointer) throws(MalformedBytes) {
    var reader = unsafe ByteReader(bytes)
    result = try Result(reading: &reader)
    seconds = try reader.double()
    let accesses = try reader.count()
    trace = []
    // The counts in a record are not trusted before the bytes are read.
    trace.reserveCapacity(min(accesses, 64))
    for _ in 0..<accesses { trace.append(try Trace.Access(reading: &reader)) }
    let speakers = try reader.count()
    warnings = []
    for _ in 0..<speakers {
      let stage = Key(digest: try reader.digest())
      var diagnostics: [Diagnostic] = []
      for _ in 0..<(try reader.count()) { diagnostics.append(try Diagnostic(reading: &reader)) }
      warnings.append(StageWarnings(stage: stage, diagnostics: diagnostics))
    }
    guard reader.isAtEnd else { throw MalformedBytes() }
  }
}

extension Action.Result {
  init(reading reader: inout ByteReader) throws(MalformedBytes) {
    let kind = try reader.byte()
    switch kind {
    case 0: self = .value(try reader.digest())
    case 1, 2:
      let digest = try reader.digest()
      let size = try reader.number()
      guard size >= 0 else { throw MalformedBytes() }
      let width = try reader.optionalNumber()
      let height = try reader.optionalNumber()
      let pages = try reader.optionalNumber()
      var file = FileArtifact(
        size: size, digest: digest, facts: FileFacts(width: width, height: height, pages: pages))
      if kind == 2 {
        for _ in 0..<(try reader.count()) {
          let name = try reader.text()
          let size = try reader.number()
          guard size >= 0 else { throw MalformedBytes() }
          file.members.append(ArtifactMember(name: name, size: size, digest: try reader.digest()))
        }
      }
      self = .file(file)
    default: throw MalformedBytes()
    }
  }
}

extension Trace.Access {
  fileprivate func write(to writer: inout ByteWriter) {
    switch self {
    case .file(let path, let digest, let size):
      writer.write(byte: 0)
      writer.write(path)
      writer.write(digest)
      writer.write(size)
    case .absent(let path):
      writer.write(byte: 1)
      writer.write(path)
    case .present(let path):
      writer.write(byte: 2)
      writer.write(path)
    case .folder(let path, let digest):
      writer.write(byte: 3)
      writer.write(path)
      writer.write(digest)
    case .variable(let name, let value):
      writer.write(byte: 4)
      writer.write(name)
      writer.write(value)
    }
  }

  fileprivate init(reading reader: inout ByteReader) throws(MalformedBytes) {
    switch try reader.byte() {
    case 0:
      let path = try reader.text()
      let digest = try reader.digest()
      self = .file(path: path, digest: digest, size: try reader.number())
    case 1: self = .absent(path: try reader.text())
    case 2: self = .present(path: try reader.text())
    case 3:
      let path = try reader.text()
      self = .folder(path: path, digest: try reader.digest())
    case 4:
      let name = try reader.text()
      self = .variable(name: name, value: try reader.optionalText())
    default: throw MalformedBytes()
    }
  }
}

extension Diagnostic {
  func write(to writer: inout ByteWriter) {
    writer.write(byte: UInt8(Severity.allCases.firstIndex(of: severity) ?? 0))
    writer.write(code.rawValue)
    writer.write(message)
    writer.write(byte: place == nil ? 0 : 1)
    if let place {
      writer.write(place.file)
      writer.write(place.line)
      writer.write(place.column)
      writer.write(place.field)
    }
    writer.write(hints.count)
    for hint in hints { writer.write(hint) }
  }

  init(reading reader: inout ByteReader) throws(MalformedBytes) {
    let rank = Int(try reader.byte())
    guard rank < Severity.allCases.count else { throw MalformedBytes() }
    let code = try reader.text()
    let message = try reader.text()
    var place: SourceLocation?
    if try reader.isPresent() {
      let file = try reader.optionalText()
      let line = try reader.optionalNumber()
      let column = try reader.optionalNumber()
      place = SourceLocation(
        file: file, line: line, column: column, field: try reader.optionalText())
    }
    let count = try reader.count()
    var hints: [String] = []
    for _ in 0..<count { hints.append(try reader.text()) }
    self.init(Severity.allCases[rank], Code(rawValue: code), message, at: place, hints: hints)
  }
}

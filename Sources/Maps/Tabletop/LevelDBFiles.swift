// SPDX-License-Identifier: MIT
// Part of Platen: a LevelDB database written as the files of one that was opened once and filled: all
// entries are in its log, which LevelDB reads when it opens the database.

/// The files of a LevelDB database.
package struct LevelDBFiles: Hashable, Sendable {
  package static let currentName = "CURRENT"
  package static let manifestName = "MANIFEST-000002"
  package static let logName = "000003.log"

  /// The name of the manifest.
  package let current: [UInt8]
  /// The state of the database: no tables, and the number of the log.
  package let manifest: [UInt8]
  /// The entries.
  package let log: [UInt8]

  /// - Parameter entries: keys, each once, with their values.
  package init(_ entries: [(key: String, value: [UInt8])]) {
    current = Array("\(LevelDBFiles.manifestName)\n".utf8)
    var edit: [UInt8] = []
    edit.append(1)
    edit.append(text: Array("leveldb.BytewiseComparator".utf8))
    // The log's number, that of the log before it, the next file's number, the last sequence.
    for (tag, value) in [(2, 3), (9, 0), (3, 4), (4, 0)] as [(UInt8, Int)] {
      edit.append(tag)
      edit.append(varint: value)
    }
    var manifest: [UInt8] = []
    LevelDBFiles.append(edit, to: &manifest)
    self.manifest = manifest
    var log: [UInt8] = []
    var sequence: UInt64 = 1
    for (key, value) in entries {
      var batch: [UInt8] = []
      batch.reserveCapacity(value.count + key.utf8.count + 32)
      batch.append(number: sequence)
      batch.append(number: UInt32(1))
      batch.append(1)
      batch.append(text: Array(key.utf8))
      batch.append(text: value)
      LevelDBFiles.append(batch, to: &log)
      sequence += 1
    }
    self.log = log
  }

  /// Bytes of a block, and of the head of a record in it.
  private static let block = 32 << 10
  private static let head = 7

  /// Appends a record, divided where blocks end.
  private static func append(_ record: [UInt8], to file: inout [UInt8]) {
    var at = 0
    repeat {
      let room = block - file.count % block
      if room < head {
        // A rest that is too small for a head stays empty.
        file.append(contentsOf: repeatElement(0, count: room))
        continue
      }
      let part = record[at..<min(record.count, at + room - head)]
      let kind: UInt8 =
        switch (at == 0, part.endIndex == record.count) {
        case (true, true): 1
        case (true, false): 2
        case (false, false): 3
        case (false, true): 4
        }
      file.append(number: CRC32C.masked([[kind][...], part].joined()))
      file.append(number: UInt16(part.count))
      file.append(kind)
      file.append(contentsOf: part)
      at = part.endIndex
    } while at < record.count
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a number of seven bits to a byte, the lowest first.
  fileprivate mutating func append(varint number: Int) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends bytes after their number.
  fileprivate mutating func append(text: [UInt8]) {
    append(varint: text.count)
    append(contentsOf: text)
  }
}

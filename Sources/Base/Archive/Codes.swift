// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about reading and writing of gzip and ZIP.

package import Diagnostics

extension Diagnostic.Code {
  package static let archiveDamaged = Self(
    "archive.damaged", .data,
    "The gzip data is invalid: its signature is missing, it is truncated or followed by other",
    "bytes. The file was probably damaged in transfer; copy or download it again.")
  package static let archiveDuplicateName = Self(
    "archive.duplicate-name", .data,
    "Two entries of the ZIP have the same name, so a reader could take either.",
    "Write the archive again with a different name for each file.")
  package static let archiveEncrypted = Self(
    "archive.encrypted", .data,
    "The ZIP is protected with a password, which Platen does not read.",
    "Save it again without a password.")
  package static let archiveMemory = Self(
    "archive.memory", .data,
    "There was not enough memory to compress or decompress.",
    "Close other programs, or run fewer jobs at once with -j.")
  package static let archiveOverlap = Self(
    "archive.overlap", .data,
    "Two entries of the ZIP share bytes, as in decompression bombs.",
    "Write the archive again with an ordinary ZIP program.")
  package static let archiveRatio = Self(
    "archive.ratio", .data,
    "The compressed data expands to many times its size, as in decompression bombs.",
    "Check that it is the file you meant.")
  package static let archiveTooLarge = Self(
    "archive.too-large", .data,
    "The archive decompresses to more bytes than Platen reads.",
    "Check that it is the file you meant, or split what is in it.")
  package static let archiveTooManyEntries = Self(
    "archive.too-many-entries", .data,
    "The ZIP lists more entries than Platen reads. Pack only the files that are needed.")
  package static let archiveUnsafeName = Self(
    "archive.unsafe-name", .data,
    "A name in the ZIP could write outside its folder or cannot be a file's name.",
    "Rename the entry and pack the archive again.")
  package static let archiveUnsupported = Self(
    "archive.unsupported", .data,
    "The ZIP uses a compression method that Platen does not read.",
    "Pack it again with the usual method (deflate).")
  package static let archiveWrite = Self(
    "archive.write", .data,
    "The ZIP could not be assembled, usually because the disk is full.",
    "Free some space; if that is not the reason that the message states, please report it.")
}

extension CodeTable {
  /// The codes of diagnostics about reading and writing of gzip and ZIP.
  package static let archive = CodeTable(
    "Archive", "reading and writing of gzip and ZIP",
    [
      .archiveDamaged, .archiveDuplicateName, .archiveEncrypted, .archiveMemory,
      .archiveOverlap, .archiveRatio, .archiveTooLarge, .archiveTooManyEntries,
      .archiveUnsafeName, .archiveUnsupported, .archiveWrite,
    ])
}

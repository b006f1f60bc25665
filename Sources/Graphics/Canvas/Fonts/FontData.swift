// SPDX-License-Identifier: MIT
// Part of Platen: the bytes of a font file, mapped into memory by HarfBuzz.

internal import CPango
internal import Diagnostics

/// A font file, mapped; shared by the faces in it. Safe: it is mapped from `init` to `deinit`.
@safe final class FontData {
  let path: String
  let blob: OpaquePointer

  /// - Throws: `Failure` `fonts.unreadable`.
  init(path: String) throws {
    guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else {
      throw Failure(
        .error(.fontsUnreadable, "the font file \(path) cannot be read"))
    }
    self.path = path
    unsafe self.blob = blob
    guard unsafe hb_face_count(blob) > 0 else {
      throw Failure(
        .error(
          .fontsUnreadable, "\(path) is not a font file",
          hints: ["TrueType and OpenType files (.ttf, .otf, .ttc) are read"]))
    }
  }

  deinit { unsafe hb_blob_destroy(blob) }

  /// The number of faces in the file: more than one in a collection.
  var faceCount: Int { unsafe Int(hb_face_count(blob)) }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    var length: UInt32 = 0
    let start = unsafe hb_blob_get_data(blob, &length)
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }
}

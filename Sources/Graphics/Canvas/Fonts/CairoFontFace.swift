// SPDX-License-Identifier: MIT
// Part of Platen: a font file as Cairo wants it, for documents that embed their fonts.

internal import CCairo
internal import CPango
internal import Diagnostics

/// Cairo's view of a face. Only documents need it: pictures draw outlines.
///
/// Safe: its handle is there from `init` to `deinit`, and what that reads as long as Cairo may.
@safe final class CairoFontFace {
  let pointer: OpaquePointer

  /// - Throws: `Failure` `fonts.unreadable`; `DrawingError`.
  init(data: FontData, index: Int) throws {
    let owner = try FreeTypeFace(data: data, index: index)
    // FT_LOAD_NO_HINTING, whose macro Swift cannot see.
    let pointer = unsafe cairo_ft_font_face_create_for_ft_face(owner.face, 1 << 1)
    guard let pointer = unsafe pointer else {
      throw DrawingError(status: CAIRO_STATUS_NO_MEMORY, "open a font")
    }
    unsafe self.pointer = pointer
    try unsafe DrawingError.check(cairo_font_face_status(pointer), "open the font \(data.path)")
    // Cairo keeps faces in caches beyond our time; FreeType's may go only when Cairo lets go.
    let held = unsafe Unmanaged.passRetained(owner)
    let status = unsafe cairo_font_face_set_user_data(
      pointer, CairoFontFace.key, held.toOpaque(),
      { if let held = unsafe $0 { unsafe Unmanaged<FreeTypeFace>.fromOpaque(held).release() } })
    if status != CAIRO_STATUS_SUCCESS {
      unsafe held.release()
      throw DrawingError(status: status, "open the font \(data.path)")
    }
  }

  deinit { unsafe cairo_font_face_destroy(pointer) }

  /// An address nobody else uses; it is never read.
  private static var key: UnsafePointer<cairo_user_data_key_t>? {
    unsafe UnsafePointer(bitPattern: 0x504C_544E)
  }
}

/// A FreeType face with a library of its own, so that Cairo may drop it on any thread.
///
/// Safe: face and library are there from `init` to `deinit`, and the file's bytes with them.
@safe private final class FreeTypeFace {
  let face: FT_Face
  private let library: FT_Library
  private let data: FontData

  init(data: FontData, index: Int) throws {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw Failure(.error("fonts.unreadable", "FreeType cannot be started"))
    }
    var face: FT_Face?
    let status = unsafe data.withBytes {
      unsafe FT_New_Memory_Face(
        library, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, index, &face)
    }
    guard status == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      throw Failure(.error("fonts.unreadable", "FreeType cannot read \(data.path)"))
    }
    unsafe self.library = library
    unsafe self.face = face
    self.data = data
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }
}

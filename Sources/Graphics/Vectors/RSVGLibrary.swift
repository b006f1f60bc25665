// SPDX-License-Identifier: MIT
// Part of Platen: the functions of librsvg that are used here.

internal import CCairo
internal import CRSVG
internal import Libraries

/// librsvg, loaded.
// @safe: the functions stay as long as the process does. Their types are those of librsvg's manual,
// by which every call is unsafe in itself.
@safe struct RSVGLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

  let newFromData: @convention(c) (UnsafePointer<UInt8>?, UInt, ErrorPointer?) -> Handle?
  let intrinsicDimensions:
    @convention(c) (
      Handle?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<RsvgLength>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<RsvgLength>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<RsvgRectangle>?
    ) -> Void
  let intrinsicSize:
    @convention(c) (
      Handle?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
    ) -> Int32
  let setDPI: @convention(c) (Handle?, Double) -> Void
  let render:
    @convention(c) (
      Handle?, OpaquePointer?, UnsafePointer<RsvgRectangle>?, ErrorPointer?
    ) -> Int32
  let unref: @convention(c) (OpaquePointer?) -> Void
  let freeError: @convention(c) (UnsafeMutablePointer<GError>?) -> Void
  /// The file it came from: its name with the version in it, and its size.
  let version: String
  /// That file; nil where it cannot be found.
  let file: String?

  /// The library, loaded once; a failure is returned to every caller.
  static let loaded = Result { try RSVGLibrary() }

  private init() throws {
    let library = try LoadedLibrary("librsvg-2.so.2", package: "librsvg2-2")
    func find<T>(_ symbol: String, _: T.Type = T.self) throws -> T {
      try library.symbol(symbol, as: T.self)
    }
    unsafe newFromData = try find("rsvg_handle_new_from_data")
    unsafe intrinsicDimensions = try find("rsvg_handle_get_intrinsic_dimensions")
    unsafe intrinsicSize = try find("rsvg_handle_get_intrinsic_size_in_pixels")
    unsafe setDPI = try find("rsvg_handle_set_dpi")
    unsafe render = try find("rsvg_handle_render_document")
    // Both come with it; a library's symbols include those of its dependencies.
    unsafe unref = try find("g_object_unref")
    unsafe freeError = try find("g_error_free")
    version = try library.identity(with: "rsvg_handle_new_from_data")
    file = try library.file(with: "rsvg_handle_new_from_data")
  }
}

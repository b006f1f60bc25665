// SPDX-License-Identifier: MIT
// Part of Platen: the versions of the libraries that outputs depend on.

import CCairo
import CDeflate
import CPNG
import CPango
import CZip

/// Versions for bug reports: another library may give other bytes. Each is what the library itself
/// reports as it runs, except libdeflate's, which only its header knows: the one built against.
enum LibraryVersions {
  static var all: [(name: String, version: String)] {
    [
      ("cairo", String(cString: cairo_version_string())),
      ("pango", String(cString: pango_version_string())),
      ("libpng", triple(Int(png_access_version_number()), 10_000)),
      ("libzip", String(cString: zip_libzip_version())),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }

  /// 21301 with a major of 10 000 is 2.13.1.
  private static func triple(_ number: Int, _ major: Int) -> String {
    "\(number / major).\(number / 100 % 100).\(number % 100)"
  }
}

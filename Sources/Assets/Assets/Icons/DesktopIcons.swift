// SPDX-License-Identifier: MIT
// Part of Platen: a program's icon on Windows and Linux.

/// The sizes of desktops.
public enum DesktopIcons {
  /// The sizes Windows requests at its common scales.
  public static let windows = [16, 20, 24, 32, 40, 48, 64, 256]

  /// The sizes in themes of the freedesktop.org icon specification.
  public static let linux = [16, 22, 24, 32, 48, 64, 128, 256, 512]

  /// The pictures of an ICO for a program.
  public static var windowsPictures: [IconImage] {
    windows.map { IconImage(.any, .free, pixels: $0) }
  }

  /// The tree below `hicolor`.
  ///
  /// - Parameter hasVector: whether the master is an SVG.
  public static func linuxFiles(name: String, hasVector: Bool) -> [IconFile] {
    let images = linux.map { size in
      IconFile(
        "\(size)x\(size)/apps/\(name).png", .png(IconImage(.any, .free, pixels: size)))
    }
    return images + (hasVector ? [IconFile("scalable/apps/\(name).svg", .master)] : [])
  }
}

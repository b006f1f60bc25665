// SPDX-License-Identifier: MIT
// Part of Platen: a program's icon on Windows and Linux.

/// The sizes of desktops.
public enum DesktopIcons {
  /// What Windows asks for at its usual scales.
  public static let windows = [16, 20, 24, 32, 40, 48, 64, 256]

  /// What themes of the freedesktop.org icon specification have.
  public static let linux = [16, 22, 24, 32, 48, 64, 128, 256, 512]

  /// The pictures of an ICO for a program.
  public static var windowsPictures: [IconPicture] {
    windows.map { IconPicture(.any, .free, pixels: $0) }
  }

  /// The tree below `hicolor`.
  ///
  /// - Parameter hasVector: whether the master is an SVG.
  public static func linuxFiles(name: String, hasVector: Bool) -> [IconFile] {
    let pictures = linux.map { size in
      IconFile(
        "\(size)x\(size)/apps/\(name).png", .png(IconPicture(.any, .free, pixels: size)))
    }
    return pictures + (hasVector ? [IconFile("scalable/apps/\(name).svg", .master)] : [])
  }
}

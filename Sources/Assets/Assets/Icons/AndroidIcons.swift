// SPDX-License-Identifier: MIT
// Part of Platen: an app's icon among Android's resources.

/// The files of a launcher icon below `res`.
public enum AndroidIcons {
  /// Densities, and pixels a dp.
  public static let densities: [(name: String, scale: Double)] = [
    ("mdpi", 1), ("hdpi", 1.5), ("xhdpi", 2), ("xxhdpi", 3), ("xxxhdpi", 4),
  ]
  /// The side of a layer of an adaptive icon, in dp.
  public static let layer = 108.0
  /// The side of an icon without layers, in dp.
  public static let legacy = 48.0
  /// The circle of a layer that every launcher shows.
  public static let safe = 66.0

  /// The files for an icon called `name`.
  ///
  /// - Parameter ground: `#rrggbb` of a plain ground; nil where it is a picture of its own.
  public static func files(name: String = "ic_launcher", ground: String?) -> [IconFile] {
    var files: [IconFile] = []
    for (density, scale) in densities {
      func addIcon(_ suffix: String, _ art: IconImage.Art, _ shape: IconImage.Shape, _ dp: Double) {
        files.append(
          IconFile(
            "mipmap-\(density)/\(name)\(suffix).png",
            .png(IconImage(art, shape, pixels: Int((dp * scale).rounded())))))
      }
      addIcon("", .any, .rounded(1.0 / 6), legacy)
      addIcon("_round", .foreground, .circle, legacy)
      addIcon("_foreground", .foreground, .safe(safe / layer, onGround: false), layer)
      addIcon("_monochrome", .monochrome, .safe(safe / layer, onGround: false), layer)
      if ground == nil { addIcon("_background", .background, .square, layer) }
    }
    let background = ground == nil ? "@mipmap/\(name)_background" : "@color/\(name)_background"
    let xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
          <background android:drawable="\(background)" />
          <foreground android:drawable="@mipmap/\(name)_foreground" />
          <monochrome android:drawable="@mipmap/\(name)_monochrome" />
      </adaptive-icon>

      """
    files.append(IconFile("mipmap-anydpi-v26/\(name).xml", .text(xml)))
    files.append(IconFile("mipmap-anydpi-v26/\(name)_round.xml", .text(xml)))
    if let ground {
      files.append(
        IconFile(
          "values/\(name)_background.xml",
          .text(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <resources>
                <color name="\(name)_background">\(ground.uppercased())</color>
            </resources>

            """)))
    }
    return files
  }
}

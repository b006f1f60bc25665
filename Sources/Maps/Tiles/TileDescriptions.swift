// SPDX-License-Identifier: MIT
// Part of Platen: the small XML files that describe a directory of tiles.

internal import Text

/// Files that describe tiles to the programs that read them.
public enum TileDescriptions {
  /// The `.dzi` of a Deep Zoom picture (schema `http://schemas.microsoft.com/deepzoom/2008`).
  ///
  /// - Parameter format: the ending of tiles' names, which needs no escape in XML.
  public static func deepZoom(_ pyramid: TilePyramid, format: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(format)" \
    Overlap="\(pyramid.overlap)" TileSize="\(pyramid.tileSize)">
      <Size Width="\(pyramid.top.width)" Height="\(pyramid.top.height)"/>
    </Image>

    """
  }

  /// The `tilemapresource.xml` of OSGeo's Tile Map Service 1.0.0.
  ///
  /// Its plane is the image's largest level in pixels, y upwards from the lower edge of the square
  /// that contains the image; it has no system of coordinates on the globe.
  ///
  /// - Parameters:
  ///   - title: any words; characters that XML cannot hold are omitted.
  ///   - format: the ending of tiles' names, which needs no escape in XML.
  public static func tileMap(_ pyramid: TilePyramid, title: String, format: String) -> String {
    let side = pyramid.tileSize << pyramid.top.number
    let (width, height) = (pyramid.top.width, pyramid.top.height)
    let sets = pyramid.levels.map { level in
      """
          <TileSet href="\(level.number)" units-per-pixel="\(1 << (pyramid.top.number - level.number))" \
      order="\(level.number)"/>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0">
        <Title>\(MarkupEscaping.escaped(title))</Title>
        <Abstract></Abstract>
        <SRS></SRS>
        <BoundingBox minx="0" miny="\(side - height)" maxx="\(width)" maxy="\(side)"/>
        <Origin x="0" y="0"/>
        <TileFormat width="\(pyramid.tileSize)" height="\(pyramid.tileSize)" \
      mime-type="image/\(format == "jpg" ? "jpeg" : format)" extension="\(format)"/>
        <TileSets profile="none">
      \(sets.joined(separator: "\n"))
        </TileSets>
      </TileMap>

      """
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the images of a document as parts of a Word file.

internal import Diagnostics
internal import Documents

/// Gives each image that is shown its part, once.
struct ImageParts {
  struct Medium {
    /// Relative to `word/`.
    var name: String
    var pathExtension: String
    var type: String
    var bytes: [UInt8]
  }

  private let resources: [String: Resource]
  private var names: [String: String] = [:]
  private(set) var media: [Medium] = []
  private var log = DiagnosticLog()
  private var shown = 0

  init(_ resources: [Resource]) {
    self.resources = Dictionary(resources.map { ($0.name, $0) }) { first, _ in first }
  }

  var warnings: [Diagnostic] { log.diagnostics }

  /// The resource an image names and its part's name; nil, with a warning, where Word cannot show it.
  mutating func part(of image: Image) -> (resource: Resource, name: String)? {
    guard let resource = resources[image.resource] else {
      warn(image, "it is missing from the document", "add a resource of that name")
      return nil
    }
    if let name = names[resource.name] { return (resource, name) }
    let pathExtension: String
    switch resource.mediaType {
    case "image/png" where resource.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]):
      pathExtension = "png"
    case "image/jpeg" where resource.bytes.starts(with: [0xFF, 0xD8]): pathExtension = "jpeg"
    case "image/png", "image/jpeg":
      warn(image, "its bytes are not \(resource.mediaType)", "check the file")
      return nil
    default:
      warn(
        image, "Word shows no \(resource.mediaType) without a PNG beside it", "convert it to PNG")
      return nil
    }
    guard resource.width > 0, resource.height > 0 else {
      warn(image, "it has no size", "check the file")
      return nil
    }
    let name = "media/picture\(media.count + 1).\(pathExtension)"
    names[resource.name] = name
    media.append(
      Medium(
        name: name, pathExtension: pathExtension, type: resource.mediaType, bytes: resource.bytes))
    return (resource, name)
  }

  /// Numbers a drawing: Word requires a number of its own for every drawing.
  mutating func nextNumber() -> Int {
    shown += 1
    return shown
  }

  private mutating func warn(_ image: Image, _ why: String, _ hint: String) {
    log.record(
      .warning(
        .docxImage, "the image \"\(image.resource)\" is shown by its description: \(why)",
        hints: [hint]))
  }
}

extension BodyWriter {
  /// Writes a picture in a run, or its description where there is none to show.
  func picture(_ image: Image, in place: BlockPlace) {
    guard let (resource, name) = pictures.part(of: image) else {
      if !image.alternative.isEmpty { runs.text("[\(image.alternative)]", to: out) }
      return
    }
    let id = relationships.addRelationship("image", name)
    let number = pictures.nextNumber()
    let size = BodyWriter.size(
      of: resource, share: image.share, within: place.width, height: main.page.textHeight * 9 / 10)
    out.raw("<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">")
    func extent(_ tag: StaticString) {
      out.raw("<").raw(tag).raw(" cx=\"").number(size.width).raw("\" cy=\"").number(size.height)
      out.raw("\"/>")
    }
    func names(_ tag: StaticString) {
      out.raw("<").raw(tag).raw(" id=\"").number(number).raw("\" name=\"Picture ").number(number)
      out.raw("\" descr=\"").value(image.alternative).raw("\"")
    }
    extent("wp:extent")
    names("wp:docPr")
    if image.alternative.isEmpty {
      // Marks an ornament, for users of screen readers.
      out.raw(
        """
        ><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative \
        xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext>\
        </a:extLst></wp:docPr>
        """)
    } else {
      out.raw("/>")
    }
    out.raw(
      """
      <wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>\
      <a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">\
      <pic:pic><pic:nvPicPr>
      """)
    names("pic:cNvPr")
    out.raw("/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed=\"").raw(id)
    out.raw(
      """
      "/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>
      """)
    extent("a:ext")
    out.raw(
      """
      </a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>\
      </a:graphicData></a:graphic></wp:inline></w:drawing></w:r>
      """)
  }

  /// The size in English Metric Units: 635 are a twentieth of a point, 9525 a pixel at 96 an inch.
  static func size(
    of resource: Resource, share: Double, within twips: Int, height: Int
  ) -> (width: Int, height: Int) {
    let room = Double(twips * 635)
    let own = Double(resource.width) * 9525
    var width = share > 0 ? room * min(share, 1) : min(own, room)
    var tall = width * Double(resource.height) / Double(resource.width)
    let most = Double(height * 635)
    if tall > most {
      width *= most / tall
      tall = most
    }
    return (max(1, Int(width)), max(1, Int(tall)))
  }
}

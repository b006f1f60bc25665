// SPDX-License-Identifier: MIT
// Part of Platen: images and files of a chat, each once, checked before they are decoded.

internal import Diagnostics
internal import Digests
internal import Documents
internal import JSON
internal import Text

/// Finds the bytes of attachments: in the message itself, or in a folder of files beside the meeting.
struct AttachmentFinder {
  /// The limits in bytes of one image and of all images.
  private static let limit = (image: 32 << 20, all: 256 << 20)
  /// The largest image that is drawn: the longer side and the number of pixels, by its header.
  private static let largest = (side: 16_384, pixels: 1 << 25)

  /// The folder in which the server keeps what was sent.
  private static let folder = "/" + ChatUploads.folder + "/"

  private(set) var images: [AttachedImage] = []
  private(set) var log = DiagnosticLog()
  /// The index of the image with a digest.
  private var places: [Digest: Int] = [:]
  private var left = limit.all
  /// A file of the server by its name without folders.
  private let file: (String) -> [UInt8]?
  private var files: [String: Attachment.Source] = [:]

  init(file: @escaping (String) -> [UInt8]?) { self.file = file }

  mutating func attachment(_ view: JSONView) -> Attachment {
    let url = view.field("url")?.string ?? ""
    var attachment = Attachment(
      .missing("absent"), mediaType: view.field("mime").line(60),
      width: min(max(view.field("w")?.looseInt ?? 0, 0), 1 << 20),
      height: min(max(view.field("h")?.looseInt ?? 0, 0), 1 << 20))
    attachment.title = view.field("name").line(200)
    attachment.size = view.field("size")?.looseInt.flatMap { $0 >= 0 ? $0 : nil }
    // As clients distinguish them where the sender did not.
    attachment.isFile =
      view.field("kind").map { $0.equals("file") }
      ?? (!attachment.mediaType.hasPrefix("image/") && !attachment.title.isEmpty)
    let format = FileFormat(attachment, url)
    if url.utf8.prefix(5).elementsEqual("data:".utf8) {
      attachment.source = inline(url, format)
    } else if let path = AttachmentFinder.serverPath(url) {
      attachment.name = String(path.split(separator: "/").last ?? "")
      attachment.url = AttachmentFinder.folder + path
      attachment.source = onServer(path, format)
    } else if url.hasPrefix("https://") || url.hasPrefix("http://") {
      attachment.url = url.utf8.count <= 2000 ? url : ""
      let path = url.prefix { $0 != "?" && $0 != "#" }
      attachment.name = String(path.split(separator: "/").last ?? "")
      // An upload of the server by its whole address is the same file.
      let own = url.firstRange(of: AttachmentFinder.folder).flatMap { found in
        AttachmentFinder.serverPath(String(url[found.lowerBound...]))
      }
      let name = own ?? (AttachmentFinder.isFileName(attachment.name) ? attachment.name : nil)
      attachment.source = name.map { onServer($0, format) } ?? .missing("remote")
      if case .missing("absent") = attachment.source { attachment.source = .missing("remote") }
    } else {
      attachment.name = url.isEmpty ? "" : String(url.split(separator: "/").last ?? "").line
    }
    if case .image(let index) = attachment.source {
      let image = images[index]
      attachment.mediaType = image.mediaType
      if image.width > 0 {
        (attachment.width, attachment.height) = (image.width, image.height)
      }
    }
    record(attachment)
    return attachment
  }

  /// The format of a file that is not an image: its media type and file extension in ASCII.
  private struct FileFormat {
    var isFile: Bool
    var mediaType: String
    var fileExtension: String

    init(_ attachment: Attachment, _ url: String) {
      isFile = attachment.isFile
      let isPlain = attachment.mediaType.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      mediaType =
        isPlain && !attachment.mediaType.isEmpty
        ? attachment.mediaType : "application/octet-stream"
      let path = url.hasPrefix("data:") ? "" : url.prefix { $0 != "?" && $0 != "#" }
      fileExtension =
        [Substring(attachment.title), path].lazy.compactMap { name -> String? in
          guard let dot = name.lastIndex(of: ".") else { return nil }
          let pathExtension = name[name.index(after: dot)...].lowercased()
          let isSafe = pathExtension.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
          }
          return isSafe && (1...10).contains(pathExtension.utf8.count) ? pathExtension : nil
        }.first ?? "bin"
    }
  }

  /// The file's path in `/uploads/chat/NAME` or `/uploads/chat/ROOM/USER/NAME`; nil for another
  /// address.
  static func serverPath(_ url: String) -> String? {
    guard url.hasPrefix(folder) else { return nil }
    let path = url.dropFirst(folder.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe =
      (1...ChatUploads.deepest).contains(parts.count) && parts.allSatisfy { isFileName(String($0)) }
    return isSafe ? String(path) : nil
  }

  /// Indicates whether a name does not lead out of a folder.
  static func isFileName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && !name.hasPrefix(".") && name.utf8.allSatisfy(isNameByte)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// A file by its path below the folder of uploads, or, where the files are there without folders,
  /// by its name.
  private mutating func onServer(_ path: String, _ format: FileFormat) -> Attachment.Source {
    let key = path + (format.isFile ? "\n" : "")
    if let known = files[key] { return known }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let bytes = file(path) ?? (name == path ? nil : file(name))
    let source = bytes.map { keep($0, format) } ?? .missing("absent")
    files[key] = source
    return source
  }

  private mutating func inline(_ url: String, _ format: FileFormat) -> Attachment.Source {
    guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")),
      url[..<comma].lowercased().hasSuffix(";base64")
    else { return .missing("damaged") }
    let text = url[url.index(after: comma)...]
    guard text.utf8.count / 4 * 3 <= AttachmentFinder.limit.image else {
      return .missing("large")
    }
    guard let bytes = Base64.decode(String(text)) else { return .missing("damaged") }
    return keep(bytes, format)
  }

  /// Stores the bytes of an attachment. An image is recognized by its first bytes, whatever its stated
  /// type; other bytes are stored if they were sent as a file.
  private mutating func keep(_ bytes: [UInt8], _ format: FileFormat) -> Attachment.Source {
    guard bytes.count <= AttachmentFinder.limit.image, bytes.count <= left else {
      return .missing("large")
    }
    let digest = Digest.of(bytes)
    if let place = places[digest] { return .image(place) }
    var image = AttachedImage(
      sha256: digest.description, mediaType: format.mediaType, width: 0, height: 0, bytes: bytes,
      fileExtension: format.fileExtension)
    do throws(Rejection) {
      let found = try AttachmentFinder.imageFormat(bytes)
      image.mediaType = found.mediaType
      (image.width, image.height) = (found.width, found.height)
    } catch {
      guard format.isFile, error != .large else { return .missing(error.rawValue) }
      // The bytes are not an image, so the stated media type is wrong.
      if AttachmentFinder.mediaTypes.contains(format.mediaType.lowercased()) {
        image.mediaType = "application/octet-stream"
      }
    }
    left -= bytes.count
    places[digest] = images.count
    images.append(image)
    return .image(images.count - 1)
  }

  /// The reason why bytes are not a supported image.
  private enum Rejection: String, Error { case format, damaged, large }

  /// The media types of supported images.
  private static let mediaTypes: Set<String> = [
    "image/png", "image/jpeg", "image/gif", "image/webp",
  ]

  private static func imageFormat(
    _ bytes: [UInt8]
  ) throws(Rejection) -> (mediaType: String, width: Int, height: Int) {
    let size = ImageSize(bytes)
    let mediaType: String
    switch size.format {
    case .png: mediaType = "image/png"
    case .jpeg: mediaType = "image/jpeg"
    case .gif: mediaType = "image/gif"
    case .webp: mediaType = "image/webp"
    case .svg, .avif, .unknown: throw .format
    }
    if size.format == .png || size.format == .jpeg {
      guard size.width > 0, size.height > 0 else { throw .damaged }
      guard max(size.width, size.height) <= AttachmentFinder.largest.side,
        size.width * size.height <= AttachmentFinder.largest.pixels
      else { throw .large }
    }
    return (mediaType, size.width, size.height)
  }

  private mutating func record(_ attachment: Attachment) {
    let name = attachment.title.isEmpty ? attachment.name : attachment.title
    guard !attachment.isFile else { return record(file: attachment, named: name) }
    let what = name.isEmpty ? "an image in a message" : "\"\(printable(name, limit: 80))\""
    switch attachment.source {
    case .image(let index):
      guard !images[index].isShown else { return }
      log.record(
        .warning(
          .meetingImageFormat,
          "\(what) is \(images[index].mediaType): documents show PNG and JPEG, it is in the archive only"
        ))
    case .missing("absent"):
      log.record(
        .warning(
          .meetingImageMissing, "\(what) is on the server and not beside the meeting",
          hints: ["put the files of /uploads/chat into a folder and name it: attachments: FOLDER"]))
    case .missing("remote"):
      log.record(.warning(.meetingImageRemote, "\(what) is not fetched from the web"))
    case .missing("large"):
      log.record(.warning(.meetingImageLarge, "\(what) is too large to be shown"))
    case .missing:
      log.record(
        .warning(
          .meetingImageFormat, "\(what) is not an image of a known format, or is damaged"))
    }
  }

  /// Records the reason why a file is not in an archive.
  private mutating func record(file attachment: Attachment, named name: String) {
    let what = name.isEmpty ? "a file in a message" : "the file \"\(printable(name, limit: 80))\""
    switch attachment.source {
    case .image: break
    case .missing("absent"):
      log.record(
        .warning(
          .meetingFileMissing, "\(what) is on the server and not beside the meeting",
          hints: [
            "put the files of /uploads/chat into a folder and name it: attachments: FOLDER"
          ]))
    case .missing("remote"):
      log.record(.warning(.meetingFileRemote, "\(what) is not fetched from the web"))
    case .missing("large"):
      log.record(.warning(.meetingFileLarge, "\(what) is too large: it is omitted"))
    case .missing:
      log.record(.warning(.meetingFileFormat, "\(what) is damaged: it is omitted"))
    }
  }
}

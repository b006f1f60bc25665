// SPDX-License-Identifier: MIT
// Part of Platen: the content of instances and its client, the same for every kind.

public import Diagnostics

/// Something an instance holds that a job can be made of.
public struct Holding: Hashable, Sendable {
  /// The server's id of it.
  public var id: String
  /// Its name; may be empty, and two may share one.
  public var title: String
  /// A value that changes with the holding, such as when it was last played; nil where only
  /// fetching it shows a change.
  public var mark: String?

  public init(id: String, title: String, mark: String? = nil) {
    self.id = id
    self.title = title
    self.mark = mark
  }
}

/// A client of an instance. May be used from several threads.
public protocol InstanceClient: Sendable {
  /// The instance, with its name and its limits.
  var instance: Instance { get }

  /// Checks the server's health; nil where it does not report any, as older servers do not.
  ///
  /// - Throws: `Failure` where it cannot be reached or reports a problem.
  func health() throws(Failure) -> String?

  /// Signs in, where there is anything to sign in to.
  ///
  /// - Returns: a description of the result: `signed in`, or `no sign-in`.
  func signIn() throws(Failure) -> String

  /// All it holds, to the end of the list, in the server's order.
  func holdings() throws(Failure) -> [Holding]

  /// One of them, whole, as JSON that a reader of Platen reads; the same bytes while it has not
  /// changed.
  func fetch(_ holding: Holding) throws(Failure) -> [UInt8]

  /// The server's data about itself, as JSON that a reader of Platen reads; nil without any.
  func report() throws(Failure) -> [UInt8]?

  /// A file that people sent to the server, by its path from the server's root: an image of a chat.
  ///
  /// - Parameter limit: the most bytes it may have.
  func upload(_ path: String, limit: Int) throws(Failure) -> [UInt8]

  /// Warnings besides the answers, such as for a token that could not be put back.
  var warnings: [Diagnostic] { get }

  /// Closes the session.
  func close()
}

extension InstanceClient {
  public func report() throws(Failure) -> [UInt8]? { nil }

  public func upload(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    throw Failure(.error(.instanceMissing, "\(instance.name) keeps no files of a chat"))
  }
}

extension Instance {
  /// Returns a client of the instance.
  ///
  /// - Parameters:
  ///   - vault: where its credential is read from.
  ///   - agent: name and version of the program, sent to the server.
  ///   - timekeeper: provides the time and waits.
  ///   - isCancelled: ends waits and requests.
  public func client(
    vault: CredentialVault, agent: (name: String, version: String),
    timekeeper: any Timekeeper = SystemTimekeeper(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> any InstanceClient {
    client(
      over: CurlTransport(authority: authority, agent: "\(agent.name)/\(agent.version)"),
      vault: vault, agent: agent, timekeeper: timekeeper, isCancelled: isCancelled)
  }

  func client(
    over transport: any HTTPTransport, vault: CredentialVault,
    agent: (name: String, version: String), timekeeper: any Timekeeper,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> any InstanceClient {
    func session(_ signing: BedrudSigning?) -> Session {
      Session(
        self, transport: transport, timekeeper: timekeeper, vault: vault, signing: signing,
        cancelled: isCancelled)
    }
    switch kind {
    case .bedrud: return BedrudClient(session(BedrudSigning()))
    case .toboggan: return TobogganClient(session(nil))
    case .worldarchitect:
      return WorldArchitectClient(session(nil), vault: vault, agent: agent)
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: what instances hold and how it is had, the same for every kind.

public import Diagnostics

/// Something an instance holds that a job can be made of.
public struct Holding: Hashable, Sendable {
  /// What the server knows it by.
  public var id: String
  /// What people call it; may be empty, and two may be called the same.
  public var title: String
  /// Changes whenever it does, such as when it was last played; nil where only fetching it tells.
  public var mark: String?

  public init(id: String, title: String, mark: String? = nil) {
    self.id = id
    self.title = title
    self.mark = mark
  }
}

/// An instance that can be asked. May be used from several threads.
public protocol InstanceClient: Sendable {
  /// What it is called and how it may be asked.
  var instance: Instance { get }

  /// Indicates whether it is well; nil where it does not say, which older servers do not.
  ///
  /// - Throws: `Failure` where it cannot be asked, or says that it is not.
  func health() throws(Failure) -> String?

  /// Signs in, where there is anything to sign in to.
  ///
  /// - Returns: what may be told of it: `signed in`, or `no sign-in`.
  func signIn() throws(Failure) -> String

  /// All it holds, to the end of the list, in the server's order.
  func holdings() throws(Failure) -> [Holding]

  /// One of them, whole, as JSON that a reader of Platen reads; the same bytes while it has not
  /// changed.
  func fetch(_ holding: Holding) throws(Failure) -> [UInt8]

  /// What can be told of the server itself, as JSON that a reader of Platen reads; nil where that
  /// is nothing.
  func report() throws(Failure) -> [UInt8]?

  /// A file that people sent to the server, by its path from the server's root: a picture of a
  /// chat.
  ///
  /// - Parameter limit: the most bytes it may have.
  func upload(_ path: String, limit: Int) throws(Failure) -> [UInt8]

  /// What there is to say besides, such as a token that could not be put back.
  var warnings: [Diagnostic] { get }

  /// Takes leave.
  func close()
}

extension InstanceClient {
  public func report() throws(Failure) -> [UInt8]? { nil }

  public func upload(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    throw Failure(.error(.instanceMissing, "\(instance.name) keeps no files of a chat"))
  }
}

extension Instance {
  /// What asks it.
  ///
  /// - Parameters:
  ///   - vault: where its credential is read from.
  ///   - agent: name and version of the program, told to the server.
  ///   - timekeeper: tells the time and waits.
  ///   - isCancelled: ends waiting and asking.
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

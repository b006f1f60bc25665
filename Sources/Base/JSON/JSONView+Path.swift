// SPDX-License-Identifier: MIT
// Part of Platen: the path of a value within a JSON text: `story[3].planning_block`.

extension JSONView {
  /// The names that lead to the value at a byte offset such as `offset`: members by their keys, elements
  /// by their number from 0. Empty for the view itself, and where nothing begins there.
  ///
  /// The path is computed each time; it is meant for error messages, which are few.
  public func path(ofByte target: Int) -> String {
    var path = ""
    var view = self
    while view.offset != target {
      var inner: (name: String, view: JSONView)?
      if view.isArray {
        for (index, element) in view.elements.enumerated() {
          guard element.offset <= target else { break }
          inner = ("[\(index)]", element)
        }
      } else if view.isObject {
        var last: Member?
        for member in view.members {
          guard member.value.offset <= target else { break }
          last = member
        }
        inner = last.map { ((path.isEmpty ? "" : ".") + $0.key, $0.value) }
      }
      guard let inner else { return "" }
      path += inner.name
      view = inner.view
    }
    return path
  }
}

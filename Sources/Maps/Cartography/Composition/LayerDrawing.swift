// SPDX-License-Identifier: MIT
// Part of Platen: the drawing of one layer, before it is a group of the scene.

internal import Drawing

/// The result of a layer's function: nodes, and how they go together.
struct LayerDrawing {
  var nodes: [Node]
  var clip: Clip?
  var opacity = 1.0

  init(_ nodes: [Node], clip: Clip? = nil, opacity: Double = 1) {
    self.nodes = nodes
    self.clip = clip
    self.opacity = opacity
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the request for the map on one page of an atlas.

package import Atlas
internal import Geometry

extension MapRequest {
  /// Layers that pages of an atlas have in their margins instead of on their maps.
  private static let inMargins: Set<MapLayer> = [
    .title, .scaleBar, .legend, .compass, .inset, .frame, .vignette,
  ]

  /// Em of the smallest names of sheets, in points.
  private static let leastText = 5.7
  /// The density of names on sheets, in parts of the look's: an atlas is searched for towns.
  private static let density = 2.5

  /// The request for a sheet: letters and lines are as large on all sheets, whatever part of each is
  /// beyond the world or has few towns.
  package func onSheet(_ sheet: AtlasPlan.Sheet, of plan: AtlasPlan, in world: World) -> MapRequest
  {
    var request = onPage(
      sheet.window, pointsPerUnit: plan.scale(of: sheet), in: world)
    request.look.legend.isAutomatic = false
    request.labelDensity = labelDensity ?? MapRequest.density * request.look.labels.density
    if least == nil {
      request.least = LeastSizes(
        text: MapRequest.leastText / plan.scale(of: sheet), line: 0, icon: 0)
    }
    return request
  }

  /// The request for the overview, whose names keep clear of the numbers of pages.
  package func onOverview(of plan: AtlasPlan, in world: World) -> MapRequest {
    let scale = plan.overview.width / plan.shown.width
    var request = onPage(plan.shown, pointsPerUnit: scale, in: world)
    request.overlay.signs += plan.sheets.map {
      MapOverlay.Sign(center: $0.core.center, radius: AtlasFurniture.pill / scale)
    }
    return request
  }

  private func onPage(_ window: Rect, pointsPerUnit: Double, in world: World) -> MapRequest {
    let size = Size(width: world.info.width, height: world.info.height)
    let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let seen = window.intersection(whole) ?? whole
    var request = self
    request.title = ""
    request.subtitle = ""
    request.window = seen
    request.surroundings = Surroundings(.sea, area: window, trim: window)
    request.layers = layers.without(MapRequest.inMargins)
    if seen != whole {
      let factor = (window.width * window.height / (seen.width * seen.height)).squareRoot()
      if factor.isFinite { request.look = request.look.scaled(by: factor) }
      // The composer draws burgs larger where there are few of them.
      let burgs = world.burgs.lazy.filter { seen.contains($0.position) }.count
      let room = max(1, min(1.5, (150 / Double(max(burgs, 1))).squareRoot()))
      request.look = request.look.scaled(by: 1.25 / room, prefix: "burgs.")
    }
    let shown = ShownSize(onPaper: window, pointsPerUnit: pointsPerUnit)
    request.leastName = shown.leastName(of: request.look, in: world)
    request.enlargedNames = shown.enlargedNames(of: request.look)
    return request
  }
}

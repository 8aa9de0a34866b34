/** Pixels of a side of a tile. */
export const tileSize = 256

/** The highest latitude of the projection. */
const farthest = 85.0511

/** A point on the earth, in degrees. */
export type Point = { readonly lat: number; readonly lng: number }

/** Where a point is, in pixels of the whole map of a zoom (Web Mercator, EPSG:3857). */
export const project = ({ lat, lng }: Point, zoom: number): { readonly x: number; readonly y: number } => {
  const size = tileSize * 2 ** zoom
  const sine = Math.sin((Math.min(Math.max(lat, -farthest), farthest) * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size }
}

/** The point at a pixel of the whole map of a zoom. */
export const unproject = (x: number, y: number, zoom: number): Point => {
  const size = tileSize * 2 ** zoom
  const lng = ((((x / size) % 1) + 1) % 1) * 360 - 180
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI
  return { lat: Math.min(Math.max(lat, -farthest), farthest), lng }
}

/** A tile and where it lies on the shown part, in pixels. */
export type Tile = { readonly key: string; readonly url: string; readonly left: number; readonly top: number }

/** The tiles that cover a part of the map whose upper left corner is at `left`, `top`. */
export const tilesOf = (
  server: string,
  zoom: number,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): readonly Tile[] => {
  const count = 2 ** zoom
  const tiles: Tile[] = []
  for (let y = Math.floor(top / tileSize); y * tileSize < top + height; y++) {
    if (y < 0 || y >= count) continue
    for (let x = Math.floor(left / tileSize); x * tileSize < left + width; x++) {
      const url = server
        .replace('{s}', 'a')
        .replace('{z}', String(zoom))
        .replace('{x}', String(((x % count) + count) % count))
        .replace('{y}', String(y))
      tiles.push({ key: `${zoom}/${x}/${y}`, url, left: x * tileSize - left, top: y * tileSize - top })
    }
  }
  return tiles
}

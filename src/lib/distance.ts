/** A place on the earth, in decimal degrees. */
export type Point = { readonly lat: number; readonly lng: number }

/** The mean radius of the earth in kilometres. */
export const earthRadius = 6371.0088

/** The kilometres between two points along the great circle (haversine). */
export const distanceBetween = (one: Point, other: Point): number => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const part =
    half(one.lat, other.lat) + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lng, other.lng)
  return 2 * earthRadius * Math.asin(Math.min(Math.sqrt(part), 1))
}

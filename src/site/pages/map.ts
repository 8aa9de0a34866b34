import type { Tiles } from '../../config.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues } from '../../resources/events/venue-lines.ts'
import { type AssetName, mapLibraries } from '../assets.ts'
import { hueClass } from '../category-hues.ts'
import { beginLine } from '../dates.ts'
import { href, type PageContext, rooted } from '../page-context.ts'
import { changed, type PageState, writeAddress } from '../page-state.ts'
import { describeWhen, eventPath, plainTitle } from './event-card.ts'
import { dataElement } from './layout.ts'
import { findPicture } from './pictures.ts'

/** A place on a map, in degrees. */
export type Place = {
  readonly lat: number
  readonly lng: number
  readonly name: string
  readonly path: string
  /** The addresses of its events, as the list beside the map has them. */
  readonly events?: readonly string[]
  /** What a visitor is told of the first of them. */
  readonly next?: readonly NextEvent[]
  /** The list of all its events. */
  readonly all?: string
  /** The class of the hue of its next event, such as `hue-5`. */
  readonly hue?: string
}

/** An event of a place: where its page is, its title, when it is, and its picture. */
type NextEvent = { readonly path: string; readonly title: string; readonly when: string; readonly picture?: string }

/** The least width in pixels of a picture in a popup, where it has 56. */
const leastPicture = 112

/** Most events of a place that are told at once. */
const mostNext = 3

/** Pixels of a side of a tile. */
const tileSize = 256

/** Width and height of a map in tiles. */
const grid = { columns: 4, rows: 3 } as const

/** The highest latitude of the projection. */
const farthest = 85.0511

/** Where a point is, in tiles of a zoom (the projection is Web Mercator, EPSG:3857). */
const project = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>, zoom: number) => {
  const tiles = 2 ** zoom
  const sine = Math.sin((Math.min(Math.max(lat, -farthest), farthest) * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * tiles,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles,
  }
}

type Point = ReturnType<typeof project>

/** The point of the earth that is there in a zoom. */
const unproject = ({ x, y }: Point, zoom: number): Pick<Place, 'lat' | 'lng'> => {
  const tiles = 2 ** zoom
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI,
    lng: (x / tiles) * 360 - 180,
  }
}

/** The corners of a rectangle around points, and its middle. */
const around = (points: readonly Point[]) => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { width: right - left, height: bottom - top, x: (left + right) / 2, y: (top + bottom) / 2 }
}

/** The tiles of a still map: their zoom, and the first of them. */
type Cut = { readonly zoom: number; readonly left: number; readonly top: number }

/** The part of the world that shows all places at the highest zoom, and then zoomed in by `closer`. */
const cutOf = (places: readonly Place[], closer: number, limit: number): Cut => {
  const at = (zoom: number) => around(places.map((place) => project(place, zoom)))
  const fits = (zoom: number): boolean => {
    const { width, height } = at(zoom)
    return width <= grid.columns - 1 && height <= grid.rows - 1
  }
  let zoom = 2
  while (zoom < closest && fits(zoom + 1)) zoom++
  zoom = Math.min(zoom + closer, limit)
  const { x, y } = at(zoom)
  return { zoom, left: Math.round(x - grid.columns / 2), top: Math.round(y - grid.rows / 2) }
}

/** Width and height that all phones have for places, in tiles as large as they are. */
const phone = { width: 240 / tileSize, height: 200 / tileSize } as const

/** Width and height that small phones show of a map, in tiles. */
const small = { width: 440 / tileSize, height: 400 / tileSize } as const

/** The middle of a map is moved by eighths of a tile. */
const steps = 8

/**
 * What a phone shows first, where the map fills a part of the screen: tiles as large as they are, at the same place and in the same zoom as on the map that
 * moves, so that the script changes nothing. `across` and `down` are the eighths of a tile from the middle of the tiles to that of the map,
 * `back` the zooms from the still map of other screens to it, and `pinsAcross` and `pinsDown` the eighths from its middle to that of that still map.
 */
const phoneCutOf = (places: readonly Place[], closer: number, cut: Cut) => {
  let back = 0
  const at = (zoom: number) => around(places.map((place) => project(place, zoom)))
  const fits = (zoom: number): boolean => {
    const { width, height } = at(zoom)
    return width <= phone.width && height <= phone.height
  }
  // Zoomed in, the map shows only some of the places.
  while (back < Math.min(2, cut.zoom) && !fits(cut.zoom - closer - back)) back++
  const zoom = cut.zoom - back
  const middle = at(zoom)
  const [x, y] = [Math.round(middle.x * steps) / steps, Math.round(middle.y * steps) / steps]
  const [left, top] = [Math.round(x - grid.columns / 2), Math.round(y - grid.rows / 2)]
  return {
    ...{ zoom, left, top, back, middle: unproject({ x, y }, zoom) },
    across: (x - left - grid.columns / 2) * steps,
    down: (y - top - grid.rows / 2) * steps,
    pinsAcross: ((cut.left + grid.columns / 2) / 2 ** back - x) * steps,
    pinsDown: ((cut.top + grid.rows / 2) / 2 ** back - y) * steps,
    /** How much of a tile small phones show. */
    shareOf: (column: number, row: number): number =>
      overlap(left + column, x, small.width) * overlap(top + row, y, small.height),
  }
}

/** How much of a tile from `start` on is in a length around a middle. */
const overlap = (start: number, middle: number, length: number): number =>
  Math.max(0, Math.min(start + 1, middle + length / 2) - Math.max(start, middle - length / 2))

/** Tiles that come before the others, which wait for the layout: a visitor sees most of them, and on a slow line all at once would all be late. */
const tilesFirst = 2

type PhoneCut = ReturnType<typeof phoneCutOf>

/** How close a map of one place is. */
const closest = 15

/** A picture of nothing, which is not asked for. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** The address of a tile; undefined beyond the poles. */
const tileAddress = (tiles: Tiles, zoom: number, x: number, y: number): string | undefined => {
  const count = 2 ** zoom
  if (y < 0 || y >= count) return undefined
  return tiles.url
    .replace('{z}', String(zoom))
    .replace('{x}', String(((x % count) + count) % count))
    .replace('{y}', String(y))
}

/** The tiles of a still map, of which a phone has others where the map fills a part of its screen. */
const pictures = (tiles: Tiles, cut: Cut, ofPhone: PhoneCut | undefined): Content => {
  const cells = Array.from({ length: grid.rows * grid.columns }, (_, at) => {
    const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)]
    return { column, row, share: ofPhone?.shareOf(column, row) ?? 0 }
  })
  const first = cells.toSorted((one, other) => other.share - one.share).slice(0, tilesFirst)
  return cells.map((cell): Content => {
    const { column, row, share } = cell
    const address = tileAddress(tiles, cut.zoom, cut.left + column, cut.top + row)
    const size = markup`width="${tileSize}" height="${tileSize}" alt=""`
    if (!ofPhone) {
      return address ? markup`<img src="${address}" ${size} loading="lazy" fetchpriority="low">` : markup`<span></span>`
    }
    const own = tileAddress(tiles, ofPhone.zoom, ofPhone.left + column, ofPhone.top + row) ?? blank
    const source = (most: string, url: string): Markup =>
      markup`<source media="(max-width: ${most}) and (scripting: enabled)" srcset="${url}" width="${tileSize}" height="${tileSize}">`
    return markup`<picture>${share === 0 && source('27.5rem', blank)}${source('45rem', own)}<img src="${address ?? blank}" ${size}${trusted(first.includes(cell) ? ' fetchpriority="high"' : ' loading="lazy"')}></picture>`
  })
}

/**
 * A map made of tiles side by side, with a link at each place: it needs no script, and loads nothing except the tiles. The data in it are for the
 * script, which puts a map that can be moved in its place. `isFirst` says that the map is what the page is about.
 */
export const drawMap = (
  context: PageContext,
  places: readonly Place[],
  label: string,
  closer = 0,
  isFirst = false,
): Content => {
  const { translator } = context
  const { tiles } = context.config
  if (!tiles || places.length === 0) return undefined
  const cut = cutOf(places, closer, tiles.maxZoom)
  const { zoom, left, top } = cut
  const ofPhone = isFirst ? phoneCutOf(places, closer, cut) : undefined
  const pins = places.flatMap((place) => {
    const { x, y } = project(place, zoom)
    const [across, down] = [((x - left) / grid.columns) * 100, ((y - top) / grid.rows) * 100]
    if (across < 0 || across > 100 || down < 0 || down > 100) return []
    // Positions are SVG attributes, because the Content Security Policy forbids inline styles.
    return markup`<a href="${place.path}"><circle cx="${across.toFixed(2)}%" cy="${down.toFixed(2)}%" r="9"${place.hue && markup` class="${place.hue}"`}><title>${titleOf(context, place)}</title></circle></a>\n`
  })
  const offsets =
    ofPhone &&
    markup` mx${ofPhone.across} my${ofPhone.down} px${ofPhone.pinsAcross} py${ofPhone.pinsDown} back${ofPhone.back}`
  return markup`<figure class="map"><div class="tiles${offsets}">${pictures(tiles, cut, ofPhone)}
<svg role="group" aria-label="${label}">${pins}</svg></div>
${dataElement('application/json', dataOf(context, { tiles, places, label, closer, ofPhone }))}
${tiles.attribution !== '' && markup`<figcaption>${translator.text('map.attribution', { source: tiles.attribution })}</figcaption>`}</figure>`
}

/** The name of a place, with the number of its events where it has several. */
const titleOf = ({ translator }: PageContext, { name, events = [] }: Place): string =>
  events.length > 1 ? `${name} · ${translator.count('list.count', events.length)}` : name

type MapData = {
  readonly tiles: Tiles
  readonly places: readonly Place[]
  readonly label: string
  readonly closer: number
  readonly ofPhone: PhoneCut | undefined
}

/** What `client/map.js` reads: the places, texts, and the files that it loads when the map comes into view. */
const dataOf = (context: PageContext, { tiles, places, label, closer, ofPhone }: MapData): JsonObject => {
  const { assets, translator } = context
  const fileOf = (name: AssetName): string => rooted(context, assets.get(name).path)
  return {
    tiles: tiles.url,
    // Beyond it, the tiles of this zoom are enlarged.
    maxZoom: tiles.maxZoom,
    label,
    closer,
    // What a phone shows first.
    ...(ofPhone && { phone: { zoom: ofPhone.zoom, ...ofPhone.middle } }),
    files: { styles: fileOf('leaflet.css'), scripts: mapLibraries.map(fileOf) },
    texts: {
      closer: translator.text('map.closer'),
      wider: translator.text('map.wider'),
      whole: translator.text('map.whole'),
      close: translator.text('map.close'),
      events: translator.forms('list.count'),
      places: translator.forms('map.places'),
      inView: translator.forms('map.inView'),
      more: translator.forms('list.more'),
    },
    places: places.map(({ name, path, lat, lng, events = [], next = [], all = '', hue = '' }) => ({
      ...{ name, path, lat, lng, all, hue },
      events: [...events],
      next: [...next],
    })),
  }
}

/** The venues of events on a map; each leads to the page of the venue. */
export const renderMap = async (
  context: PageContext,
  state: PageState,
  events: readonly EventRecord[],
): Promise<Markup> => {
  const { translator } = context
  const hues = await context.hues()
  const root = href(context, '')
  const places = new Map<number, Place & { readonly events: string[]; readonly next: NextEvent[] }>()
  for (const event of events) {
    for (const { id, geo_lat: lat, geo_lng: lng, slug, venue } of listVenues(event)) {
      if (lat === undefined || lng === undefined) continue
      const place = places.get(id) ?? {
        ...{ lat, lng, name: plainText(venue ?? ''), path: `${root}/venue/${slug}/` },
        all: root + writeAddress(changed(state, { view: 'list', filters: { ...state.filters, venue: String(id) } })),
        hue: hueClass(hues, event).trim(),
        events: [] as string[],
        next: [] as NextEvent[],
      }
      const path = root + eventPath(event)
      place.events.push(path)
      if (place.next.length < mostNext) {
        const when = beginLine(translator, describeWhen(context, event, { dateAbove: 'nothing' }))
        const picture = findPicture(event, leastPicture)?.url
        place.next.push({ path, title: plainTitle(event), when, ...(picture && { picture }) })
      }
      places.set(id, place)
    }
  }
  const link = (zoom: number, key: 'map.closer' | 'map.wider'): Content =>
    zoom >= 0 &&
    zoom <= 16 &&
    markup`<li><a href="${href(context, writeAddress({ ...state, zoom }))}">${translator.text(key)}</a></li>\n`
  return markup`${drawMap(context, [...places.values()], translator.text('map.title'), state.zoom, true)}
<nav class="steps" aria-label="${translator.text('view.map')}"><ul>${link(state.zoom + 1, 'map.closer')}${link(state.zoom - 1, 'map.wider')}</ul></nav>`
}

/** The address of a place on openstreetmap.org. */
export const mapLink = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`

/** The address at which openstreetmap.org finds the way to a place. */
export const wayLink = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string =>
  `https://www.openstreetmap.org/directions?to=${lat},${lng}`

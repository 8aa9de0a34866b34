import type { Tiles } from '../../config.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
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

/** An event of a place: where its page is, its title, and when it is. */
type NextEvent = { readonly path: string; readonly title: string; readonly when: string }

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

type Cut = { readonly zoom: number; readonly left: number; readonly top: number }

/** The part of the world that shows all places at the highest zoom, and then zoomed in by `closer`. */
const cutOf = (places: readonly Place[], closer: number, limit: number): Cut => {
  const fits = (zoom: number): boolean => {
    const points = places.map((place) => project(place, zoom))
    const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x))
    const height = Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y))
    return width <= grid.columns - 1 && height <= grid.rows - 1
  }
  let zoom = 2
  while (zoom < closest && fits(zoom + 1)) zoom++
  zoom = Math.min(zoom + closer, limit)
  const points = places.map((place) => project(place, zoom))
  const middle = (values: number[]): number => (Math.max(...values) + Math.min(...values)) / 2
  return {
    zoom,
    left: Math.round(middle(points.map(({ x }) => x)) - grid.columns / 2),
    top: Math.round(middle(points.map(({ y }) => y)) - grid.rows / 2),
  }
}

/** How close a map of one place is. */
const closest = 15

/**
 * A map made of tiles side by side, with a link at each place: it needs no script, and loads nothing except the tiles. The data in it are for the
 * script, which puts a map that can be moved in its place.
 */
export const drawMap = (context: PageContext, places: readonly Place[], label: string, closer = 0): Content => {
  const { translator } = context
  const { tiles } = context.config
  if (!tiles || places.length === 0) return undefined
  const { zoom, left, top } = cutOf(places, closer, tiles.maxZoom)
  const count = 2 ** zoom
  const urlOf = (x: number, y: number): string =>
    tiles.url
      .replace('{z}', String(zoom))
      .replace('{x}', String(((x % count) + count) % count))
      .replace('{y}', String(y))
  const pictures = Array.from({ length: grid.rows * grid.columns }, (_, at) => {
    const [x, y] = [left + (at % grid.columns), top + Math.floor(at / grid.columns)]
    return y < 0 || y >= count
      ? markup`<span></span>`
      : markup`<img src="${urlOf(x, y)}" width="${tileSize}" height="${tileSize}" alt="" loading="lazy" fetchpriority="low">`
  })
  const pins = places.flatMap((place) => {
    const { x, y } = project(place, zoom)
    const [across, down] = [((x - left) / grid.columns) * 100, ((y - top) / grid.rows) * 100]
    if (across < 0 || across > 100 || down < 0 || down > 100) return []
    // Positions are SVG attributes, because the Content Security Policy forbids inline styles.
    return markup`<a href="${place.path}"><circle cx="${across.toFixed(2)}%" cy="${down.toFixed(2)}%" r="9"${place.hue && markup` class="${place.hue}"`}><title>${titleOf(context, place)}</title></circle></a>\n`
  })
  return markup`<figure class="map"><div class="tiles">${pictures}
<svg role="group" aria-label="${label}">${pins}</svg></div>
${dataElement('application/json', dataOf(context, { tiles, places, label, closer }))}
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
}

/** What `client/map.js` reads: the places, texts, and the files that it loads when the map comes into view. */
const dataOf = (context: PageContext, { tiles, places, label, closer }: MapData): JsonObject => {
  const { assets, translator } = context
  const fileOf = (name: AssetName): string => rooted(context, assets.get(name).path)
  return {
    tiles: tiles.url,
    // Beyond it, the tiles of this zoom are enlarged.
    maxZoom: tiles.maxZoom,
    label,
    closer,
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
        const when = beginLine(translator, describeWhen(context, event, { dateAbove: 'nothing', shape: 'small' }))
        place.next.push({ path, title: plainTitle(event), when })
      }
      places.set(id, place)
    }
  }
  const link = (zoom: number, key: 'map.closer' | 'map.wider'): Content =>
    zoom >= 0 &&
    zoom <= 16 &&
    markup`<li><a href="${href(context, writeAddress({ ...state, zoom }))}">${translator.text(key)}</a></li>\n`
  return markup`${drawMap(context, [...places.values()], translator.text('map.title'), state.zoom)}
<nav class="steps" aria-label="${translator.text('view.map')}"><ul>${link(state.zoom + 1, 'map.closer')}${link(state.zoom - 1, 'map.wider')}</ul></nav>`
}

/** The address of a place on openstreetmap.org. */
export const mapLink = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`

/** The address at which openstreetmap.org finds the way to a place. */
export const wayLink = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string =>
  `https://www.openstreetmap.org/directions?to=${lat},${lng}`

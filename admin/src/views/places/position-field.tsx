import { useEffect, useRef, useState } from 'preact/hooks'
import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { ControlProps, FormProps } from '../../ui/form.tsx'
import { type Point, project, tilesOf, unproject } from './tiles.ts'

/** The map settings of the site. */
type SiteMaps = { readonly tile_server: string; readonly tile_zoom: number; readonly tile_attribution: string }

/** Coordinates as they are typed, in decimal degrees; both empty where there are none. */
type Position = { readonly lat: string; readonly lng: string }

/** A number as people type it, also with a comma; undefined for anything else. */
export const readDegrees = (text: string, most: number): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Math.abs(number) <= most ? number : undefined
}

/** The coordinates of a venue: typed or, where the site has map tiles, set on a map. */
export const PositionField = ({
  label,
  value: position,
  faults,
  onValue: onPosition,
}: ControlProps<Position> & FormProps<unknown>) => {
  const { data } = useLoaded('', () => read<SiteMaps>('kalends/v1', 'site'))
  const [lat, lng] = [readDegrees(position.lat, 90), readDegrees(position.lng, 180)]
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="row">
        <TextField
          label={t('Latitude')}
          placeholder="52.5163"
          value={position.lat}
          error={faults['geo_lat']}
          onValue={(text) => onPosition({ ...position, lat: text })}
        />
        <TextField
          label={t('Longitude')}
          placeholder="13.3777"
          value={position.lng}
          error={faults['geo_lng']}
          onValue={(text) => onPosition({ ...position, lng: text })}
        />
      </div>
      {data?.tile_server && (
        <MapPicker
          server={data.tile_server}
          most={data.tile_zoom}
          attribution={data.tile_attribution}
          point={lat === undefined || lng === undefined ? undefined : { lat, lng }}
          onPoint={(point) => onPosition({ lat: point.lat.toFixed(6), lng: point.lng.toFixed(6) })}
        />
      )}
    </fieldset>
  )
}

const height = 320

/** The least zoom, and those with which a map of a place and of the world begins. */
const zooms = { least: 1, place: 15, world: 1 } as const

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A map whose marker is moved by dragging, by a click, or with the arrow keys. */
const MapPicker = ({
  server,
  most,
  attribution,
  point,
  onPoint,
}: {
  readonly server: string
  /** The zoom of the most detailed tiles. */
  readonly most: number
  readonly attribution: string
  readonly point: Point | undefined
  readonly onPoint: (point: Point) => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [zoom, setZoom] = useState<number>(point ? Math.min(zooms.place, most) : zooms.world)
  const [centre, setCentre] = useState<Point>(point ?? { lat: 20, lng: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const middle = project(centre, zoom)
  const [left, top] = [middle.x - width / 2, middle.y - height / 2]
  const pin = point && project(point, zoom)
  const [across, down] = pin ? [pin.x - left, pin.y - top] : [0, 0]
  const isSeen = across >= 0 && across <= width && down >= 0 && down <= height
  const isMoved = useRef(false)
  // The map goes to coordinates that were typed; a marker that is moved on it stays in its sight.
  useEffect(() => {
    if (point && !isMoved.current && zoom === zooms.world) setZoom(Math.min(zooms.place, most))
    if (point && (!isMoved.current || !isSeen)) setCentre(point)
    isMoved.current = false
  }, [point?.lat, point?.lng])
  const moveTo = (x: number, y: number): void => {
    isMoved.current = true
    onPoint(unproject(left + x, top + y, zoom))
  }
  const follow = (event: PointerEvent): void => {
    const box = place.current?.getBoundingClientRect()
    if (box) moveTo(event.clientX - box.left, event.clientY - box.top)
  }
  const zoomTo = (next: number): void => {
    setZoom(Math.min(Math.max(next, zooms.least), most))
    if (point) setCentre(point)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const far = event.shiftKey ? 50 : 5
    moveTo((pin ? across : width / 2) + step[0] * far, (pin ? down : height / 2) + step[1] * far)
  }
  return (
    <div class="map">
      <div
        ref={place}
        class="tiles"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => event.buttons === 1 && follow(event)}
      >
        {tilesOf(server, zoom, { left, top, width, height }).map((tile) => (
          <img
            key={tile.key}
            src={tile.url}
            alt=""
            draggable={false}
            style={{ left: `${tile.left}px`, top: `${tile.top}px` }}
          />
        ))}
        <button
          type="button"
          class="marker"
          aria-label={
            point ? t('Marker on the map: {position}', { position: inWords(point) }) : t('Set a marker on the map')
          }
          aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
          style={{ left: `${pin ? across : width / 2}px`, top: `${pin ? down : height / 2}px` }}
          onKeyDown={onKeyDown}
          hidden={pin !== undefined && !isSeen}
        />
      </div>
      <div class="row">
        <Button disabled={zoom >= most} onClick={() => zoomTo(zoom + 1)}>
          {t('Closer')}
        </Button>
        <Button disabled={zoom <= zooms.least} onClick={() => zoomTo(zoom - 1)}>
          {t('Wider')}
        </Button>
        {attribution && <small>{t('Map: {source}', { source: attribution })}</small>}
      </div>
      <p class="hint">
        {t(
          'Click the map or drag the marker. With the keyboard, the arrow keys move the marker that has the focus, with Shift ten times as far.',
        )}
      </p>
    </div>
  )
}

/** Five decimals are a metre. */
const inWords = ({ lat, lng }: Point): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

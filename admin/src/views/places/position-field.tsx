import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { TextField } from '../../ui/field.tsx'
import type { ControlProps, FormProps } from '../../ui/form.tsx'
import { MapPicker } from './map-picker.tsx'

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

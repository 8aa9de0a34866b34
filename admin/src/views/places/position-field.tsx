import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { TextField } from '../../ui/field.tsx'
import { MapPicker } from './map-picker.tsx'
import { type Position, readDegrees } from './venue-form.ts'

/** The map settings of the site. */
type SiteMaps = { readonly tile_server: string; readonly tile_zoom: number; readonly tile_attribution: string }

/** The coordinates of a venue: typed or, where the site has map tiles, set on a map. */
export const PositionField = ({
  position,
  faults: [latFault, lngFault],
  onPosition,
}: {
  readonly position: Position
  readonly faults: readonly [string | undefined, string | undefined]
  readonly onPosition: (position: Position) => void
}) => {
  const { data } = useLoaded('', () => read<SiteMaps>('kalends/v1', 'site'))
  const [lat, lng] = [readDegrees(position.lat, 90), readDegrees(position.lng, 180)]
  return (
    <fieldset>
      <legend>{t('Coordinates')}</legend>
      <div class="row">
        <TextField
          label={t('Latitude')}
          placeholder="52.5163"
          value={position.lat}
          error={latFault}
          onValue={(text) => onPosition({ ...position, lat: text })}
        />
        <TextField
          label={t('Longitude')}
          placeholder="13.3777"
          value={position.lng}
          error={lngFault}
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

import { flag, line, name, numberBetween, orNull, url } from '../../core/types/values.ts'
import type { VenueTable } from '../../db/schema.ts'
import { field, maxTitle, postFields, toNumber } from '../shared/post-fields.ts'

const own = field<VenueTable>()

/** What may be written on a venue (contract A1; geo_lat, geo_lng and excerpt are ours, B4.6). */
export const venueFields = {
  ...postFields,
  venue: own({ type: name(maxTitle), isRequired: true, columns: (title) => ({ title }) }),
  show_map: own({ type: flag({ type: 'string' }), empty: true, columns: (on) => ({ show_map: toNumber(on) }) }),
  show_map_link: own({
    type: flag({ type: 'string' }),
    empty: true,
    columns: (on) => ({ show_map_link: toNumber(on) }),
  }),
  address: own({ type: line, empty: '', columns: (address) => ({ address }) }),
  city: own({ type: line, empty: '', columns: (city) => ({ city }) }),
  country: own({ type: line, empty: '', columns: (country) => ({ country }) }),
  province: own({ type: line, empty: '', columns: (province) => ({ province }) }),
  state: own({ type: line, empty: '', columns: (state) => ({ state }) }),
  zip: own({ type: line, empty: '', columns: (zip) => ({ zip }) }),
  phone: own({ type: line, empty: '', columns: (phone) => ({ phone }) }),
  stateprovince: own({ type: line, empty: '', columns: (stateprovince) => ({ stateprovince }) }),
  website: own({ type: url, empty: '', columns: (website) => ({ website }) }),
  geo_lat: own({ type: orNull(numberBetween(-90, 90)), empty: null, columns: (geo_lat) => ({ geo_lat }) }),
  geo_lng: own({ type: orNull(numberBetween(-180, 180)), empty: null, columns: (geo_lng) => ({ geo_lng }) }),
}

import { fieldsFor } from '../../core/fields.ts'
import { membersFor, optionalMember } from '../../core/members.ts'
import { decimal } from '../../core/parts.ts'
import { flag, numberBetween, orNull } from '../../core/types.ts'
import type { VenueTable } from '../../db/schema.ts'
import { postFields, titleField } from '../shared/post-fields.ts'

const { field, textField, urlField, switchField } = fieldsFor<VenueTable>()

const { stored } = membersFor<VenueTable>()

/** The writable fields of a venue (contract A1). */
export const venueFields = {
  ...postFields,
  excerpt: { ...postFields.excerpt, extension: 'B6.2' },
  venue: titleField('Name of the venue'),
  show_map: switchField({
    column: 'show_map',
    type: flag({ type: 'string' }),
    empty: true,
    blank: true,
    inRecord: 'always',
    about: 'Whether events linked to this venue show a map: `true` or `false`; default on creation: `true`.',
    aboutRecord: 'Whether events linked to this venue show a map.',
  }),
  show_map_link: switchField({
    column: 'show_map_link',
    type: flag({ type: 'string' }),
    empty: true,
    blank: true,
    inRecord: 'always',
    about: 'Whether events linked to this venue show a link to a map: `true` or `false`; default on creation: `true`.',
    aboutRecord: 'Whether events linked to this venue show a link to a map.',
  }),
  address: textField({
    column: 'address',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Street and house number; an empty value clears them.',
    aboutRecord: 'Street and house number; absent when empty.',
  }),
  city: textField({
    column: 'city',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'City or locality; an empty value clears it.',
    aboutRecord: 'City or locality; absent when empty.',
  }),
  country: textField({
    column: 'country',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Name of the country; an empty value clears it.',
    aboutRecord: 'Name of the country; absent when empty.',
  }),
  province: textField({
    column: 'province',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Province, for countries divided into provinces; an empty value clears it.',
    aboutRecord: 'Province; absent when empty.',
  }),
  state: textField({
    column: 'state',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'State, for countries divided into states; an empty value clears it.',
    aboutRecord: 'State; absent when empty.',
  }),
  zip: textField({
    column: 'zip',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Postal code as text; an empty value clears it.',
    aboutRecord: 'Postal code; absent when empty.',
  }),
  phone: textField({
    column: 'phone',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Telephone number as free text; an empty value clears it.',
    aboutRecord: 'Telephone number; absent when empty.',
  }),
  stateprovince: textField({
    column: 'stateprovince',
    outlivesImport: true,
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'State or province, whichever the country has; taken from `state` or `province` when not sent.',
    aboutRecord: 'State or province, whichever the country has; absent when empty.',
  }),
  website: urlField({
    column: 'website',
    searched: true,
    inRecord: 'omitWhenEmpty',
    about: 'Absolute URL of the website; an empty value clears it.',
    aboutRecord: 'Address of the website; absent when empty.',
  }),
  geo_lat: field({
    type: orNull(numberBetween(-90, 90)),
    empty: null,
    column: 'geo_lat',
    about:
      'Latitude in decimal degrees, from -90 to 90; must be sent together with `geo_lng`. An empty value clears it.',
    extension: 'B4.6',
    inRecord: optionalMember(
      decimal,
      'Latitude in decimal degrees; absent when the venue has no coordinates.',
      stored('geo_lat', { omitsEmpty: true }),
    ),
  }),
  geo_lng: field({
    type: orNull(numberBetween(-180, 180)),
    empty: null,
    column: 'geo_lng',
    about:
      'Longitude in decimal degrees, from -180 to 180; must be sent together with `geo_lat`. An empty value clears it.',
    extension: 'B4.6',
    inRecord: optionalMember(
      decimal,
      'Longitude in decimal degrees; absent when the venue has no coordinates.',
      stored('geo_lng', { omitsEmpty: true }),
    ),
  }),
}

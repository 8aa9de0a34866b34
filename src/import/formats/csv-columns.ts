import type { ImportedKind } from '../record.ts'

/** What the columns of a table are. */
export type Columns = {
  /** What its rows are. */
  readonly kind: ImportedKind
  /** For each column its title in the file and the field that it fills, if it is known: `venue.city` is a field of the venue of an event. */
  readonly columns: readonly { readonly title: string; readonly field: string | undefined }[]
  /** Columns that were asked for and are not there. */
  readonly missing: readonly string[]
  /** Fields that columns were named for and that rows of this kind do not have. */
  readonly unknown: readonly string[]
}

/** Kinds of rows that tables have. */
type TableKind = 'event' | 'venue' | 'organizer'

const words = (text: string): readonly string[] => text.split(' ')

const venueFields: Readonly<Record<string, readonly string[]>> = {
  address: words('address street venueaddress'),
  address2: words('address2 venueaddress2'),
  city: words('city town locality venuecity'),
  zip: words('zip zipcode postcode postalcode venuezip venuezipcode venuepostalcode'),
  stateprovince: words('stateprovince venuestateprovince stateorprovince'),
  state: words('state venuestate'),
  province: words('province venueprovince'),
  country: words('country venuecountry'),
  phone: words('phone venuephone'),
  website: words('website venuewebsite venueurl'),
  geo_lat: words('geolat latitude lat venuelatitude venuelat'),
  geo_lng: words('geolng longitude lng lon long venuelongitude venuelng venuelon'),
  image: words('image featuredimage venuefeaturedimage venueimage'),
  description: words('description venuedescription'),
}

const common: Readonly<Record<string, readonly string[]>> = {
  external_id: words('externalid id uid guid sourceid'),
  slug: words('slug'),
  status: words('status poststatus'),
  excerpt: words('excerpt eventexcerpt summarytext'),
}

/** Titles of columns, in small letters without anything between them, by their field: those of The Events Calendar, of this interface, and others that are usual. */
const titles: Readonly<Record<TableKind, Readonly<Record<string, readonly string[]>>>> = {
  event: {
    ...common,
    external_id: [...(common['external_id'] ?? []), 'eventid', 'eventuid'],
    title: words('title name event eventname eventtitle summary subject'),
    description: words('description eventdescription content details body'),
    start_date: words('startdate eventstartdate start starts startsat begin date eventdate day startdatetime'),
    start_time: words('starttime eventstarttime begintime time'),
    end_date: words('enddate eventenddate end ends endsat until enddatetime'),
    end_time: words('endtime eventendtime'),
    timezone: words('timezone eventtimezone tz'),
    all_day: words('allday alldayevent eventallday'),
    categories: words('categories category eventcategory eventcategories'),
    tags: words('tags tag eventtags eventtag keywords'),
    cost: words('cost price eventcost eventprice'),
    currency_symbol: words('currencysymbol eventcurrencysymbol'),
    currency_position: words('currencyposition eventcurrencyposition'),
    currency_code: words('isocurrencycode eventisocurrencycode eventcurrencycode currencycode currency'),
    website: words('website eventwebsite eventurl url link'),
    image: words('image featuredimage eventfeaturedimage eventimage imageurl'),
    show_map: words('showmap eventshowmap'),
    show_map_link: words('showmaplink eventshowmaplink'),
    hide_from_listings: words(
      'hidefromlistings hidefromeventlistings hideeventfromeventlistings eventhidefromupcoming hidefromupcoming',
    ),
    sticky: words('sticky stickyinmonthview eventstickyinmonthview eventsticky'),
    featured: words('featured featureevent featuredevent eventfeatured'),
    event_status: words('eventstatus'),
    event_status_reason: words('eventstatusreason'),
    attendance_mode: words('attendancemode'),
    virtual_url: words('virtualurl onlineurl livestream'),
    recurrence: words('recurrence rrule'),
    'venue.venue': words('venue venuename eventvenuename eventvenue location place where eventlocation'),
    'organizer.organizer': words(
      'organizer organizers organizername eventorganizer eventorganizers eventorganizername eventorganizernames eventorganizernamesorids organiser',
    ),
    'organizer.email': words('organizeremail'),
    'organizer.phone': words('organizerphone'),
    'organizer.website': words('organizerwebsite'),
    ...Object.fromEntries(
      Object.entries(venueFields).map(([name, known]) => [
        `venue.${name}`,
        // A description, a website or an image is the event's, unless the column says otherwise.
        known.filter(
          (title) => title.startsWith('venue') || !['description', 'image', 'website', 'phone'].includes(name),
        ),
      ]),
    ),
  },
  venue: {
    ...common,
    ...venueFields,
    venue: words('venue venuename name title location place'),
    show_map: words('showmap venueshowmap'),
    show_map_link: words('showmaplink venueshowmaplink'),
  },
  organizer: {
    ...common,
    organizer: words('organizer organizername name title organiser'),
    description: words('description organizerdescription'),
    email: words('email organizeremail mail'),
    phone: words('phone organizerphone telephone'),
    website: words('website organizerwebsite url'),
    image: words('image featuredimage organizerfeaturedimage organizerimage'),
  },
}

const plain = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Most columns that are read. */
const mostColumns = 500

/** How {@link recogniseColumns} may be helped. */
export type ColumnOptions = {
  readonly map?: Readonly<Record<string, string>> | undefined
  readonly kind?: ImportedKind | undefined
}

/**
 * Recognises the columns of a table by their titles, whatever their letter case and punctuation; `map` has the titles of columns for fields whose
 * titles say nothing. Each field has one column, the first.
 */
export const recogniseColumns = (header: readonly string[], { map = {}, kind }: ColumnOptions = {}): Columns => {
  const named = header.slice(0, mostColumns).map((title) => title.trim())
  const own = kind ?? kindOf(named, map)
  const known = own === 'venue' || own === 'organizer' ? titles[own] : titles.event
  const taken = new Set<string>()
  const mapped = new Map<string, string>()
  const unknown: string[] = []
  for (const [name, title] of Object.entries(map)) {
    // A field has the same names here as in a line of titles: `venue` is the name of the venue of an event.
    const field = fieldOf(known, name)
    if (field === undefined) unknown.push(name)
    else mapped.set(title.trim().toLowerCase(), field)
  }
  for (const title of named) {
    const field = mapped.get(title.toLowerCase())
    if (field !== undefined) taken.add(field)
  }
  const columns = named.map((title) => {
    const asked = mapped.get(title.toLowerCase())
    if (asked !== undefined) return { title, field: asked }
    const field = fieldOf(known, title)
    if (field === undefined || taken.has(field)) return { title, field: undefined }
    taken.add(field)
    return { title, field }
  })
  const present = new Set(named.map((title) => title.toLowerCase()))
  const missing = Object.values(map).filter((title) => !present.has(title.trim().toLowerCase()))
  return { kind: own, columns, missing, unknown }
}

const fieldOf = (known: Readonly<Record<string, readonly string[]>>, title: string): string | undefined => {
  if (Object.hasOwn(known, title)) return title
  const name = plain(title)
  return Object.keys(known).find((field) => plain(field) === name || known[field]?.includes(name))
}

/** Rows are events if they have a date, otherwise what their names belong to. */
const kindOf = (header: readonly string[], map: Readonly<Record<string, string>>): ImportedKind => {
  const { event } = titles
  const fields = new Set([...header, ...Object.keys(map)].map((title) => fieldOf(event, title)))
  if (fields.has('start_date') || fields.has('title')) return 'event'
  if (fields.has('venue.venue') || fields.has('venue')) return 'venue'
  return fields.has('organizer.organizer') || fields.has('organizer') ? 'organizer' : 'event'
}

import { offsetSecondsAt, parseZone, toEpoch, type Zone } from '../../../lib/time-zone.ts'

/** The name under which a zone is stored: that of the IANA database in its own letter case, or an offset. */
export const nameZone = (zone: Zone): string => (zone.kind === 'region' ? zone.id : zone.name)

/** Names of Outlook and of other programs that contain no city of the IANA database. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['eastern time (us & canada)', 'America/New_York'],
  ['eastern time (us and canada)', 'America/New_York'],
  ['eastern time', 'America/New_York'],
  ['central time (us & canada)', 'America/Chicago'],
  ['central time (us and canada)', 'America/Chicago'],
  ['central time', 'America/Chicago'],
  ['mountain time (us & canada)', 'America/Denver'],
  ['mountain time (us and canada)', 'America/Denver'],
  ['mountain time', 'America/Denver'],
  ['pacific time (us & canada)', 'America/Los_Angeles'],
  ['pacific time (us and canada)', 'America/Los_Angeles'],
  ['pacific time', 'America/Los_Angeles'],
  ['pacific time (us & canada); tijuana', 'America/Los_Angeles'],
  ['pacific time (us & canada), tijuana', 'America/Los_Angeles'],
  ['atlantic time (canada)', 'America/Halifax'],
  ['alaska', 'America/Anchorage'],
  ['hawaii', 'Pacific/Honolulu'],
  ['arizona', 'America/Phoenix'],
  ['indiana (east)', 'America/Indiana/Indianapolis'],
  ['newfoundland', 'America/St_Johns'],
  ['coordinated universal time', 'UTC'],
  ['greenwich mean time', 'Europe/London'],
  ['chennai', 'Asia/Kolkata'],
  ['mumbai', 'Asia/Kolkata'],
  ['new delhi', 'Asia/Kolkata'],
  ['beijing', 'Asia/Shanghai'],
  ['osaka', 'Asia/Tokyo'],
  ['canberra', 'Australia/Sydney'],
  ['abu dhabi', 'Asia/Dubai'],
  ['st. petersburg', 'Europe/Moscow'],
  ['bern', 'Europe/Zurich'],
  ['kiev', 'Europe/Kyiv'],
  ['brasilia', 'America/Sao_Paulo'],
  ['wellington', 'Pacific/Auckland'],
  ['utc', 'UTC'],
  ['gmt', 'UTC'],
  ['tzone://microsoft/utc', 'UTC'],
  // Abbreviations that mean one zone, or several with the same clocks. CST, AST and IST mean several, and are not read.
  ['pst', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['mdt', 'America/Denver'],
  ['cdt', 'America/Chicago'],
  ['edt', 'America/New_York'],
  ['adt', 'America/Halifax'],
  ['nst', 'America/St_Johns'],
  ['ndt', 'America/St_Johns'],
  ['akst', 'America/Anchorage'],
  ['akdt', 'America/Anchorage'],
  ['brt', 'America/Sao_Paulo'],
  ['bst', 'Europe/London'],
  ['west', 'Europe/Lisbon'],
  ['mez', 'Europe/Berlin'],
  ['mesz', 'Europe/Berlin'],
  ['cest', 'Europe/Berlin'],
  ['oez', 'Europe/Athens'],
  ['oesz', 'Europe/Athens'],
  ['eest', 'Europe/Athens'],
  ['msk', 'Europe/Moscow'],
  ['sast', 'Africa/Johannesburg'],
  ['jst', 'Asia/Tokyo'],
  ['hkt', 'Asia/Hong_Kong'],
  ['sgt', 'Asia/Singapore'],
  ['awst', 'Australia/Perth'],
  ['acst', 'Australia/Adelaide'],
  ['acdt', 'Australia/Adelaide'],
  ['aest', 'Australia/Sydney'],
  ['aedt', 'Australia/Sydney'],
  ['nzst', 'Pacific/Auckland'],
  ['nzdt', 'Pacific/Auckland'],
])

/** The zones of Windows with their IANA zones, as Unicode CLDR has them (windowsZones) for the whole world, territory 001; ST stands for Standard Time. */
const windowsTable = `
  AUS Central ST = Australia/Darwin; AUS Eastern ST = Australia/Sydney; Afghanistan ST = Asia/Kabul; Alaskan ST = America/Anchorage;
  Aleutian ST = America/Adak; Altai ST = Asia/Barnaul; Arab ST = Asia/Riyadh; Arabian ST = Asia/Dubai; Arabic ST = Asia/Baghdad;
  Argentina ST = America/Argentina/Buenos_Aires; Astrakhan ST = Europe/Astrakhan; Atlantic ST = America/Halifax;
  Aus Central W. ST = Australia/Eucla; Azerbaijan ST = Asia/Baku; Azores ST = Atlantic/Azores; Bahia ST = America/Bahia;
  Bangladesh ST = Asia/Dhaka; Belarus ST = Europe/Minsk; Bougainville ST = Pacific/Bougainville; Canada Central ST = America/Regina;
  Cape Verde ST = Atlantic/Cape_Verde; Caucasus ST = Asia/Yerevan; Cen. Australia ST = Australia/Adelaide; Central America ST = America/Guatemala;
  Central Asia ST = Asia/Almaty; Central Brazilian ST = America/Cuiaba; Central Europe ST = Europe/Budapest; Central European ST = Europe/Warsaw;
  Central Pacific ST = Pacific/Guadalcanal; Central ST (Mexico) = America/Mexico_City; Central ST = America/Chicago;
  Chatham Islands ST = Pacific/Chatham; China ST = Asia/Shanghai; Cuba ST = America/Havana; Dateline ST = Etc/GMT+12;
  E. Africa ST = Africa/Nairobi; E. Australia ST = Australia/Brisbane; E. Europe ST = Europe/Chisinau; E. South America ST = America/Sao_Paulo;
  Easter Island ST = Pacific/Easter; Eastern ST (Mexico) = America/Cancun; Eastern ST = America/New_York; Egypt ST = Africa/Cairo;
  Ekaterinburg ST = Asia/Yekaterinburg; FLE ST = Europe/Kyiv; Fiji ST = Pacific/Fiji; GMT ST = Europe/London; GTB ST = Europe/Bucharest;
  Georgian ST = Asia/Tbilisi; Greenland ST = America/Nuuk; Greenwich ST = Atlantic/Reykjavik; Haiti ST = America/Port-au-Prince;
  Hawaiian ST = Pacific/Honolulu; India ST = Asia/Kolkata; Iran ST = Asia/Tehran; Israel ST = Asia/Jerusalem; Jordan ST = Asia/Amman;
  Kaliningrad ST = Europe/Kaliningrad; Korea ST = Asia/Seoul; Libya ST = Africa/Tripoli; Line Islands ST = Pacific/Kiritimati;
  Lord Howe ST = Australia/Lord_Howe; Magadan ST = Asia/Magadan; Magallanes ST = America/Punta_Arenas; Marquesas ST = Pacific/Marquesas;
  Mauritius ST = Indian/Mauritius; Middle East ST = Asia/Beirut; Montevideo ST = America/Montevideo; Morocco ST = Africa/Casablanca;
  Mountain ST (Mexico) = America/Mazatlan; Mountain ST = America/Denver; Myanmar ST = Asia/Yangon; N. Central Asia ST = Asia/Novosibirsk;
  Namibia ST = Africa/Windhoek; Nepal ST = Asia/Kathmandu; New Zealand ST = Pacific/Auckland; Newfoundland ST = America/St_Johns;
  Norfolk ST = Pacific/Norfolk; North Asia East ST = Asia/Irkutsk; North Asia ST = Asia/Krasnoyarsk; North Korea ST = Asia/Pyongyang;
  Omsk ST = Asia/Omsk; Pacific SA ST = America/Santiago; Pacific ST (Mexico) = America/Tijuana; Pacific ST = America/Los_Angeles;
  Pakistan ST = Asia/Karachi; Paraguay ST = America/Asuncion; Qyzylorda ST = Asia/Qyzylorda; Romance ST = Europe/Paris;
  Russia Time Zone 10 = Asia/Srednekolymsk; Russia Time Zone 11 = Asia/Kamchatka; Russia Time Zone 3 = Europe/Samara; Russian ST = Europe/Moscow;
  SA Eastern ST = America/Cayenne; SA Pacific ST = America/Bogota; SA Western ST = America/La_Paz; SE Asia ST = Asia/Bangkok;
  Saint Pierre ST = America/Miquelon; Sakhalin ST = Asia/Sakhalin; Samoa ST = Pacific/Apia; Sao Tome ST = Africa/Sao_Tome;
  Saratov ST = Europe/Saratov; Singapore ST = Asia/Singapore; South Africa ST = Africa/Johannesburg; South Sudan ST = Africa/Juba;
  Sri Lanka ST = Asia/Colombo; Sudan ST = Africa/Khartoum; Syria ST = Asia/Damascus; Taipei ST = Asia/Taipei; Tasmania ST = Australia/Hobart;
  Tocantins ST = America/Araguaina; Tokyo ST = Asia/Tokyo; Tomsk ST = Asia/Tomsk; Tonga ST = Pacific/Tongatapu; Transbaikal ST = Asia/Chita;
  Turkey ST = Europe/Istanbul; Turks And Caicos ST = America/Grand_Turk; US Eastern ST = America/Indiana/Indianapolis;
  US Mountain ST = America/Phoenix; UTC+12 = Etc/GMT-12; UTC+13 = Etc/GMT-13; UTC-02 = Etc/GMT+2; UTC-08 = Etc/GMT+8; UTC-09 = Etc/GMT+9;
  UTC-11 = Etc/GMT+11; UTC = UTC; Ulaanbaatar ST = Asia/Ulaanbaatar; Venezuela ST = America/Caracas; Vladivostok ST = Asia/Vladivostok;
  Volgograd ST = Europe/Volgograd; W. Australia ST = Australia/Perth; W. Central Africa ST = Africa/Lagos; W. Europe ST = Europe/Berlin;
  W. Mongolia ST = Asia/Hovd; West Asia ST = Asia/Tashkent; West Bank ST = Asia/Hebron; West Pacific ST = Pacific/Port_Moresby;
  Yakutsk ST = Asia/Yakutsk; Yukon ST = America/Whitehorse`

/** The IANA zone of each time zone of Windows, which Outlook and Exchange write into iCalendar, by its name in lower case. */
export const windowsZones: ReadonlyMap<string, string> = new Map(
  windowsTable.split(';').map((pair) => {
    const [name = '', zone = ''] = pair.trim().split(' = ')
    return [name.replace(/\bST\b/, 'Standard Time').toLowerCase(), zone]
  }),
)

/**
 * Finds the zone that a name means, as programs write it: an IANA name, also at the end of a path such as `/mozilla.org/20050126_1/Europe/Berlin`,
 * the name of a zone of Windows, what Outlook shows, such as `(UTC+01:00) Amsterdam, Berlin`, or an offset. Undefined if it says nothing.
 */
export const findZone = (written: string): Zone | undefined => {
  const name = written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '')
    .trim()
  if (name === '' || name.length > 200) return undefined
  // An abbreviation behind a name says the same: `Europe/Berlin (CET)`.
  const bare = name.replace(/ ?\([A-Z]{2,5}\)$/, '')
  return byName(bare) ?? byPath(bare) ?? byCity(name) ?? byOffset(name)
}

const byName = (name: string): Zone | undefined => {
  const known = otherNames.get(name.toLowerCase()) ?? windowsZones.get(name.toLowerCase())
  return parseZone(known ?? name) ?? parseZone(name.replaceAll(' ', '_'))
}

const byPath = (name: string): Zone | undefined => {
  const parts = name.split(/[/:]/)
  for (const count of [3, 2]) {
    if (parts.length <= count) continue
    const zone = parseZone(parts.slice(-count).join('/'))
    if (zone) return zone
  }
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? byName(last) : undefined
}

const shownOffset = /^\((?:UTC|GMT)(?:([+-])(\d\d?)[:.]?(\d\d))?\)(.+)$/i

/** January 1st of a year in which no zone below has changed its rules since. */
const winter = toEpoch('2020-01-01 00:00:00')
const summer = toEpoch('2020-07-01 00:00:00')

/** What Outlook shows names the offset in winter, and cities; one of them gives the zone if it has this offset. */
const byCity = (name: string): Zone | undefined => {
  const [, sign = '+', hours = '0', minutes = '0', places] = shownOffset.exec(name) ?? []
  if (places === undefined) return oneOf(name)
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
  const hasOffset = (zone: Zone): boolean => [winter, summer].some((at) => offsetSecondsAt(at, zone) === offset)
  for (const place of [places, ...places.split(/,|:/)]) {
    const city = place.trim().toLowerCase()
    const zone = parseZone(otherNames.get(city) ?? cities().get(city) ?? '') ?? byName(place.trim())
    if (zone && hasOffset(zone)) return zone
  }
  return undefined
}

/** Cities alone, as in `Berlin` or `Kuala Lumpur, Singapore`: all that are known have to have the same clocks. */
const oneOf = (places: string): Zone | undefined => {
  const zones = places.split(',').map((place) => parseZone(cities().get(place.trim().toLowerCase()) ?? ''))
  const [first, ...others] = zones
  const isSame = (zone: Zone | undefined): boolean =>
    first !== undefined &&
    zone !== undefined &&
    [winter, summer].every((at) => offsetSecondsAt(at, zone) === offsetSecondsAt(at, first))
  return others.every(isSame) ? first : undefined
}

let cityZones: ReadonlyMap<string, string> | undefined

const cities = (): ReadonlyMap<string, string> => {
  cityZones ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      zone.replace(/^.*\//, '').replaceAll('_', ' ').toLowerCase(),
      zone,
    ]),
  )
  return cityZones
}

/** `GMT+0100`, `UTC +01:00` and the like. */
const byOffset = (name: string): Zone | undefined => {
  const [, sign, hours, minutes = '00'] = /^\(?(?:UTC|GMT)\s?([+-])(\d\d?)(?::?(\d\d))?\)?$/i.exec(name) ?? []
  return hours === undefined
    ? undefined
    : parseZone(`UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`)
}

/**
 * Short zone names by the English long name the runtime gives a zone at an instant (`standard` and, where the zone
 * changes its clocks, `daylight` or `summer`). Zones that are not here have no letter abbreviation in common use.
 */
export const abbreviationByLongName: ReadonlyMap<string, string> = new Map([
  ...pairsOf('Western European', 'WET', 'Summer', 'WEST'),
  ...pairsOf('Central European', 'CET', 'Summer', 'CEST'),
  ...pairsOf('Eastern European', 'EET', 'Summer', 'EEST'),
  ...pairsOf('Moscow', 'MSK', 'Summer', 'MSD'),
  ...pairsOf('Volgograd', 'MSK', 'Summer', 'MSD'),
  ...pairsOf('Newfoundland', 'NST', 'Daylight', 'NDT'),
  ...pairsOf('Atlantic', 'AST', 'Daylight', 'ADT'),
  ...pairsOf('Eastern', 'EST', 'Daylight', 'EDT'),
  ...pairsOf('Central', 'CST', 'Daylight', 'CDT'),
  ...pairsOf('Cuba', 'CST', 'Daylight', 'CDT'),
  ...pairsOf('Mountain', 'MST', 'Daylight', 'MDT'),
  ...pairsOf('Mexican Pacific', 'MST', 'Daylight', 'MDT'),
  ...pairsOf('Pacific', 'PST', 'Daylight', 'PDT'),
  ...pairsOf('Alaska', 'AKST', 'Daylight', 'AKDT'),
  ...pairsOf('Hawaii-Aleutian', 'HST', 'Daylight', 'HDT'),
  ...pairsOf('Israel', 'IST', 'Daylight', 'IDT'),
  ...pairsOf('Hong Kong', 'HKT', 'Summer', 'HKST'),
  ...pairsOf('Macao', 'CST', 'Summer', 'CDT'),
  ...pairsOf('Macau', 'CST', 'Summer', 'CDT'),
  ...pairsOf('China', 'CST', 'Daylight', 'CDT'),
  ...pairsOf('Taiwan', 'CST', 'Daylight', 'CDT'),
  ...pairsOf('Taipei', 'CST', 'Daylight', 'CDT'),
  ...pairsOf('Japan', 'JST', 'Daylight', 'JDT'),
  ...pairsOf('Korean', 'KST', 'Daylight', 'KDT'),
  ...pairsOf('Pakistan', 'PKT', 'Summer', 'PKST'),
  ...pairsOf('Philippine', 'PST', 'Summer', 'PDT'),
  ...pairsOf('Australian Western', 'AWST', 'Daylight', 'AWDT'),
  ...pairsOf('Australian Central', 'ACST', 'Daylight', 'ACDT'),
  ...pairsOf('Australian Eastern', 'AEST', 'Daylight', 'AEDT'),
  ...pairsOf('New Zealand', 'NZST', 'Daylight', 'NZDT'),
  ['Greenwich Mean Time', 'GMT'],
  ['British Summer Time', 'BST'],
  ['Irish Standard Time', 'IST'],
  ['Yukon Time', 'MST'],
  ['India Standard Time', 'IST'],
  ['Western Indonesia Time', 'WIB'],
  ['Central Indonesia Time', 'WITA'],
  ['Eastern Indonesia Time', 'WIT'],
  ['Chamorro Standard Time', 'ChST'],
  ['American Samoa Standard Time', 'SST'],
  ['West Africa Time', 'WAT'],
  ['West Africa Standard Time', 'WAT'],
  ['Central Africa Time', 'CAT'],
  ['East Africa Time', 'EAT'],
  ['South Africa Standard Time', 'SAST'],
])

/**
 * Zones that share a long name with a region that has letters, but go by numbers themselves (lower case).
 */
export const numericZones: ReadonlySet<string> = new Set([
  'africa/casablanca',
  'africa/el_aaiun',
  'antarctica/casey',
  'antarctica/troll',
  'asia/colombo',
  'europe/astrakhan',
  'europe/minsk',
  'europe/saratov',
  'europe/ulyanovsk',
])

/**
 * Zones (lower case) that the runtime names by numbers for half of the year, with the one whose names they share.
 */
export const nameSources: ReadonlyMap<string, string> = new Map([
  ['europe/guernsey', 'Europe/London'],
  ['europe/isle_of_man', 'Europe/London'],
  ['europe/jersey', 'Europe/London'],
])

/**
 * Fixed offsets, in the form of RFC 3339, of the zone abbreviations understood at the end of a written date (lower
 * case): those of RFC 5322, 4.3, and the unambiguous European ones.
 */
export const offsetByAbbreviation: ReadonlyMap<string, string> = new Map([
  ['ut', '+00:00'],
  ['est', '-05:00'],
  ['edt', '-04:00'],
  ['cst', '-06:00'],
  ['cdt', '-05:00'],
  ['mst', '-07:00'],
  ['mdt', '-06:00'],
  ['pst', '-08:00'],
  ['pdt', '-07:00'],
  ['wet', '+00:00'],
  ['west', '+01:00'],
  ['bst', '+01:00'],
  ['cet', '+01:00'],
  ['cest', '+02:00'],
  ['eet', '+02:00'],
  ['eest', '+03:00'],
  ['msk', '+03:00'],
])

function pairsOf(region: string, standard: string, season: 'Summer' | 'Daylight', moved: string): [string, string][] {
  return [
    [`${region} Standard Time`, standard],
    [`${region} ${season} Time`, moved],
  ]
}

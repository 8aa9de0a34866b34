import type { FieldTable } from '../../../core/fields.ts'
import { email } from '../../../core/types.ts'
import { memberNames } from '../../../lib/json.ts'
import { eventFields } from '../../../resources/events/fields.ts'
import { organizerFields } from '../../../resources/organizers/fields.ts'
import { postFields } from '../../../resources/shared/post-fields.ts'
import { venueFields } from '../../../resources/venues/fields.ts'
import { isLinked } from '../record.ts'

/** Kinds of records that tables have in rows of their own, and in rows of events. */
export type PlaceKind = 'venue' | 'organizer'

/** What the cell for a field has: `other` is read by the field alone. */
export type CellKind = 'text' | 'switch' | 'address' | 'email' | 'other'

const readCellKind = ({ type }: FieldTable[string]): CellKind => {
  if (type === email) return 'email'
  if (type.schema['format'] === 'uri') return 'address'
  const types = [type.schema['type']].flat()
  return types.includes('boolean') ? 'switch' : types.includes('string') ? 'text' : 'other'
}

const findOwn = (fields: FieldTable): ReadonlyMap<string, CellKind> =>
  new Map(
    memberNames(fields).flatMap((name) => {
      const field = fields[name]
      if (!field || field.isRequired || Object.hasOwn(postFields, name) || isLinked(field)) return []
      const kind = readCellKind(field)
      // What is neither a text, a switch nor a number has no cell.
      return kind === 'other' && field.type.schema['type'] !== 'number' ? [] : [[name, kind]]
    }),
  )

/**
 * The fields that records of a kind have beside their name and what all records have, with what their cells have. The columns of tables that are
 * imported and exported follow from them, so that a new field has one.
 */
export const ownFields: { readonly [kind in 'event' | PlaceKind]: ReadonlyMap<string, CellKind> } = {
  event: findOwn(eventFields),
  venue: findOwn(venueFields),
  organizer: findOwn(organizerFields),
}

/** A title in small letters, without accents or anything between them. */
export const foldTitle = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const words = (text: string): readonly string[] => text.split(' ')

const titlesOf = (text: string): readonly string[] => text.split(', ').map(foldTitle)

/** Kinds of rows that tables have. */
export type TableKind = 'event' | PlaceKind

type Titles = Readonly<Record<string, readonly string[]>>

/** Adds a title for each field of a kind that has no others: its name after that of the kind, such as `venuephone`. */
const withOwn = (kind: TableKind, known: Titles): Titles => ({
  ...Object.fromEntries([...ownFields[kind].keys()].map((name) => [name, [foldTitle(`${kind}${name}`)]])),
  ...known,
})

/** Titles of columns in German, French, Spanish, Italian, Dutch, Portuguese and Japanese, as they are after {@link foldTitle}. */
const foreign = {
  title: titlesOf(
    'Betreff, Objet, Asunto, Oggetto, Onderwerp, Assunto, Titel, Veranstaltung, Veranstaltungstitel, Bezeichnung, Titre, Nom, Événement, Título, Nombre, Evento, Titolo, Nome, Naam, Evenement, タイトル, 名前, イベント名, 題名, 件名',
  ),
  description: titlesOf('Beschreibung, Descripción, Descrizione, Omschrijving, Beschrijving, Descrição, 説明, 内容'),
  start_date: titlesOf(
    'Beginnt am, Fecha de comienzo, Datum, Tag, Startdatum, Anfangsdatum, Date de début, Date début, Fecha, Fecha de inicio, Fecha inicio, Data, Data di inizio, Data inizio, Begindatum, Data de início, Data início, 日付, 開始日, 開始日時',
  ),
  start_time: titlesOf(
    'Beginnt um, Hora de comienzo, Uhrzeit, Zeit, Startzeit, Anfangszeit, Heure, Heure de début, Heure début, Hora, Hora de inicio, Hora inicio, Ora, Orario, Ora di inizio, Ora inizio, Tijd, Begintijd, Starttijd, Aanvangstijd, Hora de início, 時刻, 時間, 開始時刻, 開始時間',
  ),
  end_date: titlesOf(
    'Endet am, Fecha de finalización, Enddatum, Date de fin, Date fin, Fecha de fin, Fecha fin, Data di fine, Data fine, Einddatum, Data de fim, Data fim, Data de término, 終了日, 終了日時',
  ),
  end_time: titlesOf(
    'Endet um, Hora de finalización, Hora de término, Endzeit, Heure de fin, Heure fin, Hora de fin, Hora fin, Ora di fine, Ora fine, Eindtijd, Hora de fim, Hora fim, 終了時刻, 終了時間',
  ),
  all_day: titlesOf(
    'Ganztägiges Ereignis, Ganztägiger Termin, Evento di un giorno intero, Evento giornata intera, Giornata intera, Evento de todo el día, Evento de dia inteiro, Duurt hele dag, Gebeurtenis die hele dag duurt, Événement d’une journée, 終日イベント, Ganztägig, Ganztags, Journée entière, Toute la journée, Todo el día, Tutto il giorno, Giorno intero, Hele dag, Dia inteiro, O dia todo, 終日',
  ),
  timezone: titlesOf(
    'Zeitzone, Fuseau horaire, Zona horaria, Huso horario, Fuso orario, Tijdzone, Fuso horário, タイムゾーン, 時間帯',
  ),
  categories: titlesOf(
    'Kategorie, Kategorien, Rubrik, Catégorie, Catégories, Categoría, Categorías, Categorie, Categorieën, カテゴリ, カテゴリー, 分類',
  ),
  tags: titlesOf(
    'Schlagwörter, Schlagworte, Stichwörter, Étiquettes, Mots-clés, Etiquetas, Etichette, Trefwoorden, タグ',
  ),
  cost: titlesOf(
    'Preis, Eintritt, Kosten, Prix, Tarif, Coût, Precio, Coste, Entrada, Prezzo, Costo, Ingresso, Prijs, Toegang, Preço, Custo, 料金, 価格, 入場料',
  ),
  website: titlesOf(
    'Webseite, Internetseite, Homepage, Site web, Lien, Sitio web, Enlace, Sito web, Sito, Site, ウェブサイト',
  ),
  image: titlesOf('Bild, Imagen, Immagine, Afbeelding, Imagem, 画像'),
  venue: titlesOf(
    'Emplacement, Ubicación, Localização, Ort, Veranstaltungsort, Spielort, Lieu, Lugar, Sede, Luogo, Locatie, Plaats, Local, 会場, 場所',
  ),
  address: titlesOf(
    'Adresse, Anschrift, Straße, Strasse, Straße und Hausnummer, Rue, Dirección, Calle, Indirizzo, Adres, Straat, Endereço, Morada, Rua, 住所',
  ),
  city: titlesOf('Stadt, Gemeinde, Ville, Ciudad, Città, Stad, Cidade, 市区町村'),
  zip: titlesOf('PLZ, Postleitzahl, Code postal, Código postal, CAP, CEP, 郵便番号'),
  country: titlesOf('Land, Pays, País, Paese, 国'),
  organizer: titlesOf(
    'Organisateur d’une réunion, Organizador de la reunión, Organizzatore riunione, Vergaderorganisator, Organizador da reunião, Besprechungsplanung, 会議の開催者, Veranstalter, Veranstalterin, Organisator, Organisateur, Organisatrice, Organizador, Organizadora, Organizzatore, 主催者, 主催',
  ),
}

/** Titles of either a date, or of the time if another column has the date. */
const starts = [
  ...words('start starts startsat begin'),
  ...titlesOf('Beginn, Anfang, Von, Début, Inicio, Comienzo, Inizio, Aanvang, Início, 開始'),
]
const ends = [
  ...words('end ends endsat until'),
  ...titlesOf('Ende, Bis, Schluss, Fin, Finalización, Fine, Einde, Tot, Fim, Término, 終了'),
]

const venueTitles = withOwn('venue', {
  address: [...words('address street venueaddress'), ...foreign.address],
  address2: words('address2 venueaddress2'),
  city: [...words('city town locality venuecity'), ...foreign.city],
  zip: [...words('zip zipcode postcode postalcode venuezip venuezipcode venuepostalcode'), ...foreign.zip],
  stateprovince: words('stateprovince venuestateprovince stateorprovince'),
  state: words('state venuestate'),
  province: words('province venueprovince'),
  country: [...words('country venuecountry'), ...foreign.country],
  phone: words('phone venuephone'),
  website: words('website venuewebsite venueurl'),
  geo_lat: words('geolat latitude lat venuelatitude venuelat'),
  geo_lng: words('geolng longitude lng lon long venuelongitude venuelng venuelon'),
  image: words('image featuredimage venuefeaturedimage venueimage'),
  description: words('description venuedescription'),
  show_map: words('showmap venueshowmap'),
  show_map_link: words('showmaplink venueshowmaplink'),
})

const organizerTitles = withOwn('organizer', {
  description: words('description organizerdescription'),
  email: words('email organizeremail mail'),
  phone: words('phone organizerphone telephone'),
  website: words('website organizerwebsite url'),
  image: words('image featuredimage organizerfeaturedimage organizerimage'),
})

/** What is the event's in a table of events, unless the column says otherwise. */
const ofEvent = ['description', 'image', 'website', 'phone', 'email', 'show_map', 'show_map_link']

/** The titles for the fields of a venue or an organizer in a table of events. */
const besideEvent = (kind: PlaceKind, known: Titles): Titles =>
  Object.fromEntries(
    Object.entries(known).map(([name, own]) => [
      `${kind}.${name}`,
      own.filter((title) => title.startsWith(kind) || !ofEvent.includes(name)),
    ]),
  )

const common: Titles = {
  external_id: words('externalid id uid guid sourceid'),
  slug: words('slug'),
  status: words('status poststatus'),
  excerpt: words('excerpt eventexcerpt summarytext'),
}

/** Titles of the subject of an appointment as Outlook writes it. */
export const subjects: ReadonlySet<string> = new Set(
  titlesOf('Subject, Betreff, Objet, Asunto, Oggetto, Onderwerp, Assunto, 件名'),
)

/** Titles of columns, in small letters without anything between them, by their field: those of The Events Calendar, of this interface, and others that are usual. */
export const titles: Readonly<Record<TableKind, Titles>> = {
  event: withOwn('event', {
    ...common,
    external_id: [...(common['external_id'] ?? []), 'eventid', 'eventuid'],
    title: [...words('title name event eventname eventtitle summary subject'), ...foreign.title],
    description: [...words('description eventdescription content details body'), ...foreign.description],
    start_date: [
      ...words('startdate eventstartdate date eventdate day startdatetime datefrom dtstart eventstart'),
      ...starts,
      ...foreign.start_date,
    ],
    start_time: [...words('starttime eventstarttime begintime time'), ...starts, ...foreign.start_time],
    end_date: [...words('enddate eventenddate enddatetime dateto dtend eventend'), ...ends, ...foreign.end_date],
    end_time: [...words('endtime eventendtime'), ...ends, ...foreign.end_time],
    timezone: [...words('timezone eventtimezone tz'), ...foreign.timezone],
    all_day: [...words('allday alldayevent eventallday'), ...foreign.all_day],
    categories: [...words('categories category eventcategory eventcategories'), ...foreign.categories],
    tags: [...words('tags tag eventtags eventtag keywords'), ...foreign.tags],
    cost: [...words('cost price eventcost eventprice'), ...foreign.cost],
    currency_symbol: words('currencysymbol eventcurrencysymbol'),
    currency_position: words('currencyposition eventcurrencyposition'),
    currency_code: words('isocurrencycode eventisocurrencycode eventcurrencycode currencycode currency'),
    website: [...words('website eventwebsite eventurl url link'), ...foreign.website],
    image: [...words('image featuredimage eventfeaturedimage eventimage imageurl'), ...foreign.image],
    show_map: words('showmap eventshowmap'),
    show_map_link: words('showmaplink eventshowmaplink'),
    hide_from_listings: words(
      'hidefromlistings hidefromeventlistings hideeventfromeventlistings eventhidefromupcoming hidefromupcoming',
    ),
    sticky: words('sticky stickyinmonthview eventstickyinmonthview eventsticky'),
    featured: words('featured featureevent featuredevent eventfeatured'),
    event_status: [
      ...words('eventstatus'),
      ...titlesOf(
        'Veranstaltungsstatus, Statut de l’événement, Estado del evento, Stato dell’evento, Estado do evento',
      ),
    ],
    private: [...words('private'), ...titlesOf('Privat, Privé, Privado, Privato, Particular, プライベート')],
    sensitivity: [
      ...words('sensitivity'),
      ...titlesOf(
        'Vertraulichkeit, Critère de diffusion, Confidencialidad, Riservatezza, Vertrouwelijkheid, Confidencialidade, Sensibilidade, 秘密度',
      ),
    ],
    show_as: [
      ...words('showtimeas'),
      ...titlesOf(
        'Zeitspanne zeigen als, Anzeigen als, Afficher la disponibilité, Mostrar hora como, Mostra come, Tijd weergeven als, Mostrar como, 公開する時間帯の種類',
      ),
    ],
    event_status_reason: words('eventstatusreason'),
    attendance_mode: words('attendancemode'),
    virtual_url: words('virtualurl onlineurl livestream'),
    recurrence: words('recurrence rrule'),
    'venue.venue': [
      ...words('venue venuename eventvenuename eventvenue location place where eventlocation'),
      ...foreign.venue,
    ],
    'organizer.organizer': [
      ...words(
        'organizer organizers meetingorganizer organizername eventorganizer eventorganizers eventorganizername eventorganizernames eventorganizernamesorids organiser',
      ),
      ...foreign.organizer,
    ],
    ...besideEvent('venue', venueTitles),
    ...besideEvent('organizer', organizerTitles),
  }),
  venue: {
    ...common,
    ...venueTitles,
    venue: [...words('venue venuename name title location place'), ...foreign.venue],
  },
  organizer: {
    ...common,
    organizer: [...words('organizer organizername name title organiser'), ...foreign.organizer],
    ...organizerTitles,
  },
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(', ').map(foldTitle))

/** Words of other programs and languages. */
const written = {
  cancelled:
    'canceled, called off, abgesagt, fällt aus, entfällt, ausgefallen, storniert, annulé, annulée, cancelado, cancelada, suspendido, suspendida, anulado, annullato, annullata, cancellato, geannuleerd, afgelast, vervallen, 中止, キャンセル, 開催中止',
  postponed:
    'verschoben, aufgeschoben, vertagt, reporté, reportée, ajourné, aplazado, aplazada, pospuesto, pospuesta, rinviato, rinviata, posticipato, uitgesteld, verplaatst, adiado, adiada, 延期',
  rescheduled:
    'neuer Termin, neu angesetzt, reprogrammé, reprogrammée, reprogramado, reprogramada, riprogrammato, opnieuw gepland, remarcado, 日程変更',
  moved_online: 'online, jetzt online, en ligne, en línea, verplaatst naar online, オンライン開催',
  scheduled:
    'confirmed, live, active, completed, started, ended, sold out, geplant, findet statt, bestätigt, aktiv, prévu, prévue, confirmé, confirmée, previsto, prevista, programado, confirmado, confirmada, confermato, gepland, bevestigd, agendado, 予定, 開催予定, 開催',
  publish: 'published, live, veröffentlicht, publié, publicado, pubblicato, gepubliceerd, 公開, 公開済み',
  draft: 'Entwurf, brouillon, borrador, bozza, concept, rascunho, 下書き',
  private: 'Privat, privé, privado, privato, 非公開',
  online: 'virtual, webinar',
  mixed: 'hybrid',
}

const wordsFor: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(written).map(([word, others]) => [word, setOf(others)]),
)

/** The one of some words that a text means, as this interface has it or in words of other programs and languages; undefined if it means none. */
export const findWord = (text: string, allowed: readonly string[]): string | undefined => {
  const plain = foldTitle(text)
  if (plain === '') return undefined
  return allowed.find((word) => foldTitle(word) === plain) ?? allowed.find((word) => wordsFor.get(word)?.has(plain))
}

/** 0 is the number that Outlook has for it. */
const normal = setOf('normal, normale, normaal, public, 標準, 通常, 0')

/** Whether a word for the sensitivity of an appointment says that it is not private. */
export const isNormal = (text: string): boolean => normal.has(foldTitle(text))

/** 1 is the number that Outlook has for it. */
const tentative = setOf(
  'tentative, mit Vorbehalt, provisoire, provisional, provvisorio, voorlopig, provisório, 仮の予定, 1',
)

/** Whether an appointment is shown as one that is not confirmed. */
export const isTentative = (text: string): boolean => tentative.has(foldTitle(text))

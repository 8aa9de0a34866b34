// <kalends-events src="https://calendar.example.org" category="music" max="5">: the next events of a calendar on any page.

const style = new CSSStyleSheet()
style.replaceSync(`
:host { display: block; font: inherit; color: inherit; --tint: color-mix(in srgb, currentColor 9%, transparent); --rule: color-mix(in srgb, currentColor 22%, transparent); container-type: inline-size; }
:host([hidden]) { display: none; }
:host(:is([lang|="ar"], [lang|="he"]):not([dir])) { direction: rtl; }
ul { list-style: none; margin: 0; padding: 0; }
li { position: relative; min-width: 0; }
a { color: inherit; }
.link { font-weight: 600; overflow-wrap: anywhere; }
b.state { padding: 0 0.5em; border: 1px solid; border-radius: 1em; font-size: 0.8em; font-weight: 600; }
p { margin: 0.15em 0 0; font-size: 0.9em; overflow-wrap: anywhere; }
.labels { display: flex; flex-wrap: wrap; gap: 0.35em; font-size: 0.8em; }
.labels span { padding: 0.05em 0.6em; border-radius: 1em; background: var(--tint); }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 16 / 10; object-fit: cover; border-radius: 0.5em; background: var(--tint); }
.date { display: grid; text-align: center; font-size: 0.8em; line-height: 1.2; }
.date b { font-size: 1.75em; line-height: 1.1; }
.list li { display: grid; grid-template-columns: 3em minmax(0, 1fr); gap: 0 0.9em; padding: 0.7em 0; border-block-end: 1px solid var(--rule); }
.list li:has(.picture) { grid-template-columns: 3em minmax(0, 1fr) 7.5em; }
.list .date { align-content: start; padding-block-start: 0.1em; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15em, 100%), 1fr)); gap: 1.4em 1.1em; }
div.picture { background-image: repeating-linear-gradient(135deg, var(--tint) 0 1em, transparent 1em 2.2em); }
.cards .place { display: block; }
.cards .dot { display: none; }
.cards .date { position: absolute; inset-block-start: 0.6em; inset-inline-start: 0.6em; padding: 0.35em 0.6em; border-radius: 0.4em; background: Canvas; color: CanvasText; }
.cards .what { padding-block-start: 0.5em; }
.cards .link::after { content: ""; position: absolute; inset: 0; }
.compact li { display: grid; grid-template-columns: minmax(8.5em, max-content) minmax(0, 1fr); gap: 0 1em; align-items: baseline; padding: 0.3em 0; }
.compact time { font-size: 0.9em; font-variant-numeric: tabular-nums; }
.compact .link { justify-self: start; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ongoing { padding: 0.7em 0 0; }
.ongoing span { white-space: nowrap; }
.more { margin-block-start: 0.8em; font-size: 1em; }
.month { margin-block-end: 1em; }
.month header { display: flex; align-items: center; gap: 0.5em; }
.month strong { flex: 1; }
button { min-width: 2.4em; min-height: 2.4em; border: 1px solid var(--rule); border-radius: 0.4em; background: none; color: inherit; font: inherit; cursor: pointer; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; text-align: center; }
th { padding: 0.4em 0; font-size: 0.8em; font-weight: 600; }
td { padding: 1px; }
td > * { display: grid; align-content: center; gap: 0.2em; min-height: 2.7em; border-radius: 0.4em; text-decoration: none; font-variant-numeric: tabular-nums; }
td a { background: var(--tint); font-weight: 600; }
td a:hover { text-decoration: underline; }
.today { outline: 2px solid; outline-offset: -2px; }
i { display: flex; justify-content: center; gap: 0.2em; height: 0.35em; }
i::before, i.two::after, i.three::after { content: ""; width: 0.35em; height: 0.35em; border-radius: 50%; background: currentColor; }
i.three::after { box-shadow: 0.55em 0 currentColor; margin-inline-end: 0.55em; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@container (max-width: 34em) {
  .list .place { display: block; }
  .list .dot { display: none; }
}
@container (max-width: 22em) {
  .list li:has(.picture) { grid-template-columns: 3em minmax(0, 1fr) 5em; }
  .compact li { grid-template-columns: minmax(0, 1fr); }
}
`)

/** Attributes that are filters, and their parameters of the API. */
const filters = {
  category: 'categories',
  tag: 'tags',
  venue: 'venue',
  organizer: 'organizer',
  featured: 'featured',
  search: 'search',
}

/** What the element reads of an event. */
const fields =
  'url,title,start_date,end_date,utc_start_date,utc_end_date,all_day,timezone_abbr,cost,image,categories,venue,event_status,featured'

const layouts = ['list', 'cards', 'month', 'compact']

/** Most events that began on an earlier day: an exhibition of months must not keep this evening away. */
const mostRunning = 2

/** An event of more days marks only its first one in a month. */
const mostDaysMarked = 7

/** What begins, and what began before and is still on, of the days that have a name. */
const running = { window: 'ongoing' }
const windows = {
  today: [{ window: 'current', end_date: 'today' }, running],
  // What began on an earlier day is no evening's.
  tonight: [{ window: 'tonight' }, undefined],
  tomorrow: [{ window: 'tomorrow' }, { window: 'tomorrow' }],
  weekend: [{ window: 'weekend' }, { window: 'weekend' }],
  week: [{ window: 'current', end_date: '+6 days' }, running],
}

/** The names of event statuses in each language, the same as on pages. */
const states = {
  cancelled: {
    en: 'Cancelled',
    de: 'Abgesagt',
    es: 'Cancelado',
    fr: 'Annulé',
    it: 'Annullato',
    nl: 'Geannuleerd',
    pt: 'Cancelado',
    ja: '中止',
    ar: 'ملغاة',
    he: 'בוטל',
  },
  postponed: {
    en: 'Postponed',
    de: 'Verschoben',
    es: 'Aplazado',
    fr: 'Reporté',
    it: 'Rinviato',
    nl: 'Uitgesteld',
    pt: 'Adiado',
    ja: '延期',
    ar: 'مؤجلة',
    he: 'נדחה',
  },
  rescheduled: {
    en: 'Rescheduled',
    de: 'Neuer Termin',
    es: 'Nueva fecha',
    fr: 'Nouvelle date',
    it: 'Nuova data',
    nl: 'Nieuwe datum',
    pt: 'Nova data',
    ja: '日程変更',
    ar: 'موعد جديد',
    he: 'מועד חדש',
  },
  moved_online: {
    en: 'Moved online',
    de: 'Jetzt online',
    es: 'Ahora en línea',
    fr: 'Désormais en ligne',
    it: 'Ora online',
    nl: 'Nu online',
    pt: 'Agora online',
    ja: 'オンラインに変更',
    ar: 'انتقلت إلى الإنترنت',
    he: 'עבר לאינטרנט',
  },
}

/** Other texts in each language. */
const texts = {
  all: {
    en: 'All events',
    de: 'Alle Veranstaltungen',
    es: 'Todos los eventos',
    fr: 'Tous les événements',
    it: 'Tutti gli eventi',
    nl: 'Alle evenementen',
    pt: 'Todos os eventos',
    ja: 'すべてのイベント',
    ar: 'كل الفعاليات',
    he: 'כל האירועים',
  },
  none: {
    en: 'No events are planned at the moment.',
    de: 'Zurzeit sind keine Veranstaltungen geplant.',
    es: 'Por el momento no hay eventos programados.',
    fr: 'Aucun événement n’est prévu pour le moment.',
    it: 'Al momento non ci sono eventi in programma.',
    nl: 'Er zijn op dit moment geen evenementen gepland.',
    pt: 'Neste momento, não há eventos programados.',
    ja: '現在、予定されているイベントはありません。',
    ar: 'لا توجد فعاليات مقررة حاليًا.',
    he: 'אין כרגע אירועים מתוכננים.',
  },
  stillOn: {
    en: 'Still on',
    de: 'Läuft noch',
    es: 'Todavía en curso',
    fr: 'Toujours en cours',
    it: 'Ancora in corso',
    nl: 'Nog bezig',
    pt: 'Ainda a decorrer',
    ja: '開催中',
    ar: 'ما زالت جارية',
    he: 'עדיין מתקיימים',
  },
  until: {
    en: 'until {day}',
    de: 'bis {day}',
    es: 'hasta el {day}',
    fr: 'jusqu’au {day}',
    it: 'fino al {day}',
    nl: 'tot en met {day}',
    pt: 'até {day}',
    ja: '{day}まで',
    ar: 'حتى {day}',
    he: 'עד {day}',
  },
  free: {
    en: 'Free',
    de: 'Kostenlos',
    es: 'Gratis',
    fr: 'Gratuit',
    it: 'Gratuito',
    nl: 'Gratis',
    pt: 'Gratuito',
    ja: '無料',
    ar: 'مجانًا',
    he: 'חינם',
  },
  one: {
    en: '{count} event',
    de: '{count} Veranstaltung',
    es: '{count} evento',
    fr: '{count} événement',
    it: '{count} evento',
    nl: '{count} evenement',
    pt: '{count} evento',
    ja: '{count}件のイベント',
    ar: 'فعالية واحدة',
    he: 'אירוע אחד',
  },
  other: {
    en: '{count} events',
    de: '{count} Veranstaltungen',
    es: '{count} eventos',
    fr: '{count} événements',
    it: '{count} eventi',
    nl: '{count} evenementen',
    pt: '{count} eventos',
    ja: '{count}件のイベント',
    ar: '{count} فعالية',
    he: '{count} אירועים',
  },
  two: { ar: 'فعاليتان', he: 'שני אירועים' },
  few: { ar: '{count} فعاليات' },
  many: { ar: '{count} فعالية' },
  failed: {
    en: 'The events cannot be shown at the moment.',
    de: 'Die Veranstaltungen können gerade nicht angezeigt werden.',
    es: 'Los eventos no se pueden mostrar en este momento.',
    fr: 'Les événements ne peuvent pas être affichés pour le moment.',
    it: 'Al momento non è possibile mostrare gli eventi.',
    nl: 'De evenementen kunnen op dit moment niet worden getoond.',
    pt: 'Não é possível mostrar os eventos neste momento.',
    ja: '現在、イベントを表示できません。',
    ar: 'لا يمكن عرض الفعاليات حاليًا.',
    he: 'לא ניתן להציג את האירועים כרגע.',
  },
  visit: {
    en: 'See them in the calendar',
    de: 'Im Kalender ansehen',
    es: 'Verlos en el calendario',
    fr: 'Les voir dans le calendrier',
    it: 'Guardali nel calendario',
    nl: 'Bekijk ze in de agenda',
    pt: 'Ver no calendário',
    ja: 'カレンダーで見る',
    ar: 'شاهدها في التقويم',
    he: 'לצפייה בלוח האירועים',
  },
  previous: {
    en: 'Previous month',
    de: 'Voriger Monat',
    es: 'Mes anterior',
    fr: 'Mois précédent',
    it: 'Mese precedente',
    nl: 'Vorige maand',
    pt: 'Mês anterior',
    ja: '前の月',
    ar: 'الشهر السابق',
    he: 'החודש הקודם',
  },
  next: {
    en: 'Next month',
    de: 'Nächster Monat',
    es: 'Mes siguiente',
    fr: 'Mois suivant',
    it: 'Mese successivo',
    nl: 'Volgende maand',
    pt: 'Mês seguinte',
    ja: '次の月',
    ar: 'الشهر التالي',
    he: 'החודש הבא',
  },
}

/** The words of a text, separated by spaces. */
const wordsOf = (text) =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

const placeOf = ({ venue, city = '' }) => {
  const [name, town] = [textOf(venue), textOf(city)]
  return town === '' || wordsOf(name).includes(wordsOf(town)) ? name : `${name}, ${town}`
}

const textOf = (html) => new DOMParser().parseFromString(html, 'text/html').documentElement.textContent ?? ''

const element = (name, text = '', attributes = {}) => {
  const made = document.createElement(name)
  made.textContent = text
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** An element that styles of the page around it can name by `::part()`. */
const part = (name, of, text = '', attributes = {}) =>
  element(name, text, { class: of.split(' ')[0], part: of, ...attributes })

const dayOf = (moment) => moment.toISOString().slice(0, 10)

/** A local time of the interface as if it were UTC. */
const asUtc = (text) => new Date(`${text.replace(' ', 'T')}Z`)

/** Twelve hours in milliseconds: a shorter event that ends on another day is a night, from an evening to a morning. */
const longestNight = 43_200_000

/** The last day on which an event is shown, the same as on pages: a night belongs to the day before, and so does an end at midnight. */
const lastDayOf = ({ all_day, start_date, end_date, utc_start_date, utc_end_date }) => {
  if (!all_day && asUtc(utc_end_date) - asUtc(utc_start_date) < longestNight) return start_date.slice(0, 10)
  const isAtMidnight = !all_day && end_date.endsWith('00:00:00')
  return dayOf(new Date(asUtc(end_date).getTime() - Number(isAtMidnight)))
}

/** The smallest picture that is wide enough. */
const pictureOf = ({ image }, least) =>
  image &&
  (Object.values(image.sizes ?? {})
    .filter(({ width }) => width >= least)
    .sort((one, other) => one.width - other.width)[0] ??
    image)

class KalendsEvents extends HTMLElement {
  static observedAttributes = [
    ...['src', 'max', 'lang', 'empty', 'when', 'days', 'repeats', 'layout', 'images', 'more'],
    ...Object.keys(filters),
  ]

  #asked = 0
  #isPlanned = false

  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style]
    // What is in the element is shown until the events are there.
    this.shadowRoot.append(element('slot'))
  }

  connectedCallback() {
    this.#plan()
  }

  attributeChangedCallback() {
    this.#plan()
  }

  /** Several attributes set at once cause only one request. */
  #plan() {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      if (this.isConnected) this.#show()
    })
  }

  /** The URL of the calendar; by default that of this script. */
  get #base() {
    return (this.getAttribute('src') || new URL('..', import.meta.url).href).replace(/(?<!\/)\/+$/, '')
  }

  get #language() {
    const named = this.getAttribute('lang') || this.closest('[lang]')?.lang || navigator.language
    try {
      // Days of the month and prices have these numerals, too.
      return new Intl.Locale(named, { numberingSystem: 'latn' }).toString()
    } catch {
      return 'en'
    }
  }

  /** The language of the texts, and of their plural forms. */
  get #known() {
    const language = this.#language.slice(0, 2)
    return texts.all[language] ? language : 'en'
  }

  get #layout() {
    return layouts.find((name) => name === this.getAttribute('layout')) ?? 'list'
  }

  get #max() {
    const asked = Number(this.getAttribute('max'))
    return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, 50) : this.#layout === 'cards' ? 6 : 5
  }

  /** The days that are shown, in the names of the API; a name of days that is not known is none. */
  get #window() {
    const named = windows[this.getAttribute('when')]
    if (named) return named
    const days = this.getAttribute('days') ?? ''
    return [{ window: 'current', end_date: /^\d{1,3}$/.test(days) ? `+${Number(days)} days` : '+731 days' }, running]
  }

  get #filters() {
    const set = Object.entries(filters).map(([attribute, parameter]) => [parameter, this.getAttribute(attribute)])
    return Object.fromEntries(set.filter(([, value]) => value !== null).map(([name, value]) => [name, value || 'true']))
  }

  #text(name) {
    return texts[name][this.#known]
  }

  #count(count) {
    const form = texts[new Intl.PluralRules(this.#known).select(count)]
    return (form?.[this.#known] ?? this.#text('other')).replace('{count}', count)
  }

  /** In Hebrew, a range of numbers is read from the left; a dash that is longer than a hyphen would turn it. */
  #range(format, start, end) {
    const range = format.formatRange(start, end)
    return this.#known === 'he' ? range.replace(/\d{1,2}(?::\d\d)?\s?–\s?\d{1,2}(?::\d\d)?/g, '\u2066$&\u2069') : range
  }

  /** The page of the calendar with the same events. */
  #page(path, more = {}) {
    const query = new URLSearchParams({ ...this.#filters, ...more })
    return `${this.#base}${path}${query.size > 0 ? `?${query}` : ''}`
  }

  /** @throws Error with the names of the parameters that are at fault */
  async #ask(query) {
    const response = await this.#fetch('events', query)
    const body = await response.json()
    if (response.ok) return body.events
    throw Object.assign(new Error(body.message), { faults: body.data?.params ?? {} })
  }

  #fetch(name, query) {
    return fetch(`${this.#base}/calendar/events/v1/${name}?${new URLSearchParams(query)}`)
  }

  async #show() {
    const turn = ++this.#asked
    const shared = { ...this.#filters, ...(this.getAttribute('repeats') !== 'each' && { collapse: 'series' }) }
    const [next, before] = this.#window
    const max = this.#max
    try {
      const [begin, on, month] = await Promise.all([
        // Some of them may be over by now.
        this.#ask({ ...shared, ...next, start_date: 'today', per_page: max + 10, _fields: fields }),
        before &&
          this.#ask({
            ...shared,
            ...before,
            end_date: 'yesterday',
            sort: '-start_date',
            per_page: mostRunning,
            _fields: fields,
          }),
        this.#layout === 'month' && this.#month(),
      ])
      if (turn !== this.#asked) return
      // The server leaves out what is over by its clock, but for days that have a name.
      const isLeft = ({ utc_end_date: end }) => next.window === 'current' || asUtc(end) > Date.now()
      this.#list(begin.filter(isLeft).slice(0, max), (on ?? []).filter(isLeft), month)
    } catch (error) {
      if (turn !== this.#asked) return
      this.#fail(error)
    }
    this.dispatchEvent(new CustomEvent('kalends-shown'))
  }

  /** Says that there is nothing where a filter names what the calendar does not have; otherwise leaves what is in the element, or leads to the calendar. */
  #fail({ message, faults = {} }) {
    const [wrong] = Object.entries(filters).filter(([, parameter]) => faults[parameter] !== undefined)
    if (wrong) {
      const [attribute, parameter] = wrong
      console.warn(`kalends-events: ${attribute}="${this.getAttribute(attribute)}": ${faults[parameter]}`)
      this.#list([], [], undefined, true)
      return
    }
    console.warn(`kalends-events: ${message}`)
    const isFilled = [...this.childNodes].some((node) => node.nodeType === 1 || node.textContent.trim() !== '')
    if (isFilled) {
      this.shadowRoot.replaceChildren(element('slot'))
      return
    }
    const line = part('p', 'message', `${this.#text('failed')} `)
    line.append(element('a', this.#text('visit'), { href: `${this.#base}/events/` }))
    this.shadowRoot.replaceChildren(line)
  }

  #list(events, on, month, isWrong = false) {
    const layout = this.#layout
    const shape = layout === 'month' ? 'list' : layout
    const parts = month ? [month] : []
    if (events.length > 0) {
      const list = element('ul', '', { role: 'list', class: shape, part: 'list' })
      list.append(...events.map((event) => (shape === 'compact' ? this.#line(event) : this.#entry(event, shape))))
      parts.push(list)
    }
    if (on.length > 0) parts.push(this.#ongoing(on))
    if (parts.length === (month ? 1 : 0)) {
      parts.push(part('p', 'message', this.getAttribute('empty') || this.#text('none')))
    }
    const more = this.getAttribute('more')
    if (more !== '') {
      const when = this.getAttribute('when')
      const path = layout === 'month' ? '/events/month/' : '/events/'
      const days = layout !== 'month' && windows[when] ? { when } : {}
      // The calendar has no page of a filter that it does not know.
      const address = isWrong ? `${this.#base}/events/` : this.#page(path, days)
      const line = part('p', 'more')
      line.append(element('a', more ?? this.#text('all'), { href: address }))
      parts.push(line)
    }
    this.shadowRoot.replaceChildren(...parts)
  }

  /** An event with what there is room for: its day, its picture, its times and place, its category and price. */
  #entry(event, shape) {
    const entry = part('li', event.featured ? 'item featured' : 'item')
    const what = element('div', '', { class: 'what' })
    const isOnLeaf = this.#isOnLeaf(event)
    what.append(this.#link(event), this.#whenAndWhere(event, isOnLeaf), ...this.#labels(event))
    const isPictured = shape === 'cards' ? this.getAttribute('images') !== 'false' : this.hasAttribute('images')
    const picture = isPictured && pictureOf(event, shape === 'cards' ? 500 : 200)
    const image =
      picture &&
      part('img', 'picture', '', {
        src: picture.url,
        alt: '',
        loading: 'lazy',
        width: picture.width ?? 320,
        height: picture.height ?? 200,
      })
    // A card without a picture has its place, so that the texts of a row are in line.
    if (shape === 'cards')
      entry.append(...(isPictured ? [image || part('div', 'picture')] : []), this.#leaf(event, isOnLeaf), what)
    else entry.append(this.#leaf(event, isOnLeaf), what, ...(image ? [image] : []))
    if (shape === 'cards' && !isPictured) entry.classList.add('plain')
    return entry
  }

  /** An event in one line. */
  #line(event) {
    const entry = part('li', event.featured ? 'item featured' : 'item')
    entry.append(this.#time(event, { weekday: 'short', day: 'numeric', month: 'short' }, false), this.#link(event))
    return entry
  }

  /** Whether the leaf says the whole date, so that the line needs only the time. */
  #isOnLeaf(event) {
    const { start_date, all_day } = event
    const isOfDay = lastDayOf(event) === start_date.slice(0, 10) && !all_day
    return isOfDay && Number(start_date.slice(0, 4)) === new Date().getFullYear()
  }

  /** The day as a leaf of a calendar; screen readers need it unless the line with the time says it, too. */
  #leaf({ start_date }, isRead) {
    const start = asUtc(start_date)
    const write = (options) => new Intl.DateTimeFormat(this.#language, { ...options, timeZone: 'UTC' }).format(start)
    const leaf = part('span', 'date', '', isRead ? {} : { 'aria-hidden': 'true' })
    leaf.append(
      element('span', this.#weekday(start)),
      element('b', String(start.getUTCDate())),
      element('span', write({ month: 'short' })),
    )
    return leaf
  }

  #whenAndWhere(event, isOnLeaf) {
    const line = element('p')
    line.append(this.#time(event, isOnLeaf ? {} : { weekday: 'short', day: 'numeric', month: 'long' }, true))
    const places = [event.venue].flat().filter(Boolean).map(placeOf)
    if (places.length > 0)
      line.append(element('span', ' · ', { class: 'dot' }), part('bdi', 'place', places.join(' · ')))
    return line
  }

  /** The category and the price. */
  #labels({ categories: [category] = [], cost = '' }) {
    const price = textOf(cost)
    const labels = [
      category && part('span', 'category', textOf(category.name)),
      price && part('span', 'price', /^free$/i.test(price) ? this.#text('free') : price),
    ].filter(Boolean)
    if (labels.length === 0) return []
    const line = element('p', '', { class: 'labels' })
    line.append(...labels)
    return [line]
  }

  /** The title, after the status if there is one; struck through for a cancelled event. */
  #link({ url, title, event_status: status }) {
    const link = part('a', 'link', '', { href: url, dir: 'auto' })
    const names = states[status]
    if (names) {
      const name = names[this.#known]
      link.append(part('b', 'state', name), ' ')
    }
    link.append(element(status === 'cancelled' ? 's' : 'span', textOf(title)))
    return link
  }

  /** What began earlier, in one line, with the day on which each of it ends. */
  #ongoing(events) {
    const line = part('p', 'ongoing')
    line.append(element('b', this.#text('stillOn')))
    for (const event of events) {
      const last = lastDayOf(event)
      const year = Number(last.slice(0, 4)) === new Date().getFullYear() ? {} : { year: 'numeric' }
      const format = new Intl.DateTimeFormat(this.#language, {
        day: 'numeric',
        month: 'long',
        ...year,
        timeZone: 'UTC',
      })
      const day = format.format(asUtc(`${last} 00:00:00`))
      line.append(' · ', this.#link(event), ' ', element('span', this.#text('until').replace('{day}', day)))
    }
    return line
  }

  #time(event, day, hasEnd) {
    const { start_date, all_day } = event
    return part('time', 'time', this.#when(event, day, hasEnd), { datetime: start_date.slice(0, all_day ? 10 : 16) })
  }

  /** The local time of the event, with its zone if that of the visitor differs. */
  #when(event, ofDay, hasEnd) {
    const { start_date, end_date, utc_start_date, all_day, timezone_abbr } = event
    // The end of a night is written as if it were on the first day.
    const isOfDay = lastDayOf(event) === start_date.slice(0, 10)
    const until = isOfDay ? start_date.slice(0, 10) + end_date.slice(10) : end_date
    const [start, end, utc] = [start_date, until, utc_start_date].map(asUtc)
    const isThisYear = start.getUTCFullYear() === new Date().getFullYear()
    const year = isThisYear ? {} : { year: 'numeric' }
    const day = { ...ofDay, ...year, timeZone: 'UTC' }
    const shown = hasEnd ? [start, end] : [start]
    // Full hours have no minutes by a clock of twelve hours, as on pages.
    const isShort =
      shown.every((time) => time.getUTCMinutes() === 0) &&
      new Intl.DateTimeFormat(this.#language, { hour: 'numeric' }).resolvedOptions().hour12
    const format = new Intl.DateTimeFormat(
      this.#language,
      all_day ? day : { ...day, hour: 'numeric', ...(!isShort && { minute: '2-digit' }) },
    )
    if (!hasEnd || (all_day && isOfDay)) return format.format(start)
    const isElsewhere = !all_day && start.getTime() - utc.getTime() !== -60_000 * utc.getTimezoneOffset()
    return `${this.#range(format, start, end)}${isElsewhere ? ` ${timezone_abbr}` : ''}`
  }

  /** A small month, whose days lead to those of the calendar. */
  async #month() {
    const month = part('section', 'month')
    const header = element('header')
    const title = element('strong', '', { 'aria-live': 'polite' })
    const table = element('table')
    const now = new Date()
    const today = dayOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))
    let first = new Date(Date.UTC(now.getFullYear(), now.getMonth(), 1))
    const draw = async () => {
      const shown = first
      const counts = await this.#countDays(shown)
      if (shown !== first) return
      const write = (options, day = shown) =>
        new Intl.DateTimeFormat(this.#language, { ...options, timeZone: 'UTC' }).format(day)
      title.textContent = write({ month: 'long', year: 'numeric' })
      table.setAttribute('aria-label', title.textContent)
      table.replaceChildren(...this.#weeks(shown, counts, today, write))
    }
    const step = (months, name, sign) => {
      const button = element('button', '', { type: 'button', 'aria-label': this.#text(name) })
      button.append(element('span', sign, { 'aria-hidden': 'true' }))
      button.addEventListener('click', () => {
        first = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
        draw().catch((error) => console.warn(`kalends-events: ${error.message}`))
      })
      return button
    }
    header.append(title, step(-1, 'previous', '‹'), step(1, 'next', '›'))
    month.append(header, table)
    await draw()
    return month
  }

  /** How many events each day of a month has; what goes on for long counts on its first day. */
  async #countDays(first) {
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
    // A month may have more events than a list: here each is a line.
    const response = await this.#fetch('events.ndjson', {
      ...this.#filters,
      start_date: dayOf(first),
      end_date: dayOf(last),
      _fields: 'start_date,end_date,all_day',
    })
    if (!response.ok) throw new Error(`the month is missing (${response.status})`)
    const lines = (await response.text()).split('\n').filter(Boolean)
    const events = lines.map((line) => JSON.parse(line)).filter(({ start_date: start }) => start)
    const counts = new Map()
    for (const { start_date, end_date, all_day } of events) {
      const [start, end] = [asUtc(`${start_date.slice(0, 10)} 00:00:00`), asUtc(end_date)]
      const days = all_day || end - asUtc(start_date) > longestNight ? Math.ceil((end - start) / 86_400_000) : 1
      const marked = days > mostDaysMarked ? 1 : Math.max(days, 1)
      for (let at = 0; at < marked; at++) {
        const day = dayOf(new Date(start.getTime() + at * 86_400_000))
        counts.set(day, (counts.get(day) ?? 0) + 1)
      }
    }
    return counts
  }

  /** A weekday in little room: without the Arabic article and the Hebrew word for a day. */
  #weekday(date) {
    const format = new Intl.DateTimeFormat(this.#language, { weekday: 'short', timeZone: 'UTC' })
    return format.format(date).replace(/^(?:ال|יום )/, '')
  }

  #weeks(first, counts, today, write) {
    const locale = new Intl.Locale(this.#language)
    const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {}
    const begin = first.getTime() - ((first.getUTCDay() - (firstDay % 7) + 7) % 7) * 86_400_000
    const dayAt = (at) => new Date(begin + at * 86_400_000)
    const head = element('tr')
    for (let at = 0; at < 7; at++) {
      const name = element('th', this.#weekday(dayAt(at)), { scope: 'col' })
      head.append(name)
    }
    const rows = [element('thead'), element('tbody')]
    rows[0].append(head)
    for (let at = 0; dayAt(at).getUTCMonth() === first.getUTCMonth() || dayAt(at) < first; at += 7) {
      const row = element('tr')
      for (let column = 0; column < 7; column++) row.append(this.#day(dayAt(at + column), first, counts, today, write))
      rows[1].append(row)
    }
    return rows
  }

  #day(date, first, counts, today, write) {
    const cell = element('td')
    if (date.getUTCMonth() !== first.getUTCMonth()) return cell
    const [day, number] = [dayOf(date), String(date.getUTCDate())]
    const count = counts.get(day) ?? 0
    const isToday = day === today ? { 'aria-current': 'date' } : {}
    const words = this.#count(count)
    const content =
      count === 0
        ? part('span', 'day', number, isToday)
        : part('a', 'day', number, {
            ...isToday,
            href: this.#page(`/events/day/${day}/`),
            'aria-label': `${write({ day: 'numeric', month: 'long' }, date)}, ${words}`,
          })
    if (count > 0) content.append(element('i', '', { class: ['', 'one', 'two', 'three'][Math.min(count, 3)] }))
    if (day === today) content.classList.add('today')
    cell.append(content)
    return cell
  }
}

if (!customElements.get('kalends-events')) customElements.define('kalends-events', KalendsEvents)

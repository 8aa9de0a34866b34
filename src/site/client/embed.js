// <kalends-events src="https://calendar.example.org" category="music" max="5">: the next events of a calendar on any page.

const style = new CSSStyleSheet()
style.replaceSync(`
:host { display: block; font: inherit; color: inherit; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: 0.6em 0; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
a { color: inherit; font-weight: 600; overflow-wrap: anywhere; }
b { padding: 0 0.5em; border: 1px solid; border-radius: 1em; font-size: 0.85em; }
p { margin: 0; font-size: 0.9em; }
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

/** The window: from today, including events that began earlier, to two years ahead. */
const upcoming = { start_date: '-3653 days', ends_after: 'yesterday', end_date: '+731 days' }

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

class KalendsEvents extends HTMLElement {
  static observedAttributes = ['src', 'max', 'lang', 'empty', ...Object.keys(filters)]

  #asked = 0
  #isPlanned = false

  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style]
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
    return this.getAttribute('lang') || this.closest('[lang]')?.lang || navigator.language
  }

  async #show() {
    const turn = ++this.#asked
    const query = new URLSearchParams({ ...upcoming, per_page: this.getAttribute('max') || '5' })
    for (const [attribute, parameter] of Object.entries(filters)) {
      const value = this.getAttribute(attribute)
      if (value !== null) query.set(parameter, value || 'true')
    }
    try {
      const response = await fetch(`${this.#base}/calendar/events/v1/events?${query}`)
      const body = await response.json()
      if (!response.ok) throw new Error(body.message)
      if (turn === this.#asked) this.#list(body.events)
    } catch (error) {
      if (turn !== this.#asked) return
      const text = this.getAttribute('empty') || new URL(this.#base, location.href).host
      this.shadowRoot.replaceChildren(element('a', text, { href: `${this.#base}/events/` }))
      console.warn(`kalends-events: ${error.message}`)
    }
    this.dispatchEvent(new CustomEvent('kalends-shown'))
  }

  #list(events) {
    if (events.length === 0) {
      this.shadowRoot.replaceChildren(element('p', this.getAttribute('empty') || '–'))
      return
    }
    const list = element('ul', '', { role: 'list' })
    list.append(...events.map((event) => this.#entry(event)))
    this.shadowRoot.replaceChildren(list)
  }

  #entry(event) {
    const entry = element('li')
    const time = element('time', this.#when(event), { datetime: event.start_date.slice(0, event.all_day ? 10 : 16) })
    const line = element('p')
    line.append(time)
    const places = [event.venue].flat().map(placeOf)
    if (places.length > 0) line.append(` · ${places.join(' · ')}`)
    entry.append(this.#link(event), line)
    return entry
  }

  /** The title, after the status if there is one; struck through for a cancelled event. */
  #link({ url, title, event_status: status }) {
    const link = element('a', '', { href: url })
    const names = states[status]
    if (names) link.append(element('b', names[this.#language.slice(0, 2).toLowerCase()] ?? names.en), ' ')
    link.append(element(status === 'cancelled' ? 's' : 'span', textOf(title)))
    return link
  }

  /** The local time of the event, with its zone if that of the visitor differs. */
  #when({ start_date, end_date, utc_start_date, all_day, timezone_abbr }) {
    const [start, end, utc] = [start_date, end_date, utc_start_date].map(
      (text) => new Date(`${text.replace(' ', 'T')}Z`),
    )
    const isThisYear = start.getUTCFullYear() === new Date().getFullYear()
    const year = isThisYear ? {} : { year: 'numeric' }
    const day = { weekday: 'short', day: 'numeric', month: 'long', ...year, timeZone: 'UTC' }
    const format = new Intl.DateTimeFormat(
      this.#language,
      all_day ? day : { ...day, hour: 'numeric', minute: '2-digit' },
    )
    if (all_day && start_date.slice(0, 10) === end_date.slice(0, 10)) return format.format(start)
    const isElsewhere = !all_day && start.getTime() - utc.getTime() !== -60_000 * utc.getTimezoneOffset()
    return `${format.formatRange(start, end)}${isElsewhere ? ` ${timezone_abbr}` : ''}`
  }
}

if (!customElements.get('kalends-events')) customElements.define('kalends-events', KalendsEvents)

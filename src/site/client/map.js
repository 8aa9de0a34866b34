// Puts a map that can be moved in the place of a still one. Without scripts, and where it cannot be loaded, the still one remains.

const locale = new Intl.Locale(document.documentElement.lang, { numberingSystem: 'latn' })
const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches

/** The text for a number, from its plural forms. */
const countOf = (forms, count) =>
  (forms[plurals.select(count)] ?? forms.other).replace('{count}', numbers.format(count))

/** The nearest and the farthest that the map shows, as for the still one. */
const zooms = { least: 0, ofOnePlace: 15, most: 18 }

/** Events in view that the list shows before somebody asks for more of them. */
const fewShown = 20

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const button = (label, text, className = '') => make('button', { type: 'button', ariaLabel: label, className }, text)

/** Adds the styles of the library before those of the site, which override them. */
const addStyles = (href) =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve()
    const link = make('link', { rel: 'stylesheet', href, onload: resolve, onerror: reject })
    document.querySelector('link[rel=stylesheet]').before(link)
  })

/** A part of the world as it stands in an address: `#map=13/51.05/3.72`. */
const partOf = (hash) => {
  const [, ...numbers] = /^#map=(\d{1,2})\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/.exec(hash) ?? []
  const [zoom, lat, lng] = numbers.map(Number)
  return numbers.length > 0 && zoom >= zooms.least && zoom <= zooms.most ? { zoom, lat, lng } : undefined
}

/** The cards of the events in the list beside the map, by the addresses of the events. */
const readCards = (list) =>
  new Map(
    [...list.querySelectorAll('.card')].map((card) => [card.querySelector('.title a').getAttribute('href'), card]),
  )

const start = (figure, data) => {
  const { L, Supercluster } = window
  const { texts, places } = data
  const list = figure.closest('.mapped')?.querySelector('.beside')
  const still = figure.querySelector('.tiles')
  const home = make('div', { className: 'live', role: 'region', ariaLabel: data.label })
  still.append(home)

  const map = L.map(home, {
    zoomControl: false,
    // It is below the map, as for the still one.
    attributionControl: false,
    scrollWheelZoom: false,
    // Beside a text, a finger scrolls the page, and two fingers move the map.
    dragging: list !== undefined || !L.Browser.mobile,
    minZoom: zooms.least,
    maxZoom: zooms.most,
    worldCopyJump: true,
    ...(calm && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
  })
  if (calm) map.panBy = (offset, options) => L.Map.prototype.panBy.call(map, offset, { ...options, animate: false })
  const Tiles = L.TileLayer.extend({
    getTileUrl: ({ x, y, z }) => data.tiles.replace('{z}', z).replace('{x}', x).replace('{y}', y),
  })
  const pictures = new Tiles('', { maxNativeZoom: data.maxZoom, maxZoom: zooms.most }).addTo(map)

  const showPart = ({ zoom, lat, lng }) => map.setView([lat, lng], zoom, { animate: false })
  // A phone begins with what the still map shows (pages/map.ts).
  const first = list && matchMedia('(max-width: 45rem)').matches ? data.phone : undefined
  const showWhole = () => {
    if (first && data.closer === 0) {
      showPart(first)
      const bounds = map.getBounds().pad(-0.08)
      if (places.every(({ lat, lng }) => bounds.contains([lat, lng]))) return
    }
    // A map that is as high as the window begins below other things: all places are in the part that is in view.
    const below = list ? Math.max(home.getBoundingClientRect().bottom - innerHeight, 0) : 0
    map.fitBounds(
      places.map(({ lat, lng }) => [lat, lng]),
      {
        paddingTopLeft: [72, 36],
        paddingBottomRight: [36, 36 + Math.min(below, home.clientHeight / 2)],
        maxZoom: zooms.ofOnePlace,
        animate: false,
      },
    )
  }

  // Places that are close together are one marker.
  const clusters = new Supercluster({ radius: 48, extent: 256, maxZoom: zooms.most })
  clusters.load(
    places.map((place) => ({
      type: 'Feature',
      properties: place,
      geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
    })),
  )
  const eventsOf = (some) => [...new Set(some.flatMap((place) => place.events))]

  const Button = L.DivIcon.extend({
    createIcon() {
      const { label, text } = this.options
      const icon = button(label, text)
      this._setIconStyles(icon, 'icon')
      return icon
    },
  })
  const iconOf = (some) => {
    const isOne = some.length === 1
    const count = eventsOf(some).length
    const words = [
      isOne ? some[0].name : '',
      count > (isOne ? 1 : 0) ? countOf(texts.events, count) : '',
      isOne ? '' : countOf(texts.places, some.length),
    ].filter(Boolean)
    // Places of one category have its colour.
    const [hue, ...others] = new Set(some.map((place) => place.hue))
    const isNumbered = !isOne || count > 1
    return new Button({
      label: words.join(' · '),
      text: isNumbered ? numbers.format(count || some.length) : '',
      className: `pin${hue && others.length === 0 ? ` ${hue}` : ''}`,
      iconSize: isOne ? (isNumbered ? [34, 34] : [28, 28]) : [44, 44],
    })
  }

  /** What the popup says about places: their names, and the next events of each. */
  const describe = (some) => {
    const close = button(texts.close, '×', 'close')
    close.addEventListener('click', () => map.closePopup())
    const parts = some.flatMap(({ name, path, all, events, next }) => {
      const items = next.map(({ path: href, title, when, picture }) =>
        make(
          'li',
          {},
          ...(picture ? [make('img', { src: picture, alt: '' })] : []),
          make('a', { href, dir: 'auto' }, title),
          make('span', { className: 'quiet' }, when),
        ),
      )
      const more = events.length - items.length
      return [
        make('p', { className: 'name' }, make('a', { href: path, dir: 'auto' }, name)),
        ...(items.length > 0 ? [make('ul', {}, ...items)] : []),
        ...(more > 0 ? [make('p', {}, make('a', { href: all }, countOf(texts.more, more)))] : []),
      ]
    })
    return make('div', { dir: document.dir }, close, ...parts)
  }

  let opener
  const open = (marker, some) => {
    const popup = L.popup({
      closeButton: false,
      maxWidth: Math.min(300, home.clientWidth - 84),
      minWidth: Math.min(270, home.clientWidth - 84),
      // All of it is in view beside the buttons, above the edge of the list that a phone has over the map.
      maxHeight: Math.min(320, home.clientHeight - 84),
      offset: [0, -8],
      autoPanPaddingTopLeft: [62, 12],
      autoPanPaddingBottomRight: [12, first ? 36 : 12],
    })
    popup.setLatLng(marker.getLatLng()).setContent(describe(some)).openOn(map)
    opener = marker
    const box = popup.getElement()
    box.setAttribute('role', 'dialog')
    box.ariaLabel = some.map(({ name }) => name).join(', ')
    box.querySelector('.name a').focus({ preventScroll: true })
  }
  map.on('popupclose', ({ popup }) => {
    const icon = opener?.getElement()
    if (popup.getElement()?.contains(document.activeElement)) (icon ?? home).focus({ preventScroll: true })
  })
  home.addEventListener('keydown', ({ key }) => key === 'Escape' && map.closePopup())

  /** The markers in view by what they stand for, and the places of each. */
  const markers = new Map()
  const showMarkers = () => {
    const zoom = map.getZoom()
    const bounds = map.getBounds().pad(0.25)
    const middle = map.getCenter().lng
    const found = clusters.getClusters(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      Math.round(zoom),
    )
    const wanted = new Map(
      found.map(({ geometry, properties }) => {
        const [lng, lat] = geometry.coordinates
        // A place is shown in the copy of the world that is in view.
        const at = [lat, lng + 360 * Math.round((middle - lng) / 360)]
        const { cluster_id: id } = properties
        const some =
          id === undefined ? [properties] : clusters.getLeaves(id, Number.POSITIVE_INFINITY).map((it) => it.properties)
        return [`${at} ${some.map(({ path }) => path)}`, { at, id, some }]
      }),
    )
    for (const [key, { marker }] of markers) {
      if (wanted.has(key)) continue
      // The keyboard stays in the map.
      if (marker.getElement() === document.activeElement) home.focus({ preventScroll: true })
      marker.remove()
      markers.delete(key)
    }
    for (const [key, { at, id, some }] of wanted) {
      if (markers.has(key)) continue
      const marker = L.marker(at, {
        icon: iconOf(some),
        keyboard: false,
        riseOnHover: true,
        title: some.length === 1 ? some[0].name : '',
      })
      marker.on('click', () => {
        const closer = id === undefined ? undefined : clusters.getClusterExpansionZoom(id)
        if (closer === undefined || closer > zooms.most) open(marker, some)
        else map.setView(at, closer, { animate: !calm })
      })
      markers.set(key, { marker: marker.addTo(map), some })
    }
  }

  /** Shows the events of the list that are at a place in view; if the list has few of them so far, its next page is added. */
  const showEvents = () => {
    const bounds = map.getBounds()
    const middle = map.getCenter().lng
    const seen = new Set(
      eventsOf(places.filter(({ lat, lng }) => bounds.contains([lat, lng + 360 * Math.round((middle - lng) / 360)]))),
    )
    let shown = 0
    for (const [path, card] of readCards(list)) {
      card.hidden = !seen.has(path)
      if (!card.hidden) shown++
    }
    for (const section of list.querySelectorAll('.dated'))
      section.hidden = !section.querySelector('.card:not([hidden])')
    list.querySelector('[role=status]').textContent = countOf(texts.inView, seen.size)
    const next = list.querySelector('.pages [rel=next]')
    const pages = list.querySelector('.pages')
    if (pages) pages.hidden = shown >= seen.size
    if (next && shown < Math.min(seen.size, fewShown)) next.click()
  }

  /** Marks the places of an event. */
  const light = (card) => {
    const path = card?.querySelector('.title a').getAttribute('href')
    for (const { marker, some } of markers.values()) {
      const isLit = path !== undefined && some.some((place) => place.events.includes(path))
      marker.getElement().classList.toggle('lit', isLit)
      marker.setZIndexOffset(isLit ? 1000 : 0)
    }
  }

  /** Writes the part in view into the address, and into the addresses of the filters. */
  let waiting
  const writePart = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const { lat, lng } = map.getCenter().wrap()
      const hash = `#map=${map.getZoom()}/${lat.toFixed(5)}/${lng.toFixed(5)}`
      history.replaceState(history.state, '', hash)
      keepPart(hash)
    }, 150)
  }
  const keepPart = (hash) => {
    for (const link of document.querySelectorAll('.filters a')) link.hash = hash
    const form = document.querySelector('form.filters')
    if (form) form.action = `${form.action.split('#')[0]}${hash}`
  }

  const asked = list && partOf(location.hash)
  if (asked) {
    showPart(asked)
    keepPart(location.hash)
  } else if (first && data.closer > 0) {
    showPart(first)
  } else {
    showWhole()
    if (data.closer > 0) map.setZoom(map.getZoom() + data.closer, { animate: false })
  }
  const cover = () => still.classList.replace('same', 'moves')
  if (!asked && first?.zoom === map.getZoom()) {
    still.classList.add('same')
    pictures.once('load', cover)
    map.once('movestart', cover)
  } else still.classList.add('moves')
  showMarkers()
  map.on('moveend', showMarkers)
  if (list) {
    showEvents()
    map.on('moveend', showEvents)
    list.addEventListener('added', showEvents)
    map.on('moveend', writePart)
    addEventListener('hashchange', () => {
      const part = partOf(location.hash)
      if (part) showPart(part)
    })
    for (const name of ['pointerover', 'focusin'])
      list.addEventListener(name, ({ target }) => light(target.closest('.card')))
    for (const name of ['pointerleave', 'focusout']) list.addEventListener(name, () => light())
  }

  const control = L.control({ position: 'topleft' })
  const closer = button(texts.closer, '+')
  const wider = button(texts.wider, '−')
  const whole = button(texts.whole, '', 'whole')
  control.onAdd = () => {
    const box = make('div', {}, closer, wider, whole)
    L.DomEvent.disableClickPropagation(box)
    return box
  }
  closer.addEventListener('click', () => map.zoomIn(1, { animate: !calm }))
  wider.addEventListener('click', () => map.zoomOut(1, { animate: !calm }))
  whole.addEventListener('click', showWhole)
  const limit = () => {
    closer.ariaDisabled = String(map.getZoom() >= zooms.most)
    wider.ariaDisabled = String(map.getZoom() <= zooms.least)
  }
  map.on('zoomend', limit)
  limit()
  control.addTo(map)
  // They come first for the keyboard too.
  home.prepend(home.querySelector('.leaflet-control-container'))

  // The wheel scrolls the page until the visitor works with the map.
  home.addEventListener('focusin', () => map.scrollWheelZoom.enable())
  home.addEventListener('focusout', () => map.scrollWheelZoom.disable())
}

/** The first tiles of the still map come before the libraries of the one that moves, which would share a slow line with them. */
const stillIsThere = (figure) =>
  Promise.all(
    [...figure.querySelectorAll('.tiles img')]
      .filter((image) => image.loading !== 'lazy')
      .map((image) => image.complete || new Promise((resolve) => (image.onload = image.onerror = resolve))),
  )

/** A map is loaded when it comes into view. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      watcher.unobserve(target)
      const data = JSON.parse(target.querySelector('script').textContent)
      const { styles, scripts } = data.files
      stillIsThere(target)
        .then(() => Promise.all([addStyles(styles), ...scripts.map((path) => import(path))]))
        .then(
          () => start(target, data),
          () => undefined,
        )
    }
  },
  { rootMargin: '200px' },
)
for (const figure of document.querySelectorAll('figure.map')) watcher.observe(figure)

// Enhancements of the pages; all of them work without scripts.

const { lang, dataset } = document.documentElement
const { yourTime, clock } = dataset
const locale = new Intl.Locale(lang, { numberingSystem: 'latn' })
const hourCycle = { 24: 'h23', 12: 'h12' }[clock]

/** The time of an event in the visitor's own zone, where the clocks there show another time. */
for (const time of document.querySelectorAll('time[data-start]')) {
  const { start, end, zone } = time.dataset
  const line = document.querySelector('[data-zoned]')
  if (!line || !yourTime) continue
  const write = (options) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', hourCycle, ...options })
    if (start === end) return format.format(new Date(start))
    const range = format.formatRange(new Date(start), new Date(end))
    // As on the pages (site/dates.ts).
    return locale.language === 'he'
      ? range.replace(/\d{1,2}(?::\d\d)?\s?–\s?\d{1,2}(?::\d\d)?/g, '\u2066$&\u2069')
      : range
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (write({}) !== write({ timeZone: zone })) line.textContent = yourTime.replace('{time}', `${write({})} (${own})`)
}

/** The clock of a screen. Without the script it has none: a page is as old as its answer. */
for (const element of document.querySelectorAll('[data-clock-zone]')) {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle, timeZone: element.dataset.clockZone })
  const show = () => {
    element.textContent = format.format()
    setTimeout(show, 60_000 - (Date.now() % 60_000))
  }
  show()
}

/** A screen shows what changes as it changes, though not more often than every ten seconds; without that it is read again every few minutes. */
if (document.querySelector('.screen') && globalThis.EventSource) {
  const [site] = location.pathname.split('/events/')
  const changes = new EventSource(`${site}/kalends/v1/changes/stream?kinds=event`)
  const shown = Date.now()
  changes.addEventListener(
    'message',
    () => setTimeout(() => location.reload(), Math.max(shown + 10_000 - Date.now(), 500)),
    { once: true },
  )
}

/** What most visitors come for stays in reach of a thumb when it has left the screen of a phone; the styles place it. */
for (const link of document.querySelectorAll('.actions > a.button')) {
  const actions = link.parentElement
  new IntersectionObserver(([{ boundingClientRect, isIntersecting }]) => {
    actions.classList.toggle('passed', !isIntersecting && boundingClientRect.bottom < 0)
  }).observe(actions)
}

/** Adds the next page of a list below what is there; without the script the link opens it. The address stays that of the first page, from which the list begins. */
document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('.pages [rel=next]')
  const list = [...document.querySelectorAll('[data-list]')].at(-1)
  if (!link || !list || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  if (link.ariaBusy) return
  link.ariaBusy = 'true'
  try {
    const response = await fetch(link.href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const more = page.querySelector('[data-list]')
    if (!response.ok || !more) throw new Error()
    const first = document.activeElement === link && more.querySelector('.title a')
    // A day may go on from one page to the next.
    const [last, next] = [list.lastElementChild, more.firstElementChild]
    const dayOf = (section) => section?.dataset.day ?? section?.querySelector(':scope > h2 time')?.dateTime
    if (dayOf(last) && dayOf(last) === dayOf(next)) {
      const cards = '.cards, .photos'
      last.querySelector(cards).append(...next.querySelector(cards).children)
      next.remove()
    }
    // A page without pictures is laid out in another way.
    if (more.className === list.className) list.append(...more.children)
    else list.after(more)
    const [links, others] = [document, page].map((it) => it.querySelector('.pages ul'))
    others.querySelector('[rel=prev]')?.parentElement.remove()
    links.replaceChildren(...others.children)
    // Readers by keyboard go on with the first event that was added.
    if (first) first.focus({ preventScroll: true })
    links.parentElement.querySelector('[role=status]').textContent = links.querySelector('.quiet').textContent
    list.dispatchEvent(new Event('added', { bubbles: true }))
  } catch {
    link.ariaBusy = null
    // The map asks for more by itself: nobody wanted to leave the page.
    if (event.isTrusted) location.href = link.href
  }
})

/** The link back to the list leads to the page of events from which the visitor came. */
for (const link of document.querySelectorAll('[data-back]')) {
  const from = document.referrer && new URL(document.referrer)
  if (from && from.origin === location.origin && from.pathname.startsWith(link.pathname)) link.href = from
}

/** Empty fields of the filters stay out of the address, and the values of one filter are one parameter. */
for (const form of document.querySelectorAll('form.filters[role=search]')) {
  form.addEventListener('formdata', ({ formData }) => {
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name).filter((value) => value !== '')
      if (values.length > 0) formData.set(name, values.join(','))
      else formData.delete(name)
    }
  })
}

/**
 * Once the filters are open, each choice says how many events it leaves, and the button how many all of them leave. A choice waits a moment for the
 * next one, and takes back the question of the one before. Without the script a link shows the numbers.
 */
for (const panel of document.querySelectorAll('.filters .panel')) {
  const form = panel.closest('form')
  const [link, clear, button] = ['[data-counts]', '[data-clear]', '[type=submit]'].map((it) => panel.querySelector(it))
  const boxes = [...panel.querySelectorAll('[data-filter] input')]
  const plain = button.textContent
  let waiting
  let asked
  const ask = async () => {
    asked?.abort()
    asked = new AbortController()
    const { signal } = asked
    try {
      const address = new URL(link.href)
      const query = new URLSearchParams(new FormData(form))
      for (const [name, value] of address.searchParams) if (name === 'view' || name === 'date') query.set(name, value)
      address.search = query
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(response.status)
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      const keyOf = (filter, value) => `${filter} ${value}`
      const numbers = new Map(
        [...page.querySelectorAll('[data-filter] [data-value]')].map((it) => [
          keyOf(it.closest('[data-filter]').dataset.filter, it.dataset.value),
          it.querySelector('.count')?.textContent ?? '',
        ]),
      )
      for (const box of boxes) {
        const label = box.parentElement
        const number = numbers.get(keyOf(box.name, box.value)) ?? (box.dataset.other === undefined ? '0' : '')
        const count = label.querySelector('.count') ?? document.createElement('span')
        count.className = 'count'
        count.textContent = number
        label.append(count)
        label.classList.toggle('none', number === '0')
      }
      button.textContent = page.querySelector('[data-total]').textContent
      link.hidden = true
    } catch {
      // An answer that is late must not stay on the button.
      if (!signal.aborted) button.textContent = plain
    }
  }
  const askSoon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(ask, 250)
  }
  panel.addEventListener('toggle', ask, { once: true })
  panel.addEventListener('input', askSoon)
  clear.addEventListener('click', (event) => {
    event.preventDefault()
    for (const box of panel.querySelectorAll('input[type=checkbox]')) box.checked = false
    for (const field of panel.querySelectorAll('input[type=number]')) field.value = ''
    askSoon()
  })
}

/** Asks for the position of the visitor, and shows events around it; the address has it with an accuracy of about a kilometre. */
for (const button of document.querySelectorAll('[data-near]')) {
  if (!navigator.geolocation || !isSecureContext) continue
  button.hidden = false
  const status = button.nextElementSibling
  button.addEventListener('click', () => {
    button.disabled = true
    status.textContent = button.title
    const show = ({ coords }) => {
      const url = new URL(location.href)
      url.searchParams.delete('page')
      url.searchParams.set('geoloc_lat', coords.latitude.toFixed(2))
      url.searchParams.set('geoloc_lng', coords.longitude.toFixed(2))
      url.searchParams.set('geoloc_distance', button.dataset.near)
      url.searchParams.set('sort', 'distance')
      location.href = url
    }
    const fail = () => {
      button.disabled = false
      status.textContent = button.dataset.fault
    }
    navigator.geolocation.getCurrentPosition(show, fail, { timeout: 20_000, maximumAge: 600_000 })
  })
}

/** A form whose choices take effect at once: what follows from them is replaced, and the form keeps its focus. Without the script its button sends it. */
for (const form of document.querySelectorAll('form[data-live]')) {
  const button = form.querySelector('[type=submit]')
  if (button) button.hidden = true
  let turn = 0
  const follow = async () => {
    const own = ++turn
    // An empty field says nothing.
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
    const address = `${form.action}?${new URLSearchParams(chosen)}`
    const response = await fetch(address)
    if (!response.ok) throw new Error()
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (own !== turn) return
    const [shown, next] = [document, page].map((it) => [...it.querySelectorAll('[data-follows]')])
    for (const [at, part] of shown.entries()) part.replaceChildren(...next[at].childNodes)
    history.replaceState(null, '', address)
  }
  const react = () => {
    if (form.checkValidity()) follow().catch(() => form.requestSubmit())
  }
  form.addEventListener('change', react)
  form.addEventListener('submit', (event) => {
    if (!event.submitter) return
    event.preventDefault()
    react()
  })
}

/** A date that is picked is shown at once. Who types one, which changes it with each key, sends it with Enter, as without the script. */
for (const field of document.querySelectorAll('[data-go]')) {
  let isTyped = false
  field.addEventListener('keydown', () => (isTyped = true))
  field.addEventListener('pointerdown', () => (isTyped = false))
  field.addEventListener('change', () => !isTyped && field.checkValidity() && field.form.requestSubmit())
}

/** Copies a text of the page. */
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.parentElement.querySelector('[role=status]').textContent = button.dataset.copied
  })
}

/** Shares with the device's share dialog, or copies the link; without either, the link writes an e-mail. */
for (const link of document.querySelectorAll('a[data-share]')) {
  link.addEventListener('click', async (event) => {
    const { share: url, title, copied } = link.dataset
    if (navigator.share) {
      event.preventDefault()
      await navigator.share({ title, url }).catch(() => undefined)
    } else if (navigator.clipboard) {
      event.preventDefault()
      try {
        await navigator.clipboard.writeText(url)
        const status = link.parentElement?.querySelector('[role=status]')
        if (status) status.textContent = copied
      } catch {
        // The browser may refuse it.
        location.href = link.href
      }
    }
  })
}

/** On a phone, a day of the month shows its events below the month; a bar is in the cell of its first day of the week alone. */
const phone = matchMedia('(max-width: 45rem)')
for (const link of document.querySelectorAll('.month .day')) {
  link.addEventListener('click', (event) => {
    const chosen = document.querySelector('.agenda')
    if (!phone.matches || !chosen) return
    event.preventDefault()
    const cell = link.closest('td')
    const cells = [...cell.parentElement.cells]
    const column = cells.indexOf(cell)
    // The page keeps its height, so that nothing jumps where it is scrolled to its end.
    chosen.style.minHeight = `${chosen.offsetHeight}px`
    const whole = cell.querySelectorAll('.more li')
    const spanOf = (line) => Number(/\bs(\d)\b/.exec(line.className)?.[1] ?? 1)
    const lines = cells.flatMap((one, at) =>
      at > column ? [] : [...one.querySelectorAll('.lanes > .line')].filter((line) => at + spanOf(line) > column),
    )
    const shown = (whole.length > 0 ? [...whole] : lines).map((line) => line.cloneNode(true))
    const more = cell.querySelector('a.plus')
    const heading = chosen.querySelector('h2 a')
    heading.textContent = link.querySelector('b').textContent
    heading.href = link.href
    chosen.querySelector('ul').replaceChildren(...shown)
    chosen.querySelector('.plus')?.remove()
    if (more) chosen.append(more.cloneNode(true))
    document.querySelector('td.chosen')?.classList.remove('chosen')
    cell.classList.add('chosen')
    // Where the screen ends above the list, it comes into view, and the day stays there.
    const { top } = chosen.getBoundingClientRect()
    const hidden = top + 120 - innerHeight
    const room = cell.getBoundingClientRect().top - 8
    if (hidden > 0 && room > 0) scrollBy({ top: Math.min(hidden, room) })
  })
}

/** A day of the month that opens in place stays within the window. */
for (const more of document.querySelectorAll('.month .more')) {
  more.addEventListener('toggle', () => {
    const box = more.querySelector('div')
    box.style.translate = ''
    if (!more.open) return
    const { top, bottom, left, right } = box.getBoundingClientRect()
    // Its beginning is always in the window: it moves down where its day begins above.
    const up = Math.min(Math.max(bottom + 8 - innerHeight, 0), top - 8)
    const across = Math.max(8 - left, 0) - Math.max(right + 8 - document.documentElement.clientWidth, 0)
    box.style.translate = `${across}px ${-up}px`
  })
}

/** A day of the month, or a panel of the filters, that is open closes when the visitor turns to something else. */
const findOpen = () => document.querySelector('.month .more[open], details[name=panel][open], .site-head details[open]')
document.addEventListener('click', ({ target }) => {
  const open = findOpen()
  if (open && !open.contains(target)) open.open = false
})
document.addEventListener('keydown', ({ key }) => {
  const open = findOpen()
  if (key !== 'Escape' || !open) return
  open.open = false
  open.querySelector('summary').focus()
})

/**
 * A preview of the event to which the visitor points, with what its entry has no room for. Screen readers have all of it in the name of the link. It
 * stays while the pointer is on it, and closes with Escape.
 */
const tip = document.createElement('div')
tip.className = 'tip'
tip.role = 'tooltip'
tip.popover = 'manual'
let timer
let previewed
const preview = (link) => {
  const text = (selector) => [...link.querySelectorAll(selector)].map((it) => it.textContent).join(' ')
  const day = link.closest('td, section')?.querySelector('.day b, h2 .narrow')?.textContent
  const days = text(':scope > i:not(.hidden)')
  const title = document.createElement('p')
  title.append(link.querySelector('[dir]').cloneNode(true))
  const lines = [
    days || [day, text('time')].filter(Boolean).join(' · '),
    title,
    text('small:not(.extra)'),
    text('.extra'),
  ]
  tip.replaceChildren(
    ...lines.filter(Boolean).map((line) => {
      if (line === title) return title
      const part = document.createElement('p')
      part.textContent = line
      return part
    }),
  )
  tip.className = `tip ${/hue-\d+/.exec(link.parentElement.className)?.[0] ?? ''}`
  // All content is in a landmark.
  document.querySelector('main').append(tip)
  tip.showPopover()
  previewed = link
  placeTip()
}
const placeTip = () => {
  const { left, right, top, bottom } = previewed.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const { clientWidth } = document.documentElement
  const isRtl = document.dir === 'rtl'
  const within = (place, size, whole) => `${Math.max(8, Math.min(place, whole - size - 8))}px`
  const [isBelow, isAbove] = [bottom + height + 10 <= innerHeight, top - height - 10 >= 0]
  // What is higher than the window has its preview beside it.
  const sides = isRtl ? [left - width - 4, right + 4] : [right + 4, left - width - 4]
  const beside = sides.find((place) => place >= 8 && place + width + 8 <= clientWidth)
  const along = isRtl ? right - width : left
  tip.style.left = within(isBelow || isAbove ? along : (beside ?? along), width, clientWidth)
  tip.style.top = within(isBelow ? bottom + 2 : isAbove ? top - height - 2 : top, height, innerHeight)
}
const hideTip = () => {
  clearTimeout(timer)
  tip.remove()
  previewed = undefined
}
if (tip.showPopover) {
  const linkOf = ({ target }) => target.closest?.('.lanes > .line > a, .block:not(.rest) > a')
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse' || tip.contains(event.target)) return
    hideTip()
    const link = linkOf(event)
    if (link && !phone.matches) timer = setTimeout(preview, 250, link)
  })
  document.addEventListener('focusin', (event) => {
    hideTip()
    const link = linkOf(event)
    if (link?.matches(':focus-visible') && !phone.matches) preview(link)
  })
  document.addEventListener('focusout', hideTip)
  // The browser scrolls to what gets the focus.
  const follow = () => (previewed?.matches(':focus-visible') ? placeTip() : hideTip())
  document.addEventListener('scroll', follow, { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hideTip())
}

/** Views that do not fit scroll to the one that is shown. */
document.querySelector('.tab[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** A title that runs against the page ends, where it is cut, with a sign that needs room. */
const cuts = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target.scrollHeight > target.clientHeight + 1) target.classList.add('cut')
})
const against = document.dir === 'rtl' ? 'ltr' : 'rtl'
for (const title of document.querySelectorAll(`:is(.lanes > .line, .block) > a > span:dir(${against})`))
  cuts.observe(title)

/** A line in the hours of a week shows the time at the site. */
for (const hours of document.querySelectorAll('.hours')) {
  const rows = hours.querySelector('.axis')
  const today = hours.querySelector('.today .times')
  if (!today) continue
  const line = document.createElement('li')
  line.className = 'now'
  line.setAttribute('aria-hidden', 'true')
  const { zone } = hours.dataset
  const start = Number(/\bf(\d+)\b/.exec(hours.className)[1])
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  const move = () => {
    const [hour, minute] = format.formatToParts(Date.now()).filter(({ type }) => type !== 'literal')
    const place = (Number(hour.value) + Number(minute.value) / 60 - start) / rows.children.length
    line.style.insetBlockStart = `${place * 100}%`
    line.hidden = place < 0 || place > 1
  }
  move()
  setInterval(move, 60_000)
  today.append(line)
}

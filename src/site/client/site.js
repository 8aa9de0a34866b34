// Enhancements of the pages; all of them work without scripts.

const { lang, dataset } = document.documentElement
const { yourTime, clock } = dataset
const locale = new Intl.Locale(lang, { numberingSystem: 'latn' })

/** The time of an event in the visitor's own zone, where the clocks there show another time. */
for (const time of document.querySelectorAll('time[data-start]')) {
  const { start, end, zone } = time.dataset
  const line = document.querySelector('[data-zoned]')
  if (!line || !yourTime) continue
  const write = (options) => {
    const hourCycle = { 24: 'h23', 12: 'h12' }[clock]
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

/** When the filters open, their options get the numbers of events that they would leave; without the script a link shows these. */
for (const panel of document.querySelectorAll('.filters details')) {
  const link = panel.querySelector('[data-counts]')
  const load = async () => {
    const response = await fetch(link.href)
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const section of page.querySelectorAll('[data-filter]')) {
      for (const option of panel.querySelectorAll(`[name=${section.dataset.filter}] option`)) {
        const found = [...section.querySelectorAll('[data-value]')].find(
          ({ dataset }) => dataset.value === option.value,
        )
        const count = found?.querySelector('.count')
        if (count) option.textContent += ` (${count.textContent})`
      }
    }
    link.hidden = true
  }
  if (link) panel.addEventListener('toggle', () => load().catch(() => undefined), { once: true })
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
  const lines = [days || [day, text('time')].filter(Boolean).join(' · '), title, text('small')]
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
  const begin = document.dir === 'rtl' ? right - width : left
  tip.style.left = `${Math.max(8, Math.min(begin, innerWidth - width - 8))}px`
  tip.style.top = `${bottom + height + 4 > innerHeight && top > height ? top - height - 2 : bottom + 2}px`
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

/** Many hours scroll to the first event that begins in them, and a line shows the time at the site. */
for (const hours of document.querySelectorAll('.hours')) {
  const rows = hours.querySelector('.axis')
  const tops = [...hours.querySelectorAll('.times .block:not(.before)')].map((block) => block.offsetTop)
  if (tops.length > 0) hours.scrollTop = Math.min(...tops) - 12
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

// Enhancements of the pages; all of them work without scripts.

/** The time of an event in the visitor's own zone, on demand. */
for (const time of document.querySelectorAll('time[data-start]')) {
  const { start, end, zone } = time.dataset
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { yourTime, showYourTime } = document.documentElement.dataset
  if (!start || !end || own === zone || !yourTime) continue
  const locale = document.documentElement.lang
  const hourCycle = { 24: 'h23', 12: 'h12' }[document.documentElement.dataset.clock]
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', hourCycle })
  const text = start === end ? format.format(new Date(start)) : format.formatRange(new Date(start), new Date(end))
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = showYourTime
  const line = document.createElement('p')
  line.setAttribute('role', 'status')
  line.tabIndex = -1
  button.addEventListener('click', () => {
    line.textContent = yourTime.replace('{time}', `${text} (${own})`)
    // Keyboard users continue from here.
    line.focus()
    button.remove()
  })
  time.closest('p')?.after(button, line)
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
      at > column ? [] : [...one.querySelectorAll('.lanes > li')].filter((line) => at + spanOf(line) > column),
    )
    const shown = (whole.length > 0 ? [...whole] : lines).map((line) => line.cloneNode(true))
    const more = cell.querySelector('a.more')
    const [name] = link.querySelector('.hidden').textContent.split(/, (?=[^,]*$)/)
    const heading = chosen.querySelector('h2 a')
    heading.textContent = name
    heading.href = link.href
    chosen.querySelector('ul').replaceChildren(...shown)
    chosen.querySelector('.more')?.remove()
    if (more) chosen.append(more.cloneNode(true))
    document.querySelector('td.chosen')?.classList.remove('chosen')
    cell.classList.add('chosen')
  })
}

/** A day of the month that is open closes when the visitor turns to something else. */
const openDay = () => document.querySelector('.month .more[open]')
document.addEventListener('click', ({ target }) => {
  const open = openDay()
  if (open && !open.contains(target)) open.open = false
})
document.addEventListener('keydown', ({ key }) => {
  const open = openDay()
  if (key !== 'Escape' || !open) return
  open.open = false
  open.querySelector('summary').focus()
})

/** Many hours scroll to the first event that begins in them, and a line shows the time at the site. */
for (const hours of document.querySelectorAll('.hours')) {
  const rows = hours.querySelector('.axis')
  const tops = [...hours.querySelectorAll('.times li:not(.before)')].map((block) => block.offsetTop)
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

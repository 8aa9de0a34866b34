// Enhancements of the pages; all of them work without scripts.

const { lang: locale, dataset } = document.documentElement
const { yourTime, clock } = dataset

/** The time of an event in the visitor's own zone, where the clocks there show another time. */
for (const time of document.querySelectorAll('time[data-start]')) {
  const { start, end, zone } = time.dataset
  const line = document.querySelector('[data-zoned]')
  if (!line || !yourTime) continue
  const write = (options) => {
    const hourCycle = { 24: 'h23', 12: 'h12' }[clock]
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', hourCycle, ...options })
    return start === end ? format.format(new Date(start)) : format.formatRange(new Date(start), new Date(end))
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (write({}) !== write({ timeZone: zone })) line.textContent = yourTime.replace('{time}', `${write({})} (${own})`)
}

/** Adds the next page of a list below what is there; without the script the link opens it. */
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
    const first = more.querySelector('.title a')
    // A day may go on from one page to the next.
    const [last, next] = [list.lastElementChild, more.firstElementChild]
    const dayOf = (section) => section?.querySelector(':scope > h2 time')?.dateTime
    if (dayOf(last) && dayOf(last) === dayOf(next)) {
      last.querySelector('.cards').append(...next.querySelector('.cards').children)
      next.remove()
    }
    // A page without pictures is laid out in another way.
    if (more.className === list.className) list.append(...more.children)
    else list.after(more)
    const [links, others] = [document, page].map((it) => it.querySelector('.pages ul'))
    others.querySelector('[rel=prev]')?.parentElement.remove()
    links.replaceChildren(...others.children)
    history.replaceState(history.state, '', link.href)
    // Readers by keyboard go on with the first event that was added.
    first?.focus({ preventScroll: true })
    links.parentElement.querySelector('[role=status]').textContent = links.querySelector('.quiet').textContent
  } catch {
    location.href = link.href
  }
})

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

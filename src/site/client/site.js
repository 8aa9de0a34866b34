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

// Makes the form for visitors easier to fill in. Without it the form is complete, and the server says what is wrong.

const form = document.querySelector('.submit-form')
if (form) {
  const { start_date, start_time, end_date, end_time, all_day, repeat, until, website, picture } = form.elements
  const day = 86_400_000

  /** What follows from other fields: which days can be chosen, and what must be filled in. */
  const relate = () => {
    end_date.min = start_date.value
    until.min = start_date.value
    start_time.required = !all_day.checked
    until.required = repeat.value !== ''
  }

  /** The end keeps its distance when the start moves. A day that is still being typed, or that there is not, moves nothing. */
  let dayBefore = start_date.valueAsNumber
  const moveDay = () => {
    const now = start_date.valueAsNumber
    if (!(now >= Date.UTC(1000, 0))) return
    const moved = now - dayBefore || 0
    dayBefore = now
    if (end_date.value !== '') setLast(Math.max(end_date.valueAsNumber + moved, now))
  }
  let timeBefore = start_time.valueAsNumber
  const moveTime = () => {
    const now = start_time.valueAsNumber
    if (Number.isNaN(now)) return
    const first = start_date.valueAsNumber || 0
    const end = (end_date.valueAsNumber || first) + end_time.valueAsNumber
    const long = end - first - timeBefore
    const length = end_date.value === '' ? (long + day) % day : long
    timeBefore = now
    // The hours of what lasts longer have nothing to do with each other.
    if (!(length >= 0 && length < day)) return
    end_time.valueAsNumber = (now + length) % day
    if (end_date.value !== '') setLast(first + day * Math.floor((now + length) / day))
  }

  /** The last day where it was set here, and may be taken back. */
  let own = ''
  const setLast = (value) => {
    const isOwn = end_date.value === own
    end_date.valueAsNumber = value
    if (isOwn) own = end_date.value
  }
  const isOvernight = () =>
    !all_day.checked && start_time.value !== '' && end_time.value !== '' && end_time.value < start_time.value
  if (isOvernight() && end_date.valueAsNumber === start_date.valueAsNumber + day) own = end_date.value

  /** What ends at an earlier hour than it begins ends on the next day, as long as it does. */
  const passMidnight = () => {
    const isSame = end_date.value === '' || end_date.value === start_date.value
    if (isOvernight() && isSame && start_date.value !== '') {
      end_date.valueAsNumber = start_date.valueAsNumber + day
      own = end_date.value
    } else if (!isOvernight() && end_date.value === own) own = end_date.value = ''
  }
  end_date.addEventListener('change', () => {
    own = ''
  })

  // While a time is typed, browsers tell of each value on the way to it.
  for (const [field, move] of [[start_date, moveDay], [start_time, moveTime], [end_time]]) {
    field.addEventListener('blur', () => {
      move?.()
      passMidnight()
      describe()
    })
  }
  all_day.addEventListener('change', passMidnight)
  form.addEventListener('submit', () => {
    moveDay()
    moveTime()
    passMidnight()
  })

  website.addEventListener('change', () => {
    if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(website.value)) website.value = `https://${website.value}`
  })

  /** Shows the picture beside its field and in the preview, or says why it cannot be used. */
  const chosen = form.querySelector('[data-chosen]')
  const canvases = document.querySelectorAll('canvas[data-picture]')
  const blank = () => {
    for (const canvas of canvases) canvas.width = canvas.height = 0
  }
  const complain = (text) => {
    const known = document.getElementById('submit-picture-fault')
    picture.setCustomValidity(text)
    picture.ariaInvalid = text ? 'true' : null
    known?.remove()
    const about = new Set((picture.getAttribute('aria-describedby') ?? '').split(' '))
    about.delete('submit-picture-fault')
    picture.setAttribute('aria-describedby', [...(text ? ['submit-picture-fault'] : []), ...about].join(' '))
    if (!text) return
    const fault = document.createElement('p')
    fault.className = 'submit-fault'
    fault.id = 'submit-picture-fault'
    fault.role = 'alert'
    fault.textContent = text
    chosen.before(fault)
  }
  const show = async () => {
    const [file] = picture.files
    chosen.hidden = true
    blank()
    complain('')
    if (!file) return
    if (file.size > Number(picture.dataset.most)) return complain(picture.dataset.large)
    const image = await createImageBitmap(file).catch(() => undefined)
    if (file !== picture.files[0]) return
    chosen.hidden = false
    chosen.firstElementChild.hidden = !image
    if (!image) {
      // A browser may know fewer formats than the server.
      if (!picture.accept.split(',').includes(file.type)) complain(picture.dataset.bad)
      return
    }
    for (const canvas of canvases) {
      const [width, height] = [640, 400]
      canvas.width = width
      canvas.height = height
      // As `object-fit: cover` does.
      const scale = Math.max(width / image.width, height / image.height)
      const [w, h] = [image.width * scale, image.height * scale]
      canvas.getContext('2d').drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    }
  }
  picture.addEventListener('change', show)
  form.querySelector('[data-remove]').addEventListener('click', () => {
    picture.value = ''
    show()
    picture.focus()
  })

  /** Shows what the event will look like. */
  const preview = document.querySelector('[data-preview]')
  const locale = new Intl.Locale(document.documentElement.lang, { numberingSystem: 'latn' })
  const hourCycle = { 24: 'h23', 12: 'h12' }[document.documentElement.dataset.clock]
  const writeWhen = () => {
    if (start_date.value === '') return ''
    const at = (date, time) => Date.parse(`${date}T${time || '00:00'}Z`)
    const isTimed = !all_day.checked && start_time.value !== ''
    const hours = isTimed && { hour: 'numeric', minute: '2-digit', hourCycle }
    const format = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
      ...hours,
    })
    const start = at(start_date.value, isTimed && start_time.value)
    const end = at(
      end_date.value || start_date.value,
      isTimed && (end_time.value || (!end_date.value && start_time.value)),
    )
    return end > start ? format.formatRange(start, end) : format.format(start)
  }
  const texts = [...(preview?.querySelectorAll('[data-when], [data-of]') ?? [])].map((line) => [line, line.textContent])
  const describe = () => {
    relate()
    for (const [line, usual] of texts) {
      const names = line.dataset.of?.split(' ')
      const own = names
        ? names
            .map((name) => form.elements[name].value.trim())
            .filter(Boolean)
            .join(', ')
        : writeWhen()
      line.textContent = own || usual
    }
  }
  for (const type of ['input', 'change']) form.addEventListener(type, describe)
  describe()
  blank()
  if (preview) preview.hidden = false
  // A browser that goes back keeps the file.
  if (picture.files.length > 0) show()
}

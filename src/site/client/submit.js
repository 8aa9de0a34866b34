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

  /** The end keeps its distance when the start moves; the hours begin again after midnight. */
  const follow = (start, end, length = Infinity) => {
    let before = start.valueAsNumber
    start.addEventListener('change', () => {
      const now = start.valueAsNumber
      // A year that is still being typed.
      if (start === start_date && now < Date.UTC(1000, 0)) return
      const moved = now - before
      before = now
      if (end.value === '') return
      const last = end.valueAsNumber + (moved || 0)
      end.valueAsNumber = length === Infinity ? Math.max(last, now || last) : (last + length) % length
    })
  }
  follow(start_date, end_date)
  follow(start_time, end_time, day)

  /** What ends at an earlier hour than it begins ends on the next day. */
  const passMidnight = () => {
    if (end_date.value !== '' || all_day.checked || end_time.value === '' || start_date.value === '') return
    if (end_time.value < start_time.value) end_date.valueAsNumber = start_date.valueAsNumber + day
  }
  end_time.addEventListener('change', passMidnight)

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

import { CalendarError } from 'kalends-client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { fieldOfMember } from '../../ui/form.tsx'
import { usePreference } from '../../ui/preference.ts'
import { type Device, PreviewSwitches, preferredScheme, type Scheme } from '../../ui/preview-switches.tsx'
import { type SettingsBody, settingFields, type Values } from './setting-fields.tsx'

/** The windows whose pages are shown, in CSS pixels; they are drawn smaller where there is less room. */
const widths: Readonly<Record<Device, number>> = { computer: 1280, phone: 390 }

/** Milliseconds after the last change of a value before the page is asked for. */
const pause = 350

/** A value once it has stayed the same for a moment. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** A page to be looked at: without scripts, and with nothing in it that leads away. */
const asPicture = (html: string, scheme: Scheme): string => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  page.documentElement.dataset['theme'] = scheme
  page.body.setAttribute('inert', '')
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const labelOf = (member: string): string =>
  fieldOfMember<Values, SettingsBody>(settingFields, member)?.label() ?? member

type Shown = {
  /** Which page it is. */
  readonly page: string
  readonly html: string
  /** The settings that it does not have, because the server does not take them as they are. */
  readonly missing: readonly string[]
}

/** Reads a page with settings. Somebody may just be typing one of them, which the others do not wait for. */
const readPage = async (page: string, changes: object): Promise<Shown> => {
  const ask = (sent: object) =>
    write<{ readonly html: string }>('POST', 'kalends/v1', 'page-preview', { body: { ...sent, page } })
  try {
    return { page, missing: [], ...(await ask(changes)) }
  } catch (error) {
    const missing = error instanceof CalendarError ? Object.keys(error.params) : []
    if (missing.length === 0) throw error
    const others = Object.fromEntries(Object.entries(changes).filter(([name]) => !missing.includes(name)))
    return { page, missing, ...(await ask(others)) }
  }
}

/** The public pages with settings that are not saved: `changes` are those that differ from the saved ones. */
export const PagePreview = ({ changes }: { readonly changes: object }) => {
  const [page, setPage] = useState('home')
  const [device, setDevice] = usePreference<Device>('preview-device', ['computer', 'phone'])
  const [scheme, setScheme] = useState<Scheme>(preferredScheme)
  const body = useSettled(JSON.stringify(changes))
  const { data, error } = useLoaded(`${page} ${body}`, () => readPage(page, JSON.parse(body)))
  return (
    <section class="page-preview" aria-label={t('Preview')}>
      <div class="preview-bar">
        <SelectField
          label={t('Page')}
          value={page}
          options={[
            ['home', t('Home page')],
            ['list', t('List')],
            ['month', t('Month')],
            ['event', t('Event')],
          ]}
          onValue={setPage}
        />
        <PreviewSwitches device={device} onDevice={setDevice} scheme={scheme} onScheme={setScheme} />
      </div>
      <p class="hint" role="status">
        {error
          ? t('The preview stays as it was: {reason}', { reason: error.message })
          : data &&
            data.missing.length > 0 &&
            t('Not in the preview yet: {names}', { names: data.missing.map(labelOf).join(', ') })}
      </p>
      <Frame page={data?.page ?? ''} html={data ? asPicture(data.html, scheme) : ''} width={widths[device]} />
    </section>
  )
}

type FrameProps = {
  /** Which page it is: another one is shown from its beginning. */
  readonly page: string
  readonly html: string
  readonly width: number
}

/** A page in a window of a width. The next version is drawn behind the present one, so that nothing flickers while somebody types. */
const Frame = ({ page, html, width }: FrameProps) => {
  const place = useRef<HTMLDivElement>(null)
  const frames = useRef<(HTMLIFrameElement | null)[]>([])
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [front, setFront] = useState(0)
  const [shown, setShown] = useState([
    { page: '', html: '' },
    { page: '', html: '' },
  ])
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (html !== shown[front]?.html) setShown(shown.map((one, at) => (at === front ? one : { page, html })))
  }, [page, html])
  const onLoad = (at: number): void => {
    if (at === front || shown[at]?.html === '') return
    const [before, after] = [frames.current[front]?.contentWindow, frames.current[at]?.contentWindow]
    if (shown[at]?.page === shown[front]?.page) after?.scrollTo(0, before?.scrollY ?? 0)
    setFront(at)
  }
  const scale = Math.min(1, room.width / width)
  const style = {
    width: `${width}px`,
    height: `${room.height / (scale || 1)}px`,
    transform: `scale(${scale})`,
    left: `${Math.max(0, (room.width - width * scale) / 2)}px`,
  }
  return (
    <div ref={place} class="window" aria-busy={html === ''}>
      {shown.map((one, at) => (
        <iframe
          key={at}
          ref={(frame) => {
            frames.current[at] = frame
          }}
          title={t('Preview of the pages')}
          // Its fonts are those of this site; without "allow-scripts" nothing in it runs.
          sandbox="allow-same-origin"
          srcdoc={one.html}
          style={style}
          hidden={at !== front && one.html === ''}
          class={at === front ? '' : 'behind'}
          {...(at === front ? {} : { 'aria-hidden': true, tabIndex: -1 })}
          onLoad={() => onLoad(at)}
        />
      ))}
    </div>
  )
}

import { useRef, useState } from 'preact/hooks'
import { write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Device, PreviewSwitches, preferredScheme, type Scheme } from '../../ui/preview-switches.tsx'
import { LoadedState } from '../../ui/state.tsx'

/** The page is on this host also where the admin was opened by another name of it; the browser frames only what is of the same. */
const readAddress = async (event: number): Promise<string> => {
  const { url } = await write<{ url: string }>('POST', 'kalends/v1', `previews/${event}`)
  return new URL(url).pathname
}

/** Opens links to other pages in a new tab, so that the frame keeps showing the event. */
const keepPage = (page: Document | null | undefined): void => {
  for (const link of page?.querySelectorAll<HTMLElement>('a[href], area[href], form') ?? []) {
    const isWithin = link.getAttribute('href')?.startsWith('#') ?? false
    if (isWithin) continue
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener')
  }
}

/** The page of an event as visitors will see it, light and dark, on a computer and on a phone. */
export const Preview = ({
  event,
  isLatest,
  onClose,
}: {
  readonly event: number
  /** Whether the form holds nothing else. */
  readonly isLatest: boolean
  readonly onClose: () => void
}) => {
  const loaded = useLoaded(String(event), () => readAddress(event))
  const frame = useRef<HTMLIFrameElement>(null)
  const [device, setDevice] = useState<Device>('computer')
  const [scheme, setScheme] = useState<Scheme>(preferredScheme)
  const paint = (to: Scheme): void => {
    setScheme(to)
    const page = frame.current?.contentDocument?.documentElement
    if (page) page.style.colorScheme = to
  }
  return (
    <Dialog title={t('Preview')} onClose={onClose} isWide>
      <div class="stack preview">
        {!isLatest && <p>{t('This is the version that was saved last. Your changes are not saved yet.')}</p>}
        <div class="row">
          <PreviewSwitches device={device} onDevice={setDevice} scheme={scheme} onScheme={paint} />
        </div>
        <LoadedState loaded={loaded}>
          {(address) => (
            <iframe
              ref={frame}
              class={device}
              title={t('Page of the event')}
              src={address}
              onLoad={() => {
                paint(scheme)
                keepPage(frame.current?.contentDocument)
              }}
            />
          )}
        </LoadedState>
        <div class="actions">
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

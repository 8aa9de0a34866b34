import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { UrlField } from '../../ui/field.tsx'
import { accepted, type Origin } from './imports-api.ts'

const example = [
  '{"title": "Summer fair", "start_date": "2027-06-12 14:00", "end_date": "2027-06-12 18:00", "venue": {"venue": "Town hall", "city": "Springfield"}, "categories": ["Fairs"]}',
  '{"title": "Flea market", "start_date": "2027-06-13", "end_date": "2027-06-13", "all_day": true, "cost": "Free", "tags": ["outdoor"]}',
].join('\n')

/** Takes what is to be imported: a file, dropped or chosen, or an address. */
export const ImportFile = ({
  isBusy,
  onChosen,
}: {
  /** One file is imported at a time. */
  readonly isBusy: boolean
  readonly onChosen: (origin: Origin) => void
}) => {
  const [url, setUrl] = useState('')
  return (
    <>
      <DropArea
        button={t('Choose a file of events')}
        isPrimary
        isBusy={isBusy}
        accept={accepted}
        hint={
          isBusy
            ? t('One file is imported at a time. Send the next one when this one is done.')
            : t('iCalendar, CSV, the export of WordPress, or NDJSON. The file can be dropped here.')
        }
        onFiles={([file]) => file && !isBusy && onChosen({ file })}
      />
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          onChosen({ url: webAddress(url) })
        }}
      >
        <UrlField
          label={t('Or the address of a calendar, or of a site with The Events Calendar or Kalends')}
          required
          value={url}
          onValue={setUrl}
        />
        <Button type="submit" isBusy={isBusy}>
          {t('Use this address')}
        </Button>
      </form>
      <details>
        <summary>{t('What a file looks like')}</summary>
        <p>
          {t(
            'Calendars of other programs and tables are read as these programs write them. In NDJSON each line is one event. It needs a title, a start and an end; the rest can be left out. Venues, organizers, categories and tags that exist are used, others are created.',
          )}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard scrolls it. */}
        <pre class="example" tabIndex={0}>
          {example}
        </pre>
      </details>
    </>
  )
}

/** An address as it is fetched: calendars are offered as `webcal`, which browsers do not fetch. */
export const webAddress = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')

import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, fromServer, t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { SelectField, UrlField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { webAddress } from '../imports/import-file.tsx'
import { stateName, usualOptions } from '../imports/imports-api.ts'
import { RecordOptionFields } from '../imports/record-option-fields.tsx'
import { RunDetails } from '../imports/run-details.tsx'
import {
  confirmSource,
  intervalName,
  intervalOptions,
  isBeingRead,
  listRuns,
  listSources,
  readNow,
  removeSource,
  type Source,
  type SourceFields,
  sourceState,
  type Vanished,
  vanishedNames,
  writeSource,
} from './sources-api.ts'

/** Milliseconds between two looks at a source that is being read. */
const interval = 1000

/** Calendars elsewhere that the server reads again and again. */
export const Sources = () => {
  const loaded = useLoaded('', listSources)
  const [edited, setEdited] = useState<Source | 'new'>()
  const [shown, setShown] = useState<number>()
  const [leaving, setLeaving] = useState<Source>()
  const sources = loaded.data ?? []
  const isReading = sources.some(isBeingRead)
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(loaded.reload, interval)
    return () => clearInterval(timer)
  }, [isReading])
  const act = (work: Promise<unknown>): void => void work.then(loaded.reload, notifyFault)
  const report = sources.find(({ id }) => id === shown)
  return (
    <>
      <Heading title={t('Sources')}>
        <Button kind="primary" onClick={() => setEdited('new')}>
          {t('Add a source')}
        </Button>
      </Heading>
      <p class="quiet">
        {t('Calendars elsewhere, such as the feed of a club, which the server reads again at an interval.')}
      </p>
      <LoadedState loaded={loaded} isEmpty={(all) => all.length === 0} empty={<p>{t('There are no sources yet.')}</p>}>
        {(all) => (
          <div class="stack">
            {all
              .filter(({ state }) => state === 'waiting')
              .map((source) => (
                <Confirmation key={source.id} source={source} onConfirm={() => act(confirmSource(source.id))} />
              ))}
            <SourceTable
              sources={all}
              onRead={({ id }) => {
                setShown(id)
                act(readNow(id))
              }}
              onRuns={({ id }) => setShown(id)}
              onChange={setEdited}
              onRemove={setLeaving}
            />
            {report && <SourceRuns source={report} />}
          </div>
        )}
      </LoadedState>
      {edited && (
        <SourceDialog
          source={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onWritten={({ id }) => {
            setEdited(undefined)
            setShown(id)
            loaded.reload()
          }}
        />
      )}
      {leaving && (
        <AskDialog
          question={{
            title: t('Remove the source'),
            text: t('{name} is no longer read. The events that came from it stay.', { name: leaving.name }),
            go: () =>
              act(removeSource(leaving.id).then(() => notify(t('{name} is no longer read.', { name: leaving.name })))),
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

/** A source has suddenly lost most of its events: somebody has to say that this is right. */
const Confirmation = ({ source, onConfirm }: { readonly source: Source; readonly onConfirm: () => void }) => (
  <div class="notice failed" role="alert">
    <span>
      <strong>{source.name}</strong> {fromServer(source.message)}
    </span>
    <Button kind="danger" aria-label={t('They are gone: {name}', { name: source.name })} onClick={onConfirm}>
      {t('They are gone')}
    </Button>
  </div>
)

/** The sources, and what can be done with each. */
const SourceTable = ({
  sources,
  onRead,
  onRuns,
  onChange,
  onRemove,
}: {
  readonly sources: readonly Source[]
  readonly onRead: (source: Source) => void
  readonly onRuns: (source: Source) => void
  readonly onChange: (source: Source) => void
  readonly onRemove: (source: Source) => void
}) => (
  <Table
    columns={[
      { key: 'name', name: t('Source'), kind: 'header', show: ({ name }) => <span class="file-name">{name}</span> },
      { key: 'every', name: t('How often'), show: ({ every }) => intervalName(every) },
      {
        key: 'state',
        name: t('Status'),
        show: (source) => (
          <>
            <span class={source.state === 'active' ? 'badge publish' : 'badge pending'}>
              {isBeingRead(source) ? t('is being read') : sourceState(source)}
            </span>
            {source.message && source.state !== 'waiting' && <p class="hint">{fromServer(source.message)}</p>}
          </>
        ),
      },
      {
        key: 'next',
        name: t('Next time'),
        show: (source) =>
          source.state === 'waiting' || source.state === 'stopped' || isBeingRead(source)
            ? ''
            : formatInstant(source.next),
      },
      {
        key: 'actions',
        name: t('Actions'),
        kind: 'actions',
        show: (source) => {
          const { name } = source
          return (
            <>
              <Button
                isBusy={isBeingRead(source)}
                aria-label={t('Read now: {name}', { name })}
                onClick={() => onRead(source)}
              >
                {t('Read now')}
              </Button>
              <Button kind="quiet" aria-label={t('Show the runs of {name}', { name })} onClick={() => onRuns(source)}>
                {t('Runs')}
              </Button>
              <Button kind="quiet" aria-label={t('Change {name}', { name })} onClick={() => onChange(source)}>
                {t('Change')}
              </Button>
              <Button kind="danger" aria-label={t('Remove {name}', { name })} onClick={() => onRemove(source)}>
                {t('Remove')}
              </Button>
            </>
          )
        },
      },
    ]}
    rows={sources}
    keyOf={({ id }) => id}
  />
)

/** Asks for a new source, or for changes of one. */
const SourceDialog = ({
  source,
  onClose,
  onWritten,
}: {
  readonly source: Source | undefined
  readonly onClose: () => void
  readonly onWritten: (written: Source) => void
}) => {
  const [fields, setFields] = useState<SourceFields>(fieldsOf(source))
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (changed: Partial<SourceFields>): void => setFields({ ...fields, ...changed })
  const submit = (event: Event): void => {
    event.preventDefault()
    setBusy(true)
    writeSource(source?.id, { ...fields, url: webAddress(fields.url) }).then(onWritten, (error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <Dialog title={source ? t('Change the source') : t('Add a source')} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Fault text={fault} />
        <UrlField
          label={t('Address')}
          hint={t('Of a calendar (iCalendar), a table, or a site with The Events Calendar or Kalends.')}
          value={fields.url}
          onValue={(url) => change({ url })}
        />
        <SelectField
          label={t('How often')}
          value={String(fields.every)}
          options={intervalOptions(fields.every)}
          onValue={(every) => change({ every: Number(every) })}
        />
        <SelectField
          label={t('Events that are no longer there')}
          value={fields.vanished}
          options={Object.entries(vanishedNames).map(([name, text]) => [name, text()] as const)}
          onValue={(vanished) => change({ vanished: vanished as Vanished })}
        />
        <RecordOptionFields options={fields} onChange={change} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {source ? t('Save') : t('Add a source')}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const fieldsOf = (source: Source | undefined): SourceFields => {
  const { url = '', every = 3600, vanished = 'cancel_then_trash', ...options } = source ?? {}
  const { status, category, images, timezone } = { ...usualOptions, ...options }
  return { url, every, vanished, status, category, images: images === 'copy' ? '' : images, timezone }
}

/** The last runs of a source, and what came of each. */
const SourceRuns = ({ source }: { readonly source: Source }) => {
  const { id, name, state, is_running, next } = source
  const loaded = useLoaded(String(id), () => listRuns(id))
  // Each of them changes when a run begins or ends.
  useEffect(loaded.reload, [state, is_running, next])
  return (
    <section class="card stack" aria-label={t('Runs of {name}', { name })}>
      <h2 class="file-title">{t('Runs of {name}', { name })}</h2>
      <LoadedState
        loaded={loaded}
        isEmpty={(runs) => runs.length === 0}
        empty={<p>{t('It has not been read yet.')}</p>}
      >
        {(runs) =>
          runs.map((run, at) => (
            <details key={run.id} open={at === 0}>
              <summary>
                {run.started && formatInstant(run.started)} <span class="badge">{stateName(run)}</span>{' '}
                {fromServer(run.message)}
              </summary>
              <div class="stack">
                <RunDetails run={run} />
              </div>
            </details>
          ))
        }
      </LoadedState>
    </section>
  )
}

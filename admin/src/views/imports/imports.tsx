import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { type Draft, ImportDraft } from './import-draft.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportReport } from './import-report.tsx'
import {
  countsByKind,
  fetchExport,
  type Import,
  importName,
  isUnfinished,
  kindsName,
  listImports,
  type Origin,
  readImport,
  stateName,
  undoImport,
  usualOptions,
} from './imports-api.ts'

/** Milliseconds between two looks at an import that runs. */
const interval = 1000

/** Files of events: looked at, imported, followed meanwhile, and undone. */
export const Imports = () => {
  const loaded = useLoaded('', listImports)
  const [draft, setDraft] = useState<Draft>()
  /** The dry run of the draft as it is. */
  const [look, setLook] = useState<number>()
  const [shown, setShown] = useState<number>()
  const [undoing, setUndoing] = useState<Import>()
  const running = loaded.data?.find(isUnfinished)
  const current = useProgress(running, loaded.reload)
  const imports = (loaded.data ?? []).map((one) => (one.id === current?.id ? current : one))
  const kept = imports.filter(({ dry_run }) => !dry_run)
  const report = imports.find(({ id }) => id === shown) ?? (running && current)
  const choose = (origin: Origin): void => {
    // What is fetched from an address is usually fetched again.
    setDraft({ origin, options: { ...usualOptions, update: 'url' in origin, map: {} } })
    setLook(undefined)
    setShown(undefined)
  }
  return (
    <>
      <Heading title={t('Import')} />
      <div class="stack">
        <ImportFile isBusy={running !== undefined} onChosen={choose} />
        {draft && (
          <ImportDraft
            draft={draft}
            isBusy={running !== undefined}
            isLookedAt={imports.some(
              ({ id, state, created, updated }) => id === look && state === 'done' && created + updated > 0,
            )}
            onOptions={(changed) => {
              setDraft({ ...draft, options: { ...draft.options, ...changed } })
              setLook(undefined)
              setShown(undefined)
            }}
            onSent={(id, isDry) => {
              setLook(isDry ? id : undefined)
              if (!isDry) setDraft(undefined)
              setShown(id)
              loaded.reload()
            }}
            onClose={() => {
              setDraft(undefined)
              setShown(undefined)
            }}
          />
        )}
        {report && <ImportReport report={report} />}
        <section>
          <h2>{t('Earlier imports')}</h2>
          <LoadedState
            loaded={loaded}
            isEmpty={() => kept.length === 0}
            empty={<p>{t('Nothing has been imported yet.')}</p>}
          >
            {() => <ImportTable imports={kept} isBusy={running !== undefined} onShow={setShown} onUndo={setUndoing} />}
          </LoadedState>
        </section>
        <ExportButtons />
      </div>
      {undoing && (
        <UndoImport
          undone={undoing}
          onClose={() => setUndoing(undefined)}
          onUndone={() => {
            setShown(undoing.id)
            setUndoing(undefined)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

/** The state of the running import. */
const useProgress = (running: Import | undefined, onEnd: () => void): Import | undefined => {
  const [current, setCurrent] = useState<Import>()
  const id = running?.id
  useEffect(() => {
    // The earlier state of the same import, before it was undone, is outdated.
    setCurrent(undefined)
    if (id === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const look = async (): Promise<void> => {
      try {
        const found = await readImport(id)
        setCurrent(found)
        if (!isUnfinished(found)) return onEnd()
      } catch (error) {
        notifyFault(error)
      }
      timer = setTimeout(look, interval)
    }
    timer = setTimeout(look, interval)
    return () => clearTimeout(timer)
  }, [id])
  return current?.id === id ? current : running
}

/** The last imports. */
const ImportTable = ({
  imports,
  isBusy,
  onShow,
  onUndo,
}: {
  readonly imports: readonly Import[]
  /** One import is undone at a time. */
  readonly isBusy: boolean
  readonly onShow: (id: number) => void
  readonly onUndo: (one: Import) => void
}) => (
  <Table
    columns={[
      { key: 'when', name: t('When'), kind: 'header', show: ({ started }) => (started ? formatInstant(started) : '–') },
      { key: 'file', name: t('File'), show: ({ file }) => <span class="file-name">{file}</span> },
      { key: 'by', name: t('By'), show: ({ user }) => user.name },
      { key: 'state', name: t('Status'), show: (one) => <span class="badge">{stateName(one)}</span> },
      { key: 'created', name: t('Created'), show: createdText },
      { key: 'failed', name: t('Left out'), show: ({ failed }) => formatNumber(failed) },
      {
        key: 'actions',
        name: t('Actions'),
        kind: 'actions',
        show: (one) => (
          <>
            <Button
              kind="quiet"
              aria-label={t('Show the report of the import of {name}', { name: importName(one) })}
              onClick={() => onShow(one.id)}
            >
              {t('Report')}
            </Button>
            {!isBusy && one.state !== 'undone' && one.created > 0 && (
              <Button
                aria-label={t('Undo the import of {name}', { name: importName(one) })}
                onClick={() => onUndo(one)}
              >
                {t('Undo')}
              </Button>
            )}
          </>
        ),
      },
    ]}
    rows={imports}
    keyOf={({ id }) => id}
  />
)

/** How many records of each kind were created: undoing removes them all. */
const createdText = (one: Import): string =>
  countsByKind(one)
    .filter(({ own }) => own.created > 0)
    .map(({ kind, own }) => `${kindsName(kind)}: ${formatNumber(own.created)}`)
    .join(' · ')

/** Asks for confirmation before an import is undone, which cannot be reverted. */
const UndoImport = ({
  undone,
  onClose,
  onUndone,
}: {
  readonly undone: Import
  readonly onClose: () => void
  readonly onUndone: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const undo = (): void => {
    setBusy(true)
    setFault('')
    undoImport(undone.id).then(onUndone, (error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <Dialog title={t('Undo the import of {name}', { name: importName(undone) })} onClose={isBusy ? undefined : onClose}>
      <div class="stack">
        <p>
          {t('The events, venues, organizers, categories and tags that this import has created are removed for good.')}
        </p>
        <p>
          {t('What somebody has changed since stays, and so does what other events use. You are told what it was.')}
        </p>
        <Fault text={fault} />
        <div class="actions">
          <Button kind="danger" isBusy={isBusy} onClick={undo}>
            {t('Undo the import')}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Saves the whole calendar as a file. */
const ExportButtons = () => {
  const [isBusy, setBusy] = useState(false)
  const save = async (format: 'ndjson' | 'csv'): Promise<void> => {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await fetchExport(format))
      Object.assign(document.createElement('a'), { href: address, download: `calendar.${format}` }).click()
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch (error) {
      notifyFault(error)
    }
    setBusy(false)
  }
  return (
    <section class="stack">
      <h2>{t('Export')}</h2>
      <p class="hint">
        {t(
          'NDJSON has everything, also drafts and private records, and can be imported again. CSV is a table of the events.',
        )}
      </p>
      <div class="actions">
        <Button isBusy={isBusy} onClick={() => save('ndjson')}>
          {t('Export everything as NDJSON')}
        </Button>
        <Button isBusy={isBusy} onClick={() => save('csv')}>
          {t('Export the events as CSV')}
        </Button>
      </div>
    </section>
  )
}

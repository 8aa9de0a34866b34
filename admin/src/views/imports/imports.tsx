import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { type Draft, ImportDraft } from './import-draft.tsx'
import { ImportFile } from './import-file.tsx'
import { usualOptions } from './import-options.ts'
import { ImportReport } from './import-report.tsx'
import { ImportTable } from './import-table.tsx'
import { type Import, isUnfinished, listImports, type Origin, readImport } from './imports-api.ts'
import { UndoImport } from './undo-import.tsx'

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

import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportTable } from './import-table.tsx'
import { type Import, isUnfinished, listImports, readImport } from './imports-api.ts'
import { UndoImport } from './undo-import.tsx'

/** Milliseconds between two looks at an import that runs. */
const interval = 1000

/** Files of events: sent, followed while they are imported, and undone. */
export const Imports = () => {
  const loaded = useLoaded('', listImports)
  const [shown, setShown] = useState<number>()
  const [undoing, setUndoing] = useState<Import>()
  const running = loaded.data?.find(isUnfinished)
  const current = useProgress(running, loaded.reload)
  const imports = (loaded.data ?? []).map((one) => (one.id === current?.id ? current : one))
  const report = imports.find(({ id }) => id === shown) ?? (running && current)
  return (
    <>
      <Heading title={t('Import')} />
      <div class="stack">
        <ImportFile
          isBusy={running !== undefined}
          onSent={(id) => {
            setShown(id)
            loaded.reload()
          }}
        />
        {report && <ImportReport report={report} />}
        <section>
          <h2>{t('Earlier imports')}</h2>
          <LoadedState
            loaded={loaded}
            isEmpty={(all) => all.length === 0}
            empty={<p>{t('Nothing has been imported yet.')}</p>}
          >
            {() => (
              <ImportTable imports={imports} isBusy={running !== undefined} onShow={setShown} onUndo={setUndoing} />
            )}
          </LoadedState>
        </section>
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

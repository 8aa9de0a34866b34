import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { fromServer, t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { SourceRuns } from './source-runs.tsx'
import { SourceTable } from './source-table.tsx'
import { confirmSource, isBeingRead, listSources, readNow, removeSource, type Source } from './sources-api.ts'

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

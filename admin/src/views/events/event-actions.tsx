import { useState } from 'preact/hooks'
import { calendar, etagOf, readData, type Status, unlessChanged } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { BulkBar } from '../list/bulk-bar.tsx'
import { RemoveForGood, removeChange, type StatusWriter } from '../list/status-actions.tsx'
import { askScope, type Scope, scopeOfUndo } from '../series/ask-scope.ts'
import { BulkDialog, type Quick } from './bulk/bulk-dialog.tsx'
import { blankEvent, mostEvents } from './bulk/plan.ts'

/** The actions on the selected events of all pages. */
export const BulkActions = ({
  selected,
  isTrash,
  isCollapsed,
  onDone,
}: {
  readonly selected: ReadonlySet<number>
  /** The list shows the trash. */
  readonly isTrash: boolean
  /** The list has one line for each series. */
  readonly isCollapsed: boolean
  readonly onDone: () => void
}) => {
  const [asked, setAsked] = useState<{ readonly ids: readonly number[]; readonly quick?: Quick }>()
  const ids = [...selected]
  const isTooMany = ids.length > mostEvents
  const quick = (status: Status, text: string) => (
    <Button
      disabled={isTooMany}
      onClick={() =>
        setAsked({
          ids,
          quick: {
            wanted: { names: ['status'], form: { ...blankEvent, status } },
            done: (count) => tn('{text}: {count} event.', '{text}: {count} events.', count, { text }),
          },
        })
      }
    >
      {text}
    </Button>
  )
  return (
    <>
      <BulkBar
        selected={selected}
        onDone={onDone}
        texts={{
          label: t('Actions for the selected events'),
          selected: (count) => tn('{count} event selected', '{count} events selected', count),
          done: (count, text) => tn('{text}: {count} event.', '{text}: {count} events.', count, { text }),
          progress: t('Changing events'),
        }}
      >
        {(run) => (
          <>
            {!isTrash && (
              <Button disabled={isTooMany} onClick={() => setAsked({ ids })}>
                {t('Edit …')}
              </Button>
            )}
            {!isTrash && mayPublish() && quick('publish', t('Publish'))}
            {quick('draft', isTrash ? t('Restore as drafts') : t('Make drafts'))}
            {!isTrash && quick('trash', t('Move to the trash'))}
            {isTrash && <RemoveForGood onRemove={() => run(removeChange(eventStatus))} />}
            {isTooMany && <span>{t('At most {count} events can be changed at once.', { count: mostEvents })}</span>}
          </>
        )}
      </BulkBar>
      {asked && (
        <BulkDialog {...asked} isCollapsed={isCollapsed} onClose={() => setAsked(undefined)} onChanged={onDone} />
      )}
    </>
  )
}

const path = (id: number, etag?: string) => ({ params: { path: { id }, header: unlessChanged(etag) } })

const read = async (id: number) => readData(await calendar.GET('/events/{id}', { params: { path: { id } } }))

/** Writes the status of an event, or of the chosen events of its series; returns the new ETag. */
const writeStatus = async (id: number, status: Status, etag?: string, scope: Scope = 'this'): Promise<string> =>
  etagOf(
    await (status === 'trash'
      ? calendar.DELETE('/events/{id}', { params: { ...path(id, etag).params, query: { scope } } })
      : calendar.POST('/events/{id}', { ...path(id, etag), body: { status, scope } })),
  )

/** Moves an occurrence, or the chosen events of its series, to the trash. @throws Cancelled */
export const trashOccurrence = async (id: number, status: Status, title: string, onChanged: () => void) => {
  const scope = await askScope(t('Move “{title}” to the trash', { title }))
  const etag = await writeStatus(id, 'trash', undefined, scope)
  onChanged()
  notify(t('Moved to the trash.'), () => writeStatus(id, status, etag, scopeOfUndo(scope)).finally(onChanged))
}

/** Moves an event of a form to the trash, or the chosen ones of its series. @throws Cancelled */
export const trashEvent = async (
  { id, status, series }: { readonly id: number; readonly status: Status; readonly series?: object },
  etag: string,
  title: string,
  { onGone, onBack }: { readonly onGone: () => void; readonly onBack: () => void },
): Promise<void> => {
  const scope: Scope = series ? await askScope(t('Move “{title}” to the trash', { title })) : 'this'
  const after = await writeStatus(id, 'trash', etag, scope)
  onGone()
  notify(t('Moved to the trash.'), () => writeStatus(id, status, after, scopeOfUndo(scope)).then(onBack))
}

/** Writes the status of an event; the trash is one. */
export const eventStatus: StatusWriter = {
  readStatus: async (id) => (await read(id)).status,
  writeStatus,
  remove: (id) => calendar.DELETE('/events/{id}', { params: { path: { id }, query: { force: true } } }),
}
